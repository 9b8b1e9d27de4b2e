/** Slots that lead to code of the image and that nothing changes while the program runs: calls through them are direct. */
import type { Image } from "../../formats/image.ts";
import type { CodeSpace } from "../code-space.ts";
import { lastAtMost } from "../columns.ts";
import type { DataWords } from "../data-words.ts";
import { NOWHERE } from "./operands.ts";

export class ConstantSlots {
  readonly #words: DataWords;
  readonly #space: CodeSpace;
  /** Memory that the loader protects once it has filled it: disjoint, ascending. */
  readonly #start: Float64Array;
  readonly #end: Float64Array;

  readonly #overwritten: ReadonlySet<number>;

  constructor({ segments, loaderSlots }: Image, words: DataWords, space: CodeSpace) {
    this.#words = words;
    this.#space = space;
    this.#overwritten = new Set(loaderSlots);
    const sealed = segments.filter(({ type }) => SEALED.has(type)).sort((left, right) => left.rva - right.rva);
    this.#start = Float64Array.from(sealed, ({ rva }) => rva);
    this.#end = Float64Array.from(sealed, ({ rva, size }) => rva + size);
  }

  /** Offset in code space that the slot at `rva` leads to; `NOWHERE` when it may change or holds nothing of the kind. */
  targetOf(rva: number): number {
    if (rva < 0 || !this.#isConstant(rva)) return NOWHERE;
    const target = this.#words.pointer(rva);
    return Number.isNaN(target) ? NOWHERE : this.#space.offsetOf(target);
  }

  #isConstant(rva: number): boolean {
    const region = this.#words.regionAt(rva);
    if (region === undefined || this.#overwritten.has(rva)) return false;
    return !region.permissions.write || rva < (this.#end[lastAtMost(this.#start, rva)] ?? 0);
  }
}

/** `PT_GNU_RELRO` of ELF files, and the segments of Mach-O files that dyld makes read-only after its fixups. */
const SEALED: ReadonlySet<string> = new Set(["GNU_RELRO", "__DATA_CONST", "__AUTH_CONST"]);
