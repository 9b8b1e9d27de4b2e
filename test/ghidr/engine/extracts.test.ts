/** What the adapter writes out and disassembles, held to what binutils and the sources say of the same program. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Address } from "../../../src/contracts/ghidr/address.ts";
import type { FunctionReference } from "../../../src/contracts/ghidr/functions.ts";
import { MOST_LINKS } from "../../../src/contracts/ghidr/references.ts";
import type { GhidraInstallation } from "../../../src/providers/ghidra/port.ts";
import type { AddressRange, WorkerRequest, WorkerResults } from "../../../src/providers/ghidra/worker-protocol.ts";
import { answer, ask, refusal } from "./ask.ts";
import type { Extracts } from "./extracts.ts";
import { CANNOT_RUN_GHIDRA, prepared } from "./prepared.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../corpus");
type DisassembleArguments = Extract<WorkerRequest, { operation: "disassemble" }>["arguments"];

/** Where Ghidra puts a position-independent ELF program. */
const IMAGE_BASE = 0x100000;

describe.skipIf(CANNOT_RUN_GHIDRA)("on Ghidra 10.3", () => {
  let folder: string;
  let installation: GhidraInstallation;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "rea-extracts-"));
    installation = await prepared();
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  interface Program {
    readonly sample: string;
    readonly project: string;
    readonly extracts: Extracts;
  }

  async function analysed(file: string): Promise<Program> {
    const own = mkdtempSync(path.join(folder, "program-"));
    const [sample, project] = [path.join(own, "sample"), path.join(own, "project")];
    copyFileSync(file, sample);
    const question = { operation: "extract", arguments: {}, extract: true, sample, project } as const;
    const { extracts } = await answer(installation, folder, question);
    if (extracts === null) throw new Error("there are no extracts");
    return { sample, project, extracts };
  }

  describe("an ELF program", () => {
    let program: Program;
    let extracts: Extracts;
    let code: ReadonlyMap<number, Line>;
    let symbols: readonly Symbol[];

    beforeAll(async () => {
      program = await analysed(path.join(CORPUS, "bin/features-o2"));
      ({ extracts } = program);
      code = objdump(program.sample, IMAGE_BASE);
      symbols = nm(program.sample, IMAGE_BASE);
    });

    /** The function that a symbol with a size says is here. */
    function symbolHolding(address: number): string | undefined {
      return symbols.find(({ start, size }) => address >= start && address < start + size)?.name;
    }

    /** Part of its code, disassembled. */
    async function disassembled(what: DisassembleArguments): Promise<WorkerResults["disassemble"]> {
      const question = { operation: "disassemble", arguments: what, project: program.project } as const;
      return (await answer(installation, folder, question)).result;
    }

    test("has the strings that strings(1) finds in its read-only data", () => {
      const { start, end, offset } = section(program.sample, ".rodata");
      const printed = execFileSync("strings", ["-n", "5", "-t", "d", program.sample], { encoding: "utf8" });
      const expected = [...printed.matchAll(/^ *(?<at>\d+) (?<text>.*)$/gmu)]
        .map(({ groups }) => ({ at: Number(groups?.["at"]) - offset + start, text: groups?.["text"] ?? "" }))
        .filter(({ at }) => at >= start && at < end);

      const found = extracts.strings
        .map(({ address, value, byte_length }) => ({ at: number(address), text: value.text, byte_length }))
        .filter(({ at, text }) => at >= start + IMAGE_BASE && at < end + IMAGE_BASE && text.trimEnd().length >= 5);

      expect(expected.length).toBeGreaterThan(7);
      // strings(1) ends a text at the end of its line.
      expect(found.map(({ at, text }) => ({ at: at - IMAGE_BASE, text: text.trimEnd() }))).toEqual(expected);
      const source = readFileSync(path.join(CORPUS, "src/features.c"), "utf8");
      for (const { text, byte_length } of found) {
        expect(source).toContain(`"${text.replace("\n", "\\n")}"`);
        expect(byte_length).toBe(text.length + 1);
      }
      expect(new Set(extracts.strings.map(({ encoding }) => encoding))).toEqual(new Set(["US-ASCII", "UTF-8"]));
    });

    test("lists with each string the references to its bytes", () => {
      for (const { address, byte_length, references } of extracts.strings) {
        const within = extracts.xrefs.filter(
          ({ to }) =>
            to.space === address.space && number(to) >= number(address) && number(to) < number(address) + byte_length,
        );

        expect(references.total).toBe(within.length);
        expect(references.items).toEqual(
          within.slice(0, MOST_LINKS).map((xref) => ({
            from: xref.from,
            to: xref.to,
            type: xref.type,
            operand_index: xref.operand,
            function: xref.function === undefined ? null : named(xref.function),
          })),
        );
      }
      const division = extracts.strings.find(({ value }) => value.text.startsWith("division of"));
      expect(division?.references.items.map((item) => item.function?.name)).toContain("evaluate");
    });

    test("refers from every instruction to what objdump says it names", () => {
      const naming = [...code].flatMap(([from, { operands }]) => {
        const named = /# (?<to>[0-9a-f]+) </u.exec(operands)?.groups?.["to"];
        return named === undefined ? [] : [{ from, to: Number.parseInt(named, 16) + IMAGE_BASE }];
      });
      const found = new Set(extracts.xrefs.map(({ from, to }) => `${number(from)} ${number(to)}`));

      expect(naming.length).toBeGreaterThan(30);
      expect(naming.filter(({ from, to }) => !found.has(`${from} ${to}`))).toEqual([]);
    });

    test("has a reference of flow for every direct call and jump, and one to the stack and to a variable", () => {
      const flows = [...code].flatMap(([from, { mnemonic, target }]) =>
        target === undefined ? [] : [`${hex(from)} ${mnemonic === "call" ? "CALL" : "JUMP"} ${hex(target)}`],
      );
      const found = new Set(
        extracts.xrefs.map(({ from, type, to }) => `${hex(number(from))} ${kindOf(type)} ${hex(number(to))}`),
      );
      // Ghidra takes a jump at the end of a function for a call.
      const isMissing = (flow: string): boolean => !found.has(flow) && !found.has(flow.replace("JUMP", "CALL"));
      expect(flows.length).toBeGreaterThan(40);
      expect(flows.filter(isMissing)).toEqual([]);

      expect(extracts.xrefs.map(({ to }) => to.space)).toContain("stack");
      const lines = symbols.find(({ name }) => name === "log_lines")?.start;
      const writers = extracts.xrefs.filter(({ to, type }) => number(to) === lines && type === "WRITE");
      expect(writers.map((xref) => xref.function?.name)).toEqual(expect.arrayContaining(["before_main", "after_main"]));
    });

    test("knows of every reference the function that holds its source, and orders them", () => {
      const holders = extracts.xrefs
        .filter(({ from }) => from.space === "ram")
        .map((xref) => ({ symbol: symbolHolding(number(xref.from)), name: xref.function?.name }))
        .filter(({ symbol, name }) => symbol !== undefined && name !== undefined);

      expect(holders.length).toBeGreaterThan(60);
      expect(holders.filter(({ symbol, name }) => symbol !== name)).toEqual([]);
      expect(extracts.xrefs).toEqual(sorted(extracts.xrefs, ({ from, to, operand }) => [from, to, operand + 2]));
    });

    test("has an edge for every call of objdump, and no other but jumps to functions", () => {
      const sites = new Map(extracts.calls.map(({ site, callee }) => [number(site), callee]));
      const isCall = (at: number): boolean => code.get(at)?.mnemonic === "call";

      for (const [at, { mnemonic, target }] of code) {
        if (mnemonic !== "call") continue;
        expect([hex(at), sites.has(at)]).toEqual([hex(at), true]);
        const entry = sites.get(at)?.entry;
        if (target !== undefined) expect(entry && number(entry)).toBe(target);
      }
      for (const { site, flow, caller, callee } of extracts.calls) {
        const at = number(site);
        if (isCall(at)) continue;
        const { mnemonic, target } = code.get(at) ?? { mnemonic: "none" };
        expect(mnemonic).toBe("jmp");
        expect(flow).toMatch(/JUMP|CALL/u);
        expect(callee?.name).toBeDefined();
        expect(callee).not.toBe(caller);
        if (target !== undefined) expect(callee && number(callee.entry)).toBe(target);
      }
      expect(extracts.calls).toEqual(
        sorted(extracts.calls, ({ site, callee }) => [site, callee?.entry ?? { space: "\u{10FFFF}", offset: "0x0" }]),
      );
    });

    test("knows who calls whom, as the source says", () => {
      const edges = new Set(extracts.calls.map(({ caller, callee }) => `${caller?.name} ${callee?.name}`));

      for (const edge of ["evaluate fatal", "checked fatal", "checked longjmp", "main evaluate", "say puts"]) {
        expect(edges).toContain(edge);
      }
      // A jump through a table of four.
      for (const name of ["add", "double", "negate", "square"]) expect(edges).toContain(`dispatch handle_${name}`);
      const table = extracts.calls.find(({ site }) => code.get(number(site))?.operands.includes("[rbp+rax*8"));
      expect(table).toMatchObject({ caller: { name: "main" }, flow: "COMPUTED_CALL", reason: "computed_target" });
      expect([table?.callee, table?.target]).toEqual([undefined, undefined]);
      // The linker's stub leads to the function outside.
      expect(extracts.calls.find(({ caller }) => caller?.name === "longjmp")).toMatchObject({
        callee: { qualified_name: "<EXTERNAL>::longjmp", is_thunk: true },
      });
    });

    test("details its functions in the order of their list, with the sizes of the symbol table", () => {
      expect(extracts.details.map((detail) => detail.function)).toEqual(extracts.functions.map(named));
      for (const [index, { body }] of extracts.details.entries()) {
        expect(addresses(body)).toBe(extracts.functions[index]?.body_address_count);
      }
      const sizes = new Map(extracts.details.map((detail) => [number(detail.function.entry), addresses(detail.body)]));
      for (const name of ["say", "before_main", "after_main", "handle_add", "handle_square"]) {
        const symbol = symbols.find((candidate) => candidate.name === name);
        expect([name, sizes.get(symbol?.start ?? 0)]).toEqual([name, symbol?.size]);
      }
    });

    test("disassembles as objdump does", async () => {
      const { start, end } = section(program.sample, ".text");
      const range = { space: "ram", start: hex(start + IMAGE_BASE), end: hex(end + IMAGE_BASE - 1) };

      const { items, function: none } = await disassembled({ what: "range", range });

      expect(none).toBe(null);
      expect(items.length).toBeGreaterThan(300);
      for (const item of items) {
        const line = code.get(number(item.address));
        expect([item.address.offset, item.bytes, synonym(item.mnemonic.toLowerCase())]).toEqual([
          item.address.offset,
          line?.bytes,
          synonym(line?.mnemonic ?? ""),
        ]);
        expect(item.references.items).toEqual(
          extracts.xrefs
            .filter(({ from }) => from.offset === item.address.offset && from.space === "ram")
            .map(({ to, type, operand }) => ({ to, type, operand_index: operand })),
        );
      }
      // Only what fills the room between functions is not disassembled.
      const found = new Set(items.map(({ address }) => number(address)));
      const left = [...code].filter(([at]) => at >= start + IMAGE_BASE && at < end + IMAGE_BASE && !found.has(at));
      expect(left.map(([, { mnemonic }]) => synonym(mnemonic)).filter((mnemonic) => mnemonic !== "nop")).toEqual([]);
    });

    test("disassembles one function, with operands and flow", async () => {
      const inside = [...code].filter(([at]) => symbolHolding(at) === "is_odd");

      const { items, function: found } = await disassembled({
        what: "function",
        selector: { kind: "name", value: "is_odd" },
      });

      expect(found).toMatchObject({ name: "is_odd", qualified_name: "is_odd" });
      // What fills the room before a target of jumps is never reached.
      const reached = inside.filter(([, { mnemonic }]) => synonym(mnemonic) !== "nop");
      expect(items.map(({ address }) => number(address))).toEqual(reached.map(([at]) => at));
      const [first, last] = [items[0], items.at(-1)];
      // `test edi, edi` compares the argument with zero; the last jump leaves for another function.
      expect(first).toMatchObject({ mnemonic: "TEST", operands: ["EDI", "EDI"], references: { items: [], total: 0 } });
      expect(first?.flow).toEqual({ type: "FALL_THROUGH", fall_through: items[1]?.address, targets: [] });
      const other = extracts.functions.find(({ name }) => name === "is_even")?.entry;
      expect(last).toMatchObject({
        mnemonic: "JMP",
        flow: { type: "CALL_TERMINATOR", fall_through: null, targets: [other] },
        references: { items: [{ to: other, type: "UNCONDITIONAL_CALL", operand_index: 0 }], total: 1 },
      });
      expect(items.filter(({ bytes }) => bytes === "c3")).toMatchObject([
        { mnemonic: "RET", operands: [], flow: { type: "TERMINATOR", fall_through: null, targets: [] } },
      ]);
      const jumps = items.filter(({ flow }) => flow.type === "CONDITIONAL_JUMP");
      expect(jumps.map(({ address, flow }) => [number(address), ...flow.targets.map(number)])).toEqual(
        jumps.map(({ address }) => [number(address), code.get(number(address))?.target]),
      );
    });

    test("takes both ends of a range, and what begins between them", async () => {
      const [first = 0, second = 0, third = 0] = [...code.keys()].filter((at) => symbolHolding(at) === "evaluate");
      const starts = async (start: number, end: number): Promise<number[]> => {
        const { items } = await disassembled({
          what: "range",
          range: { space: "ram", start: hex(start), end: hex(end) },
        });
        return items.map(({ address }) => number(address));
      };

      const [whole, within] = await Promise.all([starts(first, third), starts(first + 1, third - 1)]);

      expect(whole).toEqual([first, second, third]);
      expect(within).toEqual([second]);
    });

    test("finds no instruction where there is no code, and refuses what is no place", async () => {
      const range = (own: AddressRange) => ({ what: "range", range: own }) as const;
      const outside = { start: "0x0", end: "0xffffffffffffffff" };
      const external = extracts.functions.find(({ is_external }) => is_external)?.entry;
      const selector = { kind: "address", value: external ?? { space: "", offset: "0x0" } } as const;
      const refused = (own: DisassembleArguments) =>
        refusal(installation, folder, { operation: "disassemble", arguments: own, project: program.project });

      const [elsewhere, behind] = await Promise.all([
        disassembled(range({ space: "EXTERNAL", ...outside })),
        disassembled(range({ space: "ram", start: "0xffffffffffffff00", end: "0xffffffffffffffff" })),
      ]);
      const [nowhere, bodiless] = await Promise.all([
        refused(range({ space: "nowhere", ...outside })),
        refused({ what: "function", selector }),
      ]);

      const nothing = { function: null, items: [] };
      expect([elsewhere, behind]).toEqual([nothing, nothing]);
      expect(nowhere).toMatchObject({
        code: "address_space_not_found",
        details: { candidates: extracts.inspect.address_spaces },
      });
      expect(bodiless).toMatchObject({ code: "function_without_body", details: { function: { entry: external } } });
    });

    test("is written out beside an error of the question", async () => {
      const selector = { kind: "name", value: "no such function" } as const;
      const question = { operation: "disassemble", arguments: { what: "function", selector }, extract: true } as const;

      const outcome = await ask(installation, folder, { ...question, project: program.project });

      if (outcome.kind !== "response") throw new Error(JSON.stringify(outcome));
      expect(outcome.response).toMatchObject({ status: "error", error: { code: "function_not_found" } });
      expect(outcome.response.extracts?.map(({ state }) => state)).toEqual(Array(6).fill("written"));
    });
  });

  describe("a PE program", () => {
    let program: Program;

    beforeAll(async () => {
      program = await analysed(path.join(CORPUS, "bin/windows-x64.exe"));
    });

    test("calls its imports through the slots that the import table names", () => {
      const { sample, extracts } = program;
      const imports = new Map(
        nm(sample, 0)
          .filter(({ name }) => name.startsWith("__imp_"))
          .map(({ start, name }) => [start, name.slice("__imp_".length)]),
      );
      // The source imports it by its number.
      const names = new Map([["WSAStartup", "Ordinal_115"]]);
      const through = [...objdump(sample, 0)].flatMap(([at, { operands }]) => {
        const slot = Number.parseInt(/# (?<slot>[0-9a-f]+)/u.exec(operands)?.groups?.["slot"] ?? "0", 16);
        const name = imports.get(slot);
        return name === undefined || !operands.startsWith("QWORD") ? [] : [{ at, name: names.get(name) ?? name }];
      });

      expect(through.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["ExitProcess", "GetStdHandle", "WriteFile", "MessageBoxA", "Ordinal_115"]),
      );
      for (const { at, name } of through) {
        const callees = extracts.calls.filter(({ site }) => number(site) === at).map(({ callee }) => callee);
        expect(callees).toMatchObject([{ name, is_external: true }]);
      }
      expect(new Set(extracts.calls.map(({ callee }) => callee?.qualified_name))).toContain(
        "KERNEL32.DLL::ExitProcess",
      );
    });

    test("has the strings of its resources, in UTF-16", () => {
      const wide = program.extracts.strings.filter(({ encoding }) => encoding === "UTF-16");
      const { start, offset } = peSection(program.sample, ".rsrc");
      const printed = execFileSync("strings", ["-e", "l", "-n", "5", "-t", "d", program.sample], { encoding: "utf8" });
      const found = new Map(
        [...printed.matchAll(/^ *(?<at>\d+) (?<text>.*)$/gmu)].map(({ groups }) => [
          Number(groups?.["at"]) - offset + start,
          groups?.["text"],
        ]),
      );

      expect(wide.map(({ value }) => value.text)).toEqual(
        expect.arrayContaining(["CompanyName", "Example Works", "FileDescription", "A small Windows program"]),
      );
      for (const { address, value, byte_length } of wide) {
        expect([value.base64, byte_length % 2]).toEqual([null, 0]);
        expect(found.get(number(address))).toBe(value.text);
        expect(byte_length).toBeGreaterThanOrEqual(2 * (value.text.length + 1));
      }
    });

    test("has the ordinary strings of its source, and who uses them", () => {
      const source = readFileSync(path.join(CORPUS, "src/windows.c"), "utf8");
      const { strings } = program.extracts;

      expect(source).toContain('"Wednesday"');
      expect(strings.find(({ value }) => value.text === "Wednesday")).toMatchObject({
        byte_length: 10,
        encoding: "US-ASCII",
        value: { base64: null },
        references: { items: [{ type: "DATA", function: { name: "day" } }], total: 1 },
      });
    });
  });

  describe("a program with debugging information", () => {
    let program: Program;
    let extracts: Extracts;

    beforeAll(async () => {
      const file = path.join(folder, "typed");
      const source = path.join(import.meta.dirname, "typed.c");
      execFileSync("gcc", ["-O2", "-gdwarf-4", "-no-pie", "-o", file, source]);
      program = await analysed(file);
      ({ extracts } = program);
    });

    function detail(name: string) {
      const found = extracts.details.filter((candidate) => candidate.function.name === name);
      // Of a function in the source there is one; an import has a stub, a place and an external function.
      const [first] = found;
      if (first === undefined) throw new Error(`there is no function ${name}`);
      return first;
    }

    test("tells types and places of parameters and locals, as the calling convention has them", () => {
      const { parameters, locals, returns, signature, frame } = detail("mix");

      expect(signature).toBe("longlong mix(short first, char * second, double third, longlong fourth)");
      expect(returns).toEqual({ type: "longlong", storage: "RAX:8" });
      expect(parameters).toEqual([
        { ordinal: 0, name: "first", type: "short", storage: "DI:2", is_automatic: false },
        { ordinal: 1, name: "second", type: "char *", storage: "RSI:8", is_automatic: false },
        { ordinal: 2, name: "third", type: "double", storage: "XMM0_Qa:8", is_automatic: false },
        { ordinal: 3, name: "fourth", type: "longlong", storage: "RDX:8", is_automatic: false },
      ]);
      expect(locals).toContainEqual({
        name: "local",
        type: "char[24]",
        storage: expect.stringMatching(/^Stack\[-0x[0-9a-f]+\]:24$/u),
        first_use_offset: 0,
      });
      expect(frame.local_size).toBeGreaterThanOrEqual(24);
    });

    test("tells the flags of functions", () => {
      expect(detail("stop")).toMatchObject({
        returns: { type: "void", storage: null },
        flags: { is_no_return: true, has_variable_arguments: false, is_external: false, is_inline: false },
      });
      expect(detail("total")).toMatchObject({
        signature: "long total(long count, ...)",
        signature_source: "IMPORTED",
        flags: { is_no_return: false, has_variable_arguments: true },
      });
    });

    test("has the other name of a function beside the one that Ghidra prefers", () => {
      const names = nm(program.sample, 0).filter(({ name }) => name === "plain" || name === "alias");
      expect(new Set(names.map(({ start }) => start)).size).toBe(1);

      const both = extracts.details.find((candidate) => number(candidate.function.entry) === names[0]?.start);

      expect([both?.function.name, ...(both?.alternate_symbols.map(({ name }) => name) ?? [])].sort()).toEqual([
        "alias",
        "plain",
      ]);
      expect(both?.alternate_symbols).toMatchObject([{ source: "IMPORTED" }]);
    });

    test("follows a thunk to its target, and to the end of the chain", () => {
      const [stub, ...others] = extracts.details.filter((candidate) => candidate.function.name === "snprintf");
      const external = others.find(({ flags }) => flags.is_external);

      expect(stub?.thunk).toMatchObject({ is_thunk: true, resolved: external?.function });
      const target = others.find((other) => other.function.entry.offset === stub?.thunk.target?.entry.offset);
      expect(target?.thunk).toEqual({ is_thunk: true, target: external?.function, resolved: external?.function });
      expect(external).toMatchObject({
        thunk: { is_thunk: false, target: null, resolved: null },
        body: [],
        flags: { has_variable_arguments: true },
      });
    });

    test("keeps the bytes of what does not decode, and only of that", () => {
      const symbols = new Map(nm(program.sample, 0).map(({ start, name }) => [name, start]));
      const at = (name: string) => extracts.strings.find(({ address }) => number(address) === symbols.get(name));
      const wide = (text: readonly number[]) => Buffer.from(Uint32Array.from(text).buffer).toString("base64");
      const codes = (text: string) => [...text].map((character) => character.codePointAt(0) ?? 0);

      expect(at("broken")).toMatchObject({
        byte_length: 10,
        encoding: "US-ASCII",
        value: { text: "two \uFFFD bad", base64: Buffer.from("two \xff bad\0", "latin1").toString("base64") },
      });
      expect(at("beyond")).toMatchObject({
        encoding: "UTF-32",
        value: {
          text: "beyond \uFFFD all",
          base64: wide([...codes("beyond "), 0x110000, ...codes(" all"), 0]),
        },
      });
      expect(at("half")?.value).toEqual({
        text: "half \uFFFD pair",
        base64: wide([...codes("half "), 0xd800, ...codes(" pair"), 0]),
      });
      expect(at("replaced")?.value).toEqual({ text: "replaced \uFFFD well", base64: null });
      expect(at("whole")?.value).toEqual({ text: "whole \u{1F600} pair", base64: null });
    });

    test("has strings inside of structures and arrays", () => {
      const texts = extracts.strings.map(({ value }) => value.text);

      expect(texts).toEqual(expect.arrayContaining(["first name", "alpha", "beta", "second name", "gamma", "delta"]));
    });

    test("lists the first of many references, and counts them all", () => {
      const readers = nm(program.sample, 0).find(({ name }) => name === "readers")?.start ?? 0;
      const shared = extracts.strings.find(({ value }) => value.text === "text with many readers");

      expect(shared?.references.total).toBe(20);
      expect(shared?.references.items.map(({ from }) => number(from))).toEqual(
        Array.from({ length: MOST_LINKS }, (_, index) => readers + 8 * index),
      );
    });
  });
});

