/** The form in which the decoders of all instruction sets give what passes over programs need to know. */

/** Flow class of an instruction; 5 bits of the result of `decode`. */
export const FLOW = {
  /** Goes on with the next instruction and is none of the classes below. */
  OTHER: 0,
  /** `ret`, far and interrupt returns, `sysret`, `sysexit`. */
  RETURN: 1,
  /** Direct jump; its target is in `OUT.TARGET`. */
  JUMP: 2,
  /** Conditional direct jump, `loop`, `jrcxz`, and `xbegin` (whose target is the abort handler). */
  BRANCH: 3,
  /** Direct call; its target is in `OUT.TARGET`. */
  CALL: 4,
  /** Jump through a register or memory, near or far. */
  INDIRECT_JUMP: 5,
  /** Call through a register or memory, near or far. */
  INDIRECT_CALL: 6,
  /** `int3`. */
  BREAKPOINT: 7,
  /** `ud0`, `ud1`, `ud2`: execution never passes it. */
  TRAP: 8,
  /** `nop` of any length; not `pause`. */
  NOP: 9,
  /** No instruction: the length is 0. */
  BAD: 10,
  /** `lea`: the memory operand is an address that is not accessed. */
  LEA: 11,
  /** `mov` of an immediate to a register, opcodes B8 to BF and C7 /0 with a register. */
  MOVE_IMMEDIATE: 12,
  /** `syscall`, `sysenter`, `int n`: comes back. */
  SYSCALL: 13,
  /** `hlt`: ends user code that must not go on, but waits and goes on in a kernel. */
  HALT: 14,
  /** `endbr64`. */
  ENDBR: 15,
} as const;

/** Bits of the packed result beside length (0 to 3) and flow class (4 to 8). */
export const FLAG = {
  /** The memory operand is relative to the next instruction. */
  RIP: 1 << 9,
  /** Has an explicit memory operand (`lea` and long `nop` too; the implied ones of `push` or `movs` do not count). */
  MEMORY: 1 << 10,
  /** The memory operand is a 32-bit displacement without base register, perhaps with an index. */
  NO_BASE: 1 << 11,
  /** Under an `fs` or `gs` override: the operand is no plain address. */
  SEGMENT: 1 << 12,
  /** Has an immediate; branch distances do not count. */
  IMMEDIATE: 1 << 13,
  /** The immediate is 32 or 64 bits wide. */
  WIDE: 1 << 14,
} as const;

/** Slots of the array that a decoder fills. A slot keeps an older value where its sentence does not apply. */
export const OUT = {
  /** JUMP, BRANCH, CALL: where it leads, counted like the position; wraps at 32 bits in junk. */
  TARGET: 0,
  /** With `FLAG.RIP`: what the memory operand addresses, counted like the position; wraps at 32 bits in junk. */
  RIP: 1,
} as const;

/** Entries that such an array must have: enough for every decoder. */
export const OUT_SIZE = 48;

/** Bytes of the instruction, 1 to 15; 0 when there is none. */
export function lengthOf(packed: number): number {
  return packed & 15;
}

/** One of `FLOW`. */
export function flowOf(packed: number): number {
  return (packed >> 4) & 31;
}
