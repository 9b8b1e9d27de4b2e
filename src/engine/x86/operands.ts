/**
 * What a decoded instruction does with its memory operand and registers: read on demand from the slots that `decode`
 * filled, so that a pass pays only for the instructions it asks about.
 */
import { FLAG } from "../instruction.ts";
import { ACCESS } from "../instruction-set.ts";
import { MAP, OUT, PREFIX } from "./decoder.ts";

const { NONE, READ, WRITE } = ACCESS;
const UPDATE = READ | WRITE;

/** Numbers of the general purpose registers: 0 `rax`, 1 `rcx`, 2 `rdx`, 3 `rbx`, 4 `rsp`, 5 `rbp`, 6 `rsi`, 7 `rdi`. */
export const NO_REGISTER = -1;

/**
 * Sum of `ACCESS` for the explicit memory operand of the instruction, which must have one (`FLAG.MEMORY`) or be one of
 * the moves A0 to A3. `lea`, `nop`, prefetches and cache control access nothing. Exact for the integer, x87, SSE and
 * AVX instructions; what is in no table reads.
 */
export function accessOf(out: Int32Array): number {
  const opcode = out[OUT.OPCODE] ?? 0;
  const low = opcode & 0xff;
  const group = ((out[OUT.MODRM] ?? 0) >> 3) & 7;
  switch (opcode >> 8) {
    case MAP.ONE_BYTE:
      return ONE_BYTE_GROUP[low]?.[group] ?? ONE_BYTE_ACCESS[low] ?? READ;
    case MAP.TWO_BYTE:
      if (low === 0x7e) return repeated(out) ? READ : WRITE;
      return TWO_BYTE_GROUP[low]?.[group] ?? TWO_BYTE_ACCESS[low] ?? READ;
    case MAP.THREE_38:
      return threeByte38Access(low, out);
    case MAP.THREE_3A:
      return low >= 0x14 && low <= 0x17 ? WRITE : READ;
    default:
      return vectorAccess(opcode, group, out);
  }
}

/**
 * General purpose register that the instruction sets: its explicit destination, or the accumulator of `mul`, `div`,
 * `cdqe` and `in`. `NO_REGISTER` when it sets none, or memory only. Of two (`xchg`, `xadd`, `mulx`, `rdx` after `mul`)
 * one is given; the destination in VEX.vvvv of `blsr`, `blsi` and `blsmsk` is not.
 */
export function destinationOf(out: Int32Array): number {
  const opcode = out[OUT.OPCODE] ?? 0;
  const low = opcode & 0xff;
  const group = ((out[OUT.MODRM] ?? 0) >> 3) & 7;
  switch (opcode >> 8) {
    case MAP.ONE_BYTE:
      return registerIn(groupDestination(low, group) ?? ONE_BYTE_DESTINATION[low] ?? SET_NONE, low, out);
    case MAP.TWO_BYTE:
      return setsNoRegister(low, group, out)
        ? NO_REGISTER
        : registerIn(TWO_BYTE_DESTINATION[low] ?? SET_NONE, low, out);
    case MAP.THREE_38:
      return (low === 0xf0 || low === 0xf1 || low === 0xf6) && accessIsLoad(out) ? registerField(out) : NO_REGISTER;
    case MAP.THREE_3A:
      return low >= 0x14 && low <= 0x17 ? registerIn(SET_RM, low, out) : NO_REGISTER;
    default:
      return vectorDestination(opcode, out);
  }
}

/** Register in ModRM.reg with its REX bit, 0 to 15. */
export function registerField(out: Int32Array): number {
  return (((out[OUT.MODRM] ?? 0) >> 3) & 7) | (((out[OUT.REX] ?? 0) & 4) << 1);
}

/** Register in ModRM.rm with its REX bit; `NO_REGISTER` when that operand is memory. */
export function registerOperand(out: Int32Array): number {
  const modrm = out[OUT.MODRM] ?? 0;
  return modrm < 0xc0 ? NO_REGISTER : (modrm & 7) | (((out[OUT.REX] ?? 0) & 1) << 3);
}

/** Base register of the memory operand; `NO_REGISTER` for rip-relative and base-less ones. Needs `FLAG.MEMORY`. */
export function baseOf(packed: number, out: Int32Array): number {
  if ((packed & (FLAG.RIP | FLAG.NO_BASE)) !== 0) return NO_REGISTER;
  const rm = (out[OUT.MODRM] ?? 0) & 7;
  const field = rm === 4 ? (out[OUT.SIB] ?? 0) & 7 : rm;
  return field | (((out[OUT.REX] ?? 0) & 1) << 3);
}

