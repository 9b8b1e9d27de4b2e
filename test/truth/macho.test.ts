/** Programs for macOS that others built, against llvm-objdump, the linkers' own tables and unstripped twins. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { analyzeImage } from "../../src/engine/analyze.ts";
import { FUNCTION_FLAGS, type Program } from "../../src/engine/program.ts";
import type { Image } from "../../src/formats/image.ts";
import { loadImage } from "../../src/formats/load.ts";
import { Memory } from "../../src/formats/memory.ts";
import { packagedProgram } from "./packages.ts";
import { build } from "./toolchain.ts";

const SOURCES = path.resolve(import.meta.dirname, "../corpus/src");

/** File, slice and how many functions may start beside those of `LC_FUNCTION_STARTS`: linkers leave initialisers out. */
const PACKAGED = [
  ["@rollup/rollup-darwin-x64@4.40.0/rollup.darwin-x64.node", "x86_64", 0],
  ["@parcel/watcher-darwin-arm64@2.5.1/watcher.node", "arm64", 4],
  ["fsevents@2.3.3/fsevents.node", "x86_64", 0],
  ["fsevents@2.3.3/fsevents.node", "arm64", 0],
] as const;

describe.each(PACKAGED)("%s for %s", (name, architecture, beside) => {
  test("binds the same imports as llvm-objdump, from the same tables", () => {
    const opened = open(packagedProgram(name), architecture);
    if (opened === undefined) return;
    const tables = ["--bind", "--lazy-bind"].map((table) => objdump(opened.file, architecture, table)).join("\n");
    const listed = [...tables.replaceAll(" (weak_import)", "").matchAll(/^__\S+ +__\S+ +(0x\w+) .* (\S+)$/gmu)];

    const { base, imports, importSlots } = opened.image;
    const found = new Set(
      Array.from(importSlots.slot, (slot, row) => {
        return `${(Number(base) + slot).toString(16)} ${imports[importSlots.import[row] ?? -1]?.name}`;
      }),
    );
    const missing = listed.filter(([, at, symbol]) => !found.has(`${Number(at).toString(16)} ${symbol}`));
    expect(missing.map(([line]) => line)).toEqual([]);
    expect(listed.length).toBeGreaterThan(40);
  });

  test("has every function that the linker lists, and names every stub", () => {
    const opened = open(packagedProgram(name), architecture);
    if (opened === undefined) return;
    const listing = objdump(opened.file, architecture, "--function-starts");
    const listed = [...listing.matchAll(/^([0-9a-f]{16})$/gmu)].map(([, at]) => Number(`0x${at}`));

    const { functions } = analysed(opened);
    const starts = new Set(rvasOf(functions).map((rva) => Number(opened.image.base) + rva));
    expect(listed.filter((at) => !starts.has(at))).toEqual([]);
    const own = functions.flags.filter((flags) => (flags & FUNCTION_FLAGS.importStub) === 0).length;
    expect(own - listed.length).toBeLessThanOrEqual(beside);
    const stubs = Array.from(opened.image.stubs?.rva ?? [], (rva) => Number(opened.image.base) + rva);
    expect(stubs.filter((at) => !starts.has(at))).toEqual([]);
  });
});

describe.each(["amd64", "arm64"])("a Go program for darwin/%s", (architecture) => {
  test("has, stripped, the functions of its unstripped twin", () => {
    const source = readFileSync(path.join(SOURCES, "greet.go"), "utf8");
    const recipe = (flags: readonly string[]) => ({
      command: "env",
      language: "go",
      flags: ["GOOS=darwin", `GOARCH=${architecture}`, "go", "build", ...flags],
    });
    const [stripped, whole] = [build(source, recipe(["-ldflags=-s -w"])), build(source, recipe([]))];
    const opened = open(stripped, architecture);
    if (opened === undefined || whole === undefined) return;
    const truth = goFunctions(whole);

    const { functions } = analysed(opened);
    const isOwn = (index: number): boolean => ((functions.flags[index] ?? 0) & FUNCTION_FLAGS.importStub) === 0;
    const own = rvasOf(functions).filter((_, index) => isOwn(index));
    const found = new Set(own.map((rva) => Number(opened.image.base) + rva));
    const hits = [...truth].filter((at) => found.has(at)).length;
    expect((2 * hits) / (truth.size + found.size)).toBeGreaterThan(0.99);
    expect(opened.image.build.go?.version).toMatch(/^go1\./u);
    expect(truth.size).toBeGreaterThan(1000);
  });
});

interface Opened {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly image: Image;
}

function open(file: string | undefined, architecture: string): Opened | undefined {
  if (file === undefined) return undefined;
  const bytes = new Uint8Array(readFileSync(file));
  const loaded = loadImage(bytes, { architecture });
  if (loaded.kind !== "image") throw new Error(`${file}: ${loaded.detail}`);
  return { file, bytes, image: loaded.image };
}

function analysed({ image, bytes }: Opened): Program {
  return analyzeImage(image, new Memory(image, bytes));
}

function rvasOf({ rva }: Program["functions"]): number[] {
  return Array.from(rva);
}

function objdump(file: string, architecture: string, table: string): string {
  const words = ["--macho", `--arch=${architecture}`, table, file];
  return execFileSync("llvm-objdump", words, { encoding: "utf8", maxBuffer: 1 << 28 });
}

/** Symbols of code by llvm-nm; the marks that Go's linker sets at both ends of the text are no functions. */
function goFunctions(file: string): ReadonlySet<number> {
  const listing = execFileSync("llvm-nm", [file], { encoding: "utf8", maxBuffer: 1 << 28 });
  const symbols = [...listing.matchAll(/^([0-9a-f]{16}) [tT] (.+)$/gmu)];
  const named = symbols.filter(([, , name]) => name !== "_runtime.etext" && name !== "_runtime.text");
  return new Set(named.map(([, at]) => Number(`0x${at}`)));
}
