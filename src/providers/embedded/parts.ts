/**
 * How an analysis is laid into parts that are stored and read one by one: a question about functions of a large
 * program opens `summary`, `functions` and `function-names`, and nothing else.
 */
import { overviewSchema, type Overview } from "../../contracts/facts.ts";
import { textAt } from "../../engine/columns.ts";
import type { FunctionTable, ReferenceTable } from "../../engine/program.ts";
import type { ContainerValue } from "../../store/container.ts";
import { countCalls } from "./callees.ts";
import { buildOverview, type Analysed } from "./overview.ts";
import type { PartReader } from "./part-reader.ts";
import { readExports, storeExports, type ExportRows } from "./parts/exports.ts";
import { readFlow, storeFlow, type Flow } from "./parts/flow.ts";
import { findFragments } from "./parts/fragments.ts";
import {
  readFunctionNames,
  readFunctions,
  storeFunctionNames,
  storeFunctions,
  type FunctionNames,
  type FunctionRows,
} from "./parts/functions.ts";
import { readImports, storeImports, type ImportRows } from "./parts/imports.ts";
import { readPatches, storePatches, type PatchRows } from "./parts/patches.ts";
import { readReferences, storeReferences } from "./parts/references.ts";
import { countUses, readStrings, storeStrings, type StringRows } from "./parts/strings.ts";
import { readSummary, storeSummary, type Summary } from "./parts/summary.ts";
import { readSymbols, storeSymbols, type SymbolRows } from "./parts/symbols.ts";

export const PART_NAMES = [
  "summary",
  "overview",
  "functions",
  "function-names",
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
  const shownName = nameTranslator(functions, analysed.demangle);
  const fragments = findFragments(program);
  const { slot, import: slotImport } = image.importSlots;
  const placeholder = Float64Array.from(image.imports, ({ rva }) => rva ?? -1);
  const calls = countCalls({ ...functions, fragments }, { slot, slotImport, placeholder }, references);
  const uses = countUses(program.strings, references);
  return {
    summary: storeSummary(image, program.counts.codeAnalysed),
    overview: buildOverview(analysed, uses),
    functions: storeFunctions(program, fragments, calls.callees),
    "function-names": storeFunctionNames(functions),
    flow: storeFlow(program),
    references: storeReferences(references),
    strings: storeStrings(program.strings, uses),
    symbols: storeSymbols(image.symbols, shownName),
    imports: storeImports(image, functions, calls.importCalls, shownName),
    exports: storeExports(image.exports, shownName),
    patches: storePatches(image.patches),
  };
}

/** The parts of one analysis, each read and checked on first use and kept. */
export class Parts {
  readonly #reader: PartReader;

  readonly summary: () => Promise<Summary>;
  readonly overview: () => Promise<Overview>;
  readonly functions: () => Promise<FunctionRows>;
  readonly functionNames: () => Promise<FunctionNames>;
  readonly flow: () => Promise<Flow>;
  readonly references: () => Promise<ReferenceTable>;
  readonly strings: () => Promise<StringRows>;
  readonly symbols: () => Promise<SymbolRows>;
  readonly imports: () => Promise<ImportRows>;
  readonly exports: () => Promise<ExportRows>;
  readonly patches: () => Promise<PatchRows>;

  constructor(reader: PartReader) {
    this.#reader = reader;
    this.summary = this.#part("summary", readSummary);
    this.overview = this.#part("overview", (value) => overviewSchema.parse(value));
    this.functions = this.#part("functions", readFunctions);
    this.functionNames = this.#part("function-names", readFunctionNames);
    this.flow = this.#part("flow", readFlow);
    this.references = this.#part("references", readReferences);
    this.strings = this.#part("strings", readStrings);
    this.symbols = this.#part("symbols", readSymbols);
    this.imports = this.#part("imports", readImports);
    this.exports = this.#part("exports", readExports);
    this.patches = this.#part("patches", readPatches);
  }

  /** A failed read is not kept: the next question tries again. */
  #part<T>(name: PartName, decode: (value: ContainerValue) => T): () => Promise<T> {
    let kept: Promise<T> | undefined;
    const load = async (): Promise<T> => {
      try {
        return decode(await this.#reader.read(name));
      } catch (error) {
        kept = undefined;
        throw error;
      }
    };
    return () => (kept ??= load());
  }
}

/** Shows names as the function table does, and demangles each other name once. */
function nameTranslator(
  functions: FunctionTable,
  demangle: (name: string) => string | undefined,
): (raw: string) => string {
  const shown = new Map<string, string>();
  for (let index = 0; index < functions.rva.length; index++) {
    const raw = textAt(functions.rawName, index);
    if (raw.startsWith("_") || raw.startsWith("?")) shown.set(raw, textAt(functions.name, index));
  }
  return (raw) => {
    const known = shown.get(raw);
    if (known !== undefined) return known;
    const text = demangle(raw);
    if (text !== undefined) shown.set(raw, text);
    return text ?? raw;
  };
}
