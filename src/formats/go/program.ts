/** What a Go program tells about itself: its functions by name, and its build. */
import type { GoFacts, Region } from "../image.ts";
import type { RelocatedMemory } from "../pointer-lookup.ts";
import { gathered, SymbolList } from "../symbol-list.ts";
import { readBuildInfo } from "./build-info.ts";
import { type GoFunction, readGoFunctions } from "./function-table.ts";
import { locateTable } from "./locate-table.ts";

/** What the facts are read from. */
export interface GoSources extends RelocatedMemory {
  readonly regions: readonly Region[];
  readonly symbols: SymbolList;
  /** Section or note names show the Go toolchain. */
  readonly marked: boolean;
}

export interface GoProgram {
  readonly facts: GoFacts;
  readonly functions: readonly GoFunction[];
}

/** `undefined` for programs of other languages. */
export function readGoProgram(sources: GoSources): GoProgram | undefined {
  const { regions, symbols, memory, marked } = sources;
  const build = readBuildInfo(sources);
  const symbol = symbolRva(symbols, "runtime.pclntab");
  const table = locateTable({ regions, memory, symbol, isGo: marked || build !== undefined });
  if (table === undefined && build === undefined) return undefined;
  const textSymbol = symbolRva(symbols, "runtime.text");
  const functions = table === undefined ? [] : readGoFunctions(table, { ...sources, textSymbol });
  return {
    functions,
    facts: {
      ...(build ?? { settings: [], dependencies: [] }),
      ...(table === undefined ? {} : { tableVersion: table.layout.version }),
      functions: functions.length,
    },
  };
}

/** The symbols with the functions behind them; the table does not tell which of these are exported. */
export function withFunctions(symbols: SymbolList, functions: readonly GoFunction[]): SymbolList {
  const named = functions.filter(({ name }) => name !== "");
  const own = SymbolList.of(
    named.map(({ name, rva, size }) => ({
      name,
      rva,
      size,
      kind: "function",
      binding: "local",
      source: "go_pclntab",
    })),
  );
  return gathered([{ symbols }, { symbols: own }]);
}

function symbolRva(symbols: SymbolList, wanted: string): number | undefined {
  const names = new Set([wanted]);
  let row = symbols.rowNamed(names);
  while (row >= 0 && Number.isNaN(symbols.rva[row])) row = symbols.rowNamed(names, row + 1);
  return row < 0 ? undefined : symbols.rva[row];
}
