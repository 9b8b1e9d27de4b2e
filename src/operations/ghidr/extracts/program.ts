/** What the extracts of an Analysis say about its program: read row by row, as a question needs it. */
import { Failure } from "../../../base/failure.ts";
import { UNRESOLVED_REASONS, type CallItem } from "../../../contracts/ghidr/calls.ts";
import type { DerivedList } from "../../../contracts/ghidr/derived.ts";
import type { FunctionDetail } from "../../../contracts/ghidr/function-detail.ts";
import { referenceOf, type FunctionItem, type FunctionReference } from "../../../contracts/ghidr/functions.ts";
import type { Reference } from "../../../contracts/ghidr/references.ts";
import type { StringItem } from "../../../contracts/ghidr/strings.ts";
import { LARGEST_EXTRACT, type Extractor, type InspectLine } from "../../../providers/ghidra/extracts.ts";
import type { Address } from "../../../contracts/ghidr/address.ts";
import { addressAt, isAt, soughtOf, type Sought } from "./addresses.ts";
import { rowOf, rowsHolding, rowsOf, type CallsTable, type ReferencesTable, type Tables } from "./tables.ts";

/** Extracts that a question named and that are there, or are known not to be. */
export class Program {
  readonly #tables: Partial<Tables>;
  readonly #absent: DerivedList["absent"];
  /** By row, as they were asked for. */
  readonly #functions = new Map<number, FunctionItem>();

  constructor(tables: Partial<Tables>, absent: DerivedList["absent"]) {
    this.#tables = tables;
    this.#absent = absent;
  }

  get inspection(): InspectLine {
    return rowOf(this.#table("inspect"), 0) as InspectLine;
  }

  get functionCount(): number {
    return this.#table("functions").ends.length;
  }

  functions(start: number, end: number): FunctionItem[] {
    return rowsOf(this.#table("functions"), start, end) as FunctionItem[];
  }

  functionAt(row: number): FunctionItem {
    const known = this.#functions.get(row) ?? (rowOf(this.#table("functions"), row) as FunctionItem);
    this.#functions.set(row, known);
    return known;
  }

  /** Rows of the functions whose text as JSON holds these characters. */
  functionsHolding(needle: string): number[] {
    return rowsHolding(this.#table("functions"), needle);
  }

  /** As lists name it; null for the row -1. */
  referenceTo(row: number): FunctionReference | null {
    if (row < 0 || row >= this.functionCount) return null;
    return referenceOf(this.functionAt(row));
  }

  detailAt(row: number): FunctionDetail {
    return rowOf(this.#table("function"), row) as FunctionDetail;
  }

  /** Row of the function whose body holds an address, or -1. */
  holderOf(address: Address): number {
    const { spaces, starts, finishes, functions } = this.#table("function");
    const sought = soughtOf(
      address,
      spaces.map((name) => ({ name, digits: 0 })),
    );
    const range = functions.findIndex(
      (_, at) =>
        starts.space[at] === sought.space &&
        isOrdered(wordsAt(starts, at), sought) &&
        isOrdered(sought, wordsAt(finishes, at)),
    );
    return functions[range] ?? -1;
  }

  get stringCount(): number {
    return this.#table("strings").ends.length;
  }

  strings(start: number, end: number): StringItem[] {
    return rowsOf(this.#table("strings"), start, end) as StringItem[];
  }

  get references(): ReferencesTable {
    return this.#table("xrefs");
  }

  reference(row: number): Reference {
    const { spaces, from, to, types, type, operand, holder } = this.references;
    return {
      from: addressOf(addressAt(from, row, spaces)),
      to: addressOf(addressAt(to, row, spaces)),
      type: types[type[row] ?? -1] ?? "",
      operand_index: operand[row] ?? 0,
      function: this.referenceTo(holder[row] ?? -1),
    };
  }

  get calls(): CallsTable {
    return this.#table("calls");
  }

  call(row: number): CallItem {
    const { spaces, site, target, flows, flow, caller, callee, reason } = this.calls;
    const why = UNRESOLVED_REASONS[reason[row] ?? -1];
    return {
      caller: this.referenceTo(caller[row] ?? -1),
      callsite: addressOf(addressAt(site, row, spaces)),
      flow: flows[flow[row] ?? -1] ?? "",
      callee: this.referenceTo(callee[row] ?? -1),
      unresolved: why === undefined ? null : { reason: why, target: addressAt(target, row, spaces) },
    };
  }

  /** Throws when the extractor had failed: then nothing can be said, which is not the same as that there is nothing. */
  #table<K extends Extractor>(name: K): Tables[K] {
    const table = this.#tables[name];
    if (table !== undefined) return table;
    const why = this.#absent.find((absent) => absent.name === name);
    if (why?.state === "too_large") {
      const message = `what ${name} lists of this program is larger than ${LARGEST_EXTRACT} bytes`;
      const { observed_at_least_bytes } = why;
      throw new Failure("result_too_large", message, {
        limit_bytes: LARGEST_EXTRACT,
        observed_at_least_bytes,
        operation: name,
      });
    }
    const reason = why?.reason ?? "it was not extracted";
    throw new Failure("analysis_failed", `Ghidra cannot list what ${name} asks for: ${reason}`, { reason });
  }
}

/** Rows whose address is the one that is looked for. */
export function rowsAt(
  columns: ReferencesTable["from"],
  address: Address,
  spaces: ReferencesTable["spaces"],
): number[] {
  const sought = soughtOf(address, spaces);
  return rowsWhere(columns.space.length, (row) => isAt(columns, row, sought));
}

export function rowsWhere(count: number, holds: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (holds(row)) rows.push(row);
  return rows;
}

function wordsAt(columns: ReferencesTable["from"], row: number): Pick<Sought, "high" | "low"> {
  return { high: columns.high[row] ?? 0, low: columns.low[row] ?? 0 };
}

function isOrdered(left: Pick<Sought, "high" | "low">, right: Pick<Sought, "high" | "low">): boolean {
  return left.high < right.high || (left.high === right.high && left.low <= right.low);
}

/** Every row of a reference and of a call has one. */
function addressOf(address: Address | null): Address {
  if (address === null) throw new RangeError("a row of an extract has no address");
  return address;
}
