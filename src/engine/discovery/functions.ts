/** The functions found so far, in the order in which they were found. */
import { EVIDENCE } from "../../formats/image.ts";
import type { Evidence } from "../../formats/image.ts";
import { grown, larger } from "../lists.ts";

export class FoundFunctions {
  count = 0;
  /** Offset in code space of each function. */
  #start = new Int32Array(FEW);
  /** Bit n: `EVIDENCE[n]` found it. */
  #evidence = new Int32Array(FEW);
  /** Index in `Image.imports` of the import that a stub leads to, else -1. */
  #import = new Int32Array(FEW);
  /** End of the range that a table gives the function, 0 when none does. */
  #end = new Int32Array(FEW);
  /** Function whose walk had decoded the start before it was known to be one, else -1. */
  #former = new Int32Array(FEW);

  /** No more functions: the ones that started in known code are forgotten. */
  finish(): void {
    this.#former = new Int32Array(0);
  }

  add(start: number, end: number, importIndex: number, former: number): number {
    const index = this.count++;
    if (index === this.#start.length) this.#grow();
    this.#start[index] = start;
    this.#import[index] = importIndex;
    this.#end[index] = end;
    this.#former[index] = former;
    return index;
  }

  note(index: number, evidence: Evidence): void {
    this.#evidence[index] = (this.#evidence[index] as number) | EVIDENCE_BIT[evidence];
  }

  /** Starts of all, ascending. */
  ascendingStarts(): Int32Array {
    return this.#start.slice(0, this.count).sort();
  }

  startOf(index: number): number {
    return this.#start[index] ?? 0;
  }

  endOf(index: number): number {
    return this.#end[index] ?? 0;
  }

  formerOwnerOf(index: number): number {
    return this.#former[index] ?? -1;
  }

  importOf(index: number): number {
    return this.#import[index] ?? -1;
  }

  evidenceOf(index: number): number {
    return this.#evidence[index] ?? 0;
  }

  #grow(): void {
    const room = larger(this.count);
    this.#start = grown(this.#start, new Int32Array(room));
    this.#evidence = grown(this.#evidence, new Int32Array(room));
    this.#import = grown(this.#import, new Int32Array(room));
    this.#end = grown(this.#end, new Int32Array(room));
    this.#former = grown(this.#former, new Int32Array(room));
  }
}

/** Functions that there is room for at first. */
const FEW = 1024;

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
