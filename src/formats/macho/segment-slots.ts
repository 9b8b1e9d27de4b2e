/** Pointer slots as rebase and bind opcodes name them: a segment, and a distance into it that wraps at 64 bits. */
import type { Cursor } from "../cursor.ts";
import type { Layout } from "./layout.ts";
import type { SegmentCommand } from "./segments.ts";

/** A place that opcodes move through memory. All steps together are bounded by the file's size. */
export class SegmentSlots {
  readonly #layout: Layout;
  #budget: number;
  #segment: SegmentCommand | undefined;
  #rva = 0;
  #offset = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#budget = layout.file.length;
  }

  /** Bytes of a slot. */
  get size(): number {
    return this.#layout.space.words.size;
  }

  /** Goes to `offset` in the segment with a position of the segment commands. */
  enter(segment: number, offset: number): void {
    this.#segment = this.#layout.segments[segment];
    this.#rva = this.#segment === undefined ? 0 : (this.#layout.space.rvaOf(this.#segment.address) ?? -1);
    this.#offset = offset;
  }

  move(distance: number): void {
    this.#offset += distance;
  }

  /** Rva of the slot here; `undefined` outside the segment. */
  here(): number | undefined {
    const inside = this.#segment !== undefined && this.#offset >= 0 && this.#offset < this.#segment.memorySize;
    return inside && this.#rva >= 0 ? this.#rva + this.#offset : undefined;
  }

  /**
   * Visits `count` slots, each followed by `gap` bytes, up to the first that is in no segment; false when the slots of
   * the file add up to more than it can hold.
   */
  visit(count: number, gap: number, visit: (rva: number) => void): boolean {
    for (let index = 0; index < count; index++) {
      const rva = this.here();
      if (rva === undefined || --this.#budget < 0) return false;
      visit(rva);
      this.move(this.size + gap);
    }
    return true;
  }
}

const WRAP = 2n ** 64n;
const SAFE_BYTES = 7;

/** A distance that is stored unsigned and means a signed one: exact, unlike what a cursor reads. */
export function wrappingUleb(cursor: Cursor): number {
  let small = 0;
  let value = 0n;
  for (let index = 0; index < 10; index++) {
    const byte = cursor.u8();
    if (index < SAFE_BYTES) small += (byte & 0x7f) * 128 ** index;
    else value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if ((byte & 0x80) === 0) return value === 0n ? small : Number(BigInt.asIntN(64, (value + BigInt(small)) % WRAP));
  }
  cursor.failed = true;
  return 0;
}
