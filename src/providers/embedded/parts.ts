/**
 * How an analysis is laid into parts that are stored and read one by one: a question about functions of a large
 * program opens `summary`, `functions` and `names`, and nothing else.
 */
import type { Overview } from "../../contracts/facts.ts";
import type { ReferenceTable } from "../../engine/program.ts";
import type { ContainerValue } from "../../store/container.ts";
import type { PartName } from "./part-layout.ts";
import type { PartReader } from "./part-reader.ts";
import { readExports, type ExportRows } from "./parts/exports.ts";
import { readFlow, type Flow } from "./parts/flow.ts";
import { readFunctions, type FunctionRows } from "./parts/functions.ts";
import { readImports, type ImportRows } from "./parts/imports.ts";
import { readNames, type Names } from "./parts/names.ts";
import { readOverview } from "./parts/overview.ts";
import { readPatches, type PatchRows } from "./parts/patches.ts";
import { readReferences } from "./parts/references.ts";
import { readStrings, type StringRows } from "./parts/strings.ts";
import { readSummary, type Summary } from "./parts/summary.ts";
import { readSymbols, type SymbolRows } from "./parts/symbols.ts";

/** The parts of one analysis, each read and checked on first use and kept. */
export class Parts {
  readonly #reader: PartReader;

  readonly summary: () => Promise<Summary>;
  readonly overview: () => Promise<Overview>;
  readonly functions: () => Promise<FunctionRows>;
  readonly names: () => Promise<Names>;
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
    this.overview = this.#part("overview", readOverview);
    this.functions = this.#part("functions", readFunctions);
    this.names = this.#part("names", readNames);
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
