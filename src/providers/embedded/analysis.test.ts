import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { analyseFile } from "../../../test/embedded-analysis.ts";
import { callsIn, symbolsOf } from "../../../test/symbols.ts";
import { build } from "../../../test/truth/toolchain.ts";
import type { Limit } from "../../contracts/page.ts";
import type { TextMatch } from "../provider.ts";

const SOURCE = `
#include <stdio.h>
#include <stdlib.h>
#define OUT __attribute__((noinline, noclone))
int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
char room[4096];
const char *greeting = "a greeting that data points to";
int (*handler)(const char *);
extern int atoi(const char *) __attribute__((noplt));
OUT int leaf(int n) { return table[n & 7] + room[n & 63]; }
OUT int tail(int n) { return leaf(n + 1); }
OUT int through_slot(const char *text) { return atoi(text) + 1; }
OUT int through_stub(const char *text) {
  int result;
  __asm__ volatile("call atoi@PLT" : "=a"(result) : "D"(text) : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory");
  return result + 2;
}
OUT int indirect(const char *text) { return handler(text) + 1; }
OUT int switching(int n) {
  switch (n) {
    case 0: return puts("string zero") + 1;
    case 1: return puts("string one") + 7;
    case 2: return leaf(2) * 3;
    case 3: return leaf(9) - 4;
    case 4: return tail(5) ^ 5;
    case 5: return puts("five \\x1b[31m \\"quoted\\"");
    default: return -1;
  }
}
int other_name(int) __attribute__((alias("leaf")));
int main(int argc, char **argv) {
  handler = puts;
  printf("%s\\n", greeting);
  return switching(argc) + leaf(argc) + tail(argc) + through_slot(argv[0]) + through_stub(argv[0]) + indirect(argv[0]);
}
`;
const built = build(SOURCE, {
  command: "gcc",
  language: "c",
  flags: ["-O2", "-fno-inline", "-fcf-protection=none", "-fno-reorder-blocks-and-partition"],
});
const isBuilt = built !== undefined;
/** Some file stands in where there is no compiler: then nothing is asked of it. */
const FILE = built ?? "/bin/ls";
const ALL = { offset: 0, limit: null };

const symbols = symbolsOf(FILE);
const analysis = await analyseFile(FILE);

function at(name: string): bigint {
  const symbol = symbols.get(name);
  if (symbol === undefined) throw new Error(`nm shows no ${name}`);
  return BigInt(symbol.address);
}

/** Keeps texts with `part`, and gives up after `budget` texts. */
function containing(part: string, budget = Infinity): TextMatch {
  let left = budget;
  const limit: Limit = { kind: "scan", limit: budget, reason: "test", raise_with: null };
  return {
    matches: (text) => left-- > 0 && text.includes(part),
    get exhausted() {
      return left < 0 ? limit : undefined;
    },
  };
}

describe.runIf(isBuilt)("functions", () => {
  test("have the addresses and sizes that nm prints", async () => {
    const { items, total } = await analysis.procedures(ALL, { kinds: [], order: "address" });

    const found = new Map(items.map(({ name, address, size }) => [name, { address, size }]));
    for (const name of ["tail", "through_slot", "through_stub", "indirect", "switching", "main"]) {
      expect({ name, ...found.get(name) }).toEqual({ name, ...symbols.get(name) });
    }
    expect(total).toBe(items.length);
  });

  test("are cut to the window in every order", async () => {
    for (const order of ["address", "size", "callers"] as const) {
      const all = await analysis.procedures(ALL, { kinds: ["function"], order });
      const some = await analysis.procedures({ offset: 2, limit: 3 }, { kinds: ["function"], order });

      expect(some.items).toEqual(all.items.slice(2, 5));
      expect(some.total).toBe(all.total);
      expect(some.more).toBe(true);
    }
  });

  test("are sorted by size and by callers, largest first", async () => {
    const bySize = await analysis.procedures(ALL, { kinds: [], order: "size" });
    const byCallers = await analysis.procedures(ALL, { kinds: [], order: "callers" });

    const sizes = bySize.items.map(({ size }) => size);
    expect(sizes).toEqual(sizes.toSorted((left, right) => right - left));
    const callers = byCallers.items.map((item) => item.callers);
    expect(callers).toEqual(callers.toSorted((left, right) => right - left));
  });

  test("say what they are made of", async () => {
    const info = await analysis.procedure(at("switching"));

    expect(info).toMatchObject({ name: "switching", raw_name: null, section: ".text", no_return: false, callees: 3 });
    expect(info?.ranges[0]).toEqual(symbols.get("switching"));
    expect(info?.evidence).toContain("symbol");
  });

  test("list the other names of their address", async () => {
    const info = await analysis.procedure(at("leaf"));

    expect([info?.name, ...(info?.aliases ?? [])].sort()).toEqual(["leaf", "other_name"]);
  });

  test("name their unknown calls", async () => {
    const info = await analysis.procedure(at("indirect"));

    expect(info?.unknowns).toEqual([`indirect call at ${callsIn(FILE, "indirect")[0]?.site} has unknown targets`]);
  });

  test("are found by any address inside", async () => {
    const inside = await analysis.containing(at("switching") + 5n);

    expect(inside?.name).toBe("switching");
    expect(await analysis.procedure(at("switching") + 5n)).toBeUndefined();
    expect(await analysis.containing(at("table"))).toBeUndefined();
  });
});

