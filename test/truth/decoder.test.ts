/**
 * The decoder against two independent ones, iced-x86 and objdump, on the executable sections of large programs that a
 * Debian machine has. Code sections also hold data (tables of hand-written cryptography, padding); a difference counts
 * only where the other decoder sees an instruction.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../../src/engine/instruction.ts";
import { decode, OUT } from "../../src/engine/x86/decoder.ts";
import { loadIced } from "../../src/providers/embedded/iced.ts";
import { build } from "./toolchain.ts";

const iced = loadIced();

/** More than this of one section is left to other programs, to bound the time. */
const SECTION_LIMIT = 8 << 20;

/** Bytes from the start of the largest section that objdump lists. */
const OBJDUMP_SLICE = 1 << 18;

const LIBRARIES = "/usr/lib/x86_64-linux-gnu";
const PROGRAMS = [
  "/usr/bin/python3.11",
  "/usr/bin/gdb",
  process.execPath,
  `${LIBRARIES}/libc.so.6`,
  `${LIBRARIES}/libcrypto.so.3`,
  `${LIBRARIES}/libstdc++.so.6`,
  goProgram(),
].filter((file) => file !== undefined && existsSync(file));

test("six large programs are there to compare on", ({ skip }) => {
  const found = `found only ${PROGRAMS.join(", ")}`;
  skip(PROGRAMS.length < 6 && process.env["CI"] === undefined, found);

  expect(PROGRAMS.length).toBeGreaterThanOrEqual(6);
});

describe.each(PROGRAMS)("%s", (file) => {
  const sections = executableSections(String(file));

  test("every instruction has the length and the targets that iced-x86 gives it", () => {
    const counts = { instructions: 0, onlyHere: 0 };
    const differences = sections.flatMap((section) => differencesFromIced(section, counts));

    console.log(`${file}: ${counts.instructions} instructions, ${counts.onlyHere} that iced-x86 calls invalid`);
    expect(differences.slice(0, 20)).toEqual([]);
    // Hand-written cryptography keeps its tables in code; nothing else may look like this.
    expect(counts.onlyHere).toBeLessThanOrEqual(counts.instructions / 500);
  });

  test("the instructions of a slice start where objdump has them and lead where objdump says", () => {
    const largest = [...sections].sort((left, right) => right.code.length - left.code.length)[0];
    if (largest === undefined) throw new Error(`${file} has no executable section`);
    const listed = listingOf(String(file), largest);

    const { compared, differences, lost } = differencesFromListing(largest, listed);

    console.log(`${file}: ${compared} of ${listed.length} instructions compared with objdump, ${lost} out of step`);
    expect(differences.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(20_000);
    expect(lost).toBeLessThanOrEqual(listed.length / 100);
  });
});

interface CodeSection {
  readonly address: number;
  /** With 16 zero bytes after the section. */
  readonly code: Uint8Array;
  readonly size: number;
}

/** Sections with the X flag as readelf lists them. */
function executableSections(file: string): readonly CodeSection[] {
  const bytes = readFileSync(file);
  const row = /^\s*\[\s*\d+\]\s+\S+\s+PROGBITS\s+([0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)\s+\S+\s+\S*X/gmu;
  const listing = execFileSync("readelf", ["-SW", file], { encoding: "utf8" });
  return [...listing.matchAll(row)].map((match) => {
    const [address, offset, whole] = match.slice(1).map((text) => Number.parseInt(text, 16));
    const size = Math.min(whole ?? 0, SECTION_LIMIT);
    const code = new Uint8Array(size + 16);
    code.set(bytes.subarray(offset ?? 0, (offset ?? 0) + size));
    return { address: address ?? 0, code, size };
  });
}

/** Walks a section with both decoders in step; where only one sees an instruction, both go on behind it. */
function differencesFromIced(section: CodeSection, counts: { instructions: number; onlyHere: number }): string[] {
  const { code, size } = section;
  const differences: string[] = [];
  const out = new Int32Array(OUT_SIZE);
  const decoder = new iced.Decoder(64, code, iced.DecoderOptions.None);
  const instruction = new iced.Instruction();
  for (let position = 0; position < size;) {
    const packed = decode(code, position, out);
    const length = lengthOf(packed);
    decoder.decodeOut(instruction);
    const valid = instruction.code !== iced.Code.INVALID;
    if (valid && length === instruction.length) {
      counts.instructions++;
      const difference = targetDifference(packed, out, instruction);
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
  const { NearBranch64 } = iced.OpKind;
  const expectsTarget = instruction.opCount > 0 && instruction.op0Kind === NearBranch64;
  if (direct !== expectsTarget) return `direct branch ${direct} instead of ${expectsTarget}`;
  if (direct && BigInt.asIntN(32, instruction.nearBranchTarget) !== BigInt(out[OUT.TARGET] ?? 0)) return "target";
  const relative = (packed & FLAG.RIP) !== 0;
  if (relative !== instruction.isIpRelMemoryOperand) return `rip-relative ${relative}`;
  // With an address-size prefix the operand is relative to eip: only seen in data.
  if (relative && BigInt.asIntN(32, instruction.ipRelMemoryAddress) !== BigInt(out[OUT.RIP] ?? 0)) return "operand";
  return undefined;
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

/**
 * Compares each listed instruction whose successor is listed too. objdump starts afresh at every symbol and shows data
 * and undecodable bytes as something else; such places are `lost`, not differences.
 */
function differencesFromListing(
  section: CodeSection,
  listed: readonly Listed[],
): { compared: number; lost: number; differences: readonly string[] } {
  const out = new Int32Array(OUT_SIZE);
  const differences: string[] = [];
  let compared = 0;
  let lost = 0;
  for (const [index, { position, text }] of listed.entries()) {
    const next = listed[index + 1];
    if (next === undefined) break;
    if (isNoInstruction(text)) {
      lost++;
      continue;
    }
    compared++;
    const from = position + waitBytes(section.code, position, text);
    const length = lengthOf(decode(section.code, from, out));
    const expected = next.position - from;
    if (length !== expected) differences.push(`${place(section, position)}: ${text}: ${length}, not ${expected}`);
    const target = /^(?:bnd |notrack )*(?:j\w+|call|loop\w*|xbegin)\s+(?:0x)?([0-9a-f]+)(?:\s|$)/u.exec(text)?.[1];
    if (target === undefined) continue;
    // Targets in data wrap around.
    const leads = BigInt.asUintN(32, BigInt(section.address + (out[OUT.TARGET] ?? 0)));
    const expectedTarget = BigInt.asUintN(32, BigInt(`0x${target}`));
    if (leads !== expectedTarget) differences.push(`${place(section, position)}: ${text}: 0x${leads.toString(16)}`);
  }
  return { compared, lost, differences };
}

/** objdump names lone prefixes, bytes that it cannot decode and those of an instruction that the slice cuts. */
function isNoInstruction(text: string): boolean {
  return (
    text.includes("(bad)") ||
    text.startsWith(".byte") ||
    /^(?:\w+ )*(?:rex\S*|data16|cs|ds|es|ss|fs|gs|lock|repn?z)\s*$/u.test(text)
  );
}

/** objdump joins `fwait` with the x87 instruction behind it. */
function waitBytes(code: Uint8Array, position: number, text: string): number {
  return code[position] === 0x9b && text.trim() !== "fwait" ? 1 : 0;
}

/** A program of the Go toolchain, whose code looks unlike that of C compilers. */
function goProgram(): string | undefined {
  const source = 'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":0", nil) }\n';
  return build(source, { command: "go", language: "go", flags: ["build"] });
}