/** Index register of the memory operand; `NO_REGISTER` when there is none. Needs `FLAG.MEMORY`. */
export function indexOf(packed: number, out: Int32Array): number {
  if ((packed & FLAG.RIP) !== 0 || ((out[OUT.MODRM] ?? 0) & 7) !== 4) return NO_REGISTER;
  const field = (((out[OUT.SIB] ?? 0) >> 3) & 7) | (((out[OUT.REX] ?? 0) & 2) << 2);
  return field === 4 ? NO_REGISTER : field;
}

/** Factor of the index register: 1, 2, 4 or 8. Needs an index. */
export function scaleOf(out: Int32Array): number {
  return 1 << ((out[OUT.SIB] ?? 0) >> 6);
}

/**
 * The address itself when the memory operand is a plain one: `[disp32]` of non-PIE code, or the 64-bit address of the
 * moves A0 to A3. `undefined` otherwise, and under a segment override. Negative for the upper half of memory, inexact past 2^53.
 */
export function absoluteOf(packed: number, out: Int32Array): number | undefined {
  const opcode = out[OUT.OPCODE] ?? 0;
  if (((out[OUT.PREFIXES] ?? 0) & (PREFIX.FS | PREFIX.GS)) !== 0) return undefined;
  if (opcode >= 0xa0 && opcode <= 0xa3)
    return (out[OUT.IMMEDIATE_HIGH] ?? 0) * 2 ** 32 + ((out[OUT.IMMEDIATE] ?? 0) >>> 0);
  if ((packed & FLAG.NO_BASE) === 0 || indexOf(packed, out) !== NO_REGISTER) return undefined;
  const displacement = out[OUT.DISPLACEMENT] ?? 0;
  return ((out[OUT.PREFIXES] ?? 0) & PREFIX.ADDRESS) === 0 ? displacement : displacement >>> 0;
}

/**
 * Value of the immediate as the instruction uses it: zero-extended where B8 to BF set a 32-bit register, else
 * sign-extended. Needs `FLAG.IMMEDIATE`; inexact past 2^53.
 */
export function immediateOf(out: Int32Array): number {
  const opcode = out[OUT.OPCODE] ?? 0;
  const low = out[OUT.IMMEDIATE] ?? 0;
  return opcode >= 0xb8 && opcode <= 0xbf ? (out[OUT.IMMEDIATE_HIGH] ?? 0) * 2 ** 32 + (low >>> 0) : low;
}

/** Access of the one-byte opcodes that do not depend on ModRM.reg. */
const ONE_BYTE_ACCESS = accessTable([
  [[0x86, 0x87, 0xc0, 0xc1, 0xd0, 0xd1, 0xd2, 0xd3, 0xfe], UPDATE],
  [[0x88, 0x89, 0x8c, 0x8f, 0xa2, 0xa3, 0xc6, 0xc7], WRITE],
  [[0x8d], NONE],
  [[0x00, 0x01, 0x08, 0x09, 0x10, 0x11, 0x18, 0x19, 0x20, 0x21, 0x28, 0x29, 0x30, 0x31], UPDATE],
]);

const ARITHMETIC = [UPDATE, UPDATE, UPDATE, UPDATE, UPDATE, UPDATE, UPDATE, READ];

/** Access by ModRM.reg. The x87 rows are loads, stores and arithmetic of Intel SDM vol. 2, table A-7 onwards. */
const ONE_BYTE_GROUP: Readonly<Record<number, readonly number[]>> = {
  0x80: ARITHMETIC,
  0x81: ARITHMETIC,
  0x83: ARITHMETIC,
  0xd9: [READ, READ, WRITE, WRITE, READ, READ, WRITE, WRITE],
  0xdb: [READ, WRITE, WRITE, WRITE, READ, READ, READ, WRITE],
  0xdd: [READ, WRITE, WRITE, WRITE, READ, READ, WRITE, WRITE],
  0xdf: [READ, WRITE, WRITE, WRITE, READ, READ, WRITE, WRITE],
  0xf6: [READ, READ, UPDATE, UPDATE, READ, READ, READ, READ],
  0xf7: [READ, READ, UPDATE, UPDATE, READ, READ, READ, READ],
  0xff: [UPDATE, UPDATE, READ, READ, READ, READ, READ, READ],
};

const TWO_BYTE_ACCESS = accessTable([
  [[0x11, 0x13, 0x17, 0x29, 0x2b, 0x78, 0x7f, 0xc3, 0xd6, 0xe7], WRITE],
  [[0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9e, 0x9f], WRITE],
  [[0xa4, 0xa5, 0xab, 0xac, 0xad, 0xb0, 0xb1, 0xb3, 0xbb, 0xc0, 0xc1], UPDATE],
  [[0x0d, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f], NONE],
]);

