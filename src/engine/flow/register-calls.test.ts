/** Code that loads what import slots hold into registers, written byte by byte for System V and for Windows. */
import { expect, test } from "vitest";
import { buildElf } from "../../formats/elf/file-builder.ts";
import { loadImage } from "../../formats/load.ts";
import { Memory } from "../../formats/memory.ts";
import { analyzeImage } from "../analyze.ts";
import { REFERENCE_KINDS } from "../program.ts";

/** Offsets in the code of the slots of two imports. */
const [FIRST, SECOND] = [0x80, 0x88];

const BASE = 0x40_1000;

/** Calls and jumps that go through slots, and those that nothing is known of: offsets. */
function calls(code: readonly number[], format: "elf" | "pe" = "elf"): { named: string[]; unresolved: string[] } {
  const data = Uint8Array.from({ length: 0x100 }, (_, at) => code[at] ?? 0xcc);
  const file = buildElf({ type: 2, entry: BASE, segments: [{ type: 1, flags: 5, address: BASE, data }] });
  const loaded = loadImage(file);
  if (loaded.kind !== "image") throw new Error("not loaded");
  const imported = { kind: "function", weak: false } as const;
  const image = {
    ...loaded.image,
    format,
    imports: [
      { name: "first", ...imported },
      { name: "second", ...imported },
    ],
    importSlots: { slot: Float64Array.of(FIRST, SECOND), import: Uint32Array.of(0, 1) },
  };
  const { references, unresolved } = analyzeImage(image, new Memory(image, file));
  const rows = Array.from(references.kind, (kind, row) => {
    const [from = 0, to = 0] = [references.from[row], references.to[row]];
    return `${from.toString(16)} ${REFERENCE_KINDS[kind] ?? ""} ${to.toString(16)}`;
  });
  return {
    named: rows.filter((row) => row.includes("import_")),
    unresolved: Array.from(unresolved.rva, (rva) => rva.toString(16)),
  };
}

/** `mov register, [rip + ...]` of a slot, as the instruction at `at`; `rex` and `modrm` give the register. */
function load(at: number, slot: number, rex: number, modrm: number): number[] {
  return [rex, 0x8b, modrm, slot - at - 7, 0, 0, 0];
}

const INTO_RBX = [0x48, 0x1d] as const;
const INTO_RAX = [0x48, 0x05] as const;
const INTO_RSI = [0x48, 0x35] as const;

test("a register that calls preserve names all calls behind the load, over branches and loops", () => {
  const code = [
    ...load(0x00, FIRST, ...INTO_RBX),
    ...[0x85, 0xff, 0x74, 0x02], // 07: test edi, edi; je 0d
    ...[0xff, 0xd3], // 0b: call rbx
    ...[0xff, 0xd3], // 0d: call rbx
    ...[0xff, 0xcd, 0x75, 0xfa], // 0f: dec ebp; jne 0d
    ...[0xff, 0xe3], // 13: jmp rbx
  ];

  expect(calls(code)).toEqual({
    named: ["b import_call 80", "d import_call 80", "13 import_jump 80"],
    unresolved: [],
  });
});

test("a copy names the call, and a call takes the registers that it may change", () => {
  const code = [
    ...load(0x00, SECOND, ...INTO_RBX),
    ...[0x48, 0x89, 0xd8, 0xff, 0xd0], // 07: mov rax, rbx; call rax
    ...[0xff, 0xd0, 0xc3], // 0c: call rax; ret
  ];

  expect(calls(code)).toEqual({ named: ["a import_call 88"], unresolved: ["c"] });
});

test("ways that do not agree name nothing", () => {
  const code = [
    ...load(0x00, FIRST, ...INTO_RBX),
    ...[0x85, 0xff, 0x74, 0x07], // 07: test edi, edi; je 12
    ...load(0x0b, SECOND, ...INTO_RBX),
    ...[0xff, 0xd3, 0xc3], // 12: call rbx; ret
  ];

  expect(calls(code)).toEqual({ named: [], unresolved: ["12"] });
});

test("what the caller left in a register names nothing, on one way of two either", () => {
  const code = [
    ...[0x85, 0xff, 0x74, 0x07], // 00: test edi, edi; je 0b
    ...load(0x04, FIRST, ...INTO_RBX),
    ...[0xff, 0xd3, 0xc3], // 0b: call rbx; ret
  ];

  expect(calls(code)).toEqual({ named: [], unresolved: ["b"] });
});

test("a part of a register that is written over names nothing", () => {
  const code = [
    ...load(0x00, FIRST, ...INTO_RAX),
    ...[0xb0, 0x01, 0xff, 0xd0, 0xc3], // 07: mov al, 1; call rax; ret
  ];

  expect(calls(code)).toEqual({ named: [], unresolved: ["9"] });
});

test("calls preserve rsi on Windows alone", () => {
  const code = [
    ...load(0x00, FIRST, ...INTO_RSI),
    ...[0xff, 0xd6, 0xff, 0xd6, 0xc3], // 07: call rsi; call rsi; ret
  ];

  expect(calls(code)).toEqual({ named: ["7 import_call 80"], unresolved: ["9"] });
  expect(calls(code, "pe")).toEqual({ named: ["7 import_call 80", "9 import_call 80"], unresolved: [] });
});
