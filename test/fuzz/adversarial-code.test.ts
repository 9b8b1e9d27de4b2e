/** Files that are denser than anything that compilers write: the built command bounds its memory and its time. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { buildElf, cStrings, words } from "../../src/formats/elf/file-builder.ts";
import { REA, temporaryFolder } from "../e2e/cli-runner.ts";
import { timeAllowed } from "./probe.ts";

const MB = 2 ** 20;

/** Prints at its end what a process has used. */
const METER = `
const { isMainThread } = require("node:worker_threads");
if (isMainThread) process.on("exit", () => require("node:fs").writeSync(2, JSON.stringify(process.resourceUsage())));
`;

interface Use {
  /** Kilobytes. */
  readonly maxRSS: number;
  /** Microseconds. */
  readonly userCPUTime: number;
  readonly systemCPUTime: number;
}

function isUse(value: unknown): value is Use {
  return typeof value === "object" && value !== null && "maxRSS" in value && "userCPUTime" in value;
}

interface Taken {
  /** Bytes. */
  readonly peak: number;
  /** Milliseconds. */
  readonly time: number;
  readonly result: unknown;
}

/** Runs a command on a file; what that took, and the result. */
function run(command: string, bytes: Buffer, ...rest: readonly string[]): Taken {
  const folder = temporaryFolder();
  const [file, meter] = [path.join(folder, "sample"), path.join(folder, "meter.cjs")];
  writeFileSync(file, bytes);
  writeFileSync(meter, METER);
  const { stdout, stderr } = spawnSync(process.execPath, ["--require", meter, REA, command, file, ...rest, "--json"], {
    env: { ...process.env, REA_STORE: path.join(folder, "store") },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const use: unknown = JSON.parse(stderr.slice(stderr.lastIndexOf("{")));
  if (!isUse(use)) throw new Error(`the command did not say what it used: ${stderr}`);
  const answer: { readonly result: unknown } = JSON.parse(stdout);
  return {
    peak: use.maxRSS * 1024,
    time: (use.userCPUTime + use.systemCPUTime) / 1000,
    result: answer.result,
  };
}

/** Offset of the first segment. */
const CODE = 0x1000;

const MACHINE = { x86_64: 62, arm64: 183 } as const;

/** An executable of one segment of code, which begins at its entry and repeats `pattern`. */
function executable(pattern: readonly number[], size: number, machine: number = MACHINE.x86_64): Buffer {
  const segment = { type: 1, flags: 5, address: ENTRY, data: Buffer.alloc(size, Uint8Array.from(pattern)) };
  return Buffer.from(buildElf({ type: 2, machine, entry: ENTRY, segments: [segment] }));
}

const ENTRY = 0x40_1000;

/** An executable of returns, of each of which an entry of `.eh_frame` says that it is a function. */
function framedReturns(count: number): Buffer {
  const frames = Buffer.alloc(COMMON.length + FRAME_SIZE * count);
  frames.set(COMMON);
  for (let index = 0, at = COMMON.length; index < count; index++, at += FRAME_SIZE) {
    frames.writeUInt32LE(FRAME_SIZE - 4, at);
    frames.writeUInt32LE(at + 4, at + 4);
    frames.writeUInt32LE(ENTRY + index, at + 8);
    frames.writeUInt32LE(1, at + 12);
  }
  const code = { name: ".text", type: 1, flags: 6, address: ENTRY, data: Buffer.alloc(count, 0xc3) };
  const tables = { name: ".eh_frame", type: 1, flags: 2, address: 0x1000_0000, data: frames };
  return Buffer.from(buildElf({ type: 2, entry: ENTRY, sections: [code, tables] }));
}

/** Common information of frames whose addresses are absolute and take four bytes (DWARF 5, section 6.4.1). */
const COMMON = Uint8Array.from([16, 0, 0, 0, 0, 0, 0, 0, 1, 0x7a, 0x52, 0, 1, 0x78, 16, 1, 3, 0, 0, 0]);
const FRAME_SIZE = 20;

/** An executable of one page of returns and `count` sections in it, whose names are the ends of one of `length` bytes. */
function crowdOfSections(count: number, length: number): Buffer {
  const code = executable([0xc3], 0x1000);
  const names = Buffer.concat([Buffer.from([0]), Buffer.alloc(length, "s"), Buffer.alloc(7)]);
  const headers = Buffer.alloc(SECTION_HEADER * (count + 2));
  const table = code.length + names.length;
  // More sections than the file header can number: the null section does it (System V gABI, chapter 4).
  code.writeBigUInt64LE(BigInt(table), 0x28);
  code.writeUInt16LE(SECTION_HEADER, 0x3a);
  code.writeUInt16LE(0xffff, 0x3e);
  headers.writeBigUInt64LE(BigInt(count + 2), 0x20);
  headers.writeUInt32LE(1, 0x28);
  writeSection(headers, 1, { name: 0, type: 3, flags: 0, address: 0, offset: code.length, size: length + 2 });
  for (let index = 0; index < count; index++) {
    const name = length === 0 ? 0 : 1 + (index % 1000);
    const place = { address: ENTRY + index, offset: CODE, size: 0x100 };
    writeSection(headers, index + 2, { name, type: 1, flags: 2, ...place });
  }
  return Buffer.concat([code, names, headers]);
}

const SECTION_HEADER = 0x40;

interface SectionFields {
  readonly name: number;
  readonly type: number;
  readonly flags: number;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
}

function writeSection(headers: Buffer, index: number, section: SectionFields): void {
  const at = index * SECTION_HEADER;
  headers.writeUInt32LE(section.name, at);
  headers.writeUInt32LE(section.type, at + 0x04);
  headers.writeBigUInt64LE(BigInt(section.flags), at + 0x08);
  headers.writeBigUInt64LE(BigInt(section.address), at + 0x10);
  headers.writeBigUInt64LE(BigInt(section.offset), at + 0x18);
  headers.writeBigUInt64LE(BigInt(section.size), at + 0x20);
}

/** A library of `count` imports of one version, whose name and that of its library have `length` bytes each. */
function crowdOfImports(count: number, length: number): Buffer {
  const [library, version] = ["L".repeat(length), "V".repeat(length)];
  const names = Array.from({ length: count }, (_, index) => `s${String(index).padStart(6, "0")}`);
  const first = 2 * length + 3;
  const symbols = Buffer.alloc(SYMBOL * (count + 1));
  for (let index = 0; index < count; index++) {
    symbols.writeUInt32LE(first + 8 * index, SYMBOL * (index + 1));
    symbols.writeUInt8(0x12, SYMBOL * (index + 1) + 4);
  }
  // One Verneed with one Vernaux behind it, of index 2.
  const needed = Buffer.concat([words(2, 1, 1), words(4, 1, 16, 0, 0), words(2, 0, 2), words(4, length + 2, 0)]);
  const strings = { type: 3, flags: 2, data: cStrings("", library, version, ...names) };
  const versions = { type: 0x6fff_ffff, flags: 2, data: words(2, 0, ...names.map(() => 2)), link: 1, entrySize: 2 };
  return Buffer.from(
    buildElf({
      sections: [
        { name: ".dynsym", type: 11, flags: 2, data: symbols, link: 2, info: 1, entrySize: SYMBOL },
        { name: ".dynstr", ...strings },
        { name: ".gnu.version", ...versions },
        { name: ".gnu.version_r", type: 0x6fff_fffe, flags: 2, data: needed, link: 2, info: 1 },
      ],
    }),
  );
}

const SYMBOL = 24;

const SIZE = 10 * MB;

function expectWithin({ peak, time }: Taken, size: number): void {
  expect(peak).toBeLessThan(200 * MB + 20 * size);
  expect(time).toBeLessThan(timeAllowed(size));
}

test.each([
  ["branches to the next instruction", [0x74, 0x00]],
  ["branches over an instruction of their own size", [0x74, 0x02, 0x66, 0x90]],
  ["calls over two returns", [0xe8, 0x01, 0, 0, 0, 0xc3, 0xc3]],
  ["jumps to what a register holds", [0xff, 0xe0]],
  ["branches, each before a jump to what a register holds", [0x74, 0x00, 0xff, 0xe0]],
])("ten megabytes of %s take 200 MB and twenty times their size at most", (_, pattern) => {
  const taken = run("analyze", executable(pattern, SIZE));

  expectWithin(taken, SIZE);
});

test.each([
  ["x86-64 calls over a return, each of the next call", [0xe8, 0x01, 0, 0, 0, 0xc3], MACHINE.x86_64],
  ["AArch64 calls of the next call but two", [0x03, 0, 0, 0x94], MACHINE.arm64],
])("ten megabytes of %s, are no more functions than one in sixteen bytes", (_, pattern, machine) => {
  const taken = run("analyze", executable(pattern, SIZE, machine));

  expectWithin(taken, SIZE);
  expect(taken.result).toMatchObject({
    counts: { functions: 0x1_0000 + SIZE / 16 },
    issues: expect.arrayContaining([expect.objectContaining({ code: "code_functions_omitted" })]),
  });
});

test.each([
  ["160,000 sections", 160_000, 0],
  ["100,000 sections with names of four megabytes", 100_000, 4 * MB],
])("%s take 200 MB and twenty times the size of their file at most", (_, count, length) => {
  const file = crowdOfSections(count, length);

  const taken = run("analyze", file);

  expectWithin(taken, file.length);
  expect(taken.result).toMatchObject({
    sections: { length: 0x1_0000 },
    issues: expect.arrayContaining([expect.objectContaining({ code: "overview_sections_omitted" })]),
  });
});

test("imports of one long version of one long library take 200 MB and twenty times the size of their file at most", () => {
  const file = crowdOfImports(2000, 60_000);

  const taken = run("analyze", file);

  expectWithin(taken, file.length);
  expect(taken.result).toMatchObject({ counts: { imports: 2000 } });
});

test("half a million frames of functions of one byte are read, and listed as far as functions may be dense", () => {
  const file = framedReturns(500_000);

  const taken = run("analyze", file);

  expectWithin(taken, file.length);
  expect(taken.result).toMatchObject({ counts: { functions: 0x1_0000 + 500_000 / 16 } });
});

test("a page of a block of ten megabytes is written without the rest of it", () => {
  // nop dword ptr [rax]; the page lies around a place where the text of a block is begun anew.
  const file = executable([0x0f, 0x1f, 0x00], SIZE);
  const first = Math.ceil(0x2_0000 / 3) - 2;

  const taken = run("disasm", file, "0x401000", "--offset", `${first}`, "--limit", "4");

  expectWithin(taken, SIZE);
  expect(taken.result).toMatchObject({
    items: [0, 1, 2, 3].map((place) => ({
      address: `0x${(ENTRY + 3 * (first + place)).toString(16)}`,
      bytes: "0f1f00",
      mnemonic: "nop",
    })),
  });
});
