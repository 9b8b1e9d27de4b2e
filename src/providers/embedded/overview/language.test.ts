import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { textColumn } from "../../../engine/columns.ts";
import type { StringTable } from "../../../engine/program.ts";
import type { Image } from "../../../formats/image.ts";
import { loadImage } from "../../../formats/load.ts";
import { SymbolList } from "../../../formats/symbol-list.ts";
import { detectLanguage } from "./language.ts";

/** A small static program without symbols of any language. */
function bareImage(changes: Partial<Image> = {}): Image {
  const file = path.resolve(import.meta.dirname, "../../../../test/corpus/bin/bare-static");
  const loaded = loadImage(readFileSync(file));
  if (loaded.kind !== "image") throw new Error(loaded.detail);
  const { image } = loaded;
  return { ...image, symbols: SymbolList.of([]), build: { ...image.build, compilers: [] }, ...changes };
}

function symbols(...names: readonly string[]): SymbolList {
  return SymbolList.of(
    names.map((name, index) => ({
      name,
      rva: index * 16,
      size: 0,
      kind: name.includes(".") && !name.startsWith("_") ? "file" : "function",
      binding: "global",
      source: "symtab",
    })),
  );
}

function strings(...texts: readonly string[]): StringTable {
  return {
    rva: Uint32Array.from(texts, (_, index) => index * 256),
    size: Uint32Array.from(texts, (text) => Buffer.byteLength(text)),
    encoding: new Uint8Array(texts.length),
    counted: new Uint8Array(texts.length),
    value: textColumn(texts),
  };
}

test("a file without any trace has an unknown language", () => {
  expect(detectLanguage(bareImage(), strings())).toMatchObject({ name: "unknown", evidence: [], go: null });
});

test.each([
  ["Rust", ["_RNvCs4fqI2P2rA04_5words4main"]],
  ["Rust", ["_ZN4core9panicking5panic17h0123456789abcdefE"]],
  ["C++", ["_ZN5shape3BoxC1Ev", "_ZTI5Shape"]],
  ["D", ["_Dmain"]],
  ["Nim", ["NimMain"]],
  ["Haskell", ["hs_main", "stg_ap_p_fast"]],
  ["Fortran", ["_gfortran_st_write"]],
  ["Swift", ["$s4main5greetyyF"]],
  ["Ada", ["adainit"]],
  ["Pascal", ["PASCALMAIN"]],
  ["Objective-C", ["objc_msg_lookup"]],
  ["C", ["__libc_start_main"]],
  ["C", ["program.c"]],
  ["assembly", ["boot.asm"]],
])("%s is told by the symbols %j", (name, names) => {
  const language = detectLanguage(bareImage({ symbols: symbols(...names) }), strings());

  expect(language.name).toBe(name);
  expect(language.evidence[0]).toContain(names[0]?.slice(0, 40));
});

test("stripped Rust is told by the paths that its panics carry", () => {
  const text = `/rustc/${"0123456789".repeat(4)}/library/std/src/io/mod.rs`;

  const language = detectLanguage(bareImage({ symbols: symbols("malloc") }), strings("nothing here", text));

  expect(language).toMatchObject({ name: "Rust" });
});

test("a path that only looks like one of Rust tells nothing", () => {
  expect(detectLanguage(bareImage(), strings("see /rustc/ for more")).name).toBe("unknown");
});

test("a few symbols of one language in a program of another are a library in it", () => {
  const many = Array.from({ length: 40 }, (_, index) => `_ZN3abc${index}Ev`);

  const language = detectLanguage(bareImage({ symbols: symbols("rust_eh_personality", ...many) }), strings());

  expect(language.name).toBe("C++");
  expect(language.evidence).toContain("also Rust: symbols: rust_eh_personality");
});

test("the tables of Go settle the matter, whatever C++ is linked in", () => {
  const go = { version: "go1.22.3", tableVersion: "1.20", functions: 7, settings: [], dependencies: [] };
  const image = bareImage();
  const many = Array.from({ length: 40 }, (_, index) => `_ZN3abc${index}Ev`);

  const language = detectLanguage(
    { ...image, symbols: symbols(...many), build: { ...image.build, go: { ...go, module: "example.com/tool" } } },
    strings(),
  );

  expect(language).toMatchObject({ name: "Go", go: { version: "go1.22.3", functions: 7, module: "example.com/tool" } });
});

test("keys of module information that occur twice keep both values", () => {
  const image = bareImage();
  const moduleInfo = [
    { key: "license", value: "GPL" },
    { key: "alias", value: "a" },
    { key: "alias", value: "b" },
  ];

  const language = detectLanguage({ ...image, build: { ...image.build, moduleInfo } }, strings());

  expect(language).toMatchObject({ name: "C", module_info: { license: "GPL", alias: "a, b" } });
});
