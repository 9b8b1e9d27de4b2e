/** Finds which signs names fit, without making strings of the many that fit none. */
import type { NameSlices } from "../../../formats/name-slices.ts";
import type { SymbolSign } from "./language-signs.ts";

/** Signs as a tree of the bytes that names which fit them begin with. */
export class SymbolSigns {
  readonly #signs: readonly SymbolSign[];
  readonly #needles: readonly (Needle | undefined)[];
  /** Node behind each of 128 bytes of each node; 0 where there is none. */
  readonly #next: Uint16Array;
  /** By node, the signs that have a beginning which ends there. */
  readonly #ending: number[][];

  constructor(signs: readonly SymbolSign[]) {
    this.#signs = signs;
    this.#needles = signs.map(({ needle }) => (needle === undefined ? undefined : new Needle(needle)));
    const size = signs.reduce((sum, { starts }) => sum + starts.join("").length, 1);
    this.#next = new Uint16Array(size * FANOUT);
    this.#ending = [[]];
    for (const [sign, { starts }] of signs.entries()) for (const start of starts) this.#add(start, sign);
  }

  /** Index of the first sign that the name in a row fits, -1 when it fits none. */
  match(names: NameSlices, row: number): number {
    const { bytes } = names;
    const end = names.end[row] as number;
    let best = -1;
    let node = 0;
    for (let at = names.start[row] as number; at < end; at++) {
      const byte = bytes[at] as number;
      node = byte < FANOUT ? (this.#next[node * FANOUT + byte] as number) : 0;
      if (node === 0) break;
      const ending = this.#ending[node] as number[];
      for (let index = 0; index < ending.length; index++) {
        const sign = ending[index] as number;
        if ((best < 0 || sign < best) && this.#fits(sign, names, row)) best = sign;
      }
    }
    return best;
  }

  #add(start: string, sign: number): void {
    let node = 0;
    for (const byte of Buffer.from(start)) {
      const place = node * FANOUT + byte;
      if (this.#next[place] === 0) this.#next[place] = this.#ending.push([]) - 1;
      node = this.#next[place] as number;
    }
    this.#ending[node]?.push(sign);
  }

  #fits(sign: number, names: NameSlices, row: number): boolean {
    if (this.#needles[sign]?.isIn(names, row) === false) return false;
    const pattern = this.#signs[sign]?.pattern;
    return pattern === undefined || pattern.test(names.at(row));
  }
}

const FANOUT = 128;

/** A text that is searched for as Horspool does: a byte that it does not have lets a search skip all of it. */
class Needle {
  readonly #bytes: Uint8Array;
  readonly #skip: Uint8Array;

  constructor(text: string) {
    this.#bytes = Uint8Array.from(Buffer.from(text));
    this.#skip = new Uint8Array(256).fill(text.length);
    for (const [index, byte] of this.#bytes.subarray(0, -1).entries()) this.#skip[byte] = text.length - 1 - index;
  }

  isIn({ bytes, start, end }: NameSlices, row: number): boolean {
    const needle = this.#bytes;
    const last = end[row] as number;
    const size = needle.length;
    for (let at = (start[row] as number) + size; at <= last; at += this.#skip[bytes[at - 1] as number] as number) {
      let same = size;
      while (same > 0 && bytes[at - size + same - 1] === needle[same - 1]) same--;
      if (same === 0) return true;
    }
    return false;
  }
}
