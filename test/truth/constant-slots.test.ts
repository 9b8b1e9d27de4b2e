/** Calls and jumps through slots that are read-only at run time, against objdump and readelf. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { REFERENCE_KINDS } from "../../src/engine/program.ts";
import { analyse, analyseStripped } from "./analysed.ts";
import type { Analysed } from "./analysed.ts";
import { build } from "./toolchain.ts";

const RUST = readFileSync(path.resolve(import.meta.dirname, "../corpus/src/truth/program.rs"), "utf8");

/** `fixed` may not change after the start, `free_` may. */
const C = `
__attribute__((noinline)) static int one(int x) { __asm__ volatile(""); return x + 1; }
__attribute__((noinline)) static int two(int x) { __asm__ volatile(""); return x + 2; }
int (*const fixed)(int) = one;
int (*free_)(int) = two;
int __attribute__((noinline)) through_fixed(int x) { int y; __asm__ volatile("call *%1" : "=a"(y) : "m"(fixed), "D"(x) : "memory"); return y; }
int __attribute__((noinline)) through_free(int x) { int y; __asm__ volatile("call *%1" : "=a"(y) : "m"(free_), "D"(x) : "memory"); return y; }
int main(int argc, char **argv) { (void)argv; return through_fixed(argc) + through_free(argc); }
`;

test("every call and jump of Rust through a relocated slot leads where the relocation says", () => {
  const program = build(RUST, { command: "rustc", language: "rs", flags: ["-Copt-level=3"] });
  if (program === undefined) return;
  const found = analyseStripped(program);

  const constant = sealedSites(program);

  expect(constant.length).toBeGreaterThan(500);
  expect(wrongSites(constant, found)).toEqual([]);
});

test.each([
  ["-pie", "-fpie"],
  ["-no-pie", "-fno-pie"],
])("only the slot that may change is left open in C with %s", (...flags) => {
  const program = build(C, { command: "gcc", language: "c", flags: ["-O2", ...flags] });
  if (program === undefined) return;

  const open = openCalls(program, analyseStripped(program));

  expect(open).toEqual(["free_"]);
});

/** The loader points `guarded` to a check of its own, as the load configuration says; `plain` keeps what it holds. */
const WINDOWS = `
static void one(void) { __asm__ volatile("nop"); }
static void two(void) { __asm__ volatile("int3"); }
void (*const guarded)(void) = one;
void (*const plain)(void) = two;
const void *const _load_config_used[0x130 / 8] = { (void *)0x130, [0x70 / 8] = &guarded };
int start(void) { __asm__ volatile("call *%0" : : "m"(guarded)); __asm__ volatile("call *%0" : : "m"(plain)); return 0; }
`;

test("slots of control flow guard are left open in programs for Windows", () => {
  const flags = [
    "--target=x86_64-pc-windows-msvc",
    "-O1",
    "-fuse-ld=lld",
    "-nostdlib",
    "-Wl,-entry:start,-subsystem:console",
  ];
  const program = build(WINDOWS, { command: "clang", language: "c", flags });
  if (program === undefined) return;

  const found = analyse(program);

  expect(found.image.loaderSlots).toHaveLength(1);
  const open = Array.from(found.program.unresolved.rva, (rva) => loadedSlot(program, rva + found.base) - found.base);
  expect(open).toEqual(found.image.loaderSlots);
});

/** Slot of the call at `site`, as objdump says. */
function loadedSlot(program: string, site: number): number {
  return sitesIn(program).find(({ from }) => from === site)?.slot ?? NaN;
}

interface Site {
  readonly from: number;
  readonly to: number;
}

/** Sites whose slot is relocated and lies in RELRO. */
function sealedSites(program: string): readonly Site[] {
  const targets = new Map<number, number>();
  for (const [, slot = "", target = ""] of run("readelf", ["-rW", program]).matchAll(RELATIVE)) {
    targets.set(parseInt(slot, 16), parseInt(target, 16));
  }
  const [, start = "", size = ""] = SEALED.exec(run("readelf", ["-lW", program])) ?? [];
  const first = parseInt(start, 16);
  return sitesIn(program).flatMap(({ from, slot }) => {
    const to = targets.get(slot);
    return to === undefined || slot < first || slot >= first + parseInt(size, 16) ? [] : [{ from, to }];
  });
}

/** Names of the slots, as objdump gives them, of calls that the engine leaves open. */
function openCalls(program: string, { program: { unresolved }, base }: Analysed): readonly string[] {
  const open = new Set(Array.from(unresolved.rva, (rva) => rva + base));
  return sitesIn(program)
    .filter(({ from }) => open.has(from))
    .map(({ name }) => name);
}

function sitesIn(program: string): readonly { readonly from: number; readonly slot: number; readonly name: string }[] {
  const text = run("objdump", ["-d", "--no-show-raw-insn", "-j", ".text", program]);
  return Array.from(text.matchAll(SITE), ([, from = "", slot = "", name = ""]) => {
    return { from: parseInt(from, 16), slot: parseInt(slot, 16), name };
  });
}

const SEALED = /GNU_RELRO +0x\S+ +0x(\S+) +0x\S+ +0x\S+ +0x(\S+)/u;
const RELATIVE = /^([0-9a-f]+) +\S+ +R_X86_64_RELATIVE +([0-9a-f]+)/gmu;
const SITE = /^ +([0-9a-f]+):\s+(?:call|jmp) +\*0x[0-9a-f]+\(%rip\) +# (?:0x)?([0-9a-f]+)(?: <([^@>+]+))?/gmu;

function wrongSites(sites: readonly Site[], { program, base }: Analysed): readonly string[] {
  const { from, to, kind } = program.references;
  const targets = new Map<number, number>();
  for (let row = 0; row < from.length; row++) {
    if (DIRECT.has(REFERENCE_KINDS[kind[row] ?? 0] ?? "")) targets.set((from[row] ?? 0) + base, (to[row] ?? 0) + base);
  }
  const starts = new Set(Array.from(program.functions.rva, (rva) => rva + base));
  return sites
    .filter((site) => targets.get(site.from) !== site.to || !starts.has(site.to))
    .map((site) => `${site.from.toString(16)} to ${site.to.toString(16)}`);
}

const DIRECT: ReadonlySet<string> = new Set(["call", "tail_call"]);

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 30 });
}
