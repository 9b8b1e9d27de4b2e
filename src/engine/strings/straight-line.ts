/**
 * What straight-line code has loaded so far: addresses of data and small constants, which make a text where they meet in
 * registers that stand side by side in the order of arguments, or in words that are stored side by side.
 */
import type { Words } from "./words.ts";

/** Called with the address of a text and its length in bytes. */
export type TextVisitor = (start: number, length: number) => void;

export interface Convention {
  /** Registers in the order in which they take the words of arguments. */
  readonly order: readonly number[];
  /** Rust passes a text to print without arguments as its address and twice its length plus one. */
  readonly doubled: boolean;
}

/** Registers are numbered from 0 to 31. */
export class StraightLine {
  readonly #words: Words;
  readonly #add: TextVisitor;
  readonly #doubled: boolean;
  /** By register: the register that holds the length of a string whose pointer it holds, and the other way round. */
  readonly #lengthAfter = new Int8Array(REGISTERS).fill(NONE);
  readonly #pointerBefore = new Int8Array(REGISTERS).fill(NONE);
  /** By register: address of data, 0 for none; small constant, 0 for none. */
  readonly #pointer = new Float64Array(REGISTERS);
  readonly #length = new Float64Array(REGISTERS);
  readonly #pointerStore: Store = { base: NONE, displacement: 0, value: 0 };
  readonly #lengthStore: Store = { base: NONE, displacement: 0, value: 0 };

  constructor(words: Words, { order, doubled }: Convention, add: TextVisitor) {
    this.#words = words;
    this.#doubled = doubled;
    this.#add = add;
    for (const [index, register] of order.entries()) {
      this.#lengthAfter[register] = order[index + 1] ?? NONE;
      const next = order[index + 1];
      if (next !== undefined) this.#pointerBefore[next] = register;
    }
  }

  /** `register` takes an address. */
  loadAddress(register: number, address: number): void {
    this.clear(register);
    if (this.#words.regionAt(address)?.content !== "data") return;
    this.#pointer[register] = address;
    const other = this.#lengthAfter[register] ?? NONE;
    if (other !== NONE) this.#pair(address, this.#length[other] ?? 0);
  }

  /** `register` takes a constant. */
  loadConstant(register: number, value: number): void {
    this.clear(register);
    this.#length[register] = value;
    const other = this.#pointerBefore[register] ?? NONE;
    if (other !== NONE) this.#pair(this.#pointer[other] ?? 0, value);
  }

  /** `register` is stored at `displacement` from the register `base`. */
  storeRegister(base: number, displacement: number, register: number): void {
    keep(this.#pointerStore, base, displacement, this.#pointer[register] ?? 0);
    keep(this.#lengthStore, base, displacement, this.#length[register] ?? 0);
    this.#pairStores();
  }

  storeConstant(base: number, displacement: number, value: number): void {
    keep(this.#lengthStore, base, displacement, value);
    this.#pairStores();
  }

  /** `register` takes something else. */
  clear(register: number): void {
    this.#pointer[register] = 0;
    this.#length[register] = 0;
  }

  /** Nothing is known after a call or jump. */
  forget(): void {
    this.#pointer.fill(0);
    this.#length.fill(0);
    this.#pointerStore.value = 0;
    this.#lengthStore.value = 0;
  }

  #pairStores(): void {
    const pointer = this.#pointerStore;
    const length = this.#lengthStore;
    const adjacent = pointer.base === length.base && length.displacement === pointer.displacement + 8;
    if (adjacent) this.#pair(pointer.value, length.value);
  }

  #pair(address: number, length: number): void {
    if (address === 0 || length <= 0) return;
    this.#add(address, length);
    if (this.#doubled && length % 2 === 1) this.#add(address, (length - 1) / 2);
  }
}

/** The last value stored of one sort, and where. */
interface Store {
  base: number;
  displacement: number;
  value: number;
}

const REGISTERS = 32;
const NONE = -1;

function keep(store: Store, base: number, displacement: number, value: number): void {
  if (value === 0) return;
  store.base = base;
  store.displacement = displacement;
  store.value = value;
}
