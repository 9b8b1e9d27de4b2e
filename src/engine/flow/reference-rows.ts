/** References in the order of their places, while they are collected. */
import { rvaColumn } from "../columns.ts";
import { AddressList, ByteList } from "../lists.ts";
import type { ReferenceKind, ReferenceTable } from "../program.ts";
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

/**
 * Takes the references of instructions, place by place in ascending order, and merges the pointers of data between
 * them. Rows of one place are put in order when the next place begins.
 */
export class ReferenceRows {
  readonly from: AddressList;
  readonly to: AddressList;
  readonly kind = new ByteList();
  readonly #pointers: PointerColumns;
  #nextPointer = 0;
  #place = -1;
  #firstOfPlace = 0;

  /** `codeSize` bytes are going to be swept: room for what such code usually has. */
  constructor(pointers: PointerColumns, codeSize: number) {
    const usual = 64 + pointers.slot.length + Math.ceil(codeSize / BYTES_PER_REFERENCE);
    this.from = new AddressList(usual);
    this.to = new AddressList(usual);
    this.#pointers = pointers;
  }

  get count(): number {
    return this.from.length;
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
    let read = this.count - 1;
    for (const { from, to, kind } of rows) this.#push(from, to, kind);
    let write = this.count - 1;
    for (const { from, to, kind } of rows.toReversed()) {
      for (; read >= 0 && this.from.at(read) > from; read--)
        this.#put(write--, this.from.at(read), this.to.at(read), this.kind.at(read));
      this.#put(write--, from, to, kind);
    }
  }

  #put(row: number, from: number, to: number, kind: number): void {
    this.from.set(row, from);
    this.to.set(row, to);
    this.kind.set(row, kind);
  }

  #begin(place: number): void {
    this.#sortPlace();
    const { slot, target } = this.#pointers;
    while (this.#nextPointer < slot.length && (slot[this.#nextPointer] ?? 0) <= place) {
      this.#push(slot[this.#nextPointer] ?? 0, target[this.#nextPointer] ?? 0, KIND.pointer);
      this.#nextPointer++;
    }
    this.#place = place;
    this.#firstOfPlace = this.count;
  }

  #push(from: number, to: number, kind: number): void {
    this.from.push(from);
    this.to.push(to);
    this.kind.push(kind);
  }

  #sortPlace(): void {
    const first = this.#firstOfPlace;
    const length = this.count - first;
    if (length < 2) return;
    if (length <= FEW_ROWS) return this.#insertRows(first);
    const rows = Array.from({ length }, (_, row) => ({ to: this.to.at(first + row), kind: this.kind.at(first + row) }));
    rows.sort((left, right) => left.to - right.to || left.kind - right.kind);
    for (const [row, { to, kind }] of rows.entries()) {
      this.to.set(first + row, to);
      this.kind.set(first + row, kind);
    }
  }

  /** Sorts the rows from `first` on where they lie: most are in order. */
  #insertRows(first: number): void {
    for (let row = first + 1; row < this.count; row++) {
      const to = this.to.at(row);
      const kind = this.kind.at(row);
      let place = row;
      while (place > first && this.#liesBehind(place - 1, to, kind)) {
        this.to.set(place, this.to.at(place - 1));
        this.kind.set(place, this.kind.at(place - 1));
        place--;
      }
      this.to.set(place, to);
      this.kind.set(place, kind);
    }
  }

  #liesBehind(row: number, to: number, kind: number): boolean {
    const other = this.to.at(row);
    return other > to || (other === to && this.kind.at(row) > kind);
  }
}

/** More rows of one place, as switches have, are worth a sort. */
const FEW_ROWS = 8;

/** As measured on large C++ programs. */
const BYTES_PER_REFERENCE = 16;

/** The rows as a table, with its index by target; the rows give up their memory. */
export function referenceTable(rows: ReferenceRows): ReferenceTable {
  const from = rvaColumn(rows.from.view());
  rows.from.clear();
  const to = rvaColumn(rows.to.view());
  rows.to.clear();
  const kind = rows.kind.view().slice();
  rows.kind.clear();
  return { from, to, kind, byTarget: orderOf(to) };
}
