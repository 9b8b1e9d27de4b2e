import { expect, test } from "vitest";
import type { ImageSymbol } from "../formats/image.ts";
import { SymbolList } from "../formats/symbol-list.ts";
import { namingSymbols, symbolsByAddress } from "./names.ts";

function symbol(name: string, rva: number | undefined, changes: Partial<ImageSymbol> = {}): ImageSymbol {
  const place = rva === undefined ? {} : { rva };
  return { name, ...place, size: 0, kind: "function", binding: "global", source: "symtab", ...changes };
}

test("symbols are ordered by address, below the image base and far behind it too", () => {
  const near = SymbolList.of([symbol("b", 8), symbol("none", undefined), symbol("a", -4), symbol("b too", 8)]);
  const far = SymbolList.of([symbol("b", 2 ** 40), symbol("a", 1), symbol("none", undefined), symbol("c", 2 ** 60)]);

  expect([...symbolsByAddress(near)]).toEqual([2, 0, 3]);
  expect([...symbolsByAddress(far)]).toEqual([1, 0, 3]);
});

test("of the symbols at one address the best names it, of equals the first", () => {
  const symbols = SymbolList.of([
    symbol("label", 16, { kind: "notype" }),
    symbol("local", 16, { binding: "local" }),
    symbol("exported", 16, { source: "dynsym" }),
    symbol("weak", 16, { binding: "weak" }),
    symbol("data", 32, { kind: "object" }),
    symbol("only a label", 48, { kind: "notype" }),
    symbol("first", 64),
    symbol("second", 64),
    symbol("doubted", 80, { source: "go_pclntab" }),
  ]);

  const names = namingSymbols(symbols, symbolsByAddress(symbols), (source) => source !== "go_pclntab");

  expect([16, 32, 48, 64, 80].map((rva) => symbols.name.at(names.at(rva)))).toEqual([
    "weak",
    "",
    "only a label",
    "first",
    "",
  ]);
  expect([...names.ofAll(Float64Array.of(8, 16, 48, 50, 64))]).toEqual([-1, 3, 5, -1, 6]);
});
