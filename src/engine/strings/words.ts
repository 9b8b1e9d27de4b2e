/** Bytes and words of mapped memory by rva; quick when one read is near the one before. */
import type { Image, Region } from "../../formats/image.ts";
import type { Memory } from "../../formats/memory.ts";

export class Words {
  readonly #memory: Memory;
  readonly #size: number;
  readonly #little: boolean;
  #region: Region | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(image: Image, memory: Memory) {
    this.#memory = memory;
    this.#size = image.bits / 8;
    this.#little = image.endian === "little";
  }

  /** The region that maps `rva`. */
  regionAt(rva: number): Region | undefined {
    return this.#enter(rva) ? this.#region : undefined;
  }

  /** The byte at `rva`; 0 when the file does not hold it. */
  byte(rva: number): number {
    const at = this.#offset(rva, 1);
    return at < 0 ? 0 : this.#view.getUint8(at);
  }

  /** The signed 32-bit word at `rva`; 0 when the file does not hold it. */
  int32(rva: number): number {
    const at = this.#offset(rva, 4);
    return at < 0 ? 0 : this.#view.getInt32(at, this.#little);
  }

  /** The pointer-sized word at `rva` as a length; 0 when the file does not hold it or it takes more than 32 bits. */
  length(rva: number): number {
    const at = this.#offset(rva, this.#size);
    if (at < 0) return 0;
    if (this.#size === 4) return this.#view.getUint32(at, this.#little);
    const high = this.#view.getUint32(this.#little ? at + 4 : at, this.#little);
    return high === 0 ? this.#view.getUint32(this.#little ? at : at + 4, this.#little) : 0;
  }

  #offset(rva: number, size: number): number {
    if (!this.#enter(rva)) return -1;
    const at = rva - (this.#region?.rva ?? 0);
    return at + size <= this.#view.byteLength ? at : -1;
  }

  #enter(rva: number): boolean {
    const current = this.#region;
    if (current !== undefined && rva >= current.rva && rva < current.rva + current.size) return true;
    const region = this.#memory.regionAt(rva);
    if (region === undefined) return false;
    const bytes = this.#memory.bytesOf(region);
    this.#region = region;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return true;
  }
}
