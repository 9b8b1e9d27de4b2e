/**
 * The AArch64 decoder against objdump on the code of large programs of C, C++, Rust and Go. Code sections also hold data;
 * a difference counts only where objdump sees an instruction.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { begin, decode, OUT } from "../../src/engine/arm64/decoder.ts";
import { FLAG, FLOW, flowOf, lengthOf, OUT_SIZE } from "../../src/engine/instruction.ts";
import { packagedProgram } from "./packages.ts";
import { build } from "./toolchain.ts";

/** More than this of one program is left to other programs, to bound the time. */
const CODE_LIMIT = 3 << 20;

const PROGRAMS = [
  packagedProgram("bin/esbuild"),
  packagedProgram("rollup.linux-arm64-gnu.node"),
  packagedProgram("swc.linux-arm64-gnu.node"),
  packagedProgram("lightningcss.linux-arm64-gnu.node"),
  packagedProgram("lib/libvips-cpp.so.8.16.1"),
  goProgram(),
].filter((file) => file !== undefined);

test("six large programs are there to compare on", ({ skip }) => {
  const found = `found only ${PROGRAMS.join(", ")}`;
  skip(PROGRAMS.length < 6 && process.env["CI"] === undefined, found);

  expect(PROGRAMS.length).toBeGreaterThanOrEqual(6);
});

test.each(PROGRAMS)("every instruction of %s has the class and the target that objdump gives it", (file) => {
  const section = largestSection(file);
  const counts = { instructions: 0, undefined: 0, addresses: 0 };

  const differences = differencesFrom(section, listingOf(file, section), counts);

  console.log(`${file}: ${JSON.stringify(counts)}`);
  expect(differences.slice(0, 20)).toEqual([]);
  expect(counts.instructions).toBeGreaterThan(100_000);
  expect(counts.undefined).toBeLessThanOrEqual(counts.instructions / 100);
});

interface CodeSection {
  readonly address: number;
  readonly code: Uint8Array;
}

