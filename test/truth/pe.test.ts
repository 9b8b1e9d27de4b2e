/** PE programs against the symbols of their unstripped twins, llvm-readobj, llvm-objdump and osslsigncode. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { analyzeImage } from "../../src/engine/analyze.ts";
import { REFERENCE_KINDS, type Program } from "../../src/engine/program.ts";
import type { Image } from "../../src/formats/image.ts";
import { loadImage } from "../../src/formats/load.ts";
import { Memory } from "../../src/formats/memory.ts";
import { packagedProgram } from "./packages.ts";
import { build } from "./toolchain.ts";

const FEATURES = readFileSync(path.resolve(import.meta.dirname, "../corpus/src/features.c"), "utf8");
const MINGW = "x86_64-w64-mingw32-gcc";
const MINGW_32 = "i686-w64-mingw32-gcc";

describe.each([
  [MINGW, "-O0"],
  [MINGW, "-O2"],
  [MINGW, "-Os"],
  [MINGW_32, "-O0"],
  [MINGW_32, "-O2"],
])("C by %s %s", (command, level) => {
  const recipe = { command, language: "c", flags: [level] };
  const [whole, stripped] = [build(FEATURES, recipe), build(FEATURES, { ...recipe, strip: true })];

  // An import stub is a function of the linker: where the twin has no symbol for one, it counts neither way.
  test.skipIf(stripped === undefined)("every function of the symbols is found, and nothing else", () => {
    const { functions: truth, labels } = codeSymbols(opened(whole ?? "").image);
    const { program } = analysed(stripped ?? "");

    const found = new Set<number>(program.functions.rva);
    const missed = [...truth].filter(([rva, name]) => !found.has(rva) && !isPiece(name));
    const wrong = [...found].filter(
      (rva, index) => !truth.has(rva) && !labels.has(rva) && (program.functions.import[index] ?? -1) < 0,
    );
    console.log(`${command} ${level}: ${truth.size} functions, ${missed.length} missed, ${wrong.length} wrong`);
    expect(missed).toEqual([]);
    expect(wrong.length).toBeLessThanOrEqual(truth.size / 100);
  });
});

describe("a DLL by MSVC and rustc", () => {
  const file = packagedProgram("rollup.win32-x64-msvc.node");
  const { image, program } = analysed(file ?? path.resolve(import.meta.dirname, "../corpus/bin/shape-x64.dll"));

  test.skipIf(file === undefined)("imports and fixes what llvm-readobj lists", () => {
    const relocations = matches(readobj(file, "--coff-basereloc"), /Type: DIR64\s+Address: (0x\w+)/gu);
    const imports = matches(readobj(file, "--coff-imports"), /Symbol: (\S+) \(\d+\)/gu);

    expect(image.imports.map(({ name }) => name)).toEqual(imports);
    expect([...image.pointers.slot]).toEqual(relocations.map(Number));
  });

  test.skipIf(file === undefined)("has the ranges of objdump's function table, chained ones as pieces", () => {
    const base = Number(image.base);
    const listing = execFileSync("objdump", ["-p", file ?? ""], EXEC);
    const rows = [...listing.matchAll(/^ [0-9a-f]{16}:\t([0-9a-f]{16}) ([0-9a-f]{16}) ([0-9a-f]{16})$/gmu)];
    const chained = new Set(matches(listing, /^ ([0-9a-f]{16}) \(rva.*\n\tVersion: \d, Flags: UNW_FLAG_CHAININFO$/gmu));

    const hints = image.functionHints.filter(({ source }) => source === "pdata");
    expect(hints.map(({ rva, size = 0, fragment }) => [rva + base, rva + base + size, fragment])).toEqual(
      rows.map(([, start, end, info = ""]) => [Number(`0x${start}`), Number(`0x${end}`), chained.has(info)]),
    );
    expect(chained.size).toBeGreaterThan(100);
  });

  test.skipIf(file === undefined)("finds the start of every range that is no piece", () => {
    const found = new Set<number>(program.functions.rva);
    const starts = image.functionHints.filter(({ source, fragment }) => source === "pdata" && !fragment);

    expect(starts.filter(({ rva }) => !found.has(rva))).toEqual([]);
  });

  test.skipIf(file === undefined)("names every call and jump that llvm-objdump shows to go through a slot", () => {
    const slots = new Set<number>(image.importSlots.slot);
    const base = Number(image.base);
    const listing = execFileSync("llvm-objdump", ["-d", "--no-show-raw-insn", file ?? ""], EXEC);
    const shown = [...listing.matchAll(/^([0-9a-f]+):\s+(?:callq|jmpq)\t\*-?\d+\(%rip\) +# 0x([0-9a-f]+)/gmu)]
      .map(([, from, to]) => [Number.parseInt(from ?? "", 16) - base, Number.parseInt(to ?? "", 16) - base] as const)
      .filter(([, to]) => slots.has(to));

    const named = importReferences(program);
    const missing = shown.filter(([from, to]) => named.get(from) !== to);
    console.log(`${shown.length} calls and jumps through slots, ${missing.length} not named`);
    expect(shown.length).toBeGreaterThan(400);
    expect(missing).toEqual([]);
  });

  test.skipIf(file === undefined)("tells its tools, its program database and its language", () => {
    const debug = readobj(file, "--coff-debug-directory");
    const pe = image.build.pe;

    expect(pe?.pdb?.path).toBe(/PDBFileName: (.*)/u.exec(debug)?.[1]);
    expect(pe?.pdb?.age).toBe(Number(/PDBAge: (\d+)/u.exec(debug)?.[1]));
    expect(pe?.rich?.intact).toBe(true);
    expect(pe?.rich?.tools).toContainEqual({ product: "Linker1400", build: 37029, count: 1 });
    // Computed with pefile 2024.8.26.
    expect(pe?.importHash).toBe("6e9a1b4816b04412628d281d633eb9a6");
  });
});

describe.each([
  ["rollup.win32-ia32-msvc.node", "868b867d7c0552383dfd6582dc6c24e3"],
  ["rollup.win32-arm64-msvc.node", "6e1772ad3e7c64ac479cdcc782620706"],
])("%s", (name, hash) => {
  const file = packagedProgram(name);
  const image = file === undefined ? undefined : opened(file).image;

  test.skipIf(file === undefined)("imports and fixes what llvm-readobj lists", () => {
    const imports = matches(readobj(file, "--coff-imports"), /Symbol: (\S+) \(\d+\)/gu);
    const relocations = matches(readobj(file, "--coff-basereloc"), /Type: (?:DIR64|HIGHLOW)\s+Address: (0x\w+)/gu);

    expect(image?.imports.map((imported) => imported.name)).toEqual(imports);
    expect([...(image?.pointers.slot ?? [])]).toEqual(relocations.map(Number));
    // Computed with pefile 2024.8.26.
    expect(image?.build.pe?.importHash).toBe(hash);
  });
});

describe("delayed imports of a module by MSVC", () => {
  const file = packagedProgram("@parcel/watcher-win32-x64@2.5.1/watcher.node");

  test.skipIf(file === undefined)("name the code that llvm-readobj shows each of them to lead to", () => {
    const { image, program } = analysed(file ?? "");
    const base = Number(image.base);
    const [, delayed = ""] = readobj(file, "--coff-imports").split(/^DelayImport/mu);
    const listed = [...delayed.matchAll(/Symbol: (\S+) \(\d+\)\s+Address: (0x\w+)/gu)];

    const named = listed.map(([, , address]) => {
      const row = program.functions.rva.indexOf(Number(address) - base);
      return image.imports[program.functions.import[row] ?? -1]?.name;
    });
    expect(named).toEqual(listed.map(([, name]) => name));
    expect(listed.length).toBeGreaterThan(40);
  });
});

describe("the exception table for arm64", () => {
  const file = packagedProgram("rollup.win32-arm64-msvc.node");

  test.skipIf(file === undefined)("has the starts and lengths that llvm-readobj shows", () => {
    const { image } = opened(file ?? "");
    const base = Number(image.base);
    const blocks = readobj(file, "--unwind")
      .split(/^ {2}RuntimeFunction \{$/mu)
      .slice(1);
    const listed = blocks.map((block) => [
      Number(/Function: .*?\(?(0x\w+)\)?$/mu.exec(block)?.[1]) - base,
      Number(/FunctionLength: (\d+)/u.exec(block)?.[1]),
    ]);

    const found = image.functionHints.filter(({ source }) => source === "pdata");
    expect(found.map(({ rva, size }) => [rva, size])).toEqual(listed);
  });
});

describe("a program by Go", () => {
  const file = packagedProgram("esbuild.exe");

  test.skipIf(file === undefined)("has a name in its linker's table for every range of its exception table", () => {
    const { image } = opened(file ?? "");
    const named = new Map([...image.symbols].map(({ rva, name }) => [rva, name]));
    const ranges = image.functionHints.filter(({ source }) => source === "pdata");

    expect(ranges.length).toBeGreaterThan(7000);
    expect(ranges.filter(({ rva }) => (named.get(rva) ?? "") === "")).toEqual([]);
    expect([...named.values()]).toEqual(expect.arrayContaining(["main.main", "runtime.mallocgc"]));
  });
});

describe("a signed program", () => {
  const program = build(FEATURES, { command: MINGW, language: "c", flags: ["-O2"], strip: true });
  const signed = program === undefined ? undefined : signedBytes(program);

  test.skipIf(signed === undefined)("names its signer and says that nothing is verified", () => {
    const loaded = loadImage(signed ?? new Uint8Array());
    const image = loaded.kind === "image" ? loaded.image : undefined;

    expect(image?.build.pe?.signature).toMatchObject({
      digest: "sha256",
      subject: "Example Signer",
      issuer: "Example Signer",
    });
    expect(image?.build.pe?.overlay).toBeUndefined();
    expect(image?.hardening).toContainEqual(expect.objectContaining({ property: "signed", state: "present" }));
  });
});

const EXEC = { encoding: "utf8", maxBuffer: 1 << 29 } as const;

interface Opened {
  readonly image: Image;
  readonly memory: Memory;
}

function opened(file: string): Opened {
  const bytes = readFileSync(file);
  const loaded = loadImage(bytes);
  if (loaded.kind !== "image") throw new Error(`${file} is no image`);
  return { image: loaded.image, memory: new Memory(loaded.image, bytes) };
}

function analysed(file: string): { readonly image: Image; readonly program: Program } {
  const { image, memory } = opened(file);
  return { image, program: analyzeImage(image, memory) };
}

interface CodeSymbols {
  /** Names by rva. */
  readonly functions: ReadonlyMap<number, string>;
  /** Symbols without a type: functions in assembly, and labels. */
  readonly labels: ReadonlySet<number>;
}

