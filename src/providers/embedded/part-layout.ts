/** How what analysis found is laid into the parts that `parts.ts` reads; free of schemas, which slow a worker's start. */
import { uint32Of } from "../../engine/columns.ts";
import type { ContainerValue } from "../../store/container.ts";
import { countCalls } from "./call-counts.ts";
import { buildOverview, type Analysed } from "./overview.ts";
import { storeExports } from "./parts/exports.ts";
import { storeFlow } from "./parts/flow.ts";
import { findFragments } from "./parts/fragments.ts";
import { storeFunctions } from "./parts/functions.ts";
import { storeImports } from "./parts/imports.ts";
import { NameTable, storeNames } from "./parts/names.ts";
import { storePatches } from "./parts/patches.ts";
import { storeReferences } from "./parts/references.ts";
import { segmentFacts, storeSummary } from "./parts/stored-summary.ts";
import { countUses, storeStrings } from "./parts/strings.ts";
import { storeSymbols, symbolColumns } from "./parts/symbols.ts";

export const PART_NAMES = [
  "summary",
  "overview",
  "functions",
  "names",
  "flow",
  "references",
  "strings",
  "symbols",
  "imports",
  "exports",
  "patches",
] as const;
export type PartName = (typeof PART_NAMES)[number];

/** Every part of an analysis. Columns are those of `program`, not copies. */
export function buildParts(analysed: Analysed): Record<PartName, ContainerValue> {
  const { image, program } = analysed;
  const { functions, references } = program;
  const shownName = (raw: string): string => analysed.demangle(raw) ?? raw;
  const names = new NameTable();
  // Functions first: lists show them more than anything else.
  const { symbol, others } = functions.name;
  const functionNames = uint32Of(symbol.length, (index) => {
    const row = symbol[index] as number;
    if (row >= 0) return names.addOf(image.symbols.name, row);
    const name = others.get(index) ?? "";
    return name === "" ? 0 : names.add(name);
  });
  const symbols = symbolColumns(image.symbols, program.symbolOrder, names, {
    rva: functions.rva,
    name: functionNames,
    names: functions.name.symbols,
    rows: functions.name.symbol,
  });
  const fragments = findFragments(program);
  const { slot, import: slotImport } = image.importSlots;
  const placeholder = Float64Array.from(image.imports, ({ rva }) => rva ?? -1);
  const calls = countCalls({ ...functions, fragments }, { slot, slotImport, placeholder }, references);
  const uses = countUses(program.strings, references);
  const segments = segmentFacts(image);
  return {
    summary: storeSummary(image, program, segments),
    overview: buildOverview(analysed, uses, segments),
    functions: storeFunctions(program, fragments, calls.callees, functionNames),
    flow: storeFlow(program),
    references: storeReferences(references),
    strings: storeStrings(program.strings, uses),
    symbols: storeSymbols(symbols),
    imports: storeImports(image, functions, calls.importCalls, shownName),
    exports: storeExports(image.exports, names, symbols),
    patches: storePatches(image.patches),
    // The last: the others fill it.
    names: storeNames(names, image, analysed.demangle),
  };
}
