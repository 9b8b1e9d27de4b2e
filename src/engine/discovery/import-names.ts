/** Which code and which slots lead to imports, and which imports never return. */
import type { Image } from "../../formats/image.ts";
import type { CodeSpace } from "../code-space.ts";
import { firstAtLeast } from "../columns.ts";
import { decode, flowOf, lengthOf, OUT_SIZE } from "../x86/decoder.ts";
import { FLOW } from "../x86/flow.ts";
import { neverReturns } from "./no-return-names.ts";
import { memoryAddress, NOWHERE } from "./operands.ts";
import type { AbsoluteAddresses } from "./operands.ts";

export class ImportNames {
  readonly #space: CodeSpace;
  readonly #absolute: AbsoluteAddresses;
  readonly #slots: Image["importSlots"];
  readonly #never: Uint8Array;
  /** Import by its placeholder address in relocatable files. */
  readonly #placeholders = new Map<number, number>();
  readonly #out = new Int32Array(OUT_SIZE);

  constructor(image: Image, space: CodeSpace, absolute: AbsoluteAddresses) {
    this.#space = space;
    this.#absolute = absolute;
    this.#slots = image.importSlots;
    this.#never = Uint8Array.from(image.imports, ({ name }) => (neverReturns(name) ? 1 : 0));
    for (const [index, { rva }] of image.imports.entries()) {
      if (rva !== undefined) this.#placeholders.set(rva, index);
    }
  }

  /** Import whose address the slot at `rva` holds, -1 when it holds none. */
  ofSlot(rva: number): number {
    const { slot, import: imports } = this.#slots;
    const row = firstAtLeast(slot, rva);
    return slot[row] === rva ? (imports[row] ?? -1) : -1;
  }

  /** Import that the stub at `offset` jumps to: `jmp [slot]`, perhaps behind `endbr64`; -1 for other code. */
  ofStub(offset: number): number {
    const slot = this.slotOfStub(offset);
    return slot === NOWHERE ? -1 : this.ofSlot(slot);
  }

  /** Address of the slot that the code at `offset` jumps through at once. */
  slotOfStub(offset: number): number {
    const code = this.#space.bytes;
    let at = offset;
    let packed = decode(code, at, this.#out);
    if (flowOf(packed) === FLOW.ENDBR) {
      at += lengthOf(packed);
      packed = decode(code, at, this.#out);
    }
    if (flowOf(packed) !== FLOW.INDIRECT_JUMP) return NOWHERE;
    return memoryAddress(packed, this.#out, this.#space.runAt(at).delta, this.#absolute);
  }

  neverReturns(importIndex: number): boolean {
    return this.#never[importIndex] === 1;
  }

  /** Import that the address stands for, -1 when it is no placeholder. */
  ofPlaceholder(rva: number): number {
    return this.#placeholders.get(rva) ?? -1;
  }

  placeholderNeverReturns(rva: number): boolean {
    return this.neverReturns(this.ofPlaceholder(rva));
  }
}