function codeSymbols({ symbols, regions }: Image): CodeSymbols {
  const isCode = (rva: number): boolean =>
    regions.some((region) => region.permissions.execute && rva >= region.rva && rva < region.rva + region.size);
  const functions = new Map<number, string>();
  const labels = new Set<number>();
  for (const { name, rva, kind } of symbols) {
    if (rva === undefined || !isCode(rva)) continue;
    if (kind === "function") functions.set(rva, name);
    else labels.add(rva);
  }
  return { functions, labels };
}

function isPiece(name: string): boolean {
  return /\.(?:cold|part)(?:\.|$)/u.test(name);
}

/** Slots by the address of the instruction that calls or jumps through one. */
function importReferences({ references }: Program): ReadonlyMap<number, number> {
  const kinds = ["import_call", "import_jump"].map((kind) => REFERENCE_KINDS.findIndex((name) => name === kind));
  const found = new Map<number, number>();
  for (const [row, kind] of references.kind.entries()) {
    if (kinds.includes(kind)) found.set(references.from[row] ?? 0, references.to[row] ?? 0);
  }
  return found;
}

function readobj(file: string | undefined, option: string): string {
  return execFileSync("llvm-readobj", [option, file ?? ""], EXEC);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}

/** The program with a signature of a certificate made for it; `undefined` where the tools are missing. */
function signedBytes(program: string): Uint8Array | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-signed-"));
  const [key, certificate, out] = ["key.pem", "certificate.pem", "signed.exe"].map((name) => path.join(folder, name));
  try {
    const subject = ["-subj", "/O=Example Works/CN=Example Signer"];
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key ?? "", "-out", certificate ?? ""];
    execFileSync("openssl", [...made, ...subject], { stdio: "pipe" });
    const sign = [
      "sign",
      "-h",
      "sha256",
      "-certs",
      certificate ?? "",
      "-key",
      key ?? "",
      "-in",
      program,
      "-out",
      out ?? "",
    ];
    execFileSync("osslsigncode", sign, { stdio: "pipe" });
    return readFileSync(out ?? "");
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    console.log(`not compared, signing failed: ${String(error)}`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
