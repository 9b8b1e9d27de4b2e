/** A hand-written program behind the provider port, for tests of logic that no compiler can be asked for. */
import { Failure } from "../src/base/failure.ts";
import type { CallFact, ImportFact, ProcedureInfo, ReferenceFact, StringFact } from "../src/contracts/facts.ts";
import type { Analysis, NamedPlace, Slice, TextMatch } from "../src/providers/provider.ts";

export interface SmallFunction {
  readonly name: string;
  readonly address: number;
  /** 16 bytes when absent. */
  readonly size?: number;
  readonly kind?: ProcedureInfo["kind"];
  /** Addresses of callees, one call site each; null for a call through a pointer. */
  readonly calls?: readonly (number | null)[];
}

export interface SmallProgram {
  readonly functions?: readonly SmallFunction[];
  readonly symbols?: readonly { readonly name: string; readonly address: number }[];
  /** Imports without a stub. */
  readonly imports?: readonly { readonly name: string; readonly slot: number }[];
  readonly strings?: readonly { readonly value: string; readonly address: number }[];
  /** References besides the calls; the source may lie in a function. */
  readonly references?: readonly { readonly from: number; readonly to: number; readonly kind: ReferenceFact["kind"] }[];
  readonly codeAnalysed?: boolean;
}

/** Memory of every small program; file offsets count from its start. */
export const BASE = 0x400000;
const END = 0x410000;
const CODE_END = 0x408000;

export function smallAnalysis(program: SmallProgram): Analysis {
  const functions = [...(program.functions ?? [])].sort((a, b) => a.address - b.address);
  const { symbols = [], imports = [], strings = [] } = program;
  const calls = functions.flatMap((caller) => callsOf(functions, imports, caller));
  const holding = (at: number): SmallFunction | undefined => functions.find((fn) => within(fn.address, sizeOf(fn), at));
  const references = (program.references ?? []).map(({ from, to, kind }): ReferenceFact => {
    const owner = holding(from);
    return { from: hex(from), to: hex(to), kind, from_function: owner ? place(owner) : null, to_name: null };
  });
  const info = (fn: SmallFunction | undefined): ProcedureInfo | undefined =>
    fn &&
    infoOf(fn, new Set(calls.filter((c) => c.callee?.address === hex(fn.address)).map((c) => c.caller.address)).size);
  const named: NamedPlace[] = [
    ...functions.map((fn): NamedPlace => ({
      address: BigInt(fn.address),
      name: fn.name,
      kind: fn.kind === "import_stub" ? "import_stub" : "function",
    })),
    ...symbols.map(({ name, address }): NamedPlace => ({ address: BigInt(address), name, kind: "symbol" })),
    ...imports.map(({ name, slot }): NamedPlace => ({ address: BigInt(slot), name, kind: "symbol" })),
  ];
  const stringFacts = strings.map(({ value, address }): StringFact => ({
    address: hex(address),
    value,
    encoding: "ascii",
    byte_length: value.length,
    terminator: "nul",
    section: ".rodata",
    file_offset: address - BASE,
    references: references.filter(({ to }) => to === hex(address)).length,
  }));

  return {
    target: { path: "small", sha256: "0".repeat(64), format: "elf", architecture: "x86_64", image_base: hex(BASE) },
    binding: { provider: { id: "small", version: "0" }, selection_source: "request", profile_digest: "" },
    imageBase: BigInt(BASE),
    overview: async () => {
      const overview: Partial<Awaited<ReturnType<Analysis["overview"]>>> = {
        code_analysed: program.codeAnalysed ?? true,
      };
      // Operations under test read nothing else of it.
      return overview as Awaited<ReturnType<Analysis["overview"]>>;
    },
    procedures: async (window, { match, order }) => {
      const facts = functions.flatMap((fn) => info(fn) ?? []).filter(({ name }) => match?.matches(name) ?? true);
      if (order === "callers") facts.sort((a, b) => b.callers - a.callers);
      return cut(facts, window);
    },
    names: async (window, match) => {
      const facts = symbols.map(({ name, address }) => ({
        address: hex(address),
        name,
        raw_name: null,
        kind: "object",
        binding: "global",
        source: "symtab",
        size: 8,
      }));
      return cut(
        facts.filter(({ name }) => match?.matches(name) ?? true),
        window,
      );
    },
    strings: async (window, { match }: { match?: TextMatch }) =>
      cut(
        stringFacts.filter(({ value }) => match?.matches(value) ?? true),
        window,
      ),
    imports: async (window, match) =>
      cut(
        imports.map(importFact).filter(({ name }) => match?.matches(name) ?? true),
        window,
      ),
    exports: async (window) => cut([], window),
    segments: async () => [],
    procedure: async (address) => info(functions.find((fn) => BigInt(fn.address) === address)),
    containing: async (address) => info(holding(Number(address))),
    named: async (name) => named.filter((entry) => entry.name === name),
    describe: async (address) => {
      const mapped = address >= BigInt(BASE) && address < BigInt(END);
      const isCode = mapped && address < BigInt(CODE_END);
      return {
        address: `0x${address.toString(16)}`,
        rva: `0x${(address - BigInt(BASE)).toString(16)}`,
        fileOffset: mapped ? Number(address) - BASE : null,
        mapped,
        section: mapped ? (isCode ? ".text" : ".data") : null,
        permissions: mapped ? (isCode ? "r-x" : "rw-") : null,
        name: named.find((entry) => entry.address === address)?.name ?? null,
        function: null,
        symbol: null,
        string: null,
      };
    },
    addressOfFileOffset: (offset) => (offset < END - BASE ? BigInt(BASE + offset) : undefined),
    assembly: async (_procedure, { window }) => cut([], window),
    pseudocode: async () => {
      throw new Failure("decompiler_missing", "this program is not decompiled");
    },
    pseudocodeKey: async () => {
      throw new Failure("decompiler_missing", "this program is not decompiled");
    },
    blocks: async () => [],
    callsFrom: async (procedure) => calls.filter(({ caller }) => BigInt(caller.address) === procedure),
    callsTo: async (procedure) => calls.filter(({ callee }) => callee !== null && BigInt(callee.address) === procedure),
    referencesTo: async (address, size) => references.filter(({ to }) => within(Number(address), size, Number(to))),
    referencesFrom: async (address, size) =>
      references.filter(({ from }) => within(Number(address), size, Number(from))),
    referencesOf: async (procedure) =>
      references.filter(({ from_function }) => from_function !== null && BigInt(from_function.address) === procedure),
    stringsOf: async () => [],
    bytes: async () => undefined,
    close: async () => {},
  };
}

