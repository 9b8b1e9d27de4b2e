/** The string table while it is being filled; `as number` as in `runs.ts`. */
import { rvaColumn } from "../columns.ts";
import { AddressList, ByteList, IntList } from "../lists.ts";
import type { StringTable } from "../program.ts";
import { STRING_ENCODINGS } from "../program.ts";
import { unitAt } from "./characters.ts";

const ASCII = STRING_ENCODINGS.indexOf("ascii");
const UTF8 = STRING_ENCODINGS.indexOf("utf8");
const UTF16LE = STRING_ENCODINGS.indexOf("utf16le");

export class StringRows {
  readonly #rva = new AddressList(1024);
  readonly #size = new IntList(1024);
  readonly #encoding = new ByteList();
  readonly #counted = new ByteList();
  readonly #offsets = new IntList(1024);
  #text = new Uint8Array(1 << 16);
  #textSize = 0;

  /** Adds the ASCII or UTF-8 text in `bytes[start, end)`, which lies at `rva`. Rows come ascending by rva. */
  addText(rva: number, bytes: Uint8Array, start: number, end: number, counted: 0 | 1): void {
    this.#offsets.push(this.#textSize);
    const isAscii = this.#append(bytes, start, end) < 0x80;
    this.#addRow(rva, end - start, isAscii ? ASCII : UTF8, counted);
  }

  /** As `addText`, for UTF-16; `bigEndian` is 0 or 1. */
  addWide(rva: number, bytes: Uint8Array, start: number, end: number, bigEndian: number): void {
    this.#offsets.push(this.#textSize);
    this.#appendWide(bytes, start, end, bigEndian);
    this.#addRow(rva, end - start, UTF16LE + bigEndian, 0);
  }

  finish(): StringTable {
    this.#offsets.push(this.#textSize);
    return {
      rva: rvaColumn(this.#rva.view()),
      size: new Uint32Array(this.#size.view()),
      encoding: this.#encoding.view().slice(),
      counted: this.#counted.view().slice(),
      value: { bytes: this.#text.slice(0, this.#textSize), offsets: new Uint32Array(this.#offsets.view()) },
    };
  }

  #addRow(rva: number, size: number, encoding: number, counted: number): void {
    this.#rva.push(rva);
    this.#size.push(size);
    this.#encoding.push(encoding);
    this.#counted.push(counted);
  }

  /** Answers all bytes joined by or. */
  #append(bytes: Uint8Array, start: number, end: number): number {
    this.#reserve(end - start);
    const text = this.#text;
    let to = this.#textSize;
    let joined = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      joined |= byte;
      text[to++] = byte;
    }
    this.#textSize = to;
    return joined;
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
