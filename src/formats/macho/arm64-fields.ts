/** Fields of arm64 instructions that relocations fill (Arm Architecture Reference Manual, C4; Mach-O: `arm64/reloc.h`). */

/** `ARM64_RELOC_*`. */
export const ARM64 = {
  unsigned: 0,
  subtractor: 1,
  branch: 2,
  page: 3,
  pageOffset: 4,
  slotPage: 5,
  slotPageOffset: 6,
  pointerToSlot: 7,
  threadLocalPage: 8,
  threadLocalPageOffset: 9,
  addend: 10,
} as const;

/** Kinds that lead to a slot which holds the address. */
export const ARM64_SLOT_TYPES: ReadonlySet<number> = new Set([
  ARM64.slotPage,
  ARM64.slotPageOffset,
  ARM64.pointerToSlot,
  ARM64.threadLocalPage,
  ARM64.threadLocalPageOffset,
]);

/** The instruction with its field set; `undefined` for kinds that change no instruction. */
export function arm64Field(type: number, instruction: number, target: number, place: number): number | undefined {
  switch (type) {
    case ARM64.branch:
      return ((instruction & 0xfc00_0000) | (((target - place) >> 2) & 0x03ff_ffff)) >>> 0;
    case ARM64.page:
    case ARM64.slotPage:
    case ARM64.threadLocalPage:
      return withPage(instruction, Math.floor(target / PAGE) - Math.floor(place / PAGE));
    case ARM64.pageOffset:
    case ARM64.slotPageOffset:
    case ARM64.threadLocalPageOffset:
      return withOffset(instruction, target % PAGE);
    default:
      return undefined;
  }
}

const PAGE = 4096;

/** `adrp`: two low bits at 29, nineteen high ones at 5. */
function withPage(instruction: number, pages: number): number {
  return ((instruction & 0x9f00_001f) | ((pages & 3) << 29) | (((pages >> 2) & 0x7_ffff) << 5)) >>> 0;
}

const LOAD_STORE_MASK = 0x3b00_0000;
const LOAD_STORE = 0x3900_0000;
const QUAD_MASK = 0x0480_0000;

/** Twelve bits at 10; loads and stores count in units of what they move. */
function withOffset(instruction: number, offset: number): number {
  let shift = 0;
  if ((instruction & LOAD_STORE_MASK) === LOAD_STORE) {
    shift = instruction >>> 30;
    if (shift === 0 && (instruction & QUAD_MASK) === QUAD_MASK) shift = 4;
  }
  return ((instruction & 0xffc0_03ff) | (((offset >> shift) & 0xfff) << 10)) >>> 0;
}
