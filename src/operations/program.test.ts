/** Every operation on a real program, against what nm, readelf and objdump say of it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { analyseFile } from "../../test/embedded-analysis.ts";
import { smallAnalysis } from "../../test/small-analysis.ts";
import { callsIn, symbolsOf } from "../../test/symbols.ts";
import { build } from "../../test/truth/toolchain.ts";
import { runOperation } from "./run.ts";
import { OPERATIONS } from "./table.ts";

const source = readFileSync(path.resolve(import.meta.dirname, "../../test/programs/license.c"), "utf8");
const flags = ["-O1", "-fno-inline"];
const built = build(source, { command: "gcc", language: "c", flags: [...flags, "-no-pie"] });
const builtBare = build(source, {
  command: "gcc",
  language: "c",
  flags: [...flags, "-fPIE", "-pie", "-fno-plt"],
  strip: true,
});
const isBuilt = built !== undefined && builtBare !== undefined;
const plain = built ?? "";
const analysis = isBuilt ? await analyseFile(plain) : smallAnalysis({});
/** The same code as a position-independent program without stubs or symbols. */
const bare = isBuilt ? await analyseFile(builtBare) : analysis;
const symbols = isBuilt ? symbolsOf(plain) : new Map<string, { address: string; size: number }>();

const addressOf = (name: string): string => symbols.get(name)?.address ?? "";

/** Runs an operation as the surfaces do, and checks that the answer is what the contract says. */
async function ask(name: string, input: Record<string, unknown> = {}, target = analysis) {
  const operation = await OPERATIONS.find((entry) => entry.name === name)?.load();
  if (operation?.needs !== "target") throw new Error(`there is no ${name}`);
  const answer = await runOperation({ operation, input, open: () => target });
  if (!answer.ok) throw answer.failure;
  const { envelope } = answer;
  // Unknown keys are dropped by the schema, so that equality says there are none.
  expect(operation.output.parse(envelope.result)).toEqual(envelope.result);
  expect(envelope.operation).toBe(name);
  return { ...envelope, result: answerShape.parse(envelope.result) };
}

/** The parts of answers that the tests look at. */
const answerShape = z.looseObject({ items: z.array(z.looseObject({})).default([]) });

describe.runIf(isBuilt)("inventory", () => {
  test("functions have the addresses and sizes of the symbol table", async () => {
    const { result, page } = await ask("list_procedures", { all: true });

    for (const name of ["main", "dispatch", "check_license", "run_shell", "do_start", "do_stop", "even", "odd"]) {
      expect(result.items).toContainEqual(expect.objectContaining({ name, ...symbols.get(name) }));
    }
    expect(page).toMatchObject({ order: "address_ascending", returned: result.items.length, has_more: false });
  });

  test("functions by size come largest first", async () => {
    const { result } = await ask("list_procedures", { order: "size", limit: 5 });

    const sizes = result.items.map(({ size }) => Number(size));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes).toHaveLength(5);
  });

  test("sections are those of readelf", async () => {
    const { result } = await ask("list_segments", { kind: "section", all: true });

    const listing = execFileSync("readelf", ["-SW", plain], { encoding: "utf8" });
    const rows = [...listing.matchAll(/\] (\.\S+) +\S+ +([0-9a-f]{16}) ([0-9a-f]{6}) ([0-9a-f]{6})/gu)];
    const expected = rows.map(([, name, , offset, size]) => [name, Number(`0x${offset}`), Number(`0x${size}`)]);
    const found = result.items.map(({ name, file_offset, size }) => [name, file_offset, size]);
    expect(found.filter(([name]) => name !== "")).toEqual(expected);
  });

  test("symbols can be narrowed", async () => {
    const { result } = await ask("list_names", { pattern: "^(counter|limits)$", regex: true });

    expect(result.items.map(({ name, address }) => [name, address]).sort()).toEqual([
      ["counter", addressOf("counter")],
      ["limits", addressOf("limits")],
    ]);
  });

  test("imports are the undefined dynamic symbols, with their library", async () => {
    const { result } = await ask("list_imports", { all: true });

    const names = result.items.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["getenv", "puts", "strcmp", "strlen", "system"]));
    expect(result.items.find(({ name }) => name === "system")).toMatchObject({ library: "libc.so.6", calls: 1 });
  });

  test("a program that exports nothing has an empty list, not an error", async () => {
    const { result, page } = await ask("list_exports", { pattern: "no such name" });

    expect(result.items).toEqual([]);
    expect(page).toMatchObject({ total: 0, has_more: false });
  });

  test("pages of strings join to the whole list", async () => {
    const whole = await ask("list_strings", { all: true });
    const first = await ask("list_strings", { limit: 3 });
    const second = await ask("list_strings", { limit: 3, offset: 3 });

    expect([...first.result.items, ...second.result.items]).toEqual(whole.result.items.slice(0, 6));
    expect(first.page).toMatchObject({ has_more: true, next_offset: 3, total: whole.result.items.length });
  });

  test("the overview names the program's traits", async () => {
    const { result, warnings } = await ask("binary_overview");

    expect(result).toMatchObject({ code_analysed: true, identity: { format: "elf", architecture: "x86_64" } });
    expect(warnings).toEqual([]);
  });
});

