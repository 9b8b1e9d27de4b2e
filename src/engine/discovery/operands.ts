/** What a decoded x86-64 instruction refers to, as an address of the image. */
import type { Image } from "../../formats/image.ts";
import { FLAG } from "../instruction.ts";
import { OUT } from "../x86/decoder.ts";

/** No address: also what an address outside the range of `number` becomes. */
export const NOWHERE = -1;

/** How an image's absolute addresses turn into rvas; `fixed` is false where code may be loaded anywhere. */
export interface AbsoluteAddresses {
  readonly fixed: boolean;
  /** Base as a signed number: kernels lie in the negative half. */
  readonly base: number;
  /** 32-bit x86 ELF: rva of the global offset table, from which position-independent code counts; else `NOWHERE`. */
  readonly offsetTable: number;
}

/**
 * Linked executables with a base keep it unless their format says that it moves, and code of PE images is written for the base of the header wherever it is
 * loaded; relocatable files are laid out at a base of this program's choice.
 */
export function absoluteAddresses(image: Image): AbsoluteAddresses {
  const base = Number(BigInt.asIntN(64, image.base));
  const linked = (image.kind === "executable" || image.format === "pe") && image.base !== 0n;
  const moves = image.build.macho?.flags.includes("MH_PIE") === true;
  const fixed = (linked && !moves) || image.kind === "relocatable" || image.kind === "kernel_module";
  return { fixed: fixed && Number.isSafeInteger(base), base, offsetTable: offsetTableOf(image) };
}

/** `_GLOBAL_OFFSET_TABLE_` (i386 psABI 3.5.1): linkers split the slots of stubs off and let it begin there. */
function offsetTableOf({ format, architecture, sections }: Image): number {
  if (format !== "elf" || architecture !== "x86") return NOWHERE;
  const named = (wanted: string): number | undefined => sections.find(({ name }) => name === wanted)?.rva;
  return named(".got.plt") ?? named(".got") ?? NOWHERE;
}

/**
 * Address that the memory operand of the instruction in `out` is at, when it has no register or only an index:
 * relative to the next instruction, or absolute in images with fixed addresses. `delta` turns offsets into rvas.
 */
export function memoryAddress(packed: number, out: Int32Array, delta: number, absolute: AbsoluteAddresses): number {
  if ((packed & FLAG.SEGMENT) !== 0) return NOWHERE;
  if ((packed & FLAG.RIP) !== 0) return (out[OUT.RIP] ?? 0) + delta;
  if ((packed & FLAG.NO_BASE) !== 0 && absolute.fixed) return (out[OUT.DISPLACEMENT] ?? 0) - absolute.base;
  return NOWHERE;
}

/** Whether the operand of `memoryAddress` is one cell, not an array that an index register walks. */
export function isSingleCell(packed: number, out: Int32Array): boolean {
  if ((packed & FLAG.RIP) !== 0) return true;
  // Mode 0 with rm 4 and no base: without an index the SIB byte names 4.
  const index = (((out[OUT.SIB] ?? 0) >> 3) & 7) | (((out[OUT.REX] ?? 0) & 2) << 2);
  return (packed & FLAG.NO_BASE) !== 0 && index === 4;
}

/** Address that a wide immediate would be, in images with fixed addresses. */
export function immediateAddress(packed: number, out: Int32Array, absolute: AbsoluteAddresses): number {
  if (!absolute.fixed || (packed & FLAG.WIDE) === 0) return NOWHERE;
  const opcode = out[OUT.OPCODE] ?? 0;
  const low = out[OUT.IMMEDIATE] ?? 0;
  if (opcode < 0xb8 || opcode > 0xbf) return low - absolute.base;
  if (((out[OUT.REX] ?? 0) & 8) === 0) return (low >>> 0) - absolute.base;
  return (out[OUT.IMMEDIATE_HIGH] ?? 0) * 2 ** 32 + (low >>> 0) - absolute.base;
}
