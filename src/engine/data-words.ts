/** Words of mapped memory by rva, for passes that read many near each other. */
import type { Image, Region } from "../formats/image.ts";
import type { Memory } from "../formats/memory.ts";
import { firstAtLeast } from "./columns.ts";
import type { AbsoluteAddresses } from "./discovery/operands.ts";

export class DataWords {
  readonly #image: Image;
  readonly #memory: Memory;
  readonly #absolute: AbsoluteAddresses;
  readonly #little: boolean;
  /** Region that was asked for last. */
  #latest: Region | undefined;
  /** Region that was read last. */
  #region: Region | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));

  constructor(image: Image, memory: Memory, absolute: AbsoluteAddresses) {
    this.#image = image;
    this.#memory = memory;
    this.#absolute = absolute;
    this.#little = image.endian === "little";
  }

  /** The region that maps `rva`. */
  regionAt(rva: number): Region | undefined {
    const latest = this.#latest;
    if (latest !== undefined && rva >= latest.rva && rva < latest.rva + latest.size) return latest;
    const region = this.#memory.regionAt(rva);
    if (region !== undefined) this.#latest = region;
    return region;
  }

  /** Integer of 1, 2, 4 or 8 bytes, exact up to 2^53; NaN when the file does not hold it. */
  integer(rva: number, size: 1 | 2 | 4 | 8, signed: boolean): number {
    const at = this.#offset(rva, size);
    if (at < 0) return NaN;
    const view = this.#view;
    const little = this.#little;
    if (size === 1) return signed ? view.getInt8(at) : view.getUint8(at);
    if (size === 2) return signed ? view.getInt16(at, little) : view.getUint16(at, little);
    if (size === 4) return signed ? view.getInt32(at, little) : view.getUint32(at, little);
    return Number(signed ? view.getBigInt64(at, little) : view.getBigUint64(at, little));
  }

  /** Address that the pointer at `rva` holds at run time; NaN when the file does not say. */
  pointer(rva: number): number {
    const relocated = this.relocated(rva);
    if (!Number.isNaN(relocated)) return relocated;
    if (this.#image.bits === 32) return this.#absolute.fixed ? this.integer(rva, 4, false) - this.#absolute.base : NaN;
    const at = this.#absolute.fixed ? this.#offset(rva, 8) : -1;
    if (at < 0) return NaN;
    const low = this.#view.getUint32(this.#little ? at : at + 4, this.#little);
    const high = this.#view.getInt32(this.#little ? at + 4 : at, this.#little);
    return high * 2 ** 32 + low - this.#absolute.base;
  }

  /** Address that a relocation puts into the slot at `rva`; NaN when none does. */
  relocated(rva: number): number {
    const { slot, target } = this.#image.pointers;
    const row = firstAtLeast(slot, rva);
    return slot[row] === rva ? (target[row] ?? NaN) : NaN;
  }

  #offset(rva: number, size: number): number {
    if (!this.#enter(rva) || this.#region === undefined) return -1;
    const at = rva - this.#region.rva;
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