const TWO_BYTE_GROUP: Readonly<Record<number, readonly number[]>> = {
  0x00: [WRITE, WRITE, READ, READ, READ, READ, READ, READ],
  0x01: [WRITE, WRITE, READ, READ, WRITE, UPDATE, READ, NONE],
  0xae: [WRITE, READ, READ, WRITE, WRITE, READ, WRITE, NONE],
  0xba: [READ, READ, READ, READ, READ, UPDATE, UPDATE, UPDATE],
  0xc7: [READ, UPDATE, READ, READ, WRITE, WRITE, READ, WRITE],
};

/** `movbe`, `crc32` (the same opcodes under F2), shadow stack and direct stores. */
function threeByte38Access(low: number, out: Int32Array): number {
  const prefixes = out[OUT.PREFIXES] ?? 0;
  if (low === 0xf1) return (prefixes & PREFIX.REPNE) === 0 ? WRITE : READ;
  if (low === 0xf6) return (prefixes & (PREFIX.OPERAND | PREFIX.REP)) === 0 ? WRITE : READ;
  return low === 0xf5 || low === 0xf9 ? WRITE : READ;
}

/** Stores of VEX and EVEX; everything else there reads. */
function vectorAccess(opcode: number, group: number, out: Int32Array): number {
  const low = opcode & 0xff;
  const map = opcode >> 8;
  if (low === 0x7e) return map === MAP.VECTOR + 1 && repeated(out) ? READ : WRITE;
  if (map === MAP.VECTOR + 1) return low === 0xae ? (group === 3 ? WRITE : READ) : (VECTOR_STORES[low] ?? READ);
  if (map === MAP.VECTOR + 2) {
    // The down-converting moves of EVEX share opcodes with loads and have F3 implied.
    if (low >= 0x10 && low <= 0x35 && (low & 0x0f) <= 5) return repeated(out) ? WRITE : READ;
    return VECTOR_38_STORES[low] ?? READ;
  }
  if (map === MAP.VECTOR + 3) return VECTOR_3A_STORES[low] ?? READ;
  return map === MAP.VECTOR + 5 && low === 0x11 ? WRITE : READ;
}

const VECTOR_STORES = accessTable([[[0x11, 0x13, 0x17, 0x29, 0x2b, 0x7f, 0x91, 0xd6, 0xe7], WRITE]]);
const VECTOR_38_STORES = accessTable([[[0x2e, 0x2f, 0x63, 0x8a, 0x8b, 0x8e, 0xa0, 0xa1, 0xa2, 0xa3], WRITE]]);
const VECTOR_3A_STORES = accessTable([[[0x14, 0x15, 0x16, 0x17, 0x19, 0x1b, 0x1d, 0x39, 0x3b], WRITE]]);

function repeated(out: Int32Array): boolean {
  return ((out[OUT.PREFIXES] ?? 0) & PREFIX.REP) !== 0;
}

/** Where an instruction has the register that it sets. */
const SET_NONE = 0;
const SET_REG = 1;
const SET_RM = 2;
const SET_OPCODE = 3;
const SET_ACCUMULATOR = 4;
/** `xchg` and `xadd`: ModRM.reg is set whatever the other operand is. */
const SET_EXCHANGE = 5;

/** Instructions on bytes name `ah` to `bh` by 4 to 7 when there is no REX prefix. */
const SET_BYTE = 8;

const ONE_BYTE_DESTINATION = oneByteDestinations();
const TWO_BYTE_DESTINATION = twoByteDestinations();

function registerIn(where: number, low: number, out: Int32Array): number {
  const register = fieldOf(where & 7, low, out);
  const high = (where & SET_BYTE) !== 0 && register >= 4 && (out[OUT.REX] ?? 0) === 0;
  return high ? register & 3 : register;
}

function fieldOf(where: number, low: number, out: Int32Array): number {
  if (where === SET_REG) return registerField(out);
  if (where === SET_EXCHANGE) return (out[OUT.MODRM] ?? 0) < 0xc0 ? registerField(out) : registerOperand(out);
  if (where === SET_RM) return registerOperand(out);
  if (where === SET_OPCODE) return (low & 7) | (((out[OUT.REX] ?? 0) & 1) << 3);
  return where === SET_ACCUMULATOR ? 0 : NO_REGISTER;
}

/** Groups of the one-byte map in which not every member sets its operand. */
function groupDestination(low: number, group: number): number | undefined {
  if (low === 0x80) return group === 7 ? SET_NONE : SET_RM | SET_BYTE;
  if (low === 0x81 || low === 0x83) return group === 7 ? SET_NONE : SET_RM;
  if (low === 0xf6) return group === 2 || group === 3 ? SET_RM | SET_BYTE : group < 2 ? SET_NONE : SET_ACCUMULATOR;
  if (low === 0xf7) return group === 2 || group === 3 ? SET_RM : group < 2 ? SET_NONE : SET_ACCUMULATOR;
  if (low === 0xff) return group < 2 ? SET_RM : SET_NONE;
  if ((low === 0xc6 || low === 0xc7) && group !== 0) return SET_NONE;
  return undefined;
}

