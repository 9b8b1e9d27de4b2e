import { expect, test } from "vitest";
import type { ImageSymbol } from "./image.ts";
import { gathered, SymbolList } from "./symbol-list.ts";

const SYMBOLS: readonly ImageSymbol[] = [
  { name: "main", rva: 0x1000, size: 12, kind: "function", binding: "global", source: "symtab" },
  { name: "puts", version: "V_2", size: 0, kind: "notype", binding: "weak", source: "dynsym" },
  { name: "gr\u00fc\u00dfe", rva: -4, size: 8, kind: "tls", binding: "local", source: "debug", visibility: "hidden" },
  { name: "open", version: "V_1", size: 0, kind: "other", binding: "unique", source: "go_pclntab" },
];

test("symbols come out as they went in", () => {
  expect([...SymbolList.of(SYMBOLS)]).toEqual(SYMBOLS);
});

test("chosen rows of several lists are joined", () => {
  const first = SymbolList.of(SYMBOLS.slice(0, 2));
  const second = SymbolList.of(SYMBOLS.slice(2));

  const joined = gathered([{ symbols: first, rows: Uint32Array.of(1, 0) }, { symbols: second }]);

  expect([...joined]).toEqual([SYMBOLS[1], SYMBOLS[0], SYMBOLS[2], SYMBOLS[3]]);
});

test("lists with names in one buffer are joined without a copy of it", () => {
  const symbols = SymbolList.of(SYMBOLS);

  const joined = gathered([
    { symbols, rows: Uint32Array.of(3) },
    { symbols, rows: Uint32Array.of(2, 1) },
  ]);

  expect([...joined]).toEqual([SYMBOLS[3], SYMBOLS[2], SYMBOLS[1]]);
  expect(joined.name.bytes.buffer).toBe(symbols.name.bytes.buffer);
});

test("rows are found by name", () => {
  const symbols = SymbolList.of([...SYMBOLS, ...SYMBOLS]);

  const wanted = new Set(["open", "main", "absent"]);
  expect([0, 1, 4, 5, 8].map((from) => symbols.rowNamed(wanted, from))).toEqual([0, 3, 4, 7, -1]);
  expect(symbols.rowNamed(new Set(["mai"]))).toBe(-1);
});
