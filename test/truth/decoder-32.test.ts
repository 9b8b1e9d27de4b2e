/**
 * The decoder in 32-bit mode against iced-x86 and objdump, on the code of large programs: libraries of gcc-multilib and
 * of mingw, and a Go program. As in 64-bit mode, only what the other decoder calls an instruction counts.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../../src/engine/instruction.ts";
import { decode32 } from "../../src/engine/x86/decoder-32.ts";
import { OUT } from "../../src/engine/x86/decoder.ts";
import { loadIced } from "../../src/providers/embedded/iced.ts";
import { build } from "./toolchain.ts";

const iced = loadIced();

/** More than this of one section is left to other programs, to bound the time. */
const SECTION_LIMIT = 8 << 20;

/** Bytes from the start of the largest section that objdump lists. */
const OBJDUMP_SLICE = 1 << 18;

const PROGRAMS = [
  "/usr/lib32/libc.so.6",
  "/usr/lib32/libstdc++.so.6",
  "/usr/lib32/libasan.so.8",
  "/usr/lib/gcc/i686-w64-mingw32/12-win32/libgfortran-5.dll",
  "/usr/lib/gcc/i686-w64-mingw32/12-win32/libgcc_s_dw2-1.dll",
  goProgram(),
].filter((file) => file !== undefined && existsSync(file));

test("six large programs are there to compare on", ({ skip }) => {
  const found = `found only ${PROGRAMS.join(", ")}`;
  skip(PROGRAMS.length < 6 && process.env["CI"] === undefined, found);

  expect(PROGRAMS.length).toBeGreaterThanOrEqual(6);
});