function callsOf(
  functions: readonly SmallFunction[],
  imports: readonly { readonly name: string; readonly slot: number }[],
  caller: SmallFunction,
): CallFact[] {
  return (caller.calls ?? []).map((to, index): CallFact => {
    const site = hex(caller.address + 1 + index);
    if (to === null) return { site, caller: place(caller), callee: null, kind: "indirect" };
    const callee = functions.find(({ address }) => address === to);
    const name = callee?.name ?? imports.find(({ slot }) => slot === to)?.name ?? `loc_${to.toString(16)}`;
    const kind = callee?.kind === "import_stub" || to >= CODE_END ? "import" : "direct";
    return { site, caller: place(caller), callee: { address: hex(to), name, library: null }, kind };
  });
}

function infoOf(fn: SmallFunction, callers: number): ProcedureInfo {
  return {
    ...place(fn),
    size: sizeOf(fn),
    kind: fn.kind ?? "function",
    evidence: ["symbol"],
    callers,
    rva: hex(fn.address - BASE),
    file_offset: fn.address - BASE,
    section: ".text",
    raw_name: null,
    aliases: [],
    library: null,
    no_return: false,
    instructions: 1,
    blocks: 1,
    edges: 0,
    callees: 0,
    ranges: [{ address: hex(fn.address), size: sizeOf(fn) }],
    unknowns: [],
  };
}

function importFact({ name, slot }: { readonly name: string; readonly slot: number }): ImportFact {
  const nothing = { raw_name: null, library: null, version: null, stub: null };
  return { name, ...nothing, kind: "function", weak: false, slots: [hex(slot)], calls: 0 };
}

function place({ name, address }: SmallFunction): { address: string; name: string } {
  return { address: hex(address), name };
}

function sizeOf({ size }: SmallFunction): number {
  return size ?? 16;
}

function within(start: number, size: number, at: number): boolean {
  return at >= start && at < start + size;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function cut<T>(items: readonly T[], { offset, limit }: { offset: number; limit: number | null }): Slice<T> {
  const kept = items.slice(offset, limit === null ? undefined : offset + limit);
  return { items: kept, total: items.length, more: false, limits: [] };
}
