/** What the decompiler makes of the tables: it takes every line, and its structures are as large as the compilers'. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readAnswer } from "../../src/providers/embedded/decompiler/answer.ts";
import { compileModule } from "../../src/providers/embedded/decompiler/compiled-module.ts";
import { encodeFeed } from "../../src/providers/embedded/decompiler/feed-encoding.ts";
import { DecompilerInstance } from "../../src/providers/embedded/decompiler/instance.ts";
import { functionName, parseDeclaration } from "../../src/providers/embedded/decompiler/prototypes/declaration.ts";
import { declarationsOf, readTables } from "../../src/providers/embedded/decompiler/prototypes/library.ts";
import { platformOf, type Machine } from "../../src/providers/embedded/decompiler/prototypes/platform.ts";
import { M32 } from "./toolchain.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TABLES = path.join(ROOT, "src/providers/embedded/decompiler/prototypes");
const MODULE = path.join(ROOT, "dist/decompiler.wasm");

const isBuilt = existsSync(MODULE) || process.env["CI"] !== undefined;
const BASE = 0x401000n;
/** Bytes from one function to the next. */
const SPACING = 16;

interface Library {
  readonly prototypes: readonly string[];
  readonly types: readonly string[];
}

function libraryOf(machine: Machine): Library {
  const library = readTables().of(machine);
  const tables = platformOf(machine).functions.map(({ name }) => readFileSync(path.join(TABLES, `${name}.h`), "utf8"));
  const names = tables.flatMap(declarationsOf).map(functionName);
  const prototypes = names.flatMap((name) => library.prototypeOf(machine.format === "macho" ? `_${name}` : name) ?? []);
  return { prototypes, types: library.types };
}

/** An instance with functions of the given code and prototypes, and what it refused. */
function opened(
  machine: Machine,
  types: readonly string[],
  functions: readonly { readonly prototype: string; readonly code: readonly number[] }[],
): { readonly instance: DecompilerInstance; readonly outcome: unknown } {
  const instance = new DecompilerInstance(compileModule(readFileSync(MODULE)));
  const bytes = new Uint8Array(SPACING * functions.length);
  for (const [index, { code }] of functions.entries()) bytes.set(code, SPACING * index);
  const fed = functions.map(({ prototype }, index) => {
    return { address: BASE + BigInt(SPACING * index), name: `f_${index}`, noReturn: false, prototype };
  });
  const feed = { machine: { ...machine, endian: "little" as const }, functions: fed, types };
  const encoded = encodeFeed({ ...feed, regions: [], imports: [], labels: [], readOnly: [] });
  return { instance, outcome: instance.open([{ address: BASE, size: bytes.length, bytes }], encoded) };
}

test.skipIf(!isBuilt).each<Machine>([
  { format: "elf", architecture: "x86_64", bits: 64 },
  { format: "elf", architecture: "arm64", bits: 64 },
  { format: "elf", architecture: "x86", bits: 32 },
  { format: "elf", architecture: "arm", bits: 32 },
  { format: "elf", architecture: "riscv64", bits: 64 },
  { format: "elf", architecture: "mips", bits: 32 },
  { format: "macho", architecture: "x86_64", bits: 64 },
  { format: "macho", architecture: "arm64", bits: 64 },
  { format: "pe", architecture: "x86_64", bits: 64 },
  { format: "pe", architecture: "x86", bits: 32 },
  { format: "pe", architecture: "arm64", bits: 64 },
])("every prototype and type for $format, $architecture, $bits bits is understood", (machine) => {
  const { prototypes, types } = libraryOf(machine);

  const { outcome } = opened(
    machine,
    types,
    prototypes.map((prototype) => ({ prototype, code: [0xc3] })),
  );

  expect(prototypes.length).toBeGreaterThan(900);
  expect(outcome).toEqual({ refused: [] });
});

/** A function that returns its first argument plus a size: the next element, when that is the size of an element. */
const NEXT: Readonly<Record<string, (size: readonly number[]) => number[]>> = {
  // lea rax, [rdi + size]; ret
  "elf-64": (size) => [0x48, 0x8d, 0x87, ...size, 0xc3],
  // lea rax, [rcx + size]; ret
  "pe-64": (size) => [0x48, 0x8d, 0x81, ...size, 0xc3],
  // mov eax, [esp + 4]; add eax, size; ret
  "elf-32": (size) => [0x8b, 0x44, 0x24, 0x04, 0x05, ...size, 0xc3],
  "pe-32": (size) => [0x8b, 0x44, 0x24, 0x04, 0x05, ...size, 0xc3],
};

describe.skipIf(!isBuilt).each<[string, readonly string[], Machine]>([
  ["gcc", [], { format: "elf", architecture: "x86_64", bits: 64 }],
  ["gcc", M32, { format: "elf", architecture: "x86", bits: 32 }],
  ["x86_64-w64-mingw32-gcc", [], { format: "pe", architecture: "x86_64", bits: 64 }],
  ["i686-w64-mingw32-gcc", [], { format: "pe", architecture: "x86", bits: 32 }],
])("structures by %s %s", (command, flags, machine) => {
  test("are as large for the decompiler", () => {
    const { types } = libraryOf(machine);
    const names = types.flatMap(aggregateOf);
    const sizes = sizesOf(command, flags, types, names);
    const next = NEXT[`${machine.format}-${machine.bits}`] ?? (() => []);
    const mark = machine.format === "pe" && machine.bits === 32 ? "__cdecl " : "";
    const functions = names.map((name, index) => {
      return { prototype: `${mark}${name} *f(${name} *first)`, code: next(littleEndian(sizes[index] ?? 0)) };
    });

    const { instance } = opened(machine, types, functions);

    const texts = names.map((name, index) => {
      const address = BASE + BigInt(SPACING * index);
      const answer = instance.decompile(address, 100_000);
      const text = answer.kind === "answer" ? readAnswer(answer.bytes, address).text : answer.message;
      return `${name}: ${/return [^;]*;/u.exec(text)?.[0] ?? text}`;
    });
    expect(texts).toEqual(names.map((name) => `${name}: return first + 1;`));
    expect(names.length).toBeGreaterThan(60);
  });
});

/** The name of a structure or a union with members, as a parameter has it. */
function aggregateOf(text: string): string[] {
  const declaration = parseDeclaration(text);
  if (declaration.kind !== "type" || !text.includes("{") || text.includes("enum")) return [];
  return [declaration.names.at(-1) ?? ""];
}

/** In bytes, by the compiler. */
function sizesOf(
  command: string,
  flags: readonly string[],
  types: readonly string[],
  names: readonly string[],
): number[] {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-sizes-"));
  try {
    const file = path.join(folder, "sizes.c");
    const values = names.map((name) => `sizeof(${name}), 1`).join(",\n");
    writeFileSync(file, `typedef __WCHAR_TYPE__ wchar_t;\n${types.join("\n")}\nint sizes[] = {\n${values}};\n`);
    const assembly = execFileSync(command, [...flags, "-w", "-S", "-o", "-", file], { encoding: "utf8" });
    const numbers = Array.from(assembly.matchAll(/^\s*\.long\s+(\d+)$/gmu), ([, number]) => Number(number));
    return numbers.filter((_, index) => index % 2 === 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function littleEndian(value: number): number[] {
  return [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
}
