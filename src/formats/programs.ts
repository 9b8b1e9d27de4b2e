/** Which programs a file holds, from its headers alone. */
import type { Endian } from "../base/bytes.ts";
import { IssueList } from "../base/issue.ts";
import { hasElfMagic, readHeader as readElfHeader } from "./elf/header.ts";
import { architectureOf as elfArchitecture } from "./elf/machines.ts";
import type { Architecture, Image } from "./image.ts";
import { readHeader as readMachOHeader } from "./macho/header.ts";
import { architectureName, architectureOf as machoArchitecture } from "./macho/machines.ts";
import { readSlices, type Slice, sliceBytes } from "./macho/universal.ts";
import { readLayout as readPeLayout } from "./pe/layout.ts";
import { architectureOf as peArchitecture } from "./pe/machines.ts";

/** One program of a file. */
export interface FileProgram {
  readonly format: Image["format"];
  /** What tools of its platform call the processor: `arm64e`. It names the program when the file holds several. */
  readonly name: string;
  readonly architecture: Architecture;
  /** Number of the processor as the format has it. */
  readonly machine: number;
  /** Absent when the program has no header. */
  readonly bits?: 32 | 64;
  readonly endian?: Endian;
  /** Bytes of the file. */
  readonly offset: number;
  readonly size: number;
}

/** In the order of the file; empty when it holds none that can be read. */
export function programsOf(file: Uint8Array): FileProgram[] {
  const slices = readSlices(file, new IssueList());
  if (slices !== undefined) return slices.map((slice) => sliceProgram(file, slice));
  const only = elfProgram(file) ?? machoProgram(file) ?? peProgram(file);
  return only === undefined ? [] : [{ ...only, offset: 0, size: file.length }];
}

type Headed = Omit<FileProgram, "offset" | "size">;

function sliceProgram(file: Uint8Array, slice: Slice): FileProgram {
  const { cpuType, name, offset, size } = slice;
  const headed = machoProgram(sliceBytes(file, slice));
  const promised = { format: "macho", name, architecture: machoArchitecture(cpuType), machine: cpuType } as const;
  return { ...promised, ...headed, name, offset, size };
}

function machoProgram(data: Uint8Array): Headed | undefined {
  const header = readMachOHeader(data);
  if (header === undefined) return undefined;
  const { cpuType, cpuSubtype, bits, endian } = header;
  const architecture = machoArchitecture(cpuType);
  return { format: "macho", name: architectureName(cpuType, cpuSubtype), architecture, machine: cpuType, bits, endian };
}

function elfProgram(data: Uint8Array): Headed | undefined {
  const header = hasElfMagic(data) ? readElfHeader(data, new IssueList()) : undefined;
  if (header === undefined) return undefined;
  const { machine, bits, endian } = header;
  const architecture = elfArchitecture(machine, bits);
  return { format: "elf", name: architecture, architecture, machine, bits, endian };
}

function peProgram(data: Uint8Array): Headed | undefined {
  const layout = readPeLayout(data, new IssueList());
  if (layout === undefined) return undefined;
  const { machine } = layout.header;
  const architecture = peArchitecture(machine);
  return { format: "pe", name: architecture, architecture, machine, bits: layout.space.words.bits, endian: "little" };
}
