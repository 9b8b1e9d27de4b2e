/** The first page on a program, made while the whole file is at hand, so that a known file answers at once. */
import type { Issue } from "../../base/issue.ts";
import type { Overview, SegmentFact } from "../../contracts/facts.ts";
import { shownFunctionName } from "../../engine/names.ts";
import { FUNCTION_FLAGS, type FunctionTable, type Program } from "../../engine/program.ts";
import { EVIDENCE, type Image } from "../../formats/image.ts";
import { plainName } from "../../formats/plain-name.ts";
import type { Memory } from "../../formats/memory.ts";
import { Addresses, exactCount, hexadecimal } from "./address-space.ts";
import { entryPoints } from "./overview/entry-points.ts";
import { detectLanguage } from "./overview/language.ts";
import { machoFact } from "./overview/macho.ts";
import { notableStrings } from "./overview/notable-strings.ts";
import { peFact } from "./overview/pe.ts";
import { packingIssues } from "./overview/packing.ts";
import { importsByTheme } from "./overview/themes.ts";

/** What identifies the bytes of a file. */
export interface Digests {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly sha1: string;
  readonly md5: string;
}

/** What analysis found, and what only the whole file can say. */
export interface Analysed {
  readonly image: Image;
  readonly memory: Memory;
  readonly program: Program;
  readonly digests: Digests;
  /** The demangled form of a name, `undefined` when it has none. */
  readonly demangle: (name: string) => string | undefined;
}

/**
 * `uses` are the references to each string, `segments` those of `segmentFacts`. The file's name is left empty: it is the
 * asker's, not the file's.
 */
export function buildOverview(sources: Analysed, uses: Uint32Array, segments: readonly SegmentFact[]): Overview {
  const { image, program, demangle } = sources;
  const { functions } = program;
  const nameOf = (index: number): string => shownFunctionName(functions, index, image.base, demangle);
  const addresses = new Addresses(image.base);
  const listed = { functions, nameOf, addresses };
  const sections = segments.filter(({ kind }) => kind === "section");
  const pe = peFact(image);
  const macho = machoFact(image);
  return {
    identity: identity(sources),
    language: detectLanguage(image, program.strings),
    hardening: image.hardening.map((fact) => ({ ...fact })),
    sections: sections.slice(0, MOST_SECTIONS),
    entry_points: entryPoints(image, program, nameOf).map(({ rva, name, role }) => ({
      address: addresses.text(rva),
      name,
      role,
    })),
    counts: counts(image, program),
    evidence: evidenceCounts(functions),
    imports_by_theme: importsByTheme(
      image.imports.map(({ name }) => name),
      (raw) => demangle(raw) ?? raw,
      (raw) => plainName(image, raw),
    ),
    notable_strings: notableStrings(program.strings, uses).map(({ rva, value, reason }) => ({
      address: addresses.text(rva),
      value,
      reason,
    })),
    largest_functions: ranked(listed, functions.size, (index) => !isStub(functions, index)),
    most_called_functions: ranked(listed, functions.callers, (index) => (functions.callers[index] ?? 0) > 0),
    ...(pe === undefined ? {} : { pe }),
    ...(macho === undefined ? {} : { macho }),
    code_analysed: program.counts.codeAnalysed,
    issues: [
      ...image.issues,
      ...program.issues,
      ...packingIssues(image, sources.memory),
      ...omittedSections(sections.length),
    ].map(({ code, offset, message }) => ({
      code,
      offset: offset === undefined ? null : exactCount(offset),
      message,
    })),
  };
}

const RANKED = 10;

/** As many as headers can number without an extension; more make a page that nobody reads, of tens of megabytes. */
const MOST_SECTIONS = 65_536;

function omittedSections(count: number): Issue[] {
  if (count <= MOST_SECTIONS) return [];
  const message = `the overview shows ${MOST_SECTIONS} of ${count} sections; list_segments lists all`;
  return [{ code: "overview_sections_omitted", message }];
}

