/** The string table while it is being filled. */
import { rvaColumn } from "../columns.ts";
import { ByteList, NumberList } from "../lists.ts";
import type { StringTable } from "../program.ts";
import { STRING_ENCODINGS } from "../program.ts";
import { unitAt } from "./characters.ts";

export type StringEncoding = (typeof STRING_ENCODINGS)[number];

export class StringRows {
  readonly #rva = new NumberList(1024);
  readonly #size = new NumberList(1024);
  readonly #encoding = new ByteList();
  readonly #counted = new ByteList();
  readonly #offsets = new NumberList(1024);
  #text = new Uint8Array(1 << 16);
  #textSize = 0;

  /** Adds the text in `bytes[start, end)`, which lies at `rva`. Rows come ascending by rva. */
  add(rva: number, bytes: Uint8Array, start: number, end: number, encoding: StringEncoding, counted: 0 | 1): void {
    this.#rva.push(rva);
    this.#size.push(end - start);
    this.#encoding.push(STRING_ENCODINGS.indexOf(encoding));
    this.#counted.push(counted);
    this.#offsets.push(this.#textSize);
    if (encoding === "ascii" || encoding === "utf8") this.#append(bytes, start, end);
    else this.#appendWide(bytes, start, end, encoding === "utf16be" ? 1 : 0);
  }

  finish(): StringTable {
    this.#offsets.push(this.#textSize);
    return {
      rva: rvaColumn(this.#rva.view()),
      size: Uint32Array.from(this.#size.view()),
      encoding: this.#encoding.view().slice(),
      counted: this.#counted.view().slice(),
      value: { bytes: this.#text.slice(0, this.#textSize), offsets: Uint32Array.from(this.#offsets.view()) },
    };
  }

  #append(bytes: Uint8Array, start: number, end: number): void {
    const size = end - start;
    this.#reserve(size);
    // Most strings are short, and a view costs more than the copy of a few bytes.
    if (size > 64) this.#text.set(bytes.subarray(start, end), this.#textSize);
    else for (let index = 0; index < size; index++) this.#text[this.#textSize + index] = bytes[start + index] ?? 0;
    this.#textSize += size;
  }

  /** Units of a UTF-16 text lie below U+0800, so each takes one byte of UTF-8 or two. */
  #appendWide(bytes: Uint8Array, start: number, end: number, bigEndian: number): void {
    this.#reserve(end - start);
    for (let at = start; at < end; at += 2) {
      const unit = unitAt(bytes, at, bigEndian);
      if (unit < 0x80) this.#text[this.#textSize++] = unit;
      else {
        this.#text[this.#textSize++] = 0xc0 | (unit >> 6);
        this.#text[this.#textSize++] = 0x80 | (unit & 63);
      }
    }
  }

  #reserve(size: number): void {
    if (this.#textSize + size <= this.#text.length) return;
    const larger = new Uint8Array(Math.max(this.#text.length * 2, this.#textSize + size));
    larger.set(this.#text.subarray(0, this.#textSize));
    this.#text = larger;
  }
}
