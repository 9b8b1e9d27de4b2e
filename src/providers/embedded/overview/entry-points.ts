/** Where a program, library or module can be entered. */
import { lastAtMost } from "../../../engine/columns.ts";
import { REFERENCE_KINDS, type Program } from "../../../engine/program.ts";
import type { Evidence, Image, Section } from "../../../formats/image.ts";
import { functionAt, rowsWithin } from "../code-map.ts";

export interface EntryPoint {
  readonly rva: number;
  readonly name: string;
  readonly role: string;
}

/**
 * The entry of the header, `main`, the functions that run before and after it, and of libraries the first exported
 * functions. Each address once, with its first role; at most `MAX_OF_A_ROLE` of each role.
 */
export function entryPoints(image: Image, program: Program, nameOf: (index: number) => string): EntryPoint[] {
  const found = new Map<number, string>();
  for (const [role, rvas] of candidates(image, program, nameOf)) {
    for (const rva of rvas.slice(0, MAX_OF_A_ROLE)) if (!found.has(rva)) found.set(rva, role);
  }
  return [...found].map(([rva, role]) => ({ rva, role, name: nameAt(image, program, nameOf, rva) }));
}

const MAX_OF_A_ROLE = 10;

/** Roles with the addresses that have them, in the order of the answer. */
function candidates(
  image: Image,
  program: Program,
  nameOf: (index: number) => string,
): readonly (readonly [role: string, rvas: readonly number[]])[] {
  const section = (name: string): Section | undefined => image.sections.find((candidate) => candidate.name === name);
  const start = (name: string): number[] => {
    const { rva, size } = section(name) ?? { size: 0 };
    return rva === undefined || size === 0 ? [] : [rva];
  };
  const array = (name: string): number[] => pointersIn(program, section(name));
  const isModule = image.kind === "kernel_module";
  return [
    ["entry", image.entry === undefined ? [] : [image.entry]],
    ["main", functionsNamed(program, nameOf, MAIN_NAMES)],
    ["module entry", isModule ? functionsNamed(program, nameOf, MODULE_NAMES) : []],
    ["init", start(".init")],
    ["constructor", [".preinit_array", ".init_array", ".ctors"].flatMap(array)],
    ["destructor", [".fini_array", ".dtors"].flatMap(array)],
    ["fini", start(".fini")],
    ["TLS callback", hintsOf(image, "tls_callback")],
    ["init or fini", image.format === "elf" && image.sections.length > 0 ? [] : hintsOf(image, "init_array")],
    ["export", isLibrary(image) ? exportedFunctions(image) : []],
  ];
}

/** What people call the start of the program proper, in C, C++, Go and Rust. */
const MAIN_NAMES: ReadonlySet<string> = new Set(["main", "main.main"]);
const MODULE_NAMES: ReadonlySet<string> = new Set(["init_module", "cleanup_module"]);
const POINTER = REFERENCE_KINDS.indexOf("pointer");

function functionsNamed(
  { functions }: Program,
  nameOf: (index: number) => string,
  wanted: ReadonlySet<string>,
): number[] {
  const found: number[] = [];
  for (let index = 0; index < functions.name.length; index++) {
    const size = functions.name.sizeAt(index);
    if (size < SHORTEST_NAME || size > LONGEST_RAW || !MAY_BE_WANTED.test(functions.name.at(index))) continue;
    if (wanted.has(nameOf(index))) found.push(functions.rva[index] ?? 0);
  }
  return found;
}

/** Mangled names too hold the words that they are made of. */
const MAY_BE_WANTED = /main|_module/u;
const SHORTEST_NAME = "main".length;
/** What mangling and the decorations of formats may add to a wanted name, with room to spare. */
const LONGEST_RAW = 24;

/** Targets of the pointers that lie in a section, in its order. */
function pointersIn({ references }: Program, section: Section | undefined): number[] {
  if (section?.rva === undefined) return [];
  const { first, end } = rowsWithin(references.from, { rva: section.rva, size: section.size });
  const rows = Array.from({ length: end - first }, (_, distance) => first + distance);
  return rows.filter((row) => references.kind[row] === POINTER).map((row) => references.to[row] ?? 0);
}

function hintsOf(image: Image, wanted: Evidence): number[] {
  return image.functionHints.filter(({ source }) => source === wanted).map(({ rva }) => rva);
}

/** A shared object without interpreter is loaded by others; a position-independent program has one. */
function isLibrary({ kind, linkage }: Image): boolean {
  if (kind === "dll" || kind === "driver") return true;
  return kind === "shared_object" && linkage.interpreter === undefined;
}

/** The first ones, as many as are shown. */
function exportedFunctions({ exports }: Image): number[] {
  const rvas: number[] = [];
  for (const { kind, rva } of exports) {
    if (rvas.length === MAX_OF_A_ROLE) break;
    if (kind === "function" || kind === "ifunc") rvas.push(rva);
  }
  return rvas;
}

function nameAt({ regions }: Image, { functions }: Program, nameOf: (index: number) => string, rva: number): string {
  const index = functionAt(functions, rva);
  if (index >= 0) return nameOf(index);
  const region =
    regions[
      lastAtMost(
        regions.map((candidate) => candidate.rva),
        rva,
      )
    ];
  return region === undefined ? "" : region.name;
}
