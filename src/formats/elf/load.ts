/** Loads an ELF file into an image (System V gABI; extensions are named where they are read). */
import { IssueList } from "../../base/issue.ts";
import { entropyOf } from "../entropy.ts";
import type { BuildFacts, Image, ImageKind, Linkage, Section } from "../image.ts";
import type { Contents } from "./contents.ts";
import { coversCode, functionHints } from "./function-hints.ts";
import { FILE_TYPE, readHeader } from "./header.ts";
import { initFunctions } from "./init-arrays.ts";
import { isRelocatable, type Layout, readLayout } from "./layout.ts";
import { linkedContents } from "./linked.ts";
import { abiName, architectureOf } from "./machines.ts";
import {
  occupiesMemory,
  type SectionHeader,
  sectionBytes,
  sectionPermissions,
  sectionTypeName,
} from "./section-headers.ts";
import { segmentOf } from "./segments.ts";
import { unwindRanges } from "./unwind.ts";

/** Loads a file that starts with the ELF magic number; `undefined` when it is too short for a header. */
export function loadElf(data: Uint8Array): Image | undefined {
  const issues = new IssueList();
  const header = readHeader(data, issues);
  if (header === undefined) return undefined;
  const layout = readLayout(data, header, issues);
  return imageOf(layout, linkedContents(layout, issues), issues);
}

function imageOf(layout: Layout, contents: Contents, issues: IssueList): Image {
  const { file, header, space, segments, sections } = layout;
  const entry = entryPoint(layout);
  const frames = unwindRanges({ ...contents, segments, space }, issues);
  const hints = functionHints({
    ...contents,
    entry,
    frames,
    initFunctions: initFunctions({ ...contents, ...layout }),
    goFunctions: [],
  });
  return {
    format: "elf",
    kind: imageKind(layout),
    architecture: architectureOf(header.machine, header.bits),
    machine: header.machine,
    bits: header.bits,
    endian: header.endian,
    abi: abiName(header.abi),
    base: space.base,
    ...(entry === undefined ? {} : { entry }),
    segments: segments.flatMap((segment) => segmentOf(segment, file, space) ?? []),
    sections: sections.map((section) => imageSection(section, layout)),
    regions: contents.regions,
    symbols: contents.symbols,
    imports: contents.imports,
    exports: contents.exports,
    pointers: contents.pointers,
    importSlots: contents.importSlots,
    patches: contents.patches,
    functionHints: hints,
    unwindComplete: coversCode(frames, contents.regions),
    linkage: { needed: [], runpath: [], static: true } satisfies Linkage,
    build: { compilers: [], notes: [], stripped: false, hasDebugInfo: false } satisfies BuildFacts,
    hardening: [],
    issues: issues.list(),
  };
}

function entryPoint({ header, space }: Layout): number | undefined {
  if (header.entry === 0n || isRelocatable(header)) return undefined;
  const rva = space.rvaOf(header.entry);
  return rva === undefined || rva < 0 ? undefined : rva;
}

function imageKind({ header }: Layout): ImageKind {
  switch (header.type) {
    case FILE_TYPE.relocatable:
      return "relocatable";
    case FILE_TYPE.core:
      return "core_dump";
    case FILE_TYPE.shared:
      return "shared_object";
    default:
      return "executable";
  }
}

function imageSection(section: SectionHeader, { file, placement }: Layout): Section {
  const bytes = sectionBytes(file, section);
  const rva = occupiesMemory(section) ? placement[section.index] : undefined;
  const entropy = entropyOf(bytes.data);
  return {
    index: section.index,
    name: section.name,
    type: sectionTypeName(section.type),
    ...(rva === undefined ? {} : { rva }),
    size: section.size,
    fileOffset: section.offset,
    fileSize: bytes.length,
    permissions: sectionPermissions(section),
    ...(entropy === undefined ? {} : { entropy }),
  };
}
