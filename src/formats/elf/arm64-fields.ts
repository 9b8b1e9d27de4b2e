/** Relocations of AArch64 objects (ELF for the Arm 64-bit Architecture, section 5.7). */
import type { FieldRule } from "./object-relocations.ts";

/** Which bits of an instruction take a value. */
export interface InstructionField {
  /** Low bits of the value that are not kept, as instructions count in units. */
  readonly shift: number;
  readonly width: number;
  /** Lowest bit in the instruction; for `split` fields that of the upper part. */
  readonly at: number;
  /** The two lowest bits of the value stand apart, in bits 29 and 30 (`adr`, `adrp`). */
  readonly split?: true;
}

const ADDRESS: InstructionField = { shift: 0, width: 21, at: 5, split: true };
const PAGE: InstructionField = { shift: 12, width: 21, at: 5, split: true };

/** The low twelve bits of an address, in units of `1 << shift` bytes. */
function inPage(shift: number): InstructionField {
  return { shift, width: 12 - shift, at: 10 };
}

function branch(width: number, at: number): InstructionField {
  return { shift: 2, width, at };
}

export const ARM64_RULES: ReadonlyMap<number, FieldRule> = new Map([
  [257, { size: 8, value: "S" }],
  [258, { size: 4, value: "S" }],
  [259, { size: 2, value: "S" }],
  [260, { size: 8, value: "S-P" }],
  [261, { size: 4, value: "S-P" }],
  [262, { size: 2, value: "S-P" }],
  [273, { size: 4, value: "S-P", field: branch(19, 5) }],
  [274, { size: 4, value: "S-P", field: ADDRESS }],
  [275, { size: 4, value: "page", field: PAGE }],
  [276, { size: 4, value: "page", field: PAGE }],
  [277, { size: 4, value: "S", field: inPage(0) }],
  [278, { size: 4, value: "S", field: inPage(0) }],
  [279, { size: 4, value: "S-P", field: branch(14, 5) }],
  [280, { size: 4, value: "S-P", field: branch(19, 5) }],
  [282, { size: 4, value: "S-P", field: branch(26, 0) }],
  [283, { size: 4, value: "S-P", field: branch(26, 0) }],
  [284, { size: 4, value: "S", field: inPage(1) }],
  [285, { size: 4, value: "S", field: inPage(2) }],
  [286, { size: 4, value: "S", field: inPage(3) }],
  [299, { size: 4, value: "S", field: inPage(4) }],
  [311, { size: 4, value: "G page", field: PAGE }],
  [312, { size: 4, value: "G", field: inPage(3) }],
]);

/** The instruction with `value` in its field. */
export function withField(word: number, value: bigint, { shift, width, at, split }: InstructionField): number {
  const bits = Number(BigInt.asUintN(width, value >> BigInt(shift)));
  if (split !== true) return (word & ~(((1 << width) - 1) << at)) | (bits << at);
  const upper = (1 << (width - 2)) - 1;
  return (word & ~((upper << at) | (3 << 29))) | ((bits >> 2) << at) | ((bits & 3) << 29);
}
