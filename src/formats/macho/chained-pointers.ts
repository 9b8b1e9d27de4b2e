/**
 * How the words of a fixup chain are packed (Mach-O: `mach-o/fixup-chains.h`). Words are read as two 32-bit halves,
 * because chains are long and a BigInt for each word costs more than all else.
 */

/** What one word of a chain says; at most one of `import`, `address` and `offset` is there. */
export interface ChainedWord {
  /** Steps of the format's stride to the next word of the chain, 0 at its end. */
  readonly next: number;
  /** Position in the table of imports. */
  readonly import?: number;
  /** An address of the image as linked. */
  readonly address?: number;
  /** A place of the image as a distance from its header. */
  readonly offset?: number;
}

export interface ChainFormat {
  readonly name: string;
  /** Bytes that a step of `next` means. */
  readonly stride: 1 | 4 | 8;
  /** Bytes of a word. */
  readonly size: 4 | 8;
  /** `low` and `high` are the unsigned halves of the word; `high` is 0 in formats of 32 bits. */
  readonly decode: (low: number, high: number) => ChainedWord;
}

/** The format of a `pointer_format`; `undefined` for those that only caches and unknown systems use. */
export function chainFormat(number: number): ChainFormat | undefined {
  return FORMATS.get(number);
}

const TWO_32 = 2 ** 32;

/** Bits `[from, from + count)` of an unsigned half. */
function bits(half: number, from: number, count: number): number {
  return (half >>> from) & (2 ** count - 1);
}

/** The two top bits say authenticated and import. Keys and diversities are not looked at. */
function arm64e(ordinalBits: 16 | 24, plain: "address" | "offset"): ChainFormat["decode"] {
  return (low, high) => {
    const next = bits(high, 19, 11);
    if (bits(high, 30, 1) === 1) return { next, import: bits(low, 0, ordinalBits) };
    if (high >>> 31 === 1) return { next, offset: low };
    const target = bits(high, 0, 11) * TWO_32 + low;
    return plain === "address" ? { next, address: target } : { next, offset: target };
  };
}

/** The eight bits that belong on top of a target are a tag, not part of its address. */
function plain64(plain: "address" | "offset"): ChainFormat["decode"] {
  return (low, high) => {
    const next = bits(high, 19, 12);
    if (high >>> 31 === 1) return { next, import: bits(low, 0, 24) };
    const target = bits(high, 0, 4) * TWO_32 + low;
    return plain === "address" ? { next, address: target } : { next, offset: target };
  };
}

/** Targets of 30 bits in one of four kernel collections; only those in this one are places of the file. */
function collection(low: number, high: number): ChainedWord {
  const next = bits(high, 19, 12);
  return low >>> 30 === 0 ? { next, offset: low } : { next };
}

function plain32(low: number): ChainedWord {
  const next = bits(low, 26, 5);
  if (low >>> 31 === 1) return { next, import: bits(low, 0, 20) };
  return { next, address: bits(low, 0, 26) };
}

function firmware32(low: number): ChainedWord {
  return { next: bits(low, 26, 6), address: bits(low, 0, 26) };
}

const FORMATS: ReadonlyMap<number, ChainFormat> = new Map<number, ChainFormat>([
  [1, { name: "arm64e", stride: 8, size: 8, decode: arm64e(16, "address") }],
  [2, { name: "64", stride: 4, size: 8, decode: plain64("address") }],
  [3, { name: "32", stride: 4, size: 4, decode: plain32 }],
  [5, { name: "32_firmware", stride: 4, size: 4, decode: firmware32 }],
  [6, { name: "64_offset", stride: 4, size: 8, decode: plain64("offset") }],
  [7, { name: "arm64e_kernel", stride: 4, size: 8, decode: arm64e(16, "offset") }],
  [8, { name: "64_kernel_cache", stride: 4, size: 8, decode: collection }],
  [9, { name: "arm64e_userland", stride: 8, size: 8, decode: arm64e(16, "offset") }],
  [10, { name: "arm64e_firmware", stride: 4, size: 8, decode: arm64e(16, "address") }],
  [11, { name: "x86_64_kernel_cache", stride: 1, size: 8, decode: collection }],
  [12, { name: "arm64e_userland24", stride: 8, size: 8, decode: arm64e(24, "offset") }],
]);
