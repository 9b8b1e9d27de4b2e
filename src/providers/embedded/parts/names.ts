/** Every name that the tables of a file give, once: the rows of other parts point to it. */
import { textAt, textColumn } from "../../../engine/columns.ts";
import type { TextColumn } from "../../../engine/program.ts";
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
  readonly shown: TextColumn;
  /** Of the image: what nothing names is called by its address. */
  readonly base: bigint;
}

/** `demangle` gives the name to show for a raw one, when that is another. */
export function storeNames(
  table: NameTable,
  base: bigint,
  demangle: (raw: string) => string | undefined,
): ContainerValue {
  const raw = table.names();
  const shown = raw.map((name) => {
    const text = demangle(name);
    return text === undefined || text === name ? "" : text;
  });
  return { base: base.toString(), raw: storedText(textColumn(raw)), shown: storedText(textColumn(shown)) };
}

export function readNames(value: ContainerValue): Names {
  const fields = new Fields("names", value);
  return { raw: fields.text("raw"), shown: fields.text("shown"), base: BigInt(String(fields.json("base"))) };
}

type NameTexts = Pick<Names, "raw" | "shown">;

/** The name to show; empty when there is none. */
export function shownName({ raw, shown }: Names, row: number): string {
  return textAt(shown, row) || textAt(raw, row);
}

/** The name to show and, when it differs, the raw one. */
export function namePair({ raw, shown }: NameTexts, row: number): { name: string; raw_name: string | null } {
  const text = textAt(raw, row);
  const name = textAt(shown, row) || text;
  return { name, raw_name: name === text ? null : text };
}

/** Rows of the names that are exactly `text`, shown or raw; compared as bytes, so that no row is decoded. */
export function rowsNamed({ raw, shown }: NameTexts, text: string): ReadonlySet<number> {
  const wanted = Buffer.from(text);
  const rows = new Set<number>();
  if (wanted.length === 0) return rows;
  for (const { bytes, offsets } of [raw, shown]) {
    for (let row = 0; row + 1 < offsets.length; row++) {
      const start = offsets[row] ?? 0;
      const end = offsets[row + 1] ?? 0;
      if (end - start !== wanted.length || bytes[start] !== wanted[0]) continue;
      if (wanted.compare(bytes, start, end) === 0) rows.add(row);
    }
  }
  return rows;
}