describe.runIf(isBuilt)("calls", () => {
  test("of a function are those of objdump, imports with their library", async () => {
    const calls = await analysis.callsFrom(at("main"));

    const expected = callsIn(FILE, "main");
    expect(calls.map(({ site }) => site)).toEqual(expected.map(({ site }) => site));
    expect(calls.map(({ callee }) => callee?.name)).toEqual(expected.map(({ target }) => target?.replace("@plt", "")));
    expect(calls.find(({ callee }) => callee?.name === "puts")).toMatchObject({
      kind: "import",
      callee: { library: "libc.so.6" },
    });
  });

  test("whose target is computed have no callee", async () => {
    const calls = await analysis.callsFrom(at("indirect"));

    expect(calls).toEqual([
      {
        site: callsIn(FILE, "indirect")[0]?.site,
        caller: { address: symbols.get("indirect")?.address, name: "indirect" },
        callee: null,
        kind: "indirect",
      },
    ]);
  });

  test("at the end of a function are tail calls", async () => {
    const calls = await analysis.callsFrom(at("tail"));

    expect(calls).toMatchObject([{ kind: "tail", callee: { name: "leaf", library: null } }]);
  });

  test("to an import are those through its stub and those through its slot", async () => {
    const stub = (await analysis.imports(ALL)).items.find(({ name }) => name === "atoi");

    const calls = await analysis.callsTo(BigInt(stub?.stub ?? 0));

    expect(calls.map(({ caller }) => caller.name)).toEqual(["through_slot", "through_stub"]);
    expect(calls.map(({ callee }) => callee?.name)).toEqual(["atoi", "atoi"]);
    expect(stub?.calls).toBe(2);
    expect(await analysis.callsTo(BigInt(stub?.slots[0] ?? 0))).toEqual(calls);
  });

  test("to a function include tail calls", async () => {
    const calls = await analysis.callsTo(at("leaf"));

    expect(new Set(calls.map(({ caller }) => caller.name))).toEqual(new Set(["main", "switching", "tail"]));
  });
});

describe.runIf(isBuilt)("names", () => {
  test("lead to functions, imports and data", async () => {
    const names = async (name: string): Promise<unknown> =>
      (await analysis.named(name)).map(({ address, kind }) => [address, kind]);
    const stub = (await analysis.imports(ALL)).items.find(({ name }) => name === "atoi")?.stub ?? "0";

    expect(await names("switching")).toEqual([[at("switching"), "function"]]);
    expect(await names("table")).toEqual([[at("table"), "symbol"]]);
    expect(await names("atoi")).toEqual([[BigInt(stub), "import_stub"]]);
    expect(await names("atoi@plt")).toEqual([[BigInt(stub), "import_stub"]]);
    expect(await names("tabl")).toEqual([]);
    expect(await names("")).toEqual([]);
  });

  test("are listed by address, undefined ones last", async () => {
    const { items } = await analysis.names(ALL);

    const addresses = items.map(({ address }) => address);
    const placed = addresses.filter((address) => address !== null).map((address) => Number(address));
    expect(placed).toEqual(placed.toSorted((left, right) => left - right));
    expect(addresses.slice(placed.length).every((address) => address === null)).toBe(true);
    expect(items).toContainEqual(
      expect.objectContaining({ name: "table", kind: "object", binding: "global", source: "symtab", size: 32 }),
    );
  });

  test("of C++ are found demangled and raw", async () => {
    const source = `
      namespace shape { struct Box { int area(int n); }; int Box::area(int n) { return n * 7; } }
      int main() { return 0; }`;
    const file = build(source, { command: "g++", language: "cc", flags: [] });
    if (file === undefined) return;
    const program = await analyseFile(file);
    const raw = "_ZN5shape3Box4areaEi";

    const places = [...(await program.named(raw)), ...(await program.named("shape::Box::area(int)"))];

    const address = BigInt(symbolsOf(file).get(raw)?.address ?? 0);
    const place = { address, name: "shape::Box::area(int)", kind: "function" };
    expect(places).toEqual([place, place]);
    expect(await program.procedure(address)).toMatchObject({ name: "shape::Box::area(int)", raw_name: raw });
  });

  test("stop being searched when the budget is spent, and say so", async () => {
    const slice = await analysis.names(ALL, containing("", 3));

    expect(slice.items).toHaveLength(3);
    expect(slice).toMatchObject({ total: null, more: true, limits: [{ kind: "scan", limit: 3 }] });
  });

  test("that match are counted beyond the window", async () => {
    const one = await analysis.procedures(
      { offset: 0, limit: 1 },
      { kinds: [], order: "address", match: containing("through_") },
    );

    expect(one).toMatchObject({ total: 2, more: true });
    expect(one.items).toHaveLength(1);
  });
});

