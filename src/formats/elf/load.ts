/** Loads an ELF file into an image (System V gABI; extensions are named where they are read). */
import { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import { addCallSites } from "../dwarf/lsda.ts";
import { entropyOf } from "../entropy.ts";
import { readGoProgram, withFunctions } from "../go/program.ts";
import type { Image, ImageKind, Section } from "../image.ts";
import { LandingPads } from "../landing-pads.ts";
import { buildFacts } from "./build-facts.ts";
import type { Contents } from "./contents.ts";
import { coversCode, functionHints } from "./function-hints.ts";
import type { Dynamic } from "./dynamic.ts";
import { FILE_TYPE, readHeader } from "./header.ts";
import { hardeningFacts } from "./hardening.ts";
import { initFunctions } from "./init-arrays.ts";
import { isRelocatable, type Layout, readLayout } from "./layout.ts";
import { isProgram, linkageOf } from "./linkage.ts";
import { linkedContents } from "./linked.ts";
import { abiName, architectureOf } from "./machines.ts";
import { type Note, readNotes } from "./notes.ts";
import { relocatableContents } from "./relocatable.ts";
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
  const contents = isRelocatable(header) ? relocatableContents(layout, issues) : linkedContents(layout, issues);
  return imageOf(layout, contents, issues);
}

function imageOf(layout: Layout, contents: Contents, issues: IssueList): Image {
  const { file, header, space, segments } = layout;
  const entry = entryPoint(layout);
  const notes = readNotes(layout, issues);
  const frames = unwindRanges({ ...contents, segments, space }, issues);
  const landingPads = new LandingPads(contents.memory, file.length);
  addCallSites(frames, { ...contents, space }, landingPads, issues);
  const go = readGoProgram({ ...contents, space, marked: isMarkedGo(layout, notes) });
  const hints = functionHints({
    ...contents,
    entry,
    frames,
    initFunctions: initFunctions({ ...contents, ...layout }),
    goFunctions: go?.functions ?? [],
  });
  return {
    format: "elf",
    kind: imageKind(layout, contents.dynamic),
    architecture: architectureOf(header.machine, header.bits),
    machine: header.machine,
    bits: header.bits,
    endian: header.endian,
    abi: abiName(header.abi),
    base: space.base,
    ...(entry === undefined ? {} : { entry }),
    segments: segments.flatMap((segment) => segmentOf(segment, file, space) ?? []),
    sections: imageSections(layout, issues),
    regions: contents.regions,
    symbols: go === undefined ? contents.symbols : withFunctions(contents.symbols, go.functions),
    imports: contents.imports,
    exports: contents.exports,
    pointers: contents.pointers,
    importSlots: contents.importSlots,
    patches: contents.patches,
    functionHints: hints,
    ...landingPads.forImage(),
    unwindComplete: coversCode([...frames, ...(go?.functions ?? [])], contents.regions),
    linkage: linkageOf(layout, contents.dynamic),
    build: buildFacts(layout, notes, go?.facts),
    hardening: hardeningFacts({ ...contents, layout, notes }),
    issues: issues.list(),
  };
}

/** Whether names that Go's linker gives show. */
function isMarkedGo({ sections }: Layout, notes: readonly Note[]): boolean {
  return notes.some(({ owner }) => owner === "Go") || sections.some(({ name }) => GO_SECTION.test(name));
}

const GO_SECTION = /^\.(go\.|note\.go\.|gosymtab|gopclntab)/u;

function entryPoint({ header, space }: Layout): number | undefined {
  if (header.entry === 0n || isRelocatable(header)) return undefined;
  const rva = space.rvaOf(header.entry);
  return rva === undefined || rva < 0 ? undefined : rva;
}

function imageKind(layout: Layout, dynamic: Dynamic | undefined): ImageKind {
  const { header, sections } = layout;
  if (header.type === FILE_TYPE.core) return "core_dump";
  if (isRelocatable(header))
    return sections.some(({ name }) => MODULE_SECTION.test(name)) ? "kernel_module" : "relocatable";
  return header.type === FILE_TYPE.shared && !isProgram(layout, dynamic) ? "shared_object" : "executable";
}

/** Sections that the kernel's build adds to a module. */
const MODULE_SECTION = /^\.(gnu\.linkonce\.this_module|modinfo)$/u;

/**
 * Sections of sound files are disjoint, so that measuring them reads the file once. Once overlapping ones add up to
 * more than twice the file, the rest is not measured.
 */
function imageSections(layout: Layout, issues: IssueList): Section[] {
  let budget = 2 * layout.file.length;
  let skipped = 0;
  const sections = layout.sections.map((section) => {
    const bytes = sectionBytes(layout.file, section);
    budget -= bytes.length;
    if (budget < 0 && bytes.length > 0) skipped++;
    return imageSection(section, layout, budget < 0 ? undefined : entropyOf(bytes.data), bytes.length);
  });
  if (skipped > 0) {
    issues.add(
      "elf_entropy_not_measured",
      `${skipped} ${plural(skipped, "section shares so many bytes that its", "sections share so many bytes that their")} entropy is not measured`,
    );
  }
  return sections;
}

function imageSection(
  section: SectionHeader,
  { placement }: Layout,
  entropy: number | undefined,
  fileSize: number,
): Section {
  const rva = occupiesMemory(section) ? placement[section.index] : undefined;
  return {
    index: section.index,
    name: section.name,
    type: sectionTypeName(section.type),
    ...(rva === undefined ? {} : { rva }),
    size: section.size,
    fileOffset: section.offset,
    fileSize,
    permissions: sectionPermissions(section),
    ...(entropy === undefined ? {} : { entropy }),
  };
}