describe.runIf(isBuilt)("search", () => {
  test("functions and imports are found by a part of their name", async () => {
    const { result } = await ask("search_procedures", { pattern: "str" });

    expect(result.items.map(({ name }) => name).sort()).toEqual(expect.arrayContaining(["strcmp", "strlen"]));
    expect(result.items.every(({ name }) => String(name).includes("str"))).toBe(true);
  });

  test("strings are found by a regular expression", async () => {
    const { result } = await ask("search_strings", { pattern: "^AKIA-[A-Z]+$", regex: true });

    expect(result.items.map(({ value }) => value)).toEqual(["AKIA-SECRET"]);
  });

  test("a search that ran out of its budget says so and knows no total", async () => {
    const { result, page, limits } = await ask("search_strings", { pattern: "x+y", regex: true, scan_limit: 20 });

    expect(result.items).toEqual([]);
    expect(page?.total).toBeNull();
    expect(limits).toMatchObject([{ kind: "scan", limit: 20, raise_with: "scan_limit" }]);
  });

  test("functions and strings are searched at once", async () => {
    const { result } = await ask("search", { pattern: "license" });

    expect(result).toMatchObject({
      procedures: [{ name: "check_license" }],
      procedure_total: 1,
      strings: [{ value: "license expired" }],
      string_total: 1,
    });
  });

  test("what follows the first matches is found at an offset, and all at once", async () => {
    const found = z.object({ procedures: z.array(z.unknown()), strings: z.array(z.unknown()), string_total: z.int() });
    const all = await ask("search", { pattern: "e", all: true });
    const some = await ask("search", { pattern: "e", limit: 1, offset: 1 });

    const { procedures, strings, string_total: total } = found.parse(all.result);
    expect([all.limits, strings.length]).toEqual([[], total]);
    expect(found.parse(some.result)).toMatchObject({
      procedures: procedures.slice(1, 2),
      strings: strings.slice(1, 2),
    });
    expect(some.limits.map(({ kind }) => kind)).toEqual(["items", "items"]);
  });

  test("a broken pattern is refused in the words of RE2", async () => {
    await expect(ask("search_strings", { pattern: "(", regex: true })).rejects.toMatchObject({
      code: "invalid_pattern",
      message: expect.stringContaining("missing closing )"),
    });
  });
});

describe.runIf(isBuilt)("addresses", () => {
  test("an address inside a function is described by its distance from the start", async () => {
    const { result } = await ask("address_name", { address: "dispatch+0x10" });

    expect(result).toMatchObject({
      name: null,
      section: ".text",
      function: { name: "dispatch", address: addressOf("dispatch"), offset: 16 },
    });
  });

  test("a function's place in memory and in the file agree with the symbol table", async () => {
    const { result } = await ask("procedure_address", { procedure: "check_license" });

    const offset = Number(addressOf("check_license")) - 0x400000;
    expect(result).toMatchObject({
      ...symbols.get("check_license"),
      rva: `0x${offset.toString(16)}`,
      file_offset: offset,
    });
  });

  test("the function that holds an address is found, and padding belongs to none", async () => {
    const inside = await ask("resolve_containing_procedure", { address: "main+5" });
    const outside = await ask("resolve_containing_procedure", { address: "counter" });

    expect(inside.result).toMatchObject({ offset: 5, procedure: { name: "main" } });
    expect(outside.result).toMatchObject({ offset: null, procedure: null });
  });

  test("file offsets and addresses translate both ways", async () => {
    const there = await ask("address_to_file_offset", { address: "limits" });
    const back = await ask("address_to_file_offset", {
      address: `off:0x${Number(there.result["file_offset"]).toString(16)}`,
    });

    expect(there.result["address"]).toBe(addressOf("limits"));
    expect(back.result).toEqual(there.result);
  });

  test("bytes are those of the file", async () => {
    const { result, limits } = await ask("read_bytes", { address: "limits", size: 16 });

    expect(result).toMatchObject({ size: 16, hex: "01000000020000000300000004000000", ascii: "................" });
    expect(limits).toEqual([]);
  });

  test("memory that only run time fills has no bytes, and the answer says so", async () => {
    const { result, limits } = await ask("read_bytes", { address: "scratch", size: 16 });

    expect(result).toMatchObject({ size: 0, hex: "", file_offset: null });
    expect(limits).toMatchObject([{ kind: "bytes", reason: expect.stringContaining("0 of these 16") }]);
  });
});

