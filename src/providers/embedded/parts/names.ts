/** Every name that the tables of a file give, once: the rows of other parts point to it. */
import { textAt, textColumn } from "../../../engine/columns.ts";
import type { Demangle } from "../../../engine/names.ts";
import type { TextColumn } from "../../../engine/program.ts";
import { looksMangled } from "../../../formats/demangle/demangle.ts";
import type { Image } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields, storedText } from "./fields.ts";

/** The names while parts are made; row 0 is the empty one. */
export class NameTable {
  readonly #rows = new Map([["", 0]]);
  readonly #names: string[] = [""];

  /** The row of a name, which is added when it is new. */
  rowOf(name: string): number {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const row = this.#names.length;
    this.#rows.set(name, row);
    this.#names.push(name);
    return row;
  }

  /** Order of two rows by the code units of their names. */
  compare(left: number, right: number): number {
    return left === right ? 0 : compareNames(this.#names[left] ?? "", this.#names[right] ?? "");
  }

  /** In the order of their rows. */
  names(): readonly string[] {
    return this.#names;
  }
}

/** Order by UTF-16 code units: the same on every machine. */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Names by row; row 0 is the empty one. */
export interface Names {
  /** Each once, as in the file. */
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