function identity({ image, digests }: Analysed): Overview["identity"] {
  const { linkage, build } = image;
  return {
    file: "",
    ...digests,
    format: image.format,
    kind: image.kind,
    architecture: image.architecture,
    bits: image.bits,
    endian: image.endian,
    abi: image.abi,
    image_base: hexadecimal(image.base),
    interpreter: linkage.interpreter ?? null,
    soname: linkage.soname ?? null,
    needed: [...linkage.needed],
    runpath: [...linkage.runpath],
    static: linkage.static,
    stripped: build.stripped,
    debug_info: build.hasDebugInfo,
    build_id: build.buildId ?? null,
    debug_link: build.debugLink?.file ?? null,
  };
}

function counts(image: Image, program: Program): Overview["counts"] {
  const { functions, unresolved } = program;
  const stubs = countOf(functions, (flags) => (flags & FUNCTION_FLAGS.importStub) !== 0);
  const thunks = countOf(functions, (flags) => (flags & KIND_FLAGS) === FUNCTION_FLAGS.thunk);
  const calls = unresolved.kind.reduce((sum, kind) => sum + Number(kind === 0), 0);
  return {
    functions: functions.rva.length - thunks - stubs,
    thunks,
    import_stubs: stubs,
    instructions: program.counts.instructions,
    blocks: program.blocks.rva.length,
    references: program.references.from.length,
    strings: program.strings.rva.length,
    symbols: image.symbols.length,
    imports: image.imports.length,
    exports: image.exports.length,
    jump_tables: program.counts.jumpTables,
    unresolved_calls: calls,
    unresolved_jumps: unresolved.kind.length - calls,
    unclaimed_code_bytes: program.counts.unclaimedCodeBytes,
  };
}

/** Flags by which procedures are of different kinds. */
const KIND_FLAGS = FUNCTION_FLAGS.importStub | FUNCTION_FLAGS.thunk;

function countOf({ flags }: FunctionTable, isCounted: (flags: number) => boolean): number {
  return flags.reduce((sum, bits) => sum + Number(isCounted(bits)), 0);
}

/** Functions that each source found; one function counts for each of its sources. */
function evidenceCounts({ evidence }: FunctionTable): Record<string, number> {
  const counts = new Uint32Array(32);
  for (const bits of evidence) {
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      counts[bit] = (counts[bit] ?? 0) + 1;
    }
  }
  const found = EVIDENCE.map((source, bit): [string, number] => [source, counts[bit] ?? 0]);
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

function isStub({ flags }: FunctionTable, index: number): boolean {
  return ((flags[index] ?? 0) & FUNCTION_FLAGS.importStub) !== 0;
}

interface Listed {
  readonly functions: FunctionTable;
  readonly nameOf: (index: number) => string;
  readonly addresses: Addresses;
}

/** The first of the wanted functions by a column, largest first. */
function ranked(
  { functions, nameOf, addresses }: Listed,
  column: Uint32Array,
  wanted: (index: number) => boolean,
): Overview["largest_functions"] {
  const rows: number[] = [];
  for (let index = 0; index < column.length; index++) {
    const value = column[index] ?? 0;
    if (rows.length === RANKED && value <= (column[rows[RANKED - 1] ?? 0] ?? 0)) continue;
    if (wanted(index)) rank(rows, column, index);
  }
  return rows.map((index) => ({
    address: addresses.text(functions.rva[index] ?? 0),
    name: nameOf(index),
    size: functions.size[index] ?? 0,
    callers: functions.callers[index] ?? 0,
  }));
}

/** Puts a row behind all that have as much, and gives up the last of too many. */
function rank(rows: number[], column: Uint32Array, index: number): void {
  const value = column[index] ?? 0;
  const place = rows.findIndex((row) => (column[row] ?? 0) < value);
  rows.splice(place < 0 ? rows.length : place, 0, index);
  if (rows.length > RANKED) rows.pop();
}