function oneByteDestinations(): Uint8Array {
  const table = new Uint8Array(256);
  for (let row = 0; row < 0x38; row += 8) {
    table.set([SET_RM | SET_BYTE, SET_RM, SET_REG | SET_BYTE, SET_REG, SET_ACCUMULATOR, SET_ACCUMULATOR], row);
  }
  table.fill(SET_OPCODE, 0x58, 0x60).fill(SET_OPCODE, 0x91, 0x98);
  table.fill(SET_OPCODE | SET_BYTE, 0xb0, 0xb8).fill(SET_OPCODE, 0xb8, 0xc0);
  for (const low of [0x63, 0x69, 0x6b, 0x8b, 0x8d]) table[low] = SET_REG;
  for (const low of [0x88, 0xc0, 0xc6, 0xd0, 0xd2, 0xfe]) table[low] = SET_RM | SET_BYTE;
  for (const low of [0x89, 0x8c, 0x8f, 0xc1, 0xc7, 0xd1, 0xd3]) table[low] = SET_RM;
  for (const low of [0x98, 0xa0, 0xa1, 0xac, 0xad, 0xe4, 0xe5, 0xec, 0xed]) table[low] = SET_ACCUMULATOR;
  table[0x8a] = SET_REG | SET_BYTE;
  table[0x86] = SET_EXCHANGE | SET_BYTE;
  table[0x87] = SET_EXCHANGE;
  return table;
}

function twoByteDestinations(): Uint8Array {
  const table = new Uint8Array(256);
  table
    .fill(SET_REG, 0x40, 0x50)
    .fill(SET_RM | SET_BYTE, 0x90, 0xa0)
    .fill(SET_OPCODE, 0xc8, 0xd0);
  for (const low of [0x02, 0x03, 0x2c, 0x2d, 0x50, 0xaf, 0xb6, 0xb7, 0xb8, 0xbc, 0xbd, 0xbe, 0xbf])
    table[low] = SET_REG;
  for (const low of [0xc5, 0xd7]) table[low] = SET_REG;
  for (const low of [0x20, 0x21, 0xa4, 0xa5, 0xab, 0xac, 0xad, 0xb1, 0xb3, 0xba, 0xbb]) table[low] = SET_RM;
  table[0xb0] = SET_RM | SET_BYTE;
  table[0xc0] = SET_EXCHANGE | SET_BYTE;
  table[0xc1] = SET_EXCHANGE;
  table[0x7e] = SET_RM;
  return table;
}

/** `bt`, and the forms of the conversions and moves that set MMX or XMM registers. */
function setsNoRegister(low: number, group: number, out: Int32Array): boolean {
  if (low === 0xba) return group === 4;
  if (low === 0x7e) return repeated(out);
  return (low === 0x2c || low === 0x2d) && ((out[OUT.PREFIXES] ?? 0) & (PREFIX.REP | PREFIX.REPNE)) === 0;
}

/** `movbe` loads, `crc32`, `adcx` and `adox` set ModRM.reg; the stores with the same opcodes set memory. */
function accessIsLoad(out: Int32Array): boolean {
  return threeByte38Access((out[OUT.OPCODE] ?? 0) & 0xff, out) === READ;
}

/** BMI instructions and moves from vector to general purpose registers. */
function vectorDestination(opcode: number, out: Int32Array): number {
  const low = opcode & 0xff;
  switch (opcode >> 8) {
    case MAP.VECTOR + 1:
      if (low === 0x7e) return repeated(out) ? NO_REGISTER : registerOperand(out);
      return [0x2c, 0x2d, 0x50, 0x93, 0xc5, 0xd7].includes(low) ? registerField(out) : NO_REGISTER;
    case MAP.VECTOR + 2:
      return low === 0xf2 || (low >= 0xf5 && low <= 0xf7) ? registerField(out) : NO_REGISTER;
    case MAP.VECTOR + 3:
      if (low === 0xf0) return registerField(out);
      return low >= 0x14 && low <= 0x17 ? registerOperand(out) : NO_REGISTER;
    default:
      return NO_REGISTER;
  }
}

function accessTable(rows: readonly (readonly [opcodes: readonly number[], access: number])[]): Uint8Array {
  const table = new Uint8Array(256).fill(READ);
  for (const [opcodes, access] of rows) for (const opcode of opcodes) table[opcode] = access;
  return table;
}