describe.runIf(isBuilt)("addresses", () => {
  test("inside a function tell its name and the distance", async () => {
    const facts = await analysis.describe(at("switching") + 3n);

    expect(facts).toMatchObject({
      mapped: true,
      section: ".text",
      permissions: "r-x",
      name: null,
      function: { name: "switching", offset: 3 },
    });
  });

  test("inside data tell the symbol", async () => {
    const facts = await analysis.describe(at("table") + 8n);

    expect(facts).toMatchObject({ section: ".data", permissions: "rw-", function: null });
    expect(facts.symbol).toEqual({ address: symbols.get("table")?.address, name: "table", offset: 8 });
  });

  test("of zero-filled memory have no place in the file", async () => {
    expect(await analysis.describe(at("room"))).toMatchObject({ mapped: true, fileOffset: null, name: "room" });
    expect(await analysis.bytes(at("room"), 16)).toEqual(new Uint8Array(0));
  });

  test("that nothing maps are described as such", async () => {
    for (const address of [0xffff_ffff_ffff_0000n, 0x7fff_0000n]) {
      expect(await analysis.describe(address)).toMatchObject({ mapped: false, section: null, name: null });
      expect(await analysis.bytes(address, 4)).toBeUndefined();
      expect(await analysis.referencesTo(address, 8)).toEqual([]);
      expect(await analysis.callsTo(address)).toEqual([]);
    }
  });

  test("follow the section headers to the file and back", async () => {
    const [, address = "", offset = ""] =
      / \.rodata +PROGBITS +([0-9a-f]+) +([0-9a-f]+)/u.exec(
        execFileSync("readelf", ["-SW", FILE], { encoding: "utf8" }),
      ) ?? [];
    const start = BigInt(`0x${address}`);
    const place = Number.parseInt(offset, 16);

    expect(analysis.addressOfFileOffset(place + 2)).toBe(start + 2n);
    expect((await analysis.describe(start)).fileOffset).toBe(place);
    expect(await analysis.bytes(start, 12)).toEqual(new Uint8Array(readFileSync(FILE).subarray(place, place + 12)));
    expect(analysis.addressOfFileOffset(0x7fff_ffff)).toBeUndefined();
  });
});

describe.runIf(isBuilt)("references", () => {
  test("to data come from the code that reads it", async () => {
    const references = await analysis.referencesTo(at("table"), 32);

    expect(references.map((reference) => reference.from_function?.name)).toEqual(["leaf"]);
    expect(references[0]?.to_name).toBe("table");
  });

  test("of pointers in data lead to the string", async () => {
    const references = await analysis.referencesFrom(at("greeting"), 8);

    expect(references).toMatchObject([
      { kind: "pointer", from_function: null, to_name: '"a greeting that data points to"' },
    ]);
  });

  test("of a function reach its strings", async () => {
    const strings = await analysis.stringsOf(at("switching"));

    expect(strings.map(({ value }) => value).sort()).toEqual(
      ['five \u001b[31m "quoted"', "string one", "string zero"].sort(),
    );
    expect(strings.every(({ references, section }) => references === 1 && section === ".rodata")).toBe(true);
  });
});