describe.runIf(isBuilt)("functions", () => {
  test("assembly has the call sites of objdump", async () => {
    const { result } = await ask("procedure_assembly", { procedure: "check_license", all: true });

    const calls = result.items.filter(({ mnemonic }) => mnemonic === "call").map(({ address }) => address);
    expect(calls).toEqual(callsIn(plain, "check_license").map(({ site }) => site));
    expect(result["procedure"]).toMatchObject({ name: "check_license", ...symbols.get("check_license") });
  });

  test("callees are the call targets of objdump, imports by name, pointers apart", async () => {
    const { result } = await ask("procedure_callees", { procedure: "dispatch" });

    const sites = callsIn(plain, "dispatch");
    const strcmp = sites.filter(({ target }) => target === "strcmp@plt").map(({ site }) => site);
    const unknown = sites.filter(({ target }) => target === undefined).map(({ site }) => site);
    expect(result.items).toMatchObject([
      { name: "strcmp", library: "libc.so.6", calls: 2, sites: strcmp.map((address) => ({ address, kind: "import" })) },
    ]);
    expect(result).toMatchObject({ unresolved_calls: 1, unresolved: [{ address: unknown[0], kind: "indirect" }] });
  });

  test("callers of a function and of an import carry their size and call sites", async () => {
    const own = await ask("procedure_callers", { procedure: "run_shell" });
    const imported = await ask("procedure_callers", { procedure: "system" });

    const [site] = callsIn(plain, "do_start");
    expect(own.result.items).toEqual([
      {
        name: "do_start",
        ...symbols.get("do_start"),
        library: null,
        calls: 1,
        sites: [{ address: site?.site, kind: "direct" }],
      },
    ]);
    expect(imported.result.items).toMatchObject([{ name: "run_shell", sites: [{ kind: "import" }] }]);
  });

  test("a function that only a pointer reaches has no callers but a taken address", async () => {
    const { result } = await ask("procedure_callers", { procedure: "do_start" });

    expect(result).toMatchObject({ items: [], address_taken: 1 });
  });

  test("an import without a stub has callers too", async () => {
    const { result } = await ask("procedure_callers", { procedure: "system" }, bare);
    const callees = await ask("procedure_callees", { procedure: String(result.items[0]?.["address"]) }, bare);

    expect(result.items).toHaveLength(1);
    expect(callees.result.items).toMatchObject([{ name: "system", size: 0 }]);
  });

  test("the dossier of a function holds every facet with its total", async () => {
    const { result, limits } = await ask("analyze_function", { procedure: "check_license" });

    expect(result).toMatchObject({
      info: { name: "check_license", ...symbols.get("check_license") },
      callers: { total: 1, items: [{ name: "main" }] },
      callees: { total: 4 },
      unresolved_calls: { total: 0 },
      strings: { total: 2 },
      address_taken: { total: 0 },
    });
    expect(limits).toEqual([]);
  });

  test("a bounded dossier says what was cut and what shows the rest", async () => {
    const { result, limits } = await ask("analyze_function", { procedure: "main", max_items: 1, max_instructions: 2 });

    const targets = new Set(callsIn(plain, "main").map(({ target }) => target));
    expect(result).toMatchObject({ assembly: { items: [{}, {}] }, callees: { total: targets.size, items: [{}] } });
    expect(limits).toContainEqual(expect.objectContaining({ limit: 1, raise_with: "max_items" }));
    expect(limits).toContainEqual(expect.objectContaining({ limit: 2, raise_with: "max_instructions" }));
  });
});

