/** Loads a Mach-O program into an image (Mach-O: `mach-o/loader.h`; other headers are named where they are read). */
import { IssueList } from "../../base/issue.ts";
import type { FrameRange } from "../dwarf/eh-frame.ts";
import { addCallSites, type ProtectedFunction } from "../dwarf/lsda.ts";
import { entropyOf } from "../entropy.ts";
import { readGoProgram, withFunctions } from "../go/program.ts";
import type { Image, Section, Segment } from "../image.ts";
import { LandingPads } from "../landing-pads.ts";
import type { MachOFacts } from "./facts.ts";
import { buildFacts } from "./build-facts.ts";
import { readCodeSignature } from "./code-signature.ts";
import { type CompactUnwind, readCompactUnwind } from "./compact-unwind.ts";
import type { Contents } from "./contents.ts";
import { entryPoint } from "./entry-point.ts";
import { functionHints } from "./function-hints.ts";
import { readFunctionStarts } from "./function-starts.ts";
import { hardeningFacts } from "./hardening.ts";
import { initFunctions } from "./init-functions.ts";
import { isObject, type Layout, readLayout } from "./layout.ts";
import { type Libraries, linkageOf, readLibraries } from "./libraries.ts";
import { linkedContents } from "./linked.ts";
import { architectureOf, imageKind } from "./machines.ts";
import { sectionPermissions } from "./memory-map.ts";
import { objectContents } from "./object.ts";
import { fullName, protectionOf, sectionBytes, sectionTypeName } from "./segments.ts";
import type { Slice } from "./universal.ts";
import { frameRanges } from "./unwind.ts";

/** The part of a universal file to load, and what else the file holds. */
export interface ChosenSlice {
  readonly slice: Slice;
  readonly all: readonly Slice[];
}

/** Loads a file, or one slice of a universal one; `undefined` when there is no whole Mach-O header. */
export function loadMachO(data: Uint8Array, chosen?: ChosenSlice): Image | undefined {
  const issues = new IssueList();
  const layout = readLayout(data, chosen?.slice, issues);
  if (layout === undefined) return undefined;
  const libraries = readLibraries(layout.commands);
  const contents = isObject(layout.header) ? objectContents(layout, issues) : linkedContents(layout, libraries, issues);
  return imageOf(layout, libraries, contents, sliceFacts(chosen), issues);
}

function imageOf(
  layout: Layout,
  libraries: Libraries,
  contents: Contents,
  slice: MachOFacts["slice"],
  issues: IssueList,
): Image {
  const { header, space, segments, sections } = layout;
  const { memory } = contents;
  const entry = entryPoint(layout);
  const functionStarts = readFunctionStarts(layout);
  const compact = readCompactUnwind(layout, memory, issues);
  const signature = readCodeSignature(layout, issues);
  const go = readGoProgram({ ...contents, space, marked: sections.some(({ name }) => GO_SECTION.test(name)) });
  const frames = frameRanges(layout, memory, issues);
  const landingPads = new LandingPads(memory, layout.file.length);
  addCallSites(protectedFunctions(compact, frames), { memory, space }, landingPads, issues);
  const hints = functionHints({
    entry: entry?.rva,
    initFunctions: initFunctions(layout, { ...contents, space }),
    functionStarts,
    frames,
    compact,
    goFunctions: go?.functions ?? [],
    memory,
  });
  const tables = {
    ...(functionStarts === undefined ? {} : { functionStarts: functionStarts.length }),
    compactUnwind: compact.starts.length + compact.ranges.length,
    landingPads: compact.handlers.length,
  };
  const facts = { layout, libraries, symbols: contents.table, signature, slice, tables, go: go?.facts };
  return {
    format: "macho",
    kind: imageKind(header.fileType),
    architecture: architectureOf(header.cpuType),
    machine: header.cpuType,
    bits: header.bits,
    endian: header.endian,
    abi: "darwin",
    base: space.base,
    ...(entry === undefined ? {} : { entry: entry.rva, entryIsMain: entry.isMain }),
    segments: segments.flatMap((segment) => segmentOf(segment, layout)),
    sections: imageSections(layout, issues),
    regions: contents.regions,
    symbols: go === undefined ? contents.symbols : withFunctions(contents.symbols, go.functions),
    imports: contents.imports,
    exports: contents.exports,
    pointers: contents.pointers,
    importSlots: contents.importSlots,
    stubs: contents.stubs,
    patches: contents.patches,
    functionHints: hints,
    ...landingPads.forImage(),
    unwindComplete: false,
    startsComplete: (functionStarts?.length ?? 0) > 0,
    linkage: linkageOf(libraries),
    build: buildFacts({ ...facts, fixups: contents.fixups, reexports: contents.reexports }),
    hardening: hardeningFacts({ ...contents, layout, symbols: contents.table, signature, rpaths: libraries.rpaths }),
    issues: issues.list(),
  };
}

const GO_SECTION = /^__go(pclntab|symtab|_buildinfo)$/u;

/** Functions whose frames both forms describe come once. */
function protectedFunctions({ handlers }: CompactUnwind, frames: readonly FrameRange[]): ProtectedFunction[] {
  const known = new Set(handlers.map(({ rva }) => rva));
  return [...handlers.map(({ rva, table }) => ({ rva, lsda: table })), ...frames.filter(({ rva }) => !known.has(rva))];
}

function sliceFacts(chosen: ChosenSlice | undefined): MachOFacts["slice"] {
  if (chosen === undefined) return undefined;
  const { slice, all } = chosen;
  return { offset: slice.offset, size: slice.size, architectures: all.map(({ name }) => name) };
}

function segmentOf(segment: Layout["segments"][number], { file, space }: Layout): Segment[] {
  const rva = space.rvaOf(segment.address);
  if (rva === undefined) return [];
  return [
    {
      type: segment.name,
      rva,
      size: segment.memorySize,
      fileOffset: file.fileOffset + segment.fileOffset,
      fileSize: segment.fileSize,
      permissions: protectionOf(segment),
      align: 1,
    },
  ];
}

/** Sections of sound files are disjoint; once overlapping ones add up to twice the file, the rest is not measured. */
function imageSections(layout: Layout, issues: IssueList): Section[] {
  const { file, sections, segments, space } = layout;
  let budget = 2 * file.length;
  const measured = sections.map((section, index): Section => {
    const bytes = sectionBytes(file, section);
    budget -= bytes.length;
    const entropy = budget < 0 ? undefined : entropyOf(bytes.data);
    const rva = space.rvaOf(section.address);
    return {
      index,
      name: fullName(section),
      type: sectionTypeName(section.type),
      ...(rva === undefined || rva < 0 ? {} : { rva }),
      size: section.size,
      fileOffset: bytes.length === 0 ? 0 : bytes.fileOffset,
      fileSize: bytes.length,
      permissions: sectionPermissions(section, segments[section.segment]),
      ...(entropy === undefined ? {} : { entropy }),
    };
  });
  if (budget < 0) {
    issues.add("macho_entropy_not_measured", "sections share so many bytes that not all are measured");
  }
  return measured;
}
