/** NUL-terminated names that tables point at by rva. */
import type { Memory } from "../memory.ts";

/** Longest name that is read; what follows is cut. MSVC's decorated names stay below 4 KB. */
const NAME_LIMIT = 8192;

/** Names of one image; all together cost at most a small multiple of the file. */
export class MappedNames {
  readonly #memory: Memory;
  #budget: number;

  constructor(memory: Memory, fileSize: number) {
    this.#memory = memory;
    this.#budget = fileSize * 4 + 65_536;
  }

  /** The name at `rva`; `undefined` when nothing there is mapped, or past the budget. */
  at(rva: number): string | undefined {
    const bytes = this.#budget <= 0 ? undefined : this.#memory.from(rva, NAME_LIMIT);
    if (bytes === undefined || bytes.length === 0) return undefined;
    const { text } = bytes.cString(0, NAME_LIMIT);
    this.#budget -= text.length + 1;
    return text;
  }
}
