/** The names that the tables of a file give: rows of other parts point to them. */
import { textAt, textColumn, uint32Of } from "../../../engine/columns.ts";
import type { Demangle } from "../../../engine/names.ts";
import type { TextColumn } from "../../../engine/program.ts";
import { looksMangled } from "../../../formats/demangle/demangle.ts";
import type { Image } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields, storedText } from "./fields.ts";

/**
 * The names while parts are made; row 0 is the empty one. To look a name up among all costs more than everything else
 * that is done with it, so `namesByPlace` asks for few.
 */
export class NameTable {
  readonly #names: string[] = [""];
  readonly #rows = new Map([["", 0]]);

  /** Adds a name and answers its row; names may stand in several rows. */
  add(name: string): number {
    this.#names.push(name);
    return this.#names.length - 1;
  }

  /** The row of a name that was asked for before, else of the name added. */
  rowOf(name: string): number {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const row = this.add(name);
    this.#rows.set(name, row);
    return row;
  }

  /** The name in a row; empty past the end. */
  at(row: number): string {
    return this.#names[row] ?? "";
  }

  /** In the order of their rows. */
  names(): readonly string[] {
    return this.#names;
  }
}

/** Things with addresses and names. */
export interface PlacedNames {
  /** Ascending; what lies behind its end has no address. */
  readonly rva: ArrayLike<number>;
  /** Row of the name of each. */
  readonly name: Uint32Array;
}

/**
 * Rows of the names of `count` things, which are mostly those of what `known` has at the same addresses: functions
 * have the names of symbols, exports are symbols. Those with an address come first, ascending.
 */
export function namesByPlace(
  table: NameTable,
  known: PlacedNames,
  things: { readonly count: number; readonly rva: ArrayLike<number>; readonly nameAt: (index: number) => string },
): Uint32Array {
  let next = 0;
  let last = 0;
  return uint32Of(things.count, (index) => {
    const name = things.nameAt(index);
    // The tables of a file name the same things, and equal names follow each other.
    if (table.at(last) === name) return last;
    const rva = things.rva[index] ?? Infinity;
    while ((known.rva[next] ?? Infinity) < rva) next++;
    for (let at = next; known.rva[at] === rva && at < next + MOST_AT_ONE_PLACE; at++) {
      last = known.name[at] ?? 0;
      if (table.at(last) === name) return last;
    }
    last = table.rowOf(name);
    return last;
  });
}

/** Things at one address that are looked at: hostile tables have more. */
const MOST_AT_ONE_PLACE = 64;

/** Order by UTF-16 code units: the same on every machine. */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Names by row; row 0 is the empty one. */
export interface Names {
  /** As in the file. */
  readonly raw: TextColumn;
  /** Demangled; empty when the raw one is shown. */
  readonly shownAt: (row: number) => string;
  /** Of the image: what nothing names is called by its address. */
  readonly base: bigint;
}

/** Names that can be searched. */
export interface AllNames extends Names {
  /** What `shownAt` gives, for all rows. */
  readonly shown: TextColumn;
}

/** As they are stored: in large tables the names to show are those of the first rows, which lists begin with. */
export interface StoredNames {
  readonly raw: TextColumn;
  /** May be shorter than `raw`. */
  readonly shown: TextColumn;
  readonly base: bigint;
  readonly format: string;
}

/** `demangle` gives the name to show for a raw one, when that is another. */
export function storeNames(
  table: NameTable,
  { base, format }: Pick<Image, "base" | "format">,
  demangle: Demangle,
): ContainerValue {
  const raw = table.names();
  const shown: string[] = [];
  let mangled = 0;
  for (const name of raw) {
    mangled += Number(looksMangled(name));
    if (mangled > MOST_DEMANGLED) break;
    shown.push(shownWhenOther(name, demangle));
  }
  return {
    base: base.toString(),
    format,
    raw: storedText(textColumn(raw)),
    shown: storedText(textColumn(shown)),
  };
}

/** Names that are demangled when the file is analysed: some ten milliseconds. */
const MOST_DEMANGLED = 4096;

export function readNames(value: ContainerValue): StoredNames {
  const fields = new Fields("names", value);
  return {
    raw: fields.text("raw"),
    shown: fields.text("shown"),
    base: BigInt(String(fields.json("base"))),
    format: String(fields.json("format")),
  };
}

/** Whether the names to show are there for all rows. */
export function areAllShown({ raw, shown }: StoredNames): boolean {
  return shown.offsets.length === raw.offsets.length;
}

/** The name to show; empty when there is none. */
export function shownName({ raw, shownAt }: Names, row: number): string {
  return shownAt(row) || textAt(raw, row);
}

/** The name to show for a raw one; empty when that is the raw one itself. */
export function shownWhenOther(raw: string, demangle: Demangle): string {
  const shown = demangle(raw);
  return shown === undefined || shown === raw ? "" : shown;
}

/** The name to show and, when it differs, the raw one; `shown` is empty when it does not. */
export function namePair(raw: string, shown: string): { name: string; raw_name: string | null } {
  const name = shown || raw;
  return { name, raw_name: name === raw ? null : raw };
}

/** Rows of the names that are exactly `text`, shown or raw; compared as bytes, so that no row is decoded. */
export function rowsNamed(columns: readonly TextColumn[], text: string): ReadonlySet<number> {
  const wanted = Buffer.from(text);
  const rows = new Set<number>();
  if (wanted.length === 0) return rows;
  for (const { bytes, offsets } of columns) {
    for (let row = 0; row + 1 < offsets.length; row++) {
      const start = offsets[row] ?? 0;
      const end = offsets[row + 1] ?? 0;
      if (end - start !== wanted.length || bytes[start] !== wanted[0]) continue;
      if (wanted.compare(bytes, start, end) === 0) rows.add(row);
    }
  }
  return rows;
}
