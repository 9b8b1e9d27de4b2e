/** What an instruction does to the flow of control, by opcode (Intel SDM vol. 2, appendix A). */

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

/** Flow of the one-byte opcodes; FF and C7 are settled by their ModRM byte. */
export const ONE_BYTE_FLOW = flowTable([
  [0x70, 0x7f, FLOW.BRANCH],
  [0x8d, 0x8d, FLOW.LEA],
  [0x90, 0x90, FLOW.NOP],
  [0xb8, 0xbf, FLOW.MOVE_IMMEDIATE],
  [0xc2, 0xc3, FLOW.RETURN],
  [0xca, 0xcb, FLOW.RETURN],
  [0xcc, 0xcc, FLOW.BREAKPOINT],
  [0xcd, 0xcd, FLOW.SYSCALL],
  [0xcf, 0xcf, FLOW.RETURN],
  [0xe0, 0xe3, FLOW.BRANCH],
  [0xe8, 0xe8, FLOW.CALL],
  [0xe9, 0xe9, FLOW.JUMP],
  [0xeb, 0xeb, FLOW.JUMP],
  [0xf4, 0xf4, FLOW.HALT],
]);

/** Flow of the opcodes after 0F; `endbr64` is settled by its prefix and ModRM byte. */
export const TWO_BYTE_FLOW = flowTable([
  [0x05, 0x05, FLOW.SYSCALL],
  [0x07, 0x07, FLOW.RETURN],
  [0x0b, 0x0b, FLOW.TRAP],
  [0x1f, 0x1f, FLOW.NOP],
  [0x34, 0x34, FLOW.SYSCALL],
  [0x35, 0x35, FLOW.RETURN],
  [0x80, 0x8f, FLOW.BRANCH],
  [0xb9, 0xb9, FLOW.TRAP],
  [0xff, 0xff, FLOW.TRAP],
]);

function flowTable(rows: readonly (readonly [first: number, last: number, flow: number])[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const [first, last, flow] of rows) table.fill(flow, first, last + 1);
  return table;
}