/** The largest section with the X flag as readelf lists it, cut to the limit. */
function largestSection(file: string): CodeSection {
  const bytes = readFileSync(file);
  const row = /^\s*\[\s*\d+\]\s+\S+\s+PROGBITS\s+([0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)\s+\S+\s+\S*X/gmu;
  const listing = execFileSync("readelf", ["-SW", file], { encoding: "utf8" });
  const sections = [...listing.matchAll(row)].map((match) => {
    const [address = 0, offset = 0, size = 0] = match.slice(1).map((text) => Number.parseInt(text, 16));
    return { address, code: bytes.subarray(offset, offset + Math.min(size, CODE_LIMIT)) };
  });
  const [largest] = sections.sort((left, right) => right.code.length - left.code.length);
  if (largest === undefined) throw new Error(`${file} has no executable section`);
  return largest;
}

interface Listed {
  readonly position: number;
  readonly mnemonic: string;
  readonly operands: string;
}

function listingOf(file: string, { address, code }: CodeSection): Iterable<Listed> {
  const range = [`--start-address=${address}`, `--stop-address=${address + code.length}`];
  const options = ["-d", "-z", "-w", "--no-show-raw-insn", ...range, file];
  const listing = execFileSync(objdump(), options, { encoding: "utf8", maxBuffer: 1 << 29 });
  return listedIn(listing, address);
}

function* listedIn(listing: string, address: number): Iterable<Listed> {
  for (const match of listing.matchAll(/^\s*([0-9a-f]+):\t(\S+)(?:\s+(.*))?$/gmu)) {
    const [, place = "", mnemonic = "", operands = ""] = match;
    yield { position: Number.parseInt(place, 16) - address, mnemonic, operands };
  }
}

/** The objdump of the machine when it knows the architecture, else that of LLVM. */
function objdump(): string {
  const names = ["aarch64-linux-gnu-objdump", "llvm-objdump"];
  const found = names.find((name) => {
    try {
      return execFileSync(name, ["--version"], { stdio: "pipe" }).length > 0;
    } catch {
      return false;
    }
  });
  return found ?? "objdump";
}

function differencesFrom(
  { address, code }: CodeSection,
  listed: Iterable<Listed>,
  counts: { instructions: number; undefined: number; addresses: number },
): string[] {
  const differences: string[] = [];
  const out = new Int32Array(OUT_SIZE);
  begin(out, address);
  for (const { position, mnemonic, operands } of listed) {
    if (isNoInstruction(mnemonic, operands)) {
      counts.undefined++;
      continue;
    }
    counts.instructions++;
    const packed = decode(code, position, out);
    const expected = flowsOf(mnemonic, operands);
    const target = targetIn(mnemonic, operands);
    const given = targetOf(mnemonic, packed, out);
    if (target !== undefined) counts.addresses++;
    const wrongFlow = lengthOf(packed) !== 4 || !expected.includes(flowOf(packed));
    const wrongTarget = target !== undefined && (given + address) % 2 ** 32 !== target % 2 ** 32;
    if (!wrongFlow && !wrongTarget) continue;
    const where = (address + position).toString(16);
    differences.push(
      `0x${where}: ${mnemonic} ${operands}: flow ${flowOf(packed)}, 0x${(given + address).toString(16)}`,
    );
  }
  return differences;
}

/** Bytes that objdump does not decode. */
function isNoInstruction(mnemonic: string, operands: string): boolean {
  return /^\.|<unknown>/u.test(mnemonic) || operands.includes("undefined");
}

/** Classes that an instruction may have: a branch through a register whose address is known is a direct one. */
function flowsOf(mnemonic: string, operands: string): readonly number[] {
  if (/^(?:ret|reta[ab]|ereta?[ab]?|drps)$/u.test(mnemonic)) return [FLOW.RETURN];
  if (mnemonic === "b") return [FLOW.JUMP];
  if (mnemonic === "bl") return [FLOW.CALL];
  if (/^(?:b\.|bc\.|cbn?z$|tbn?z$)/u.test(mnemonic)) return [FLOW.BRANCH];
  if (/^bra?[ab]?z?$/u.test(mnemonic)) return [FLOW.INDIRECT_JUMP, FLOW.JUMP];
  if (/^blra?[ab]?z?$/u.test(mnemonic)) return [FLOW.INDIRECT_CALL, FLOW.CALL];
  if (/^(?:brk|hlt|udf|dcps[123])$/u.test(mnemonic)) return [FLOW.TRAP];
  if (/^(?:svc|hvc|smc)$/u.test(mnemonic)) return [FLOW.SYSCALL];
  if (mnemonic === "nop") return [FLOW.NOP];
  if (mnemonic === "bti") return [operands === "c" || operands === "jc" ? FLOW.ENDBR : FLOW.OTHER];
  if (mnemonic === "adr") return [FLOW.LEA];
  if (mnemonic === "add") return [FLOW.OTHER, FLOW.LEA];
  return [FLOW.OTHER];
}

const TARGETS = /^(?:b|bl|b\.\w+|bc\.\w+|cbn?z|tbn?z|adrp?|ldr|ldrsw)$/u;

/** Address in the operands of a direct branch, an `adr` or the load of a literal. */
function targetIn(mnemonic: string, operands: string): number | undefined {
  if (!TARGETS.test(mnemonic) || operands.includes("[")) return undefined;
  const text = /(?:^|, )(?:0x)?([0-9a-f]+)(?:\s+<.*)?$/u.exec(operands)?.[1];
  return text === undefined ? undefined : Number.parseInt(text, 16);
}

function targetOf(mnemonic: string, packed: number, out: Int32Array): number {
  if (mnemonic === "adrp") return out[OUT.PLACE + ((out[OUT.WORD] ?? 0) & 31)] ?? 0;
  return ((packed & FLAG.RIP) === 0 ? out[OUT.TARGET] : out[OUT.RIP]) ?? 0;
}

/** A program of the Go toolchain. */
function goProgram(): string | undefined {
  const source = 'package main\n\nimport "net/http"\n\nfunc main() { http.ListenAndServe(":0", nil) }\n';
  const environment = { GOARCH: "arm64", GOOS: "linux" };
  return build(source, { command: "go", language: "go", flags: ["build"], environment });
}
