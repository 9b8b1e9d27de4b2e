/** Names of the functions of a program: mostly those of symbols, which stay bytes of the file until they are shown. */
import type { NameSlices } from "../formats/name-slices.ts";

export class FunctionNames {
  readonly symbols: NameSlices;
  /** Row in `symbols` of what names each function, -1 for those that no symbol names. */
  readonly symbol: Int32Array;
  /** Names that are not those of symbols, by function. */
  readonly others: ReadonlyMap<number, string>;

  constructor(symbols: NameSlices, symbol: Int32Array, others: ReadonlyMap<number, string>) {
    this.symbols = symbols;
    this.symbol = symbol;
    this.others = others;
  }

  get length(): number {
    return this.symbol.length;
  }

  /** Bytes of the name. */
  sizeAt(index: number): number {
    const row = this.symbol[index] ?? -1;
    return row < 0 ? Buffer.byteLength(this.others.get(index) ?? "") : this.symbols.sizeAt(row);
  }

  /** Name as in the file, of a stub that of its import; empty when nothing names the function. */
  at(index: number): string {
    const row = this.symbol[index] ?? -1;
    return row < 0 ? (this.others.get(index) ?? "") : this.symbols.at(row);
  }
}
