/** Names of sections and symbols: eight bytes, or an offset in the string table (PE format, "COFF String Table"). */
import type { Bytes } from "../../base/bytes.ts";
import { StringTable } from "../string-table.ts";
import type { Header } from "./header.ts";

export class CoffNames {
  readonly #table: StringTable | undefined;

  constructor(file: Bytes, { symbolTable, symbols, symbolSize }: Header) {
    this.#table = symbolTable === 0 ? undefined : stringTable(file, symbolTable + symbols * symbolSize);
  }

  /** Name of a section: `/` and a decimal offset stand for a long one. */
  ofSection(field: Bytes): string {
    const short = field.cString(0, 8).text;
    const offset = /^\/(\d{1,7})$/u.exec(short)?.[1];
    const long = offset === undefined ? undefined : this.#table?.at(Number(offset));
    return long === undefined || long === "" ? short : long;
  }

  /** Name of a symbol: four zero bytes and an offset stand for a long one. */
  ofSymbol(field: Bytes): string {
    if (field.u32(0) !== 0) return field.cString(0, 8).text;
    return this.#table?.at(field.u32(4)) ?? "";
  }
}

/** The table starts with its size, and offsets count from there. */
function stringTable(file: Bytes, offset: number): StringTable | undefined {
  const size = file.window(offset, 4)?.u32(0);
  return size === undefined || size <= 4 ? undefined : new StringTable(file.clamp(offset, size));
}
