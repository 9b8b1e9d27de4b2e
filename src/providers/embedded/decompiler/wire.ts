/** The bytes that cross into the decompiler's module and back: little-endian numbers, texts with their length before. */

/** Grows as it is written to. */
export class WireWriter {
  #bytes = new Uint8Array(64 * 1024);
  #view = new DataView(this.#bytes.buffer);
  #size = 0;

  /** What was written; the writer must not be used after. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  flag(value: boolean): void {
    this.#reserve(1);
    this.#view.setUint8(this.#size, value ? 1 : 0);
    this.#size += 1;
  }

  u32(value: number): void {
    this.#reserve(4);
    this.#view.setUint32(this.#size, value, true);
    this.#size += 4;
  }

  u64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigUint64(this.#size, value, true);
    this.#size += 8;
  }

  text(value: string): void {
    // A UTF-16 unit takes three bytes at most.
    this.#reserve(4 + value.length * 3);
    const size = this.#placeAscii(value)
      ? value.length
      : encoder.encodeInto(value, this.#bytes.subarray(this.#size + 4)).written;
    this.#view.setUint32(this.#size, size, true);
    this.#size += 4 + size;
  }

  /** What nearly every text is; the encoder takes longer to be called than for its work. False for another text. */
  #placeAscii(value: string): boolean {
    const bytes = this.#bytes;
    const start = this.#size + 4;
    for (let index = 0; index < value.length; index++) {
      const unit = value.charCodeAt(index);
      if (unit >= 0x80) return false;
      bytes[start + index] = unit;
    }
    return true;
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.u32(items.length);
    for (const item of items) write(item);
  }

  #reserve(size: number): void {
    if (this.#size + size <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#size + size));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Reads what the module wrote, which is trusted: a read past the end is a bug and throws. */
export class WireReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  flag(): boolean {
    return this.u8() !== 0;
  }

  u8(): number {
    this.#position += 1;
    return this.#view.getUint8(this.#position - 1);
  }

  u32(): number {
    this.#position += 4;
    return this.#view.getUint32(this.#position - 4, true);
  }

  u64(): bigint {
    this.#position += 8;
    return this.#view.getBigUint64(this.#position - 8, true);
  }

  text(): string {
    const size = this.u32();
    this.#position += size;
    return decoder.decode(this.#bytes.subarray(this.#position - size, this.#position));
  }

  list<T>(read: () => T): T[] {
    return Array.from({ length: this.u32() }, read);
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
