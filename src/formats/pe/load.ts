/** Loads PE images and COFF objects (Microsoft PE format; extensions are named where they are read). */
import { IssueList } from "../../base/issue.ts";
import { type FrameRange, readCallFrames } from "../dwarf/eh-frame.ts";
import { addCallSites } from "../dwarf/lsda.ts";
import { entropyOf } from "../entropy.ts";
import { readGoProgram, withFunctions } from "../go/program.ts";
import type { Image, ImageKind, Linkage, Section } from "../image.ts";
import { LandingPads } from "../landing-pads.ts";
import { buildFacts } from "./build-facts.ts";
import type { Contents } from "./contents.ts";
import { readDebugDirectory } from "./debug-directory.ts";
import { addHandlers } from "./exception-handlers.ts";
import { functionHints } from "./function-hints.ts";
import { hardeningFacts } from "./hardening.ts";
import type { Header } from "./header.ts";
import { isObject, type Layout, readLayout } from "./layout.ts";
import { linkedContents } from "./linked.ts";
import { readLoadConfiguration } from "./load-configuration.ts";
import { architectureOf, CHARACTERISTIC, DLL_CHARACTERISTIC, SUBSYSTEM } from "./machines.ts";
import { objectContents } from "./object.ts";
import {
  memorySize,
  type SectionHeader,
  sectionBytes,
  sectionPermissions,
  sectionTypeName,
} from "./section-headers.ts";
import { addRegistrations } from "./stack-registrations.ts";
import { threadLocalCallbacks } from "./thread-local.ts";

/** Loads a PE image or a COFF object; `undefined` for bytes that are neither. */
export function loadPe(data: Uint8Array): Image | undefined {
  const issues = new IssueList();
  const layout = readLayout(data, issues);
  if (layout === undefined) return undefined;
  const contents = isObject(layout.header) ? objectContents(layout, issues) : linkedContents(layout, issues);
  return imageOf(layout, contents, issues);
}

function imageOf(layout: Layout, contents: Contents, issues: IssueList): Image {
  const { file, header, space, sections } = layout;
  const { memory } = contents;
  const sources = { header, memory, space };
  const entry = entryPoint(header, memory);
  const configuration = readLoadConfiguration(sources, issues);
  const debug = readDebugDirectory(header, memory, file);
  const go = readGoProgram({ ...contents, space, marked: sections.some(({ name }) => name === ".symtab") });
  const frames = dwarfFrames(layout, contents, issues);
  const landingPads = new LandingPads(memory, file.length);
  addCallSites(frames, { memory, space }, landingPads, issues);
  const handled = handledCode(layout, contents, landingPads, issues);
  const build = buildFacts(layout, contents, debug, go?.facts, issues);
  const signed = build.pe?.signature !== undefined;
  return {
    format: "pe",
    kind: kindOf(header),
    architecture: architectureOf(header.machine),
    machine: header.machine,
    bits: space.words.bits,
    endian: "little",
    abi: isFirmware(header) ? "efi" : "windows",
    base: space.base,
    ...(entry === undefined ? {} : { entry }),
    segments: [],
    sections: sections.map((section, index) => imageSection(section, index, layout, contents)),
    regions: contents.regions,
    symbols: go === undefined ? contents.symbols : withFunctions(contents.symbols, go.functions),
    imports: contents.imports,
    exports: contents.exports,
    pointers: contents.pointers,
    importSlots: contents.importSlots,
    ...(contents.stubs === undefined ? {} : { stubs: contents.stubs }),
    patches: contents.patches,
    functionHints: functionHints({
      entry,
      callbacks: threadLocalCallbacks(sources),
      unwind: contents.unwind,
      handled,
      frames,
      configuration,
      goFunctions: go?.functions ?? [],
      memory,
    }),
    ...landingPads.forImage(),
    // Functions that call nothing and keep no frame need no entry on Windows: a start without one is no wonder.
    unwindComplete: false,
    ...(configuration === undefined ? {} : { loaderSlots: configuration.guardSlots }),
    linkage: linkageOf(contents),
    build,
    hardening: hardeningFacts({ header, configuration, debug, contents, signed }),
    issues: issues.list(),
  };
}

/** Adds what exception handlers take over; gives the functions that they call. */
function handledCode(
  { header, space }: Layout,
  { memory, regions, unwind }: Contents,
  pads: LandingPads,
  issues: IssueList,
): ReadonlySet<number> {
  // Only 32-bit x86 has no table of handlers.
  if (architectureOf(header.machine) === "x86") return addRegistrations(regions, { memory, space }, pads, issues);
  return addHandlers(unwind, { memory, space }, pads, issues);
}

function entryPoint(header: Header, memory: Contents["memory"]): number | undefined {
  const entry = header.optional?.entry ?? 0;
  return entry === 0 || memory.regionAt(entry) === undefined ? undefined : entry;
}

function kindOf(header: Header): ImageKind {
  if (isObject(header)) return "relocatable";
  const { optional } = header;
  if (optional?.subsystem === SUBSYSTEM.efiBootDriver || optional?.subsystem === SUBSYSTEM.efiRuntimeDriver)
    return "driver";
  const wdm = ((optional?.dllCharacteristics ?? 0) & DLL_CHARACTERISTIC.wdmDriver) !== 0;
  if (wdm) return "driver";
  return (header.characteristics & CHARACTERISTIC.dll) === 0 ? "executable" : "dll";
}

function isFirmware({ optional }: Header): boolean {
  const subsystem = optional?.subsystem ?? 0;
  return subsystem >= SUBSYSTEM.efiApplication && subsystem <= SUBSYSTEM.efiRuntimeDriver + 1;
}

function imageSection(section: SectionHeader, index: number, { file, header }: Layout, contents: Contents): Section {
  const bytes = sectionBytes(file, section);
  const rva = isObject(header) ? contents.sectionRvas?.[index] : section.rva;
  const entropy = entropyOf(bytes.data);
  return {
    index: section.number,
    name: section.name,
    type: sectionTypeName(section),
    ...(rva === undefined ? {} : { rva }),
    size: memorySize(section),
    fileOffset: section.rawOffset,
    fileSize: bytes.length,
    permissions: sectionPermissions(section),
    ...(entropy === undefined ? {} : { entropy }),
  };
}

function linkageOf({ libraries, libraryName }: Contents): Linkage {
  const needed = [...new Set(libraries.map(({ library }) => library))];
  return {
    ...(libraryName === undefined ? {} : { soname: libraryName }),
    needed,
    runpath: [],
    static: false,
  };
}

/** MinGW's linker cuts the name of the section to eight characters when it strips the file. */
const FRAME_SECTION = /^\.eh_fram/u;

function dwarfFrames({ space }: Layout, { regions, memory }: Contents, issues: IssueList): FrameRange[] {
  const found = regions.filter(({ name, fileSize }) => FRAME_SECTION.test(name) && fileSize > 0);
  return found
    .flatMap(({ rva, size }) => {
      const section = memory.from(rva, size);
      return section === undefined ? [] : readCallFrames(section, { space, rva }, issues).ranges;
    })
    .filter(({ rva }) => memory.regionAt(rva)?.permissions.execute === true);
}
