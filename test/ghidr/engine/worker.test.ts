/** The worker on the real Ghidra, held to what readelf, nm and the sources of the samples say. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FunctionItem, FunctionSelector } from "../../../src/contracts/ghidr/functions.ts";
import type { GhidraInstallation } from "../../../src/providers/ghidra/port.ts";
import type { AnalysisFacts } from "../../../src/providers/ghidra/worker-protocol.ts";
import { answer, ask, refusal } from "./ask.ts";
import type { Extracts } from "./extracts.ts";
import { CANNOT_RUN_GHIDRA, JAVA_25, prepared } from "./prepared.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../corpus/bin");
/** Where Ghidra puts a position-independent ELF program. */
const IMAGE_BASE = 0x100000;

/** Only that the sample is analysed, or the project opened. */
const EXTRACT = { operation: "extract", arguments: {} } as const;
const decompile = (selector: FunctionSelector) =>
  ({ operation: "decompile", arguments: { selector, decompile_timeout_seconds: 60 } }) as const;
const disassemble = (selector: FunctionSelector) =>
  ({ operation: "disassemble", arguments: { what: "function", selector } }) as const;

describe.skipIf(CANNOT_RUN_GHIDRA)("a worker on Ghidra 10.3", () => {
  let folder: string;
  let installation: GhidraInstallation;
  let project: string;
  let sample: string;
  let analysis: AnalysisFacts | null;
  let functions: Extracts["functions"];
  let extracts: Extracts | null;
  let invocation: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "rea-ghidra-"));
    installation = await prepared();
    project = path.join(folder, "hello");
    sample = staged("hello-o2");
    const own = { ...EXTRACT, extract: true, sample, project };
    ({ analysis, extracts, invocation } = await answer(installation, folder, own));
    functions = extracts?.functions ?? [];
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** The sample under the name that says nothing of it. */
  function staged(name: string): string {
    const own = mkdtempSync(path.join(folder, "staged-"));
    const file = path.join(own, "sample");
    writeFileSync(file, readFileSync(path.join(CORPUS, name)));
    return file;
  }

  function written(name: string, bytes: string | Uint8Array): string {
    const file = path.join(folder, name);
    writeFileSync(file, bytes);
    return file;
  }

  test("says what the program is, and with which options it was loaded and analysed", () => {
    expect(analysis?.target).toEqual({
      loader: "Executable and Linking Format (ELF)",
      format: "Executable and Linking Format (ELF)",
      processor_language: "x86:LE:64:default",
      compiler_specification: "gcc",
    });
    expect(analysis?.loader_options).toContainEqual({
      name: "Perform Symbol Relocations",
      type: "boolean",
      value: true,
    });
    expect(analysis?.analyzer_options).toEqual(
      expect.arrayContaining([
        { name: "Function ID", type: "boolean", value: true },
        { name: "Function ID.Instruction Count Threshold", type: "float", value: "14.6" },
        { name: "ASCII Strings.Minimum String Length", type: "enum", value: "LEN_5" },
        { name: "Apply Data Archives.GDT User File Archive Path", type: "file", value: null },
        { name: "x86 Constant Reference Analyzer.Max Threads", type: "int", value: 2 },
      ]),
    );
  });

  test("announces the profile before it analyses, as it reports it at the end", () => {
    expect(JSON.parse(readFileSync(path.join(invocation, "profile.json"), "utf8"))).toEqual(analysis);
  });

  test("saves one project under its fixed name, without locks", () => {
    expect(readdirSync(project).sort()).toEqual(["analysis.gpr", "analysis.rep"]);
  });

  test("lists the functions that nm knows, where nm says", () => {
    const found = new Map(functions.map((item) => [item.entry.offset, item.name]));
    const symbols = execFileSync("nm", ["--defined-only", sample], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.split(" "))
      .filter(([, type]) => type === "T" || type === "t");

    expect(symbols.length).toBeGreaterThan(8);
    for (const [offset = "", , name = ""] of symbols) {
      const address = `0x${(Number.parseInt(offset, 16) + IMAGE_BASE).toString(16).padStart(16, "0")}`;
      expect([name, found.get(address)]).toEqual([name, name]);
    }
  });

  test("lists the imported functions that readelf knows, external and not decompilable", () => {
    const imported = execFileSync("readelf", ["--dyn-syms", "--wide", sample], { encoding: "utf8" })
      .split("\n")
      .flatMap((line) => /FUNC.* UND (\w+)/u.exec(line)?.slice(1) ?? []);
    const external = functions.filter(({ is_external }) => is_external);

    expect(external.map(({ name }) => name)).toEqual(expect.arrayContaining(imported));
    expect(external.every(({ location, decompilable }) => location === "external" && !decompilable)).toBe(true);
  });

  test("resolves a thunk to the function that it stands for", () => {
    const byEntry = new Map(functions.map((item) => [key(item.entry), item]));
    const thunk = functions.find(({ name, is_thunk }) => name === "getenv" && is_thunk);

    expect(thunk).toMatchObject({ location: "memory", is_external: false, decompilable: true });
    expect(byEntry.get(key(thunk?.thunk_target_entry ?? { space: "", offset: "" }))).toMatchObject({
      name: "getenv",
      is_external: true,
    });
  });

  test("orders functions by location, space and unsigned offset", () => {
    const sorted = [...functions].sort(
      (left, right) =>
        Number(left.is_external) - Number(right.is_external) ||
        Buffer.compare(Buffer.from(left.entry.space), Buffer.from(right.entry.space)) ||
        (BigInt(left.entry.offset) < BigInt(right.entry.offset) ? -1 : 1),
    );

    expect(functions).toEqual(sorted);
  });

  test("answers several questions about one project at once, and changes no byte of it", async () => {
    const before = digests(project);

    const [again, text, code] = await Promise.all([
      answer(installation, folder, { ...EXTRACT, extract: true, project }),
      answer(installation, folder, { ...decompile({ kind: "name", value: "main" }), project }),
      answer(installation, folder, { ...disassemble({ kind: "name", value: "main" }), project }),
    ]);

    expect(digests(project)).toEqual(before);
    expect(again.extracts).toEqual(extracts);
    expect(again.analysis).toEqual({ ...analysis, loader_messages: [] });
    expect(text.extracts).toBe(null);
    expect(text.result.function).toMatchObject({ name: "main", entry: { space: "ram", offset: "0x0000000000101090" } });
    expect(text.result.text).toContain('printf("hello, %s\\n","nobody in particular")');
    expect(text.result.text).toContain('getenv("HOME")');
    expect(text.result.text).not.toContain("\r");
    expect(text.result.text).toContain("/* WARNING: Subroutine does not return */");
    expect(text.result.warnings).toEqual(["WARNING: Subroutine does not return"]);
    expect(code.result.function).toEqual(text.result.function);
    expect([again.printed, text.printed, code.printed]).toEqual(["", "", ""]);
  });

  test("says where the program lies", () => {
    expect(extracts?.inspect).toEqual({
      image_base: { space: "ram", offset: "0x0000000000100000" },
      minimum_address: { space: "ram", offset: "0x0000000000100000" },
      maximum_address: { space: "ram", offset: expect.stringMatching(/^0x000000000010[0-9a-f]{4}$/u) },
      function_count: functions.length,
      // The sections that are not loaded have spaces of their own.
      address_spaces: [".comment", ".shstrtab", ".strtab", ".symtab", "EXTERNAL", "_elfSectionHeaders", "ram"],
    });
  });

  test("refuses a selector that names no function to decompile", async () => {
    const external = functions.find(({ is_external }) => is_external)?.entry ?? { space: "", offset: "" };
    const inside = { space: "ram", offset: "0x0000000000101094" };
    const selectors = [
      { kind: "address", value: external },
      { kind: "address", value: inside },
      { kind: "address", value: { space: "RAM", offset: inside.offset } },
      { kind: "name", value: "Main" },
    ] as const;

    const refusals = [];
    for (const selector of selectors) {
      refusals.push(await refusal(installation, folder, { ...decompile(selector), project }));
    }

    expect(refusals).toMatchObject([
      { code: "function_not_decompilable", details: { function: { entry: external } } },
      { code: "function_entry_required", details: { containing_function: { name: "main" } } },
      { code: "address_space_not_found", details: { candidates: expect.arrayContaining(["EXTERNAL", "ram"]) } },
      { code: "function_not_found", details: {} },
    ]);
  });

  test("answers without a sandbox what it answers inside one", async () => {
    const own = { ...EXTRACT, extract: true, sample, project: path.join(folder, "outside") };

    const outside = await answer(installation, folder, own, { sandbox: "off" });

    expect(outside.extracts).toEqual(extracts);
    expect(outside.analysis).toEqual(analysis);
  });

  test("loads a PE32+ program", async () => {
    const own = { sample: staged("windows-x64.exe"), project: path.join(folder, "windows") };

    const { analysis: facts, extracts: found } = await answer(installation, folder, {
      ...EXTRACT,
      extract: true,
      ...own,
    });

    expect(facts?.target).toMatchObject({ loader: "Portable Executable (PE)", compiler_specification: "windows" });
    // Libraries that are not beside the file are no complaint about it.
    expect(facts?.loader_messages).toEqual([]);
    expect(found?.inspect.image_base).toEqual({ space: "ram", offset: "0x0000000140000000" });
  });

  test("gives the candidates of an ambiguous file, and recognises no text", async () => {
    const universal = { ...EXTRACT, project: path.join(folder, "universal") };
    const text = { ...universal, project: path.join(folder, "text") };

    expect(await refusal(installation, folder, { ...universal, sample: staged("darwin-universal.o") })).toMatchObject({
      code: "target_ambiguous",
      details: {
        total: 2,
        candidates: [{ loader: "Mac OS X Mach-O" }, { loader: "Mac OS X Mach-O" }],
      },
    });
    expect(
      await refusal(installation, folder, { ...text, sample: written("notes.txt", "no program\n") }),
    ).toMatchObject({
      code: "target_unrecognized",
    });
    expect(readdirSync(universal.project)).toEqual([]);
    // Ghidra prefers two languages for the same machine, and would take the first of them.
    expect(await refusal(installation, folder, { ...universal, sample: staged("bare-powerpc64.o") })).toMatchObject({
      code: "target_ambiguous",
      details: {
        candidates: [{ processor_language: "PowerPC:BE:64:A2ALT" }, { processor_language: "PowerPC:BE:64:default" }],
      },
    });
  });

  test("does not take a broken Ghidra for an unknown sample", async () => {
    const broken = { ...installation, directory: withoutProcessors(installation.directory) };
    const question = { ...EXTRACT, sample, project: path.join(folder, "broken") };

    const error = await refusal(broken, folder, question, { sandbox: "off" });

    expect(error).toMatchObject({ code: "ghidra_incompatible" });
  });

  test("saves nothing of an analysis that did not end in time", async () => {
    const large = written("large", readFileSync("/bin/bash"));
    const own = { sample: large, project: path.join(folder, "late"), analysisTimeout: 1 };

    const error = await refusal(installation, folder, { ...EXTRACT, ...own });

    expect(error).toMatchObject({ code: "analysis_timeout", details: { timeout_seconds: 1 } });
    expect(readdirSync(own.project)).toEqual([]);
  });

  test.each([8, 40])("says so when %i MiB of heap do not suffice", async (heapMib) => {
    const question = { ...EXTRACT, sample, project: path.join(folder, `small${heapMib}`) };
    const limits = { heapMib, cpu: 2, watchdogSeconds: 300 };

    const outcome = await ask(installation, folder, question, { limits });

    expect(outcome.kind).toBe("out_of_memory");
    expect(readdirSync(question.project)).toEqual([]);
  });

  test("carries what the loader says of a damaged file", async () => {
    const bytes = readFileSync(path.join(CORPUS, "hello-o2")).subarray(0, 9000);
    const own = { sample: written("cut", bytes), project: path.join(folder, "cut-project") };

    const { analysis: facts } = await answer(installation, folder, { ...EXTRACT, ...own });

    expect(facts?.loader_messages.join("\n")).toMatch(/truncated|missing|beyond|failed|invalid/iu);
  });

  test("fails as a corrupt analysis on a project that is damaged", async () => {
    const damaged = path.join(folder, "damaged");
    mkdirSync(path.join(damaged, "analysis.rep"), { recursive: true });
    writeFileSync(path.join(damaged, "analysis.gpr"), "");

    const error = await refusal(installation, folder, { ...EXTRACT, project: damaged });

    expect(error).toMatchObject({ code: "corrupt_analysis" });
  });

  test.skipIf(JAVA_25 === undefined)("works the same on JDK 25, from import to text", async () => {
    const newer = await prepared(JAVA_25);
    const own = { sample, project: path.join(folder, "java25") };

    const { result } = await answer(newer, folder, { ...decompile({ kind: "name", value: "count_letters" }), ...own });

    expect(newer).toMatchObject({ javaVersion: "25", verified: false });
    expect(result.text).toContain("count_letters(");
  });

  function withoutProcessors(directory: string): string {
    const copy = path.join(folder, "broken-ghidra");
    mkdirSync(path.join(copy, "Ghidra", "Processors"), { recursive: true });
    for (const name of readdirSync(path.join(directory, "Ghidra"))) {
      if (name !== "Processors") symlinkSync(path.join(directory, "Ghidra", name), path.join(copy, "Ghidra", name));
    }
    return copy;
  }
});

function key({ space, offset }: FunctionItem["entry"]): string {
  return `${space}:${offset}`;
}

/** Digest of every file below a directory. */
function digests(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(directory, file), createHash("sha256").update(readFileSync(file)).digest("hex")];
    }),
  );
}
