/** Strings as facts. */
import type { StringFact } from "../../contracts/facts.ts";
import type { Window } from "../../contracts/page.ts";
import { textAt } from "../../engine/columns.ts";
import { STRING_ENCODINGS, type ReferenceTable } from "../../engine/program.ts";
import type { Slice, StringFilter } from "../provider.ts";
import { fileOffsetOf, sectionAt, type Addresses } from "./address-space.ts";
import type { FunctionRows } from "./parts/functions.ts";
import type { StringRows } from "./parts/strings.ts";
import type { RegionRows } from "./parts/summary.ts";
import { stringHolding } from "./places.ts";
import { rowsOfFunction } from "./references.ts";
import { allRows, cut } from "./windows.ts";

export interface StringSources {
  readonly strings: StringRows;
  readonly regions: RegionRows;
  readonly addresses: Addresses;
}

export function listStrings(sources: StringSources, window: Window, filter: StringFilter): Slice<StringFact> {
  const { strings } = sources;
  const { minLength, referencedOnly, match } = filter;
  const keepsAll = minLength === 0 && !referencedOnly;
  return cut(allRows(strings.rva.length), window, {
    make: (row) => stringFact(sources, row),
    keep: keepsAll
      ? undefined
      : (row) => (!referencedOnly || strings.references[row] !== 0) && isAtLeast(strings, row, minLength),
    match,
    texts: (row) => [textAt(strings.value, row)],
  });
}

export function stringFact({ strings, regions, addresses }: StringSources, row: number): StringFact {
  const rva = strings.rva[row] ?? 0;
  return {
    address: addresses.text(rva),
    value: textAt(strings.value, row),
    encoding: STRING_ENCODINGS[strings.encoding[row] ?? 0] ?? "ascii",
    byte_length: strings.size[row] ?? 0,
    terminator: strings.counted[row] === 0 ? "nul" : "length",
    section: sectionAt(regions, rva),
    file_offset: fileOffsetOf(regions, rva),
    references: strings.references[row] ?? 0,
  };
}

/** Strings that the function refers to, or into, by address. */
export function stringsOf(
  sources: StringSources,
  functions: FunctionRows,
  references: ReferenceTable,
  index: number,
): StringFact[] {
  const rows = new Set<number>();
  for (const row of rowsOfFunction(references, functions, index)) {
    const string = stringHolding(sources.strings, references.to[row] ?? 0);
    if (string >= 0) rows.add(string);
  }
  return [...rows].sort((left, right) => left - right).map((row) => stringFact(sources, row));
}

/** Whether the text has at least `length` characters; bytes decide where they can. */
function isAtLeast(strings: StringRows, row: number, length: number): boolean {
  const stored = (strings.value.offsets[row + 1] ?? 0) - (strings.value.offsets[row] ?? 0);
  if (stored < length) return false;
  return strings.encoding[row] === 0 || Array.from(textAt(strings.value, row)).length >= length;
}
