/** Headers of files, by this program's own parsers. */
import { Failure } from "../../base/failure.ts";
import type { FileProgramFact } from "../../contracts/facts.ts";
import { IssueList } from "../../base/issue.ts";
import { identify } from "../../formats/identify.ts";
import { type FileProgram, programsOf } from "../../formats/programs.ts";
import { hasMachOMagic } from "../../formats/macho/header.ts";
import { inspectMachO, type MachOInspection } from "../../formats/macho/inspect.ts";
import { answersTo, readSlices } from "../../formats/macho/universal.ts";
import { openSample } from "../../store/sample.ts";
import type { Inspected, InspectRequest, NativeInspector } from "../provider.ts";
import { machoProgramFact } from "./macho-program.ts";

/** Reads files of at most `maxBytes`. */
export function createNativeInspector(maxBytes: number): NativeInspector {
  return {
    programs: (request) =>
      inspect(request, maxBytes, (file) => {
        const found = programsOf(file);
        if (found.length === 0) throw unsupported(request.path, file);
        return found.map(programFact);
      }),
    macho: (request) =>
      inspect(request, maxBytes, async (file) => {
        const found = inspections(file, request.architecture);
        if (found.length === 0) throw refusal(request.path, file, request.architecture);
        return await Promise.all(found.map(machoProgramFact));
      }),
  };
}

async function inspect<T>(
  { path, signal }: InspectRequest,
  maxBytes: number,
  read: (file: Uint8Array) => readonly T[] | Promise<readonly T[]>,
): Promise<Inspected<T>> {
  const sample = await openSample(path, { maxBytes, signal });
  try {
    const programs = await read(await sample.read(0, sample.size));
    return { sha256: sample.sha256, size: sample.size, programs };
  } finally {
    await sample.close();
  }
}

function programFact(program: FileProgram): FileProgramFact {
  const { format, name, architecture, machine, bits, endian, offset, size } = program;
  return { format, name, architecture, machine, bits: bits ?? null, endian: endian ?? null, file_offset: offset, size };
}

function inspections(file: Uint8Array, architecture: string | undefined): readonly MachOInspection[] {
  const slices = readSlices(file, new IssueList());
  if (slices === undefined) {
    const only = inspectMachO(file);
    return only === undefined ? [] : [only];
  }
  const wanted = slices.filter((slice) => architecture === undefined || answersTo(slice, architecture));
  return wanted.flatMap((slice) => inspectMachO(file, slice, slices) ?? []);
}

function refusal(path: string, file: Uint8Array, architecture: string | undefined): Failure {
  const slices = readSlices(file, new IssueList());
  if (slices === undefined || architecture === undefined || slices.length === 0) return unsupported(path, file);
  const candidates = slices.map(({ name }) => name);
  const message = `${path} holds no program for ${architecture}, but for ${candidates.join(", ")}`;
  return new Failure("architecture_ambiguous", message, { path, candidates });
}

function unsupported(path: string, file: Uint8Array): Failure {
  const { looksLike, detail } = hasMachOMagic(file)
    ? { looksLike: "a Mach-O file cut short", detail: `${file.length} bytes` }
    : identify(file);
  const details = { path, looks_like: looksLike, detail };
  return new Failure("target_format_unsupported", `${path} looks like ${looksLike} (${detail})`, details);
}