interface Line {
  /** Two digits a byte. */
  readonly bytes: string;
  readonly mnemonic: string;
  readonly operands: string;
  /** Of a direct call or jump. */
  readonly target: number | undefined;
}

/** Every instruction that objdump decodes, by its address moved by a base. */
function objdump(file: string, base: number): Map<number, Line> {
  const printed = execFileSync("objdump", ["-d", "-M", "intel", "--insn-width=16", file], { encoding: "utf8" });
  const lines = [...printed.matchAll(/^ +(?<at>[0-9a-f]+):\t(?<bytes>[0-9a-f ]+?) *\t(?<text>\S.*)$/gmu)];
  return new Map(
    lines.map(({ groups }) => {
      const { at = "", bytes = "", text = "" } = groups ?? {};
      const [, mnemonic = "", operands = ""] = /^(?:(?:bnd|data16|cs|rep[nz]*) )*(\S+)\s*(.*)$/u.exec(text) ?? [];
      const target = /^(?:call|j\w+) +(?<to>[0-9a-f]+)\b/u.exec(text)?.groups?.["to"];
      return [
        Number.parseInt(at, 16) + base,
        {
          bytes: bytes.replaceAll(" ", ""),
          mnemonic,
          operands,
          target: target === undefined ? undefined : Number.parseInt(target, 16) + base,
        },
      ];
    }),
  );
}

