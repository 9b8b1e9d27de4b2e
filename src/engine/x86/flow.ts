/** What an instruction does to the flow of control, by opcode (Intel SDM vol. 2, appendix A). */
import { FLOW } from "../instruction.ts";

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

/** Flow of the one-byte opcodes in 32-bit mode: far transfers to a place that is given count as indirect. */
export const ONE_BYTE_FLOW_32 = Uint8Array.from(ONE_BYTE_FLOW);
ONE_BYTE_FLOW_32[0x9a] = FLOW.INDIRECT_CALL;
ONE_BYTE_FLOW_32[0xea] = FLOW.INDIRECT_JUMP;
ONE_BYTE_FLOW_32[0xce] = FLOW.SYSCALL;

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
