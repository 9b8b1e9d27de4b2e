/** Whole analyses of programs that are built here byte by byte: headers and code at rva 0. */
import { expect, test } from "vitest";
import { loadImage } from "../formats/load.ts";
import { Memory } from "../formats/memory.ts";
import { analyzeImage } from "./analyze.ts";
import type { AnalyzeOptions } from "./analyze.ts";
import { shownFunctionName } from "./names.ts";
import { EDGE_KINDS, FUNCTION_FLAGS, REFERENCE_KINDS } from "./program.ts";
import type { Program } from "./program.ts";

/** Milliseconds for the tests of cost, on a machine that has other work. */
const PATIENCE = 60_000;

const CODE = 0x401000;
const HEADERS = 0x1000;

test("a call, a tail call and a function that never returns are told apart", () => {
  const program = analyzed([
    ...[0xe8, 0x1b, 0x00, 0x00, 0x00], // 00: call 20
    ...[0xe9, 0x26, 0x00, 0x00, 0x00], // 05: jmp 30
    ...filling(0x16),
    ...[0x31, 0xc0, 0xc3], // 20: xor eax, eax; ret
    ...filling(0x0d),
    ...[0x55, 0xe8, 0x0a, 0x00, 0x00, 0x00], // 30: push rbp; call 40
    ...filling(0x0a),
    ...[0x0f, 0x0b], // 40: ud2
  ]);

  expect(functionStarts(program)).toEqual([0x00, 0x20, 0x30, 0x40]);
  expect(references(program)).toEqual(["0 call 20", "5 tail_call 30", "31 call 40"]);
  const never = Array.from(program.functions.flags, (flags) => (flags & FUNCTION_FLAGS.noReturn) !== 0);
  expect(never).toEqual([true, false, true, true]);
  expect(shownFunctionName(program.functions, 0, 0x401000n, () => undefined)).toBe("entry");
  expect(shownFunctionName(program.functions, 1, 0x401000n, () => undefined)).toBe("sub_401020");
});

test("blocks end at branches and at the targets of branches", () => {
  const program = analyzed([
    ...[0x85, 0xff], // 0: test edi, edi
    ...[0x74, 0x03], // 2: je 7
    ...[0xff, 0xc7, 0x90], // 4: inc edi; nop
    ...[0xc3], // 7: ret
  ]);

  const { rva, size, firstEdge } = program.blocks;
  expect(Array.from(rva, (start, index) => [start, size[index]])).toEqual([
    [0, 4],
    [4, 3],
    [7, 1],
  ]);
  const edges = Array.from(program.edges.to, (to, index) => `${EDGE_KINDS[program.edges.kind[index] ?? 0]} ${to}`);
  expect(edges).toEqual(["branch 2", "fall_through 1", "fall_through 2"]);
  expect([...firstEdge]).toEqual([0, 2, 3, 3]);
});

test("a switch leads to the targets of its table and to no more than its comparison allows", () => {
  const program = analyzed([
    ...[0x83, 0xff, 0x01], // 00: cmp edi, 1
    ...[0x77, 0x17], // 03: ja 1c
    ...[0xff, 0x24, 0xfd, 0x20, 0x10, 0x40, 0x00], // 05: jmp [rdi * 8 + 401020]
    ...filling(0x04),
    ...[0xb8, 0x01, 0x00, 0x00, 0x00, 0xc3], // 10: mov eax, 1; ret
    ...[0xb8, 0x02, 0x00, 0x00, 0x00, 0xc3], // 16: mov eax, 2; ret
    ...[0x31, 0xc0, 0xc3, 0xcc], // 1c: xor eax, eax; ret
    ...[0x10, 0x10, 0x40, 0, 0, 0, 0, 0], // 20: the table
    ...[0x16, 0x10, 0x40, 0, 0, 0, 0, 0],
    ...[0x05, 0x10, 0x40, 0, 0, 0, 0, 0], // 30: no entry of it
  ]);

  expect(references(program)).toEqual(["3 branch 1c", "5 switch 10", "5 switch 16", "5 jump_table 20"]);
  expect(program.counts).toMatchObject({ jumpTables: 1 });
  expect([...program.unresolved.rva]).toEqual([]);
});

test("calls and jumps through slots that nothing can change are calls and tail calls of what the slots hold", () => {
  const program = analyzed([
    ...[0xff, 0x15, 0x2a, 0x00, 0x00, 0x00], // 00: call [30]
    ...[0xff, 0x25, 0x2c, 0x00, 0x00, 0x00], // 06: jmp [38]
    ...filling(0x04),
    ...[0x31, 0xc0, 0xc3], // 10: xor eax, eax; ret
    ...filling(0x0d),
    ...[0x0f, 0x0b], // 20: ud2
    ...filling(0x0e),
    ...[0x10, 0x10, 0x40, 0, 0, 0, 0, 0], // 30: address of 10
    ...[0x20, 0x10, 0x40, 0, 0, 0, 0, 0], // 38: address of 20
  ]);

  expect(references(program)).toEqual(["0 call 10", "0 read 30", "6 tail_call 20", "6 read 38"]);
  expect(functionStarts(program)).toEqual([0x00, 0x10, 0x20]);
  expect([...program.unresolved.rva]).toEqual([]);
});

