import { expect, test } from "vitest";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import { ACCESS } from "../instruction-set.ts";
import { begin, decode, OUT } from "./decoder.ts";

/** What the decoder says of each word in turn; encodings are those of the GNU assembler. */
function decodeAll(words: readonly number[], delta = 0): readonly Said[] {
  const code = new Uint8Array(words.length * 4);
  const view = new DataView(code.buffer);
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word, true);
  const out = new Int32Array(OUT_SIZE);
  begin(out, delta);
  return words.map((_, index) => {
    const packed = decode(code, index * 4, out);
    const isDirect = [FLOW.JUMP, FLOW.BRANCH, FLOW.CALL].some((flow) => flow === flowOf(packed));
    return {
      flow: flowOf(packed),
      length: lengthOf(packed),
      leads: isDirect ? out[OUT.TARGET] : undefined,
      operand: (packed & FLAG.RIP) === 0 ? undefined : (out[OUT.RIP] ?? 0) + delta,
      access: (packed & FLAG.RIP) === 0 ? undefined : out[OUT.ACCESS],
    };
  });
}

interface Said {
  readonly flow: number;
  readonly length: number;
  readonly leads: number | undefined;
  readonly operand: number | undefined;
  readonly access: number | undefined;
}

const ADRP_X0_7D0000 = 0x90003e80;
const ADRP_X1_2000 = 0xd0000001;
const ADRP_X2_3000 = 0xf0000002;
const ADRP_X16_1000 = 0xb0000010;
const ADRP_X19_3000 = 0xf0000013;

test.each([
  ["b +8", 0x14000002, FLOW.JUMP, 8],
  ["bl -4", 0x97ffffff, FLOW.CALL, -4],
  ["b.ne +8", 0x54000041, FLOW.BRANCH, 8],
  ["cbz x0, +16", 0xb4000080, FLOW.BRANCH, 16],
  ["tbnz x3, #40, -4", 0xb747ffe3, FLOW.BRANCH, -4],
])("%s leads where it says", (_, word, flow, leads) => {
  expect(decodeAll([word])[0]).toMatchObject({ flow, leads });
});

test.each([
  ["ret", 0xd65f03c0, FLOW.RETURN],
  ["retab", 0xd65f0fff, FLOW.RETURN],
  ["eret", 0xd69f03e0, FLOW.RETURN],
  ["br x17", 0xd61f0220, FLOW.INDIRECT_JUMP],
  ["braa x16, x17", 0xd71f0a11, FLOW.INDIRECT_JUMP],
  ["blr x9", 0xd63f0120, FLOW.INDIRECT_CALL],
  ["brk #1", 0xd4200020, FLOW.TRAP],
  ["hlt #0", 0xd4400000, FLOW.TRAP],
  ["udf #0", 0x00000000, FLOW.TRAP],
  ["svc #0", 0xd4000001, FLOW.SYSCALL],
  ["nop", 0xd503201f, FLOW.NOP],
  ["bti c", 0xd503245f, FLOW.ENDBR],
  ["bti j", 0xd503249f, FLOW.OTHER],
  ["paciasp", 0xd503233f, FLOW.OTHER],
])("%s has its class", (_, word, flow) => {
  expect(decodeAll([word])[0]).toMatchObject({ flow, length: 4 });
});

test.each([
  ["an unallocated group", 0x02000000],
  ["a branch to a register with bits that must be zero", 0xd61f0221],
  ["ffffffff", 0xd7ffffff],
])("%s is no instruction", (_, word) => {
  expect(decodeAll([word])[0]).toMatchObject({ flow: FLOW.BAD, length: 0 });
});

test("a page and what is added to it make an address, counted from where the code lies", () => {
  const [page, address] = decodeAll([ADRP_X0_7D0000, 0x9136b000], 0x1680);

  expect(page).toMatchObject({ flow: FLOW.OTHER, operand: undefined });
  expect(address).toMatchObject({ flow: FLOW.LEA, operand: 0x7d1dac, access: ACCESS.NONE });
});

test("a jump through a loaded slot has that slot for its operand, as import stubs do", () => {
  const said = decodeAll([ADRP_X16_1000, 0xf9400e11, 0x91006210, 0xd61f0220]);

  expect(said[1]).toMatchObject({ operand: 0x1018, access: ACCESS.READ });
  expect(said[3]).toMatchObject({ flow: FLOW.INDIRECT_JUMP, operand: 0x1018 });
});

test("a call through a register that holds an address is a direct one", () => {
  // adr x9, +8; blr x9
  expect(decodeAll([0x10000049, 0xd63f0120])[1]).toMatchObject({ flow: FLOW.CALL, leads: 8 });
});

test("addresses go along with moves, and stores through them are writes", () => {
  // mov x2, x1; str w3, [x2, #8]
  expect(decodeAll([ADRP_X1_2000, 0xaa0103e2, 0xb9000843])[2]).toMatchObject({ operand: 0x2008, access: ACCESS.WRITE });
});

test("a call keeps only the registers that it preserves", () => {
  // bl; ldrb w4, [x19, #5]; ldrb w4, [x2, #5]
  const said = decodeAll([ADRP_X19_3000, ADRP_X2_3000, 0x94000040, 0x39401664, 0x39401444]);

  expect(said.map(({ operand }) => operand)).toEqual([undefined, undefined, undefined, 0x3005, undefined]);
});

test("whatever else sets a register ends what was known of it", () => {
  const overwriting = [
    0xa8c153f3, // ldp x19, x20, [sp], #16
    0xf9400033, // ldr x19, [x1]
    0xd2800013, // mov x19, #0
    0x9e660053, // fmov x19, d2
    0x8b010013, // add x19, x0, x1
    0xd53bd053, // mrs x19, tpidr_el0
    0xf8410c13, // ldr x19, [x0, #16]!
    0xf8410433, // ldr x19, [x1], #16
    0xc85f7c13, // ldxr x19, [x0]
    0xf8330013, // ldadd x19, x19, [x0]
  ];

  for (const word of overwriting) {
    expect(decodeAll([ADRP_X19_3000, word, 0xf9400260])[2], word.toString(16)).toMatchObject({ operand: undefined });
  }
});

test("comparisons and stores leave registers alone", () => {
  // ccmp x19, #3, #3, ne; str x19, [x0]; cmp x19, #0; then ldr x0, [x19]
  const said = decodeAll([ADRP_X19_3000, 0xfa431a63, 0xf9000013, 0xf100027f, 0xf9400260]);

  expect(said[4]).toMatchObject({ operand: 0x3000 });
});

test("literals are operands, prefetched ones are not read", () => {
  // ldr x5, +16; ldrsw x6, +16; ldr d3, +8; prfm pldl1keep, +8
  const said = decodeAll([0x58000085, 0x98000086, 0x5c000043, 0xd8000040]);

  expect(said.map(({ operand }) => operand)).toEqual([0x10, 0x14, 0x10, 0x14]);
  expect(said.map(({ access }) => access)).toEqual([ACCESS.READ, ACCESS.READ, ACCESS.READ, ACCESS.NONE]);
});

test("every word decodes, in bounded time", () => {
  const out = new Int32Array(OUT_SIZE);
  const code = new Uint8Array(1 << 16);
  let seed = 1;
  for (let at = 0; at < code.length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) | 0;
    code[at] = seed >>> 16;
  }
  begin(out, 0);

  for (let at = 0; at + 4 <= code.length; at += 4) expect([0, 4]).toContain(lengthOf(decode(code, at, out)));
});
