/** Direct calls against `objdump -d` of the same program with its symbols, and calls through the PLT and the GOT. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { REFERENCE_KINDS } from "../../src/engine/program.ts";
import { analyse, analyseStripped } from "./analysed.ts";
import type { Analysed } from "./analysed.ts";
import { binutil } from "./binutils.ts";
import { buildLua, NO_TABLES } from "./lua.ts";
import { build, M32 } from "./toolchain.ts";

const SOURCES = path.resolve(import.meta.dirname, "../corpus/src/truth");

describe("of the direct calls that objdump shows, 99.9 % have the right target, and those of the PLT their name", () => {
  test("C by gcc", () => {
    expect(problems(buildLua("gcc", ["-O2"]))).toEqual([]);
  });

  test("C by clang without unwind tables", () => {
    expect(problems(buildLua("clang", ["-O2", ...NO_TABLES]))).toEqual([]);
  });

  test.each([
    ["program.cc", "g++", ["-O2", "-std=c++17"]],
    ["program.rs", "rustc", ["-Copt-level=3"]],
    ["program.go", "go", ["build"]],
  ])("%s by %s", (file, command, flags) => {
    const source = readFileSync(path.join(SOURCES, file), "utf8");
    expect(problems(build(source, { command, language: path.extname(file).slice(1), flags }))).toEqual([]);
  });

  test.each([
    ["aarch64-linux-gnu-gcc-12", ["-O2"]],
    ["aarch64-linux-gnu-gcc-12", ["-O2", "-mbranch-protection=standard", "-fno-asynchronous-unwind-tables"]],
    ["clang", ["--target=aarch64-linux-gnu", "-O2"]],
  ])("C for AArch64 by %s %s", (command, flags) => {
    expect(problems(buildLua(command, flags))).toEqual([]);
  });

  test.each([
    ["gcc", ["-O2"]],
    ["gcc", ["-O2", "-fno-pie", "-no-pie"]],
    ["gcc", ["-O2", "-fno-plt"]],
    ["clang", ["-O2"]],
  ])("C for 32-bit x86 by %s %s", (command, flags) => {
    expect(problems(buildLua(command, [...M32, ...flags]))).toEqual([]);
  });

  test("/bin/ls, which has no symbols", () => {
    expect(problemsOf("/bin/ls", analyse("/bin/ls"))).toEqual([]);
  });
});

/** Nothing for a program that could not be made. */
function problems(program: string | undefined): readonly string[] {
  return program === undefined ? [] : problemsOf(program, analyseStripped(program));
}

function problemsOf(program: string, analysed: Analysed): readonly string[] {
  const { direct, slots } = disassembledCalls(program);
  const references = callReferences(analysed);
  const names = functionNames(analysed);
  const lost = direct.filter(({ from, to }) => references.get(from)?.to !== to);
  const unnamed = direct.filter(({ to, plt }) => plt !== undefined && names.get(to) !== plt);
  const unslotted = slots.filter(
    ({ from, slot, name }) => references.get(from)?.to !== slot || slotName(analysed, slot) !== name,
  );
  return [
    ...(direct.length > FEWEST ? [] : [`only ${direct.length} direct calls`]),
    ...(lost.length <= direct.length * MOST_LOST ? [] : lost.map(({ from }) => `lost at ${from.toString(16)}`)),
    ...unnamed.map(({ from, plt }) => `no ${plt} at ${from.toString(16)}`),
    ...unslotted.map(({ from, name }) => `no ${name} at ${from.toString(16)}`),
  ];
}

/** Fewer calls than that would mean that objdump was not understood. */
const FEWEST = 500;
const MOST_LOST = 0.001;

interface Calls {
  /** `plt` is the import that objdump names a stub after. */
  readonly direct: readonly { readonly from: number; readonly to: number; readonly plt: string | undefined }[];
  /** Calls through a slot that the dynamic linker fills with an import. */
  readonly slots: readonly { readonly from: number; readonly slot: number; readonly name: string }[];
}

function disassembledCalls(program: string): Calls {
  const text = run(binutil("objdump", program), ["-d", "--no-show-raw-insn", "-j", ".text", program]);
  const slots = importSlots(program);
  const direct = [];
  const indirect = [];
  for (const [, from = "", to = "", label = ""] of text.matchAll(DIRECT)) {
    const name = /^([^@*]+)(?:@.*)?@plt$/u.exec(label)?.[1];
    direct.push({ from: parseInt(from, 16), to: parseInt(to, 16), plt: name });
  }
  for (const [, from = "", slot = ""] of text.matchAll(THROUGH_SLOT)) {
    const name = slots.get(parseInt(slot, 16));
    if (name !== undefined) indirect.push({ from: parseInt(from, 16), slot: parseInt(slot, 16), name });
  }
  return { direct, slots: indirect };
}

const DIRECT = /^ +([0-9a-f]+):\s+(?:bnd |addr32 |data16 |rex\.W )*(?:callq?|bl)\s+([0-9a-f]+) <([^>]+)>/gmu;
const THROUGH_SLOT = /^ +([0-9a-f]+):\s+(?:\S+ )*?callq? +\*0x[0-9a-f]+\(%rip\) +# ([0-9a-f]+)/gmu;

/** Names by slot of the relocations that bind to symbols of other files. */
function importSlots(program: string): ReadonlyMap<number, string> {
  const slots = new Map<number, string>();
  const relocation = /^([0-9a-f]+) +\S+ +R_X86_64_(?:GLOB_DAT|JUMP_SLO\w*) +0+ +([^@ ]+)/gmu;
  for (const [, slot = "", name = ""] of run("readelf", ["-rW", program]).matchAll(relocation)) {
    slots.set(parseInt(slot, 16), name);
  }
  return slots;
}

function callReferences({ program, base }: Analysed): ReadonlyMap<number, { readonly to: number }> {
  const { from, to, kind } = program.references;
  const found = new Map<number, { to: number }>();
  for (let row = 0; row < from.length; row++) {
    const name = REFERENCE_KINDS[kind[row] ?? 0];
    if (name === "call" || name === "import_call") found.set((from[row] ?? 0) + base, { to: (to[row] ?? 0) + base });
  }
  return found;
}

function functionNames({ program, base }: Analysed): ReadonlyMap<number, string> {
  const { rva, name } = program.functions;
  return new Map(Array.from(rva, (start, index) => [start + base, name.at(index)]));
}

function slotName({ image, base }: Analysed, slot: number): string | undefined {
  const row = image.importSlots.slot.indexOf(slot - base);
  return image.imports[image.importSlots.import[row] ?? -1]?.name;
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 30 });
}
