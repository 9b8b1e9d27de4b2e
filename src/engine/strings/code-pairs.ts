/**
 * Pointers and lengths that x86-64 code loads together: `lea` of the text's address and `mov` of its length into the
 * registers in which the language passes a string, or both stored side by side.
 */
import type { Image, Region } from "../../formats/image.ts";
import type { Memory } from "../../formats/memory.ts";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import { decode, OUT } from "../x86/decoder.ts";
import { baseOf, destinationOf, immediateOf, NO_REGISTER, registerField } from "../x86/operands.ts";
import type { CountingLanguage } from "./counted.ts";
import { Words } from "./words.ts";

/** Registers in the order in which they take the words of arguments (Go ABIInternal; System V AMD64 3.2.3). */
const ARGUMENTS: Readonly<Record<CountingLanguage, readonly number[]>> = {
  go: [0, 3, 1, 7, 6, 8, 9, 10, 11],
  rust: [7, 6, 2, 1, 8, 9],
};

/** Sweeps the executable regions and calls `add` with each address in data and the length that goes with it. */
export function pairsInCode(
  image: Image,
  memory: Memory,
  language: CountingLanguage,
  add: (start: number, length: number) => void,
): void {
  const sweep = new PairSweep(image, memory, language, add);
  for (const region of image.regions) if (region.content === "code") sweep.run(region, memory.bytesOf(region));
}

/** Bytes that `decode` may read past a position. */
const SLACK = 16;

/** What straight-line code has loaded so far. Nothing is known after a call or jump. */
class PairSweep {
  readonly #words: Words;
  readonly #add: (start: number, length: number) => void;
  readonly #doubled: boolean;
  readonly #out = new Int32Array(OUT_SIZE);
  /** By register: the register that holds the length of a string whose pointer it holds, and the other way round. */
  readonly #lengthAfter = new Int8Array(16).fill(NO_REGISTER);
  readonly #pointerBefore = new Int8Array(16).fill(NO_REGISTER);
  /** By register: address of data, 0 for none; small constant, 0 for none. */
  readonly #pointer = new Float64Array(16);
  readonly #length = new Float64Array(16);
  readonly #pointerStore: Store = { base: NO_REGISTER, displacement: 0, value: 0 };
  readonly #lengthStore: Store = { base: NO_REGISTER, displacement: 0, value: 0 };

  constructor(image: Image, memory: Memory, language: CountingLanguage, add: (start: number, length: number) => void) {
    const order = ARGUMENTS[language];
    this.#doubled = language === "rust";
    this.#words = new Words(image, memory);
    this.#add = add;
    for (const [index, register] of order.entries()) {
      this.#lengthAfter[register] = order[index + 1] ?? NO_REGISTER;
      const next = order[index + 1];
      if (next !== undefined) this.#pointerBefore[next] = register;
    }
  }

  run(region: Region, code: Uint8Array): void {
    this.#forget();
    for (let at = 0; at + SLACK <= code.length;) {
      const packed = decode(code, at, this.#out);
      this.#step(packed, region.rva);
      at += lengthOf(packed) || 1;
    }
  }

  #step(packed: number, rva: number): void {
    const flow = flowOf(packed);
    if (flow === FLOW.LEA && (packed & FLAG.RIP) !== 0) this.#loadPointer(rva + (this.#out[OUT.RIP] ?? 0));
    else if (flow === FLOW.MOVE_IMMEDIATE) this.#loadLength();
    else if (ENDS_BLOCK[flow] === 1) this.#forget();
    else if (!this.#tookStore(packed)) this.#overwrite();
  }

  /** Notes a `mov` of a register or constant to memory; false for other instructions. */
  #tookStore(packed: number): boolean {
    const opcode = this.#out[OUT.OPCODE];
    if ((packed & FLAG.MEMORY) === 0 || (opcode !== STORE && opcode !== STORE_IMMEDIATE)) return false;
    if (opcode === STORE) this.#storePointer(packed);
    else this.#storeLength(packed);
    return true;
  }

  #overwrite(): void {
    const register = destinationOf(this.#out);
    if (register !== NO_REGISTER) this.#clear(register);
  }

  #loadPointer(address: number): void {
    const register = registerField(this.#out);
    this.#clear(register);
    if (!this.#isData(address)) return;
    this.#pointer[register] = address;
    const other = this.#lengthAfter[register] ?? NO_REGISTER;
    if (other !== NO_REGISTER) this.#pair(address, this.#length[other] ?? 0);
  }

  #loadLength(): void {
    const register = destinationOf(this.#out);
    const value = immediateOf(this.#out);
    this.#clear(register);
    this.#length[register] = value;
    const other = this.#pointerBefore[register] ?? NO_REGISTER;
    if (other !== NO_REGISTER) this.#pair(this.#pointer[other] ?? 0, value);
  }

  #storePointer(packed: number): void {
    const register = registerField(this.#out);
    this.#keep(this.#pointerStore, packed, this.#pointer[register] ?? 0);
    this.#keep(this.#lengthStore, packed, this.#length[register] ?? 0);
    this.#pairStores();
  }

  #storeLength(packed: number): void {
    this.#keep(this.#lengthStore, packed, immediateOf(this.#out));
    this.#pairStores();
  }

  #keep(store: Store, packed: number, value: number): void {
    if (value === 0) return;
    store.base = baseOf(packed, this.#out);
    store.displacement = this.#out[OUT.DISPLACEMENT] ?? 0;
    store.value = value;
  }

  #pairStores(): void {
    const pointer = this.#pointerStore;
    const length = this.#lengthStore;
    const adjacent = pointer.base === length.base && length.displacement === pointer.displacement + 8;
    if (adjacent) this.#pair(pointer.value, length.value);
  }

  /** Rust passes a text to print without arguments as its address and twice its length plus one. */
  #pair(address: number, length: number): void {
    if (address === 0 || length <= 0) return;
    this.#add(address, length);
    if (this.#doubled && length % 2 === 1) this.#add(address, (length - 1) / 2);
  }

  #clear(register: number): void {
    this.#pointer[register] = 0;
    this.#length[register] = 0;
  }

  #forget(): void {
    this.#pointer.fill(0);
    this.#length.fill(0);
    this.#pointerStore.value = 0;
    this.#lengthStore.value = 0;
  }

  #isData(address: number): boolean {
    return this.#words.regionAt(address)?.content === "data";
  }
}

/** The last value stored of one sort, and where. */
interface Store {
  base: number;
  displacement: number;
  value: number;
}

/** `mov [m], r` and `mov [m], imm32`. */
const STORE = 0x89;
const STORE_IMMEDIATE = 0xc7;

/** Flow classes after which registers are unknown; a conditional branch keeps them on its other side. */
const ENDS_BLOCK = new Uint8Array(32);
for (const flow of [FLOW.RETURN, FLOW.JUMP, FLOW.CALL, FLOW.INDIRECT_JUMP, FLOW.INDIRECT_CALL, FLOW.BAD]) {
  ENDS_BLOCK[flow] = 1;
}
for (const flow of [FLOW.BREAKPOINT, FLOW.TRAP, FLOW.SYSCALL]) ENDS_BLOCK[flow] = 1;