interface Symbol {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

/** The symbols of a file; those of PE have no size. */
function nm(file: string, base: number): Symbol[] {
  const printed = execFileSync("nm", ["-S", "--defined-only", file], { encoding: "utf8" });
  return [...printed.matchAll(/^(?<start>[0-9a-f]+)(?: (?<size>[0-9a-f]+))? \w (?<name>\S+)$/gmu)].map(
    ({ groups }) => ({
      name: groups?.["name"] ?? "",
      start: Number.parseInt(groups?.["start"] ?? "", 16) + base,
      size: Number.parseInt(groups?.["size"] ?? "0", 16),
    }),
  );
}

/** Where a section of an ELF file is in memory, to before `end`, and in the file. */
function section(file: string, name: string): { start: number; end: number; offset: number } {
  const printed = execFileSync("readelf", ["-S", "--wide", file], { encoding: "utf8" });
  const row = printed.split("\n").find((line) => line.includes(`] ${name} `)) ?? "";
  const [start = 0, offset = 0, size = 0] = row
    .replace(/^.*\] \S+ +\S+ +/u, "")
    .split(" ")
    .map((digits) => Number.parseInt(digits, 16));
  return { start, end: start + size, offset };
}

function peSection(file: string, name: string): { start: number; offset: number } {
  const printed = execFileSync("objdump", ["-h", file], { encoding: "utf8" });
  const [, , , start = "", , offset = ""] = (printed.split("\n").find((line) => line.includes(` ${name} `)) ?? "")
    .trim()
    .split(/\s+/u);
  return { start: Number.parseInt(start, 16), offset: Number.parseInt(offset, 16) };
}

