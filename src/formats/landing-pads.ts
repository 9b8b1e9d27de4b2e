/** Collects the code that exceptions lead to, from the tables of one file. */
import type { IssueList } from "../base/issue.ts";
import type { Image, LandingPadColumns } from "./image.ts";
import type { Memory } from "./memory.ts";

/** Protected code and where exceptions in it lead. */
export interface LandingPad {
  readonly start: number;
  /** One past the last byte of the protected code. */
  readonly end: number;
  readonly pad: number;
}

/** Rows of one file: programs in Rust have hundreds of thousands, so they are columns from the start. */
export class LandingPads {
  readonly #memory: Memory;
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #pad: number[] = [];
  readonly #faults: number[] = [];
  #allowance: number;

  /** All tables together may be as large as the file: those that several functions name are read for each of them. */
  constructor(memory: Memory, fileSize: number) {
    this.#memory = memory;
    this.#allowance = fileSize;
  }

  /** Adds the rows that lead from code to code; `faults` when any instruction can raise, not only a call. */
  addAll(pads: readonly LandingPad[], faults: boolean): void {
    for (const { start, end, pad } of pads) {
      if (start < 0 || end <= start || !this.#isCode(start) || !this.#isCode(pad)) continue;
      this.#start.push(start);
      this.#end.push(end);
      this.#pad.push(pad);
      this.#faults.push(Number(faults));
    }
  }

  /** Whether `size` more bytes of tables may be read; the first time they may not, an issue says so. */
  spend(size: number, issues: IssueList): boolean {
    const before = this.#allowance;
    this.#allowance -= size;
    if (before >= 0 && this.#allowance < 0)
      issues.add("exception_tables_overlap", "functions share so many exception tables that not all are read");
    return this.#allowance >= 0;
  }

  /** The rows in the order of the protected code, wider ranges first; nothing when there are none. */
  forImage(): Pick<Image, "landingPads"> {
    if (this.#start.length === 0) return {};
    const order = this.#order();
    const landingPads: LandingPadColumns = {
      start: sorted(this.#start, order, new Float64Array(order.length)),
      end: sorted(this.#end, order, new Float64Array(order.length)),
      pad: sorted(this.#pad, order, new Float64Array(order.length)),
      faults: sorted(this.#faults, order, new Uint8Array(order.length)),
    };
    return { landingPads };
  }

  #order(): Uint32Array {
    const order = new Uint32Array(this.#start.length);
    for (let row = 0; row < order.length; row++) order[row] = row;
    return this.#isOrdered() ? order : order.sort((left, right) => this.#compare(left, right));
  }

  /** Linkers write tables in the order of the code. */
  #isOrdered(): boolean {
    for (let row = 1; row < this.#start.length; row++) if (this.#compare(row - 1, row) > 0) return false;
    return true;
  }

  #compare(left: number, right: number): number {
    const byStart = (this.#start[left] ?? 0) - (this.#start[right] ?? 0);
    return byStart === 0 ? (this.#end[right] ?? 0) - (this.#end[left] ?? 0) : byStart;
  }

  #isCode(rva: number): boolean {
    return this.#memory.regionAt(rva)?.permissions.execute === true;
  }
}

function sorted<T extends Float64Array | Uint8Array>(column: readonly number[], order: Uint32Array, into: T): T {
  for (let place = 0; place < order.length; place++) into[place] = column[order[place] ?? 0] ?? 0;
  return into;
}