describe.runIf(isBuilt)("references", () => {
  test("references to data carry the function and the kind of access", async () => {
    const { result } = await ask("xrefs", { address: "counter" });

    expect(result).toMatchObject({ name: "counter", from_total: null });
    expect(result.items.map(({ from_function }) => from_function)).toContainEqual({
      address: addressOf("run_shell"),
      name: "run_shell",
    });
  });

  test("references from a function are those of its whole body", async () => {
    const from = await ask("xrefs", { address: "dispatch", direction: "from", all: true });
    const own = await ask("procedure_references", { procedure: "dispatch", all: true });

    expect(from.result.items.map(({ direction: _direction, ...rest }) => rest)).toEqual(own.result.items);
    expect(own.result.items).toContainEqual(expect.objectContaining({ to: addressOf("commands"), kind: "address" }));
  });

  test("references in both directions come to first", async () => {
    const { result } = await ask("xrefs", { address: "do_start", direction: "both", all: true });

    expect(result).toMatchObject({ to_total: 1, from_total: expect.any(Number) });
    expect(result.items[0]).toMatchObject({ direction: "to", kind: "pointer", from_function: null });
    expect(result.items.slice(1).every(({ direction }) => direction === "from")).toBe(true);
  });

  test("references to an import by name cover its stub and its slot", async () => {
    const { result } = await ask("find_xrefs_to_name", { name: "system" });

    const [call] = callsIn(plain, "run_shell");
    expect(result).toMatchObject({ places: [{ kind: "import_stub" }, { kind: "symbol" }] });
    expect(result.items).toContainEqual(expect.objectContaining({ from: call?.site, kind: "call" }));
  });

  test("a string leads to the functions that use it", async () => {
    const { result } = await ask("find_code_for_string", { pattern: "license expired" });

    const uses = z
      .array(z.looseObject({ function: z.looseObject({ name: z.string() }) }))
      .parse(result.items[0]?.["uses"]);
    expect(uses.map((use) => use.function.name)).toEqual(["do_stop", "check_license"]);
  });

  test("a string in a table leads to the function that reads the table", async () => {
    const { result } = await ask("find_code_for_string", { pattern: "stop-service" });

    const throughTable = { through: { address: addressOf("commands"), name: "commands", distance: 16 } };
    expect(result.items[0]?.["uses"]).toContainEqual(
      expect.objectContaining({ ...throughTable, function: { address: addressOf("dispatch"), name: "dispatch" } }),
    );
  });
});

describe.runIf(isBuilt)("graphs", () => {
  test("a feature is traced from its string to main", async () => {
    const { result } = await ask("trace_feature", { pattern: "AKIA" });

    expect(result).toMatchObject({
      functions: [
        { name: "check_license", depth: 0, address_taken: 0 },
        { name: "main", depth: 1 },
        // The loader's entry passes main to the C library: a use of its address, not a call.
      ],
      calls: [{ from: addressOf("main"), to: addressOf("check_license") }],
    });
  });

  test("the call graph around a function has both directions once each", async () => {
    const { result, limits } = await ask("get_call_graph", { root: "check_license", direction: "both", depth: 5 });

    const nodes = z.array(z.looseObject({ name: z.string(), depth: z.number() })).parse(result["nodes"]);
    expect(Object.fromEntries(nodes.map(({ name, depth }) => [name, depth]))).toEqual({
      check_license: 0,
      even: 1,
      odd: 2,
      puts: 1,
      strcmp: 1,
      strlen: 1,
      main: -1,
    });
    expect(limits).toEqual([]);
  });

  test("the graph of the whole program is bounded by its most-called functions", async () => {
    const { result, limits } = await ask("get_call_graph", { max_nodes: 3, format: "dot" });

    expect(result).toMatchObject({ root: null, text: expect.stringContaining("digraph") });
    expect(z.array(z.unknown()).parse(result["nodes"])).toHaveLength(3);
    expect(limits).toMatchObject([{ kind: "nodes", limit: 3 }]);
  });

  test("a call path is found with its call sites", async () => {
    const { result } = await ask("trace_call_path", { from: "do_start", to: "system" });

    expect(result).toMatchObject({
      status: "found",
      paths: [
        {
          calls: 2,
          steps: [
            { name: "do_start", site: callsIn(plain, "do_start")[0]?.site },
            { name: "run_shell", site: callsIn(plain, "run_shell")[0]?.site },
            { name: "system", site: null },
          ],
        },
      ],
    });
  });

  test("a path that only a pointer closes is unknown, with the call and the function it may lead to", async () => {
    const { result } = await ask("trace_call_path", { from: "main", to: "system" });

    expect(result).toMatchObject({
      status: "unknown",
      paths: [],
      unresolved: [{ name: "dispatch", calls: 1 }],
      pointer_targets: [{ name: "do_start", address_taken: 1 }],
    });
  });

  test("no path is none when everything was searched", async () => {
    const { result } = await ask("trace_call_path", { from: "even", to: "main" });

    expect(result).toMatchObject({ status: "none", paths: [], unresolved_calls: 0 });
  });

  test("a path beyond the depth bound is unknown, with the bound", async () => {
    const { result, limits } = await ask("trace_call_path", { from: "do_start", to: "system", max_depth: 1 });

    expect(result).toMatchObject({ status: "unknown" });
    expect(limits).toContainEqual(expect.objectContaining({ kind: "depth", raise_with: "max_depth" }));
  });
});
