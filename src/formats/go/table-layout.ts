/** Headers of Go's function table, pclntab (Go source: `runtime/symtab.go`, `debug/gosym/pclntab.go`). */
import type { Bytes } from "../../base/bytes.ts";

/** First Go release that wrote each layout. */
export type TableVersion = "1.2" | "1.16" | "1.18" | "1.20";

/** A header that fits its bytes. Offsets count from the start of the table. */
export interface TableLayout {
  readonly version: TableVersion;
  readonly pointerSize: 4 | 8;
  readonly functions: number;
  /** Where the array of (start, description) pairs is; descriptions are offsets from `descriptionBase`. */
  readonly index: number;
  readonly descriptionBase: number;
  /** What name offsets count from. */
  readonly names: number;
  /** Bytes of a start and of a description offset in the array. */
  readonly fieldSize: 4 | 8;
  /** Starts are distances from the start of the text; before Go 1.18 they are addresses. */
  readonly relative: boolean;
  /** Where the header keeps the address of the text; zero since Go 1.26. */
  readonly textStart: number | undefined;
}

/** Bytes of the fixed part: magic, two zeros, instruction quantum, pointer size. */
export const MAGIC_SIZE = 8;

/**
 * Reads the header at the start of `table`; `undefined` when it is none. `assumed` stands in for an unknown magic
 * number, as obfuscators write it.
 */
export function readTableLayout(table: Bytes, assumed?: TableVersion): TableLayout | undefined {
  const fixed = table.window(0, MAGIC_SIZE);
  const version = fixed === undefined ? undefined : (MAGIC_NUMBERS.get(fixed.u32(0)) ?? assumed);
  if (fixed === undefined || version === undefined || fixed.u16(4) !== 0) return undefined;
  const pointerSize = fixed.u8(7);
  if (![1, 2, 4].includes(fixed.u8(6)) || (pointerSize !== 4 && pointerSize !== 8)) return undefined;
  const layout = layoutOf(table, version, pointerSize);
  return layout !== undefined && fits(table, layout) ? layout : undefined;
}

/** The word `index` after the fixed part. */
function headerWord(table: Bytes, index: number, pointerSize: 4 | 8): number | undefined {
  const word = table.window(MAGIC_SIZE + index * pointerSize, pointerSize);
  if (word === undefined) return undefined;
  return pointerSize === 4 ? word.u32(0) : Number(word.u64(0));
}

function layoutOf(table: Bytes, version: TableVersion, pointerSize: 4 | 8): TableLayout | undefined {
  const functions = headerWord(table, 0, pointerSize);
  if (functions === undefined || functions === 0) return undefined;
  const common = { version, pointerSize, functions };
  if (version === "1.2") {
    const index = MAGIC_SIZE + pointerSize;
    const origin = { index, descriptionBase: 0, names: 0 };
    return { ...common, ...origin, fieldSize: pointerSize, relative: false, textStart: undefined };
  }
  const relative = version !== "1.16";
  const names = headerWord(table, relative ? 3 : 2, pointerSize);
  const index = headerWord(table, relative ? 7 : 6, pointerSize);
  if (names === undefined || index === undefined) return undefined;
  const textStart = relative ? MAGIC_SIZE + 2 * pointerSize : undefined;
  const fieldSize = relative ? 4 : pointerSize;
  return { ...common, index, descriptionBase: index, names, fieldSize, relative, textStart };
}

/** The array has one pair for each function and a last start: the end of the text. */
function fits(table: Bytes, { functions, index, fieldSize, names }: TableLayout): boolean {
  const size = (functions * 2 + 1) * fieldSize;
  return index > 0 && names < table.length && index + size <= table.length;
}

const MAGIC_NUMBERS: ReadonlyMap<number, TableVersion> = new Map([
  [0xffff_fffb, "1.2"],
  [0xffff_fffa, "1.16"],
  [0xffff_fff0, "1.18"],
  [0xffff_fff1, "1.20"],
]);
