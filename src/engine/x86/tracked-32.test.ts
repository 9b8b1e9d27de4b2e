import { describe, expect, test } from "vitest";
import { FLAG, lengthOf, OUT_SIZE } from "../instruction.ts";
import { OUT } from "./decoder.ts";
import { begin, decodeTracked, thunkRegister, TRACKED } from "./tracked-32.ts";

/** The thunk `mov ebx, [esp]; ret`, at 0; code stands from 0x10 on. */
const THUNK = "8b1c24c3";

/** Decodes code in a row and returns what its last memory operand addresses, `undefined` when that is not known. */
function lastAddress(hex: string): { address: number; indexed: boolean } | undefined {
  const code = new Uint8Array(0x100);
  const body = Buffer.from(hex.replaceAll(" ", ""), "hex");
  code.set(Buffer.from(THUNK, "hex"));
  code.set(body, 0x10);
  const out = new Int32Array(OUT_SIZE);
  begin(out);
  let found: { address: number; indexed: boolean } | undefined;
  for (let at = 0x10; at < 0x10 + body.length;) {
    const packed = decodeTracked(code, at, out);
    const isKnown = (packed & FLAG.RIP) !== 0;
    if ((packed & FLAG.MEMORY) !== 0) {
      found = isKnown ? { address: out[OUT.RIP] ?? 0, indexed: out[TRACKED.INDEXED] === 1 } : undefined;
    }
    at += lengthOf(packed) || 1;
  }
  return found;
}

/** `call thunk; add ebx, 0x1000`: ebx is 0x1015. */
const PROLOGUE = "e8ebffffff 81c300100000";
/** `call next; pop ebx; add ebx, 0x1000`: ebx is 0x1015 too. */
const OWN_PLACE = "e800000000 5b 81c300100000";

describe("code that asks where it is", () => {
  test.each([
    ["through a thunk", PROLOGUE],
    ["by its own return address", OWN_PLACE],
  ])("%s addresses memory from there", (_, prologue) => {
    expect(lastAddress(`${prologue} 8b830c000000`)).toEqual({ address: 0x1021, indexed: false });
    expect(lastAddress(`${prologue} 8b848b0c000000`)).toEqual({ address: 0x1021, indexed: true });
    // mov eax, [ecx + ebx * 1 + 0xc]
    expect(lastAddress(`${prologue} 8b84190c000000`)).toEqual({ address: 0x1021, indexed: true });
  });

  test("keeps its place over calls in registers that calls preserve", () => {
    expect(lastAddress(`${PROLOGUE} ffd0 8b830c000000`)?.address).toBe(0x1021);
    // mov eax, ebx; call ecx; mov eax, [eax + 0xc]
    expect(lastAddress(`${PROLOGUE} 89d8 ffd1 8b800c000000`)).toBeUndefined();
  });

  test("carries it along through moves, lea and the frame", () => {
    expect(lastAddress(`${PROLOGUE} 89de 8b860c000000`)?.address).toBe(0x1021);
    expect(lastAddress(`${PROLOGUE} 8d8b10000000 8b4104`)?.address).toBe(0x1029);
    // mov [ebp - 8], ebx; xor ebx, ebx; mov eax, [ebp - 8]; mov ecx, [eax + 0xc]
    expect(lastAddress(`${PROLOGUE} 895df8 31db 8b45f8 8b880c000000`)?.address).toBe(0x1021);
  });

  test.each([
    ["pop", "5b"],
    ["xor", "31db"],
    ["mov", "8bd9"],
    ["inc", "43"],
    ["setz bl", "0f94c3"],
    ["xchg", "87d9"],
    ["popad", "61"],
  ])("loses it when %s sets the register", (_, hex) => {
    expect(lastAddress(`${PROLOGUE} ${hex} 8b830c000000`)).toBeUndefined();
  });

  test("segments and 16-bit addresses have nothing to do with it", () => {
    expect(lastAddress(`${PROLOGUE} 658b830c000000`)).toBeUndefined();
    expect(lastAddress(`${PROLOGUE} 678b470c`)).toBeUndefined();
  });
});

test("a thunk is two instructions long and never cut", () => {
  const code = Uint8Array.from(Buffer.from("8b1c24c38b0424c38b0c24", "hex"));

  expect(thunkRegister(code, 0)).toBe(3);
  expect(thunkRegister(code, 4)).toBe(0);
  expect(thunkRegister(code, 8)).toBe(-1);
  expect(thunkRegister(code, -4)).toBe(-1);
  expect(thunkRegister(code, 1)).toBe(-1);
});