test("the same bytes give the same tables, byte for byte", () => {
  const code = noise(0x4000);

  expect(analyzed(code)).toEqual(analyzed(code));
});

test("what the progress callback throws ends the analysis", () => {
  const stop = (): never => {
    throw new Error("stopped");
  };

  expect(() => analyzed([0xc3], { progress: stop })).toThrow("stopped");
});

test.each([
  ["jumps to far away", [0xe9]],
  ["jumps into each other", [0xeb]],
  ["returns", [0xc3]],
  ["calls of the next instruction", [0xe8, 0x00, 0x00, 0x00, 0x00]],
  ["branches to themselves", [0x74, 0xfe]],
  ["jumps to what a register holds", [0xff, 0xe0]],
  ["switches whose table is themselves", [0x48, 0x8b, 0x04, 0xc5, 0x00, 0x10, 0x40, 0x00, 0xff, 0xe0]],
  ["switches with a base to look for", [0x48, 0x8b, 0x04, 0xcb, 0xff, 0xe0]],
  ["pushes and returns", [0x55, 0xc3]],
])(
  "the cost of %s grows with their number, not with its square",
  (_, pattern) => {
    const { few, many } = costs((size) =>
      Uint8Array.from({ length: size }, (_, at) => pattern[at % pattern.length] ?? 0),
    );

    expect(many).toBeLessThan(few * TOLERANCE + SETTLING);
  },
  PATIENCE,
);

test(
  "the cost of noise grows with its size, not with its square",
  () => {
    const { few, many } = costs(noise);

    expect(many).toBeLessThan(few * TOLERANCE + SETTLING);
  },
  PATIENCE,
);

/** Four times the bytes cost four times as much, sixteen times if the cost were quadratic. */
const TOLERANCE = 8;
/** Milliseconds that other work on the machine may add. */
const SETTLING = 1000;

function costs(codeOf: (size: number) => Uint8Array): { few: number; many: number } {
  return { few: processorTime(codeOf(0x1_0000)), many: processorTime(codeOf(0x4_0000)) };
}

function processorTime(code: ArrayLike<number>): number {
  const before = process.cpuUsage();
  analyzed(code);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Bytes of a linear congruential generator: the same each time. */
function noise(length: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) & 0xff;
  });
}

function filling(length: number): number[] {
  return Array.from({ length }, () => 0xcc);
}

function functionStarts(program: Program): number[] {
  return [...program.functions.rva];
}

function references({ references: { from, to, kind } }: Program): string[] {
  const place = (rva: number | undefined): string => (rva ?? 0).toString(16);
  return Array.from(from, (rva, row) => `${place(rva)} ${REFERENCE_KINDS[kind[row] ?? 0]} ${place(to[row])}`).filter(
    (line) => !line.includes("pointer"),
  );
}

function analyzed(code: ArrayLike<number>, options: AnalyzeOptions = {}): Program {
  const file = executable(code);
  const loaded = loadImage(file);
  if (loaded.kind !== "image") throw new Error("not loaded");
  return analyzeImage(loaded.image, new Memory(loaded.image, file), options);
}

/** ELF64 file of type EXEC without section headers: one loaded segment that is readable and executable. */
function executable(code: ArrayLike<number>): Uint8Array {
  const file = Buffer.alloc(HEADERS + code.length);
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  file.writeUInt16LE(2, 0x10);
  file.writeUInt16LE(62, 0x12);
  file.writeUInt32LE(1, 0x14);
  file.writeBigUInt64LE(BigInt(CODE), 0x18);
  file.writeBigUInt64LE(64n, 0x20);
  for (const [offset, value] of [
    [0x34, 64],
    [0x36, 56],
    [0x38, 1],
    [0x3a, 64],
  ] as const)
    file.writeUInt16LE(value, offset);
  file.writeUInt32LE(1, 0x40);
  file.writeUInt32LE(5, 0x44);
  for (const [offset, value] of [
    [0x48, HEADERS],
    [0x50, CODE],
    [0x58, CODE],
    [0x60, code.length],
    [0x68, code.length],
    [0x70, HEADERS],
  ] as const) {
    file.writeBigUInt64LE(BigInt(value), offset);
  }
  file.set(code, HEADERS);
  return file;
}
