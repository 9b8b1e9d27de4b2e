import { expect, test } from "vitest";
import { NameSlices } from "../../../formats/name-slices.ts";
import { LANGUAGES } from "./language-signs.ts";
import { SymbolSigns } from "./symbol-signs.ts";

test("of the signs that a name fits the first counts", () => {
  const signs = new SymbolSigns([
    { label: "", in: "symbols", starts: ["_ab", "x"], needle: "zz", pattern: /^_ab.*zz\d/u },
    { label: "", in: "symbols", starts: ["_a", "_abc"] },
    { label: "", in: "symbols", starts: ["_"], pattern: /^_\w$/u },
  ]);
  const names = NameSlices.of(["_abczz1", "_abczz", "_a", "_z", "_zz", "x", "y", "_abz\u00e9zz2", ""]);

  const found = Array.from({ length: names.length }, (_, row) => signs.match(names, row));

  expect(found).toEqual([0, 1, 1, 2, -1, -1, -1, 0, -1]);
});

test.each([
  ["Rust", "_ZN4core9panicking5panic17h0123456789abcdefE"],
  ["C++", "_ZN4core9panicking5panic17h0123456789abcdeE"],
  ["C++", "_ZTI5Shape"],
  ["C++", "_Z4mainv"],
  ["C++", "?size@@YAHXZ"],
  [undefined, "_ZGVN5shape3BoxE"],
  [undefined, "__cxa_throw_hook"],
  ["Swift", "_$s4main5greetyyF"],
  ["D", "_D3std5stdio"],
  [undefined, "_Dmain2"],
  ["Zig", "std.start.main"],
  ["OCaml", "caml_alloc_small"],
  ["C", "printf"],
  [undefined, "printf_unlocked"],
])("%s is the language of %j", (language, name) => {
  const signs = LANGUAGES.flatMap((from) =>
    from.signs.flatMap((sign) => (sign.in === "symbols" ? [{ language: from.name, sign }] : [])),
  );
  const tree = new SymbolSigns(signs.map(({ sign }) => sign));

  expect(signs[tree.match(NameSlices.of([name]), 0)]?.language).toBe(language);
});