const number = ({ offset }: Address): number => Number.parseInt(offset, 16);
const hex = (offset: number): string => `0x${offset.toString(16)}`;

const named = ({ name, qualified_name, entry }: FunctionReference): FunctionReference => ({
  name,
  qualified_name,
  entry,
});

function addresses(body: readonly { start: Address; end: Address }[]): number {
  return body.reduce((sum, { start, end }) => sum + number(end) - number(start) + 1, 0);
}

/** Whether a type of reference is a call or a jump. */
function kindOf(type: string): string {
  return type.includes("CALL") ? "CALL" : type.includes("JUMP") ? "JUMP" : type;
}

/** Two names of one instruction are one. */
function synonym(mnemonic: string): string {
  return { je: "jz", jne: "jnz", xchg: "nop" }[mnemonic] ?? mnemonic;
}

/** In the order of its keys: addresses by their space and offset, numbers by their value. */
function sorted<T>(items: readonly T[], keys: (item: T) => (Address | number)[]): T[] {
  const text = (item: T): string =>
    keys(item)
      .map((key) =>
        typeof key === "number"
          ? String(key).padStart(4, "0")
          : `${key.space}\0${key.offset.slice(2).padStart(16, "0")}`,
      )
      .join("\0");
  return [...items].sort((left, right) => Buffer.compare(Buffer.from(text(left)), Buffer.from(text(right))));
}