describe.each(PROGRAMS)("%s", (file) => {
  const sections = codeSections(String(file));

  test("every instruction has the length, the target and the operand that iced-x86 gives it", () => {
    const counts = { instructions: 0, onlyHere: 0 };
    const differences = sections.flatMap((section) => differencesFromIced(section, counts));

    console.log(`${file}: ${counts.instructions} instructions, ${counts.onlyHere} that iced-x86 calls invalid`);
    expect(differences.slice(0, 20)).toEqual([]);
    expect(counts.onlyHere).toBeLessThanOrEqual(counts.instructions / 500);
  });

  test("the instructions of a slice start where objdump has them", () => {
    const largest = [...sections].sort((left, right) => right.code.length - left.code.length)[0];
    if (largest === undefined) throw new Error(`${file} has no code`);

    const { compared, differences } = differencesFromListing(largest, listingOf(String(file), largest));

    expect(differences.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(20_000);
  });
});

interface CodeSection {
  readonly address: number;
  /** With 16 zero bytes after the section. */
  readonly code: Uint8Array;
  readonly size: number;
}

/** Sections that objdump flags as code, of ELF and PE files. */
function codeSections(file: string): readonly CodeSection[] {
  const bytes = readFileSync(file);
  const listing = execFileSync("objdump", ["-h", "-w", file], { encoding: "utf8" });
  const row = /^\s*\d+\s+\S+\s+([0-9a-f]+)\s+([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s.*CODE/gmu;
  return [...listing.matchAll(row)].map((match) => {
    const [whole = 0, address = 0, offset = 0] = match.slice(1).map((text) => Number.parseInt(text, 16));
    const size = Math.min(whole, SECTION_LIMIT);
    const code = new Uint8Array(size + 16);
    code.set(bytes.subarray(offset, offset + size));
    return { address, code, size };
  });
}

/** Walks a section with both decoders in step; where only one sees an instruction, both go on behind it. */
function differencesFromIced(section: CodeSection, counts: { instructions: number; onlyHere: number }): string[] {
  const { code, size } = section;
  const differences: string[] = [];
  const out = new Int32Array(OUT_SIZE);
  const decoder = new iced.Decoder(32, code, iced.DecoderOptions.None);
  const instruction = new iced.Instruction();
  for (let position = 0; position < size;) {
    const packed = decode32(code, position, out);
    const length = lengthOf(packed);
    decoder.decodeOut(instruction);
    const valid = instruction.code !== iced.Code.INVALID;
    if (valid && length === instruction.length) {
      counts.instructions++;
      const difference = targetDifference(packed, out, instruction) ?? operandDifference(packed, out, instruction);
      if (difference !== undefined) differences.push(`${place(section, position)}: ${difference}`);
      position += length;
      continue;
    }
    if (valid) differences.push(`${place(section, position)}: length ${length} instead of ${instruction.length}`);
    else if (length > 0) counts.onlyHere++;
    position += length || 1;
    decoder.position = position;
    decoder.ip = BigInt(position);
  }
  instruction.free();
  decoder.free();
  return differences;
}

type Instruction = InstanceType<typeof iced.Instruction>;

function targetDifference(packed: number, out: Int32Array, instruction: Instruction): string | undefined {
  const flow = flowOf(packed);
  const direct = flow === FLOW.JUMP || flow === FLOW.BRANCH || flow === FLOW.CALL;
  const { NearBranch16, NearBranch32 } = iced.OpKind;
  const kind = instruction.opCount > 0 ? instruction.op0Kind : undefined;
  const expectsTarget = kind === NearBranch16 || kind === NearBranch32;
  if (direct !== expectsTarget) return `direct branch ${direct} instead of ${expectsTarget}`;
  const isWrong =
    kind === NearBranch32 && BigInt.asIntN(32, instruction.nearBranchTarget) !== BigInt(out[OUT.TARGET] ?? 0);
  return isWrong ? "target" : undefined;
}

/** EVEX displacements are not scaled here; operands of 16-bit addresses say only that they are none of the others. */
function operandDifference(packed: number, out: Int32Array, instruction: Instruction): string | undefined {
  if ((packed & FLAG.MEMORY) === 0 || (packed & FLAG.SEGMENT) !== 0 || (out[OUT.OPCODE] ?? 0) >= 0x1000)
    return undefined;
  const hasBase = instruction.memoryBase !== iced.Register.None;
  if (hasBase === ((packed & FLAG.NO_BASE) !== 0)) return "base register";
  const displacement = BigInt.asIntN(32, instruction.memoryDisplacement);
  return displacement === BigInt(out[OUT.DISPLACEMENT] ?? 0) ? undefined : "displacement";
}

function place(section: CodeSection, position: number): string {
  return `0x${(section.address + position).toString(16)}`;
}

interface Listed {
  readonly position: number;
  readonly text: string;
}

/** What objdump lists from the start of a section. */
function listingOf(file: string, section: CodeSection): readonly Listed[] {
  const end = section.address + Math.min(section.size, OBJDUMP_SLICE);
  const range = [`--start-address=${section.address}`, `--stop-address=${end}`];
  const options = ["-d", "-z", "-w", "-M", "intel", "--no-show-raw-insn", ...range, file];
  const listing = execFileSync("objdump", options, { encoding: "utf8", maxBuffer: 1 << 28 });
  return [...listing.matchAll(/^\s*([0-9a-f]+):\t(.*)$/gmu)].map((match) => ({
    position: Number.parseInt(match[1] ?? "", 16) - section.address,
    text: match[2] ?? "",
  }));
}

function differencesFromListing(
  section: CodeSection,
  listed: readonly Listed[],
): { compared: number; differences: readonly string[] } {
  const out = new Int32Array(OUT_SIZE);
  const differences: string[] = [];
  let compared = 0;
  for (const [index, { position, text }] of listed.entries()) {
    const next = listed[index + 1];
    if (next === undefined) break;
    if (/\(bad\)|^\.byte|^(?:\w+ )*(?:data16|cs|ds|es|ss|fs|gs|lock|repn?z)\s*$/u.test(text)) continue;
    // objdump joins `fwait` with the x87 instruction behind it.
    const from = position + (section.code[position] === 0x9b && text.trim() !== "fwait" ? 1 : 0);
    const length = lengthOf(decode32(section.code, from, out));
    compared++;
    const expected = next.position - from;
    if (length !== expected) differences.push(`${place(section, position)}: ${text}: ${length}, not ${expected}`);
  }
  return { compared, differences };
}

/** A program of the Go toolchain, whose code looks unlike that of C compilers. */
function goProgram(): string | undefined {
  const source = 'package main\n\nimport "encoding/json"\n\nfunc main() { println(json.Valid([]byte("{}"))) }\n';
  const environment = { GOARCH: "386", GOOS: "linux" };
  return build(source, { command: "go", language: "go", flags: ["build"], environment });
}
