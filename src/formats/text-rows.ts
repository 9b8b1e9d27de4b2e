/** Texts in UTF-8, one behind the other in bytes that grow. */
export class TextRows {
  #bytes: Uint8Array;
  #offsets = new Uint32Array(64);
  #count = 0;

  /** Bytes that fit before the first growth. */
  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  get count(): number {
    return this.#count;
  }

  /** The texts and what lies behind them; valid until the next one is added. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Where the text in `row` starts; the one before ends there. */
  offsetOf(row: number): number {
    return this.#offsets[row] ?? 0;
  }

  /** Adds a text and answers its row. */
  add(text: string): number {
    const at = this.offsetOf(this.#count);
    this.#reserve(at + text.length);
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit > LAST_ASCII) {
        const encoded = Buffer.from(text);
        return this.addBytes(encoded, 0, encoded.length);
      }
      bytes[at + index] = unit;
    }
    return this.#close(at + text.length);
  }

  /** Adds the text that is in `[start, end)` of `source`, and answers its row. */
  addBytes(source: Uint8Array, start: number, end: number): number {
    const at = this.offsetOf(this.#count);
    this.#reserve(at + end - start);
    const bytes = this.#bytes;
    for (let from = start; from < end; from++) bytes[at + from - start] = source[from] as number;
    return this.#close(at + end - start);
  }

  /** The texts, and where each starts; the last offset is the end. */
  column(): { readonly bytes: Uint8Array; readonly offsets: Uint32Array } {
    const end = this.offsetOf(this.#count);
    return { bytes: this.#bytes.subarray(0, end), offsets: this.#offsets.subarray(0, this.#count + 1) };
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(size, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  #close(end: number): number {
    if (this.#count + 1 === this.#offsets.length) {
      const larger = new Uint32Array(this.#offsets.length * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#count + 1] = end;
    return this.#count++;
  }
}

const LAST_ASCII = 0x7f;
