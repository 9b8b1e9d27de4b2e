/** The names that the tables of a file give: rows of other parts point to them. */
import { textAt, textColumn } from "../../../engine/columns.ts";
import type { Demangle } from "../../../engine/names.ts";
import type { TextColumn } from "../../../engine/program.ts";
import { looksMangled } from "../../../formats/demangle/demangle.ts";
import type { Image } from "../../../formats/image.ts";
import type { NameSlices } from "../../../formats/name-slices.ts";
import { TextRows } from "../../../formats/text-rows.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields, storedText } from "./fields.ts";

/**
 * The names while parts are made; row 0 is the empty one. To look a name up among all costs more than everything else
 * that is done with it, so `namesByPlace` asks for few.
 */
export class NameTable {
  readonly #texts = new TextRows();
  /** Rows of the names that were asked for, where their hashes or the ones before them lead; 0 where there is none. */
  #slots = new Uint32Array(1024);
  #hashes = new Int32Array(1024);
  #asked = 0;

  constructor() {
    this.add("");
  }

  /** Adds a name and answers its row; names may stand in several rows. */
  add(name: string): number {
    return this.#texts.add(name);
  }

  /** As `add`, of the name in a row of `names`. */
  addOf(names: NameSlices, row: number): number {
    return this.#texts.addBytes(names.bytes, names.start[row] as number, names.end[row] as number);
  }

  /** The row of a name that was asked for before, else of the name added. */
  rowOf(names: NameSlices, row: number): number {
    if (names.sizeAt(row) === 0) return 0;
    const hash = hashOf(names, row);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let tries = 0; tries < MOST_TRIES; tries++, slot = (slot + 1) & mask) {
      const known = this.#slots[slot] as number;
      if (known === 0) return this.#enter(slot, this.addOf(names, row), hash);
      if (this.#hashes[slot] === hash && this.is(known, names, row)) return known;
    }
    return this.addOf(names, row);
  }

  /** Whether the name in row `own` is that in a row of `names`. */
  is(own: number, names: NameSlices, row: number): boolean {
    const start = this.#texts.offsetOf(own);
    return this.#texts.offsetOf(own + 1) - start === names.sizeAt(row) && names.isAt(row, this.#texts.bytes, start);
  }

  /** In the order of their rows. */
  column(): TextColumn {
    return this.#texts.column();
  }

  #enter(slot: number, row: number, hash: number): number {
    this.#slots[slot] = row;
    this.#hashes[slot] = hash;
    if (++this.#asked * 2 > this.#slots.length) this.#grow();
    return row;
  }

  #grow(): void {
    const [slots, hashes] = [this.#slots, this.#hashes];
    const mask = slots.length * 2 - 1;
    this.#slots = new Uint32Array(mask + 1);
    this.#hashes = new Int32Array(mask + 1);
    for (let from = 0; from < slots.length; from++) {
      if (slots[from] === 0) continue;
      let slot = (hashes[from] as number) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = slots[from] as number;
      this.#hashes[slot] = hashes[from] as number;
    }
  }
}

/** Places that are looked at for a name: hostile names all lead to one. */
const MOST_TRIES = 64;

/** FNV-1a. */
function hashOf({ bytes, start, end }: NameSlices, row: number): number {
  const last = end[row] as number;
  let hash = 0x811c_9dc5 | 0;
  for (let at = start[row] as number; at < last; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x0100_0193);
  return hash;
}

/** Things with addresses and names. */
export interface PlacedNames {
  /** Ascending; what lies behind its end has no address. */
  readonly rva: ArrayLike<number>;
  /** Row of the name of each. */
  readonly name: Uint32Array;
  /** What each is called in the file; a negative row where nothing in `names` says so. */
  readonly names: NameSlices;
  readonly rows: ArrayLike<number>;
}

/** Things to be named. */
export interface Nameless {
  /** As in `PlacedNames`. */
  readonly rva: ArrayLike<number>;
  readonly names: NameSlices;
  readonly rows: Uint32Array;
  /** By row in `names`, another that is known to hold the same name; negative where none is. */
  readonly twins?: Int32Array;
}

/**
 * Rows of the names of things, which are mostly those of what `known` has at the same addresses: functions have the
 * names of symbols, exports are symbols.
 */
export function namesByPlace(table: NameTable, known: PlacedNames, things: Nameless): Uint32Array {
  const { names, rows, rva, twins } = things;
  const distance = known.names.distanceTo(names);
  const name = new Uint32Array(rows.length);
  let next = 0;
  let last = 0;
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    const twin = twins === undefined ? -1 : (twins[row] as number);
    // The tables of a file name the same things, and equal names follow each other.
    const isLast = twin >= 0 && index > 0 && twin === rows[index - 1];
    if (!isLast && !table.is(last, names, row)) {
      const place = index < rva.length ? (rva[index] as number) : Infinity;
      while (next < known.rva.length && (known.rva[next] as number) < place) next++;
      let end = next;
      while (end < known.rva.length && known.rva[end] === place && end < next + MOST_AT_ONE_PLACE) end++;
      const at = indexOfSlice(known, next, end, names, row, twin, distance);
      const found = at < 0 ? indexOfName(table, known, next, end, names, row) : at;
      last = found < 0 ? table.rowOf(names, row) : (known.name[found] as number);
    }
    name[index] = last;
  }
  return name;
}

/** The one of `known` from `first` to `end` that is called by the very slice in `row` or by its twin, -1 when none is. */
function indexOfSlice(
  known: PlacedNames,
  first: number,
  end: number,
  names: NameSlices,
  row: number,
  twin: number,
  distance: number,
): number {
  const { start: starts, end: ends } = known.names;
  for (let at = first; at < end; at++) {
    const own = known.rows[at] as number;
    if (own < 0) continue;
    const from = (starts[own] as number) + distance;
    const to = (ends[own] as number) + distance;
    if (from === names.start[row] && to === names.end[row]) return at;
    if (twin >= 0 && from === names.start[twin] && to === names.end[twin]) return at;
  }
  return -1;
}

/** The one of `known` from `first` to `end` that has the name, -1 when none has. */
function indexOfName(
  table: NameTable,
  known: PlacedNames,
  first: number,
  end: number,
  names: NameSlices,
  row: number,
): number {
  for (let at = first; at < end; at++) if (table.is(known.name[at] as number, names, row)) return at;
  return -1;
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
  const raw = table.column();
  const shown: string[] = [];
  let mangled = 0;
  for (let row = 0; row + 1 < raw.offsets.length; row++) {
    // Other formats decorate plain names too.
    const name = format === "elf" && !startsAsMangled(raw, row) ? "" : textAt(raw, row);
    mangled += Number(looksMangled(name));
    if (mangled > MOST_DEMANGLED) break;
    shown.push(shownWhenOther(name, demangle));
  }
  return {
    base: base.toString(),
    format,
    raw: storedText(raw),
    shown: storedText(textColumn(shown)),
  };
}

/** Whether the first bytes are those of a mangled name; a shorter one may seem so by what follows it. */
function startsAsMangled({ bytes, offsets }: TextColumn, row: number): boolean {
  const start = offsets[row] ?? 0;
  return looksMangled(String.fromCharCode(...bytes.subarray(start, start + 3)));
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
