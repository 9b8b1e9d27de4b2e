/** Which code and which slots lead to imports, and which imports never return. */
import type { Image } from "../../formats/image.ts";
import { plainName } from "../../formats/plain-name.ts";
import type { CodeSpace } from "../code-space.ts";
import { firstAtLeast } from "../columns.ts";
import { OUT_SIZE } from "../instruction.ts";
import type { InstructionSet } from "../instruction-set.ts";
import { neverReturns } from "./no-return-names.ts";
import { NOWHERE } from "./operands.ts";
import type { AbsoluteAddresses } from "./operands.ts";

export class ImportNames {
  readonly #set: InstructionSet;
  readonly #space: CodeSpace;
  readonly #absolute: AbsoluteAddresses;
  readonly #slots: Image["importSlots"];
  readonly #firstSlot: number;
  readonly #lastSlot: number;
  readonly #never: Uint8Array;
  /** Import by its placeholder address in relocatable files. */
  readonly #placeholders = new Map<number, number>();
  /** Import by the offset of its stub, where a table of the file names the stubs. */
  readonly #stubs = new Map<number, number>();
  readonly #out = new Int32Array(OUT_SIZE);

  constructor(set: InstructionSet, image: Image, space: CodeSpace, absolute: AbsoluteAddresses) {
    this.#set = set;
    this.#space = space;
    this.#absolute = absolute;
    this.#slots = image.importSlots;
    this.#firstSlot = this.#slots.slot[0] ?? Infinity;
    this.#lastSlot = this.#slots.slot.at(-1) ?? -Infinity;
    this.#never = Uint8Array.from(image.imports, ({ name }) => (neverReturns(plainName(image, name)) ? 1 : 0));
    for (const [row, rva] of (image.stubs?.rva ?? []).entries()) {
      this.#stubs.set(space.offsetOf(rva), image.stubs?.import[row] ?? -1);
    }
    for (const [index, { rva }] of image.imports.entries()) {
      if (rva !== undefined) this.#placeholders.set(rva, index);
    }
  }

  /** Import whose address the slot at `rva` holds, -1 when it holds none. */
  ofSlot(rva: number): number {
    const { slot, import: imports } = this.#slots;
    if (rva < this.#firstSlot || rva > this.#lastSlot) return -1;
    const row = firstAtLeast(slot, rva);
    return slot[row] === rva ? (imports[row] ?? -1) : -1;
  }

  /** Import that the stub at `offset` jumps to, as a table says or its code shows; -1 for other code. */
  ofStub(offset: number): number {
    const named = this.#stubs.get(offset);
    if (named !== undefined) return named;
    const slot = this.slotOfStub(offset);
    return slot === NOWHERE ? -1 : this.ofSlot(slot);
  }

  /** Address of the slot that the code at `offset` jumps through at once. */
  slotOfStub(offset: number): number {
    return this.#set.stubSlot(this.#space, offset, this.#out, this.#absolute);
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
