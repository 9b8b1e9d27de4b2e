/** Address-sized fields, and addresses as distances from an image base. */
import type { Bytes } from "../base/bytes.ts";

/** Furthest distance from the image base that an rva may have: beyond it doubles lose single bytes. */
export const RVA_LIMIT = 2 ** 52;

const HIGH_WORD = 2 ** 32;

/** Reads the address-sized words of one file. */
export class Words {
  readonly bits: 32 | 64;
  /** Bytes of a word: 4 or 8. */
  readonly size: 4 | 8;

  constructor(bits: 32 | 64) {
    this.bits = bits;
    this.size = bits === 32 ? 4 : 8;
  }

  /** An address, exact. */
  address(bytes: Bytes, offset: number): bigint {
    return this.bits === 32 ? BigInt(bytes.u32(offset)) : bytes.u64(offset);
  }

  /** An offset, size or count. Above 2^53 it is rounded, and then no file holds it. */
  unsigned(bytes: Bytes, offset: number): number {
    if (this.bits === 32) return bytes.u32(offset);
    const low = bytes.endian === "little" ? 0 : 4;
    return bytes.u32(offset + 4 - low) * HIGH_WORD + bytes.u32(offset + low);
  }

  /** A signed displacement; beyond 2^53 either way it is rounded. */
  signed(bytes: Bytes, offset: number): number {
    if (this.bits === 32) return bytes.i32(offset);
    const low = bytes.endian === "little" ? 0 : 4;
    return bytes.i32(offset + 4 - low) * HIGH_WORD + bytes.u32(offset + low);
  }
}

/** The addresses of one file as distances from its image base, without a BigInt for each. */
export class AddressSpace {
  readonly words: Words;
  readonly base: bigint;
  readonly #baseHigh: number;
  readonly #baseLow: number;

  constructor(words: Words, base: bigint) {
    this.words = words;
    this.base = base;
    this.#baseHigh = Number(base >> 32n);
    this.#baseLow = Number(base & 0xffff_ffffn);
  }

  /** The rva of an address; `undefined` further than `RVA_LIMIT` from the base. Negative below the base. */
  rvaOf(address: bigint): number | undefined {
    return within(Number(address - this.base));
  }

  /** The rva of the address that the word at `offset` holds. */
  read(bytes: Bytes, offset: number): number | undefined {
    if (this.words.bits === 32) return bytes.u32(offset) - this.#baseLow;
    const low = bytes.endian === "little" ? 0 : 4;
    return this.rvaOfHalves(bytes.u32(offset + 4 - low), bytes.u32(offset + low));
  }

  /** As `rvaOf`, of the address whose upper and lower 32 bits these are. */
  rvaOfHalves(high: number, low: number): number | undefined {
    return within((high - this.#baseHigh) * HIGH_WORD + (low - this.#baseLow));
  }

  addressOf(rva: number): bigint {
    return this.base + BigInt(rva);
  }
}

function within(rva: number): number | undefined {
  return rva > -RVA_LIMIT && rva < RVA_LIMIT ? rva : undefined;
}
