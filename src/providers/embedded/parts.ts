/**
 * How an analysis is laid into parts that are stored and read one by one: a question about functions of a large
 * program opens `summary`, `functions` and `names`, and nothing else.
 */
import type { Overview } from "../../contracts/facts.ts";
import { textAt } from "../../engine/columns.ts";
import type { Demangle } from "../../engine/names.ts";
import type { ReferenceTable, TextColumn } from "../../engine/program.ts";
import type { ContainerValue } from "../../store/container.ts";
import type { PartName } from "./part-layout.ts";
import type { PartReader } from "./part-reader.ts";
import { Fields, storedText } from "./parts/fields.ts";
import { readExports, type ExportRows } from "./parts/exports.ts";
import { readFlow, type Flow } from "./parts/flow.ts";
import { readFunctions, type FunctionRows } from "./parts/functions.ts";
import { readImports, type ImportRows } from "./parts/imports.ts";
import { areAllShown, readNames, shownWhenOther, type AllNames, type Names, type StoredNames } from "./parts/names.ts";
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
  readonly #storedNames: () => Promise<StoredNames>;
  #someNames: Promise<Names> | undefined;
  #allNames: Promise<AllNames> | undefined;
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
    this.#storedNames = this.#part("names", readNames);
    this.flow = this.#part("flow", readFlow);
    this.references = this.#part("references", readReferences);
    this.strings = this.#part("strings", readStrings);
    this.symbols = this.#part("symbols", readSymbols);
    this.imports = this.#part("imports", readImports);
    this.exports = this.#part("exports", readExports);
    this.patches = this.#part("patches", readPatches);
  }

  /** Names for a question that shows some of them. */
  async names(): Promise<Names> {
    const stored = await this.#storedNames();
    if (areAllShown(stored) || this.#allNames !== undefined) return this.allNames();
    return (this.#someNames ??= namesOnDemand(stored));
  }

  /** Names for a question that looks at all of them; made on the first one where they are not stored. */
  allNames(): Promise<AllNames> {
    const made = (this.#allNames ??= this.#makeAllNames());
    made.catch(() => (this.#allNames = undefined));
    return made;
  }

  async #makeAllNames(): Promise<AllNames> {
    const stored = await this.#storedNames();
    const shown = areAllShown(stored) ? stored.shown : await this.#shownNames(stored);
    return { ...stored, shown, shownAt: (row) => textAt(shown, row) };
  }

  async #shownNames(stored: StoredNames): Promise<TextColumn> {
    const { derived } = this.#reader;
    const known = await derived?.find(SHOWN_NAMES);
    if (known !== undefined) return new Fields(SHOWN_NAMES, known).text("shown");
    const { shownColumn } = await import("./demangled.ts");
    const shown = await shownColumn(stored.raw, await demanglerFor(stored));
    await derived?.save(SHOWN_NAMES, { shown: storedText(shown) });
    return shown;
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

/** Name of what is made of `names`. */
const SHOWN_NAMES = "shown-names";

async function namesOnDemand(stored: StoredNames): Promise<Names> {
  const { raw, shown } = stored;
  const demangle = await demanglerFor(stored);
  const stop = shown.offsets.length - 1;
  const shownAt = (row: number): string =>
    row < stop ? textAt(shown, row) : shownWhenOther(textAt(raw, row), demangle);
  return { ...stored, shownAt };
}

/** Loaded when the first name is to be shown: most answers need none. */
async function demanglerFor({ format }: StoredNames): Promise<Demangle> {
  const { demanglerOnDemand, shownNames } = await import("./demangled.ts");
  return shownNames(format, demanglerOnDemand());
}
