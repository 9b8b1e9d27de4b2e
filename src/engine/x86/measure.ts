/**
 * Length, flow and flags of x86-64 instructions without their operands: what a first pass asks about most of them.
 *
 * An entry of one table is the result for the usual forms of an opcode, less what its bytes add; every other form is
 * left to `decode`, with which the results agree for all bytes. Reads are cast for the reason given there.
 */
import { FLAG, FLOW } from "../instruction.ts";
import { decode, int32, OUT } from "./decoder.ts";
import { LAYOUT, ONE_BYTE, TWO_BYTE } from "./encoding.ts";
import { ONE_BYTE_FLOW, TWO_BYTE_FLOW } from "./flow.ts";

/**
 * Bits of an entry above those of the result, whose length is that of the immediate or branch distance. PREFIX, ESCAPE
 * and RARE stand alone, above all others.
 */
const FORM = {
  /** The bits of the result. */
  RESULT: 0xffff,
  /** A ModRM byte follows. */
  MODRM: 1 << 16,
  /** A branch distance follows. */
  BRANCH: 1 << 17,
  /** Only memory operands are usual. */
  MEMORY: 1 << 18,
  /** Only 0 in ModRM.reg is usual. */
  FIRST: 1 << 19,
  /** Another instruction under REX or a prefix. */
  BARE: 1 << 20,
  /** 66, F2 or F3, usual in front of 0F. */
  PREFIX: 1 << 21,
  /** 0F. */
  ESCAPE: 1 << 22,
  /** No form is usual. */
  RARE: 1 << 23,
} as const;

/**
 * Length, flow class and flags of the instruction at `position`, as `decode` gives them, with the same guarantees. Of
 * `out` only `OUT.TARGET` means something, for JUMP, BRANCH and CALL.
 */
export function measure(code: Uint8Array, position: number, out: Int32Array): number {
  let at = position + 1;
  let opcode = code[position] as number;
  let isBare = true;
  if ((opcode & 0xf0) === 0x40) {
    isBare = false;
    opcode = code[at++] as number;
  }
  let form = FORMS[opcode] as number;
  if (form >= FORM.PREFIX) {
    if (form === FORM.PREFIX && isBare) {
      isBare = false;
      opcode = code[at++] as number;
      if ((opcode & 0xf0) === 0x40) opcode = code[at++] as number;
      form = opcode === 0x0f ? FORM.ESCAPE : FORM.RARE;
    }
    if (form !== FORM.ESCAPE) return decode(code, position, out);
    form = FORMS[256 + (code[at++] as number)] as number;
    if (form === FORM.RARE) return decode(code, position, out);
  }
  if (!isBare && (form & FORM.BARE) !== 0) return decode(code, position, out);
  if ((form & FORM.MODRM) !== 0) {
    const modrm = code[at++] as number;
    if ((form & FORM.MEMORY) !== 0 && !isUsual(form, modrm)) return decode(code, position, out);
    form += OPERANDS[modrm] as number;
    if ((form & SIB_DECIDES) !== 0 && ((code[at] as number) & 7) === 5) form += FLAG.NO_BASE + 4;
  } else if ((form & FORM.BRANCH) !== 0) {
    const isShort = (form & 15) === 1;
    out[OUT.TARGET] = isShort ? at + 1 + (((code[at] as number) << 24) >> 24) : at + 4 + int32(code, at);
  }
  return (form & FORM.RESULT) + at - position;
}

/** Whether the form with this ModRM byte is a usual one. */
function isUsual(form: number, modrm: number): boolean {
  return modrm < 0xc0 && ((form & FORM.FIRST) === 0 || (modrm & 0x38) === 0);
}

/** What each bit of a layout adds to a form. */
const ADDED = [
  [LAYOUT.MODRM, FORM.MODRM],
  [LAYOUT.BYTE, FLAG.IMMEDIATE | 1],
  [LAYOUT.WORD, FLAG.IMMEDIATE | 2],
  [LAYOUT.DWORD | LAYOUT.QWORD, FLAG.IMMEDIATE | FLAG.WIDE | 4],
  [LAYOUT.SHORT, FORM.BRANCH | 1],
  [LAYOUT.NEAR, FORM.BRANCH | 4],
] as const;

/** Layouts of usual forms. */
const USUAL = ADDED.reduce((sum, [bit]) => sum | bit, LAYOUT.GROUP as number);

/** Groups 4 and 5: calls and jumps through an operand among them. */
const UNUSUAL: ReadonlySet<number> = new Set([0xfe, 0xff]);

/** `xchg r8, rax` and `nop`; `mov` of 64 bits; `endbr64` and `nop`; EXTRQ, INSERTQ and VMREAD. */
const BARE: ReadonlySet<number> = new Set([0x90, 0xb8, 0xb9, 0xba, 0xbb, 0xbc, 0xbd, 0xbe, 0xbf, 0x11e, 0x178]);

/** By opcode; from 256 on those behind 0F. */
const FORMS = Int32Array.from({ length: 512 }, (_, index) => formOf(index));

function formOf(index: number): number {
  if (index === 0x0f) return FORM.ESCAPE;
  if (index === 0x66 || index === 0xf2 || index === 0xf3) return FORM.PREFIX;
  const opcode = index & 255;
  const layout = (index < 256 ? ONE_BYTE : TWO_BYTE)[opcode] as number;
  const isEnter = (layout & (LAYOUT.WORD | LAYOUT.BYTE)) === (LAYOUT.WORD | LAYOUT.BYTE);
  if ((layout & ~USUAL) !== 0 || isEnter || UNUSUAL.has(index)) return FORM.RARE;
  const flow = (index < 256 ? ONE_BYTE_FLOW : TWO_BYTE_FLOW)[opcode] as number;
  let form = flow << 4;
  for (const [bit, adds] of ADDED) if ((layout & bit) !== 0) form |= adds;
  if ((layout & LAYOUT.GROUP) !== 0) form |= flow === FLOW.LEA ? FORM.MEMORY : FORM.MEMORY | FORM.FIRST;
  return BARE.has(index) ? form | FORM.BARE : form;
}

/** A SIB byte decides whether there is a base; above the bits of `FORM`. */
const SIB_DECIDES = 1 << 24;

/** By ModRM byte: flags, and the bytes of SIB and displacement. */
const OPERANDS = Int32Array.from({ length: 256 }, (_, modrm) => operandOf(modrm >> 6, modrm & 7));

function operandOf(mode: number, base: number): number {
  if (mode === 3) return 0;
  const sib = Number(base === 4);
  if (mode === 1) return FLAG.MEMORY | (sib + 1);
  if (mode === 2) return FLAG.MEMORY | (sib + 4);
  if (base === 5) return FLAG.MEMORY | FLAG.RIP | 4;
  return sib === 1 ? FLAG.MEMORY | SIB_DECIDES | 1 : FLAG.MEMORY;
}
