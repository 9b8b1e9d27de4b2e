/** Finds which signs names fit, without making strings of the many that fit none. */
import type { NameSlices } from "../../../formats/name-slices.ts";
import type { SymbolSign } from "./language-signs.ts";

/** Signs as a tree of the bytes that names which fit them begin with. */
export class SymbolSigns {
  readonly #signs: readonly SymbolSign[];
  readonly #needles: readonly (Buffer | undefined)[];
  /** Node behind each of 128 bytes of each node; 0 where there is none. */
  readonly #next: Uint16Array;
  /** Signs that have a beginning which ends in a node, and 1 for the nodes that have any. */
  readonly #ending = new Map<number, number[]>();
  readonly #isEnd: Uint8Array;

  constructor(signs: readonly SymbolSign[]) {
    this.#signs = signs;
    this.#needles = signs.map(({ needle }) => (needle === undefined ? undefined : Buffer.from(needle)));
    const size = signs.reduce((sum, { starts }) => sum + starts.join("").length, 1);
    this.#next = new Uint16Array(size * FANOUT);
    this.#isEnd = new Uint8Array(size);
    let count = 1;
    for (const [index, { starts }] of signs.entries()) {
      for (const start of starts) {
        let node = 0;
        for (const byte of Buffer.from(start)) {
          if (this.#next[node * FANOUT + byte] === 0) this.#next[node * FANOUT + byte] = count++;
          node = this.#next[node * FANOUT + byte] ?? 0;
        }
        this.#ending.set(node, [...(this.#ending.get(node) ?? []), index]);
        this.#isEnd[node] = 1;
      }
    }
  }

  /** Index of the first sign that the name in a row fits, -1 when it fits none. */
  match(names: NameSlices, row: number): number {
    const { bytes, start, end } = names;
    const last = end[row] as number;
    let best = -1;
    let node = 0;
    for (let at = start[row] as number; at < last; at++) {
      const byte = bytes[at] as number;
      node = byte < FANOUT ? (this.#next[node * FANOUT + byte] as number) : 0;
      if (node === 0) break;
      if (this.#isEnd[node] === 1) best = this.#better(best, node, names, row);
    }
    return best;
  }

  /** The first of the signs whose beginning ends in `node` that the name fits, unless `best` comes before it. */
  #better(best: number, node: number, names: NameSlices, row: number): number {
    const fits = (sign: number): boolean => (best < 0 || sign < best) && this.#fits(sign, names, row);
    return this.#ending.get(node)?.find(fits) ?? best;
  }

  #fits(sign: number, names: NameSlices, row: number): boolean {
    const needle = this.#needles[sign];
    if (needle !== undefined && !holds(names, row, needle)) return false;
    const pattern = this.#signs[sign]?.pattern;
    return pattern === undefined || pattern.test(names.at(row));
  }
}

const FANOUT = 128;

function holds({ bytes, start, end }: NameSlices, row: number, needle: Buffer): boolean {
  const last = (end[row] as number) - needle.length;
  for (let at = start[row] as number; at <= last; at++) {
    if (bytes[at] === needle[0] && needle.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
