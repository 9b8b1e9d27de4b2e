/** References in the order of their places, while they are collected. */
import { firstAtLeast, float64Of, rvaColumn } from "../columns.ts";
import { grown, larger } from "../lists.ts";
import type { ReferenceKind, ReferenceTable, RvaColumn } from "../program.ts";
import type { PointerColumns } from "../../formats/image.ts";
import { orderOf } from "../radix-sort.ts";

/** Index of each kind in `REFERENCE_KINDS`; numbers, so that the build can write them where they are used. */
export const KIND = {
  call: 0,
  tail_call: 1,
  jump: 2,
  branch: 3,
  switch: 4,
  jump_table: 5,
  import_call: 6,
  import_jump: 7,
  address: 8,
  read: 9,
  write: 10,
  pointer: 11,
} as const satisfies Readonly<Record<ReferenceKind, number>>;

/** Stands beside the kind of a jump or branch to where a function starts, until `readCalls` has looked at it. */
export const TO_START = 16;

/**
 * Takes the references of instructions, place by place in ascending order, and merges the pointers of data between
 * them. Rows of one place are put in order when the next place begins. Of the columns only the first `count` rows mean
 * something; places take half the memory as long as none needs more than 32 bits.
 */
export class ReferenceRows {
  count = 0;
  from: RvaColumn;
  to: RvaColumn;
  kind: Uint8Array;
  readonly #pointers: PointerColumns;
  #nextPointer = 0;
  /** Slot of the next pointer. */
  #nextSlot: number;
  #isNarrow = true;
  #place = -1;
  #firstOfPlace = 0;

  /** Room for all pointers and about `expected` references of instructions. */
  constructor(pointers: PointerColumns, expected: number) {
    const room = 64 + pointers.slot.length + expected;
    this.from = new Uint32Array(room);
    this.to = new Uint32Array(room);
    this.kind = new Uint8Array(room);
    this.#pointers = pointers;
    this.#nextSlot = pointers.slot[0] ?? Infinity;
  }

  /** `from` must not be lower than in the call before. */
  add(from: number, to: number, kind: number): void {
    if (from !== this.#place) this.#begin(from);
    this.#push(from, to, kind);
  }

  /** Adds the pointers that lie behind the last place. */
  finish(): void {
    this.#begin(Infinity);
  }

  /** Adds rows between those of a finished list; `rows` ascend by place, and there is none of a place with one of them. */
  insert(rows: readonly { readonly from: number; readonly to: number; readonly kind: number }[]): void {
    let end = this.count;
    for (const { from, to, kind } of rows) this.#push(from, to, kind);
    for (let left = rows.length; left > 0; left--) {
      const { from, to, kind } = rows[left - 1] as (typeof rows)[number];
      const place = firstAtLeast(this.from.subarray(0, end), from);
      for (const column of [this.from, this.to, this.kind]) column.copyWithin(place + left, place, end);
      this.from[place + left - 1] = from;
      this.to[place + left - 1] = to;
      this.kind[place + left - 1] = kind;
      end = place;
    }
  }

  /** Gives up the memory of everything but `kind`. */
  forgetPlaces(): void {
    this.from = new Uint32Array(0);
    this.to = new Uint32Array(0);
  }

  #move(row: number, place: number): void {
    this.from[place] = this.from[row] as number;
    this.to[place] = this.to[row] as number;
    this.kind[place] = this.kind[row] as number;
  }

  #begin(place: number): void {
    if (this.count - this.#firstOfPlace > 1) this.#sortPlace();
    if (this.#nextSlot <= place) this.#addPointers(place);
    this.#place = place;
    this.#firstOfPlace = this.count;
  }

  #addPointers(place: number): void {
    const { slot, target } = this.#pointers;
    let next = this.#nextPointer;
    for (; next < slot.length && (slot[next] as number) <= place; next++) {
      this.#push(slot[next] as number, target[next] as number, KIND.pointer);
    }
    this.#nextPointer = next;
    this.#nextSlot = slot[next] ?? Infinity;
  }

  #push(from: number, to: number, kind: number): void {
    const row = this.count++;
    if (row === this.kind.length) this.#grow();
    if (this.#isNarrow && (from !== from >>> 0 || to !== to >>> 0)) this.#widen();
    this.from[row] = from;
    this.to[row] = to;
    this.kind[row] = kind;
  }

  #grow(): void {
    const room = larger(this.kind.length);
    this.from = grown(this.from, this.#isNarrow ? new Uint32Array(room) : new Float64Array(room));
    this.to = grown(this.to, this.#isNarrow ? new Uint32Array(room) : new Float64Array(room));
    this.kind = grown(this.kind, new Uint8Array(room));
  }

  #widen(): void {
    this.#isNarrow = false;
    this.from = new Float64Array(this.from);
    this.to = new Float64Array(this.to);
  }

  #sortPlace(): void {
    const first = this.#firstOfPlace;
    if (this.count - first <= FEW_ROWS) this.#insertRows(first);
    else if (this.#isNarrow) this.#sortKeys(first);
    else this.#sortPairs(first);
  }

  /** Place and kind of each row as one number. */
  #sortKeys(first: number): void {
    const keys = float64Of(
      this.count - first,
      (row) => (this.to[first + row] ?? 0) * KINDS + (this.kind[first + row] ?? 0),
    );
    keys.sort();
    for (let row = 0; row < keys.length; row++) {
      const key = keys[row] ?? 0;
      this.to[first + row] = Math.floor(key / KINDS);
      this.kind[first + row] = key % KINDS;
    }
  }

  /** For places that leave no room for a kind beside them. */
  #sortPairs(first: number): void {
    const length = this.count - first;
    const rows = Array.from({ length }, (_, row) => ({
      to: this.to[first + row] ?? 0,
      kind: this.kind[first + row] ?? 0,
    }));
    rows.sort((left, right) => left.to - right.to || left.kind - right.kind);
    for (const [row, { to, kind }] of rows.entries()) {
      this.to[first + row] = to;
      this.kind[first + row] = kind;
    }
  }

  /** Sorts the rows from `first` on, all of one place, where they lie: most are in order. */
  #insertRows(first: number): void {
    for (let row = first + 1; row < this.count; row++) {
      const to = this.to[row] as number;
      const kind = this.kind[row] as number;
      let place = row;
      while (place > first && this.#liesBehind(place - 1, to, kind)) this.#move(place - 1, place--);
      this.to[place] = to;
      this.kind[place] = kind;
    }
  }

  #liesBehind(row: number, to: number, kind: number): boolean {
    const other = this.to[row] as number;
    return other > to || (other === to && (this.kind[row] as number) > kind);
  }
}

/** More rows of one place, as switches have, are worth a sort. */
const FEW_ROWS = 8;

/** More than there are kinds, with `TO_START` and without. */
const KINDS = 32;

/** The rows as a table, with its index by target; the rows give up their memory. */
export function referenceTable(rows: ReferenceRows): ReferenceTable {
  const from = rvaColumn(rows.from.subarray(0, rows.count));
  const to = rvaColumn(rows.to.subarray(0, rows.count));
  rows.forgetPlaces();
  return { from, to, kind: rows.kind.slice(0, rows.count), byTarget: orderOf(to) };
}
