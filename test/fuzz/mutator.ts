/** Seeded damage to a file: the same seed gives the same bytes on every machine. */

/** A pseudo-random sequence (mulberry32). `next(n)` is an integer in [0, n). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * bound);
  }
}

const INTERESTING = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** One to eight changes, or a truncation; half of the changes hit the headers, where they do most harm. */
export function mutate(original: Uint8Array, seed: number): Uint8Array {
  const random = new Random(seed);
  const bytes = Uint8Array.from(original);
  if (random.next(20) === 0) return bytes.subarray(0, random.next(bytes.length));
  for (let change = random.next(8); change >= 0; change--) {
    const offset = random.next(2) === 0 ? random.next(Math.min(bytes.length, 0x400)) : random.next(bytes.length);
    changeAt(bytes, offset, random);
  }
  return bytes;
}

function changeAt(bytes: Uint8Array, offset: number, random: Random): void {
  switch (random.next(5)) {
    case 0:
      bytes[offset] = (bytes[offset] ?? 0) ^ (1 << random.next(8));
      break;
    case 1:
      bytes[offset] = random.next(256);
      break;
    case 2:
      writeNumber(bytes, offset, INTERESTING[random.next(INTERESTING.length)] ?? 0, [1, 2, 4, 8][random.next(4)] ?? 1);
      break;
    case 3: {
      const length = Math.min(random.next(64), bytes.length - offset);
      bytes.copyWithin(offset, random.next(bytes.length - length), bytes.length);
      break;
    }
    default:
      bytes.fill(random.next(2) === 0 ? 0 : 0xff, offset, offset + random.next(32));
  }
}

/** Little-endian; what does not fit in the file is dropped. */
export function writeNumber(bytes: Uint8Array, offset: number, value: number, width: number): void {
  for (let index = 0; index < width && offset + index < bytes.length; index++) {
    bytes[offset + index] = index < 4 ? (value >>> (8 * index)) & 0xff : value === 0xffff_ffff ? 0xff : 0;
  }
}
