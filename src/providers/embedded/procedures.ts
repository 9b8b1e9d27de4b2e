/** Functions as facts: the list, one in detail, and which one holds an address. */
import type { ProcedureFact, ProcedureInfo } from "../../contracts/facts.ts";
import type { Window } from "../../contracts/page.ts";
import { firstAtLeast, textAt } from "../../engine/columns.ts";
import { FUNCTION_FLAGS } from "../../engine/program.ts";
import { EVIDENCE } from "../../formats/image.ts";
import type { ProcedureFilter, Slice } from "../provider.ts";
import { fileOffsetOf, hexadecimal, sectionAt, type Addresses } from "./address-space.ts";
import { rangesOf, rowsWithin } from "./code-map.ts";
import type { FunctionRows } from "./parts/functions.ts";
import { sharedTextAt } from "./parts/shared-texts.ts";
import type { Summary } from "./parts/summary.ts";
import { functionName, symbolName, type CodePlaces, type NamedPlaces } from "./places.ts";
import { descending } from "./row-order.ts";
import { allRows, cut, listedRows, type Rows } from "./windows.ts";

type Listed = Pick<CodePlaces, "functions" | "names">;

export function listProcedures(
  listed: Listed,
  addresses: Addresses,
  window: Window,
  filter: ProcedureFilter,
): Slice<ProcedureFact> {
  const { functions } = listed;
  const { kinds, match } = filter;
  const everyKind = kinds.length === 0;
  return cut(inOrder(functions, filter.order), window, {
    make: (row) => procedureFact(listed, addresses, row),
    keep: everyKind ? undefined : (row) => kinds.includes(kindOf(functions, row)),
    match,
    texts: (row) => [functionName(listed, row), ...rawNameOf(listed, row)],
  });
}

export function procedureFact(listed: Listed, addresses: Addresses, index: number): ProcedureFact {
  const { functions } = listed;
  return {
    address: addresses.text(functions.rva[index] ?? 0),
    name: functionName(listed, index),
    size: functions.size[index] ?? 0,
    kind: kindOf(functions, index),
    evidence: evidenceOf(functions.evidence[index] ?? 0),
    callers: functions.callers[index] ?? 0,
  };
}

export function procedureInfo(
  places: NamedPlaces,
  summary: Summary,
  addresses: Addresses,
  index: number,
): ProcedureInfo {
  const { functions } = places;
  const rva = functions.rva[index] ?? 0;
  const fact = procedureFact(places, addresses, index);
  const raw = rawNameOf(places, index)[0] ?? null;
  return {
    ...fact,
    rva: hexadecimal(rva),
    file_offset: fileOffsetOf(summary.regions, rva),
    section: sectionAt(summary.regions, rva),
    raw_name: raw,
    aliases: aliasesOf(places, rva, fact.name, raw),
    library: libraryOf(places, index),
    no_return: hasFlag(functions, index, "noReturn"),
    instructions: functions.instructions[index] ?? 0,
    blocks: (functions.firstBlock[index + 1] ?? 0) - (functions.firstBlock[index] ?? 0),
    edges: functions.edges[index] ?? 0,
    callees: functions.callees[index] ?? 0,
    ranges: rangesOf(functions, index).map((range) => ({ address: addresses.text(range.rva), size: range.size })),
    unknowns: unknownsOf(functions, addresses, index, summary.codeAnalysed),
  };
}

export function kindOf(functions: Pick<FunctionRows, "flags">, index: number): ProcedureFact["kind"] {
  if (hasFlag(functions, index, "importStub")) return "import_stub";
  return hasFlag(functions, index, "thunk") ? "thunk" : "function";
}

function hasFlag({ flags }: Pick<FunctionRows, "flags">, index: number, flag: keyof typeof FUNCTION_FLAGS): boolean {
  return ((flags[index] ?? 0) & FUNCTION_FLAGS[flag]) !== 0;
}

/** Library of the import that a stub leads to; null for other functions and when the file does not say. */
function libraryOf({ functions, imports }: CodePlaces, index: number): string | null {
  const imported = hasFlag(functions, index, "importStub") ? (functions.import[index] ?? -1) : -1;
  return sharedTextAt(imports.library, imported) || null;
}

/** Names of the set bits, in the order of `EVIDENCE`. */
export function evidenceOf(bits: number): string[] {
  return EVIDENCE.filter((_, bit) => (bits & (1 << bit)) !== 0);
}

/** Its name as in the file, when another is shown. */
function rawNameOf({ functions, names }: Listed, index: number): string[] {
  const row = functions.name[index] ?? 0;
  return names.shownAt(row) === "" ? [] : [textAt(names.raw, row)];
}

function inOrder(functions: FunctionRows, order: ProcedureFilter["order"]): Rows {
  switch (order) {
    case "address":
      return allRows(functions.rva.length);
    case "size":
      return listedRows(descending(functions.size));
    case "callers":
      return listedRows(descending(functions.callers));
  }
}

function aliasesOf(places: NamedPlaces, rva: number, name: string, raw: string | null): string[] {
  const { symbols, names } = places;
  const aliases = new Set<string>();
  for (let row = firstAtLeast(symbols.rva, rva); symbols.rva[row] === rva; row++) {
    if (textAt(names.raw, symbols.name[row] ?? 0) !== (raw ?? name)) aliases.add(symbolName(places, row));
  }
  aliases.delete(name);
  return [...aliases];
}

function unknownsOf(functions: FunctionRows, addresses: Addresses, index: number, codeAnalysed: boolean): string[] {
  if (!codeAnalysed) return ["the engine has no decoder for this architecture: the code is not analysed"];
  const unknowns: string[] = [];
  for (const site of unresolvedSites(functions, index)) {
    const what = site.kind === "call" ? "indirect call" : "indirect jump";
    unknowns.push(`${what} at ${addresses.text(site.rva)} has unknown targets`);
  }
  if (hasFlag(functions, index, "badInstruction")) {
    unknowns.push("its code runs into bytes that are no instruction");
  }
  return unknowns;
}

export interface UnresolvedSite {
  readonly rva: number;
  readonly kind: "call" | "jump";
}

/** Calls and jumps of the function whose targets are not known, by range, then rva. */
export function unresolvedSites(functions: FunctionRows, index: number): UnresolvedSite[] {
  const { rva, kind } = functions.unresolved;
  return rangesOf(functions, index).flatMap((range) => {
    const { first, end } = rowsWithin(rva, range);
    return Array.from({ length: end - first }, (_, distance): UnresolvedSite => ({
      rva: rva[first + distance] ?? 0,
      kind: kind[first + distance] === 0 ? "call" : "jump",
    }));
  });
}
