import { expect, test } from "vitest";
import { textAt } from "../../../engine/columns.ts";
import { symbolsByAddress } from "../../../engine/names.ts";
import type { ImageSymbol } from "../../../formats/image.ts";
import { NameSlices } from "../../../formats/name-slices.ts";
import { SymbolList } from "../../../formats/symbol-list.ts";
import { NameTable } from "./names.ts";
import { symbolColumns } from "./symbols.ts";

function listed(symbols: readonly ImageSymbol[]): string[] {
  const list = SymbolList.of(symbols);
  const table = new NameTable();
  const functions = { rva: [], name: new Uint32Array(0), names: NameSlices.of([]), rows: [] };
  const { rva, name, source } = symbolColumns(list, symbolsByAddress(list), table, functions);
  const names = table.column();
  return Array.from(name, (text, row) => `${rva[row] ?? "nowhere"} ${textAt(names, text)} ${source[row] ?? ""}`);
}

function symbol(name: string, rva: number | undefined, source: ImageSymbol["source"] = "symtab"): ImageSymbol {
  return { name, ...(rva === undefined ? {} : { rva }), size: 0, kind: "object", binding: "global", source };
}

test("symbols come by address, name and table, those without an address last", () => {
  const symbols = [
    symbol("z", undefined),
    symbol("b", 16),
    symbol("a", 16, "symtab"),
    symbol("a", undefined),
    symbol("a", 16, "dynsym"),
    symbol("c", 8),
  ];

  expect(listed(symbols)).toEqual(["8 c 0", "16 a 1", "16 a 0", "16 b 0", "nowhere a 0", "nowhere z 0"]);
});

test("an address too large to count to leaves those without one behind it", () => {
  const symbols = [symbol("none", undefined), symbol("far", 2 ** 60)];

  expect(listed(symbols)).toEqual([`${2 ** 60} far 0`, "nowhere none 0"]);
});
