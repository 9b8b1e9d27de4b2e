/** The functions found so far, in the order in which they were found. */
import { EVIDENCE } from "../../formats/image.ts";
import type { Evidence } from "../../formats/image.ts";
import { IntList } from "../lists.ts";

export class FoundFunctions {
  /** Offset in code space of each function. */
  readonly starts = new IntList(1024);
  /** Bit n: `EVIDENCE[n]` found it. */
  readonly #evidence = new IntList(1024);
  /** Index in `Image.imports` of the import that a stub leads to, else -1. */
  readonly #import = new IntList(1024);
  /** End of the range that a table gives the function, 0 when none does. */
  readonly #end = new IntList(1024);
  /** Function whose walk had decoded the start before it was known to be one, else -1. */
  readonly #former = new IntList(1024);

  /** No more functions: the ones that started in known code are forgotten. */
  finish(): void {
    this.#former.clear();
  }

  get count(): number {
    return this.starts.length;
  }

  add(start: number, end: number, importIndex: number, former: number): number {
    const index = this.starts.length;
    this.starts.push(start);
    this.#evidence.push(0);
    this.#import.push(importIndex);
    this.#end.push(end);
    this.#former.push(former);
    return index;
  }

  note(index: number, evidence: Evidence): void {
    this.#evidence.set(index, this.#evidence.at(index) | EVIDENCE_BIT[evidence]);
  }

  startOf(index: number): number {
    return this.starts.at(index);
  }

  endOf(index: number): number {
    return this.#end.at(index);
  }

  formerOwnerOf(index: number): number {
    return this.#former.at(index);
  }

  importOf(index: number): number {
    return this.#import.at(index);
  }

  evidenceOf(index: number): number {
    return this.#evidence.at(index);
  }
}

/** Bit of each kind of evidence in `FunctionTable.evidence`. */
export const EVIDENCE_BIT: Readonly<Record<Evidence, number>> = evidenceBits();

function evidenceBits(): Record<Evidence, number> {
  const bit = (evidence: Evidence): number => 1 << EVIDENCE.indexOf(evidence);
  return {
    entry: bit("entry"),
    symbol: bit("symbol"),
    export: bit("export"),
    eh_frame: bit("eh_frame"),
    go_pclntab: bit("go_pclntab"),
    init_array: bit("init_array"),
    call: bit("call"),
    tail_call: bit("tail_call"),
    import_stub: bit("import_stub"),
    data_pointer: bit("data_pointer"),
    code_pointer: bit("code_pointer"),
    gap_search: bit("gap_search"),
    pdata: bit("pdata"),
    exception_handler: bit("exception_handler"),
    tls_callback: bit("tls_callback"),
    guard_table: bit("guard_table"),
    safe_seh: bit("safe_seh"),
    function_starts: bit("function_starts"),
    compact_unwind: bit("compact_unwind"),
  };
}