describe.runIf(isBuilt)("assembly", () => {
  test("has the instructions of objdump", async () => {
    const { items, total } = await analysis.assembly(at("switching"), { syntax: "intel", window: ALL });

    const text = execFileSync("objdump", ["-d", "--disassemble=switching", FILE], { encoding: "utf8" });
    const lines = [...text.matchAll(/^ +([0-9a-f]+):\t((?:[0-9a-f]{2} )+) *\t?(\S+)?/gmu)].filter(
      ([, , , name]) => name !== undefined,
    );
    const end = at("switching") + BigInt(symbols.get("switching")?.size ?? 0);
    const expected = lines.map(([, address]) => `0x${address}`).filter((address) => BigInt(address) < end);
    const padding = lines
      .filter(([, , , name]) => name?.startsWith("nop") || name === "xchg")
      .map(([, address]) => `0x${address}`);
    expect(items.map(({ address }) => address)).toEqual(expected.filter((address) => !padding.includes(address)));
    expect(total).toBe(items.length);
  });

  test("windows are parts of the whole", async () => {
    const all = await analysis.assembly(at("main"), { syntax: "intel", window: ALL });

    for (const [offset, limit] of [
      [0, 1],
      [3, 5],
      [7, 1000],
      [1000, 5],
    ] as const) {
      const part = await analysis.assembly(at("main"), { syntax: "intel", window: { offset, limit } });
      expect(part.items).toEqual(all.items.slice(offset, offset + limit));
      expect(part.total).toBe(all.total);
    }
  });

  test("names callees with their library and quotes strings with control characters escaped", async () => {
    const { items } = await analysis.assembly(at("switching"), { syntax: "att", window: ALL });

    const comments = items.flatMap(({ comment }) => comment ?? []);
    expect(comments).toContain("puts (libc.so.6)");
    expect(comments).toContain("leaf");
    expect(comments).toContain('"five \\x1b[31m \\"quoted\\""');
    expect(comments.some((comment) => comment.includes("switch with 6 targets"))).toBe(true);
    expect(items.find(({ mnemonic }) => mnemonic.startsWith("call"))?.target).toMatch(/^0x[0-9a-f]+$/u);
  });

  test("of no function is empty", async () => {
    const slice = await analysis.assembly(at("table"), { syntax: "intel", window: ALL });

    expect(slice).toEqual({ items: [], total: 0, more: false, limits: [] });
    expect(await analysis.blocks(at("table"))).toEqual([]);
  });

  test("starts its blocks where the edges lead", async () => {
    const blocks = await analysis.blocks(at("switching"));

    const starts = new Set(blocks.map(({ address }) => address));
    expect(blocks[0]?.address).toBe(symbols.get("switching")?.address);
    expect(blocks.flatMap(({ successors }) => successors).every(({ address }) => starts.has(address))).toBe(true);
    expect(blocks.some(({ successors }) => successors.filter(({ kind }) => kind === "switch").length >= 6)).toBe(true);
  });
});

test.runIf(isBuilt)("the overview carries the name that was asked for", async () => {
  const overview = await analysis.overview();

  expect(overview.identity.file).toBe(FILE.split("/").at(-1));
  expect(overview.entry_points.map(({ name, role }) => [name, role])).toEqual(
    expect.arrayContaining([
      ["_start", "entry"],
      ["main", "main"],
    ]),
  );
});

describe("a relocatable file", async () => {
  const file = path.resolve(import.meta.dirname, "../../../test/corpus/bin/features.o");
  const object = await analyseFile(file);
  const relocations = execFileSync("objdump", ["-dr", "--disassemble=fatal", file], { encoding: "utf8" });
  const called = [...relocations.matchAll(/R_X86_64_PLT32\s+(\w+)-0x4/gu)].map(([, name]) => name);

  test("calls what its relocations name", async () => {
    const [fatal] = await object.named("fatal");

    const calls = await object.callsFrom(fatal?.address ?? 0n);

    expect(called).toContain("abort");
    expect(calls.map(({ callee, kind }) => [callee?.name, kind])).toEqual(called.map((name) => [name, "import"]));
  });

  test("shows its code with the relocations applied", async () => {
    const [fatal] = await object.named("fatal");

    const { items } = await object.assembly(fatal?.address ?? 0n, { syntax: "intel", window: ALL });

    const calls = items.filter(({ mnemonic }) => mnemonic === "call");
    expect(calls.map(({ comment }) => comment)).toEqual(called);
    const [abort] = await object.named("abort");
    expect(calls.at(-1)?.target).toBe(`0x${abort?.address.toString(16)}`);
  });

  test("counts the calls of each import", async () => {
    const { items } = await object.imports(ALL);

    const sites = execFileSync("objdump", ["-dr", file], { encoding: "utf8" });
    for (const { name, calls } of items) {
      expect([name, calls]).toEqual([name, sites.split(`R_X86_64_PLT32\t${name}-0x4`).length - 1]);
    }
  });
});
