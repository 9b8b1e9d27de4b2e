import { expect, test } from "vitest";
import { ExportList } from "../../../formats/export-list.ts";
import type { ImageExport, ImageImport } from "../../../formats/image.ts";
import { NameSlices } from "../../../formats/name-slices.ts";
import { containerPieces, decodeContainer, joinedPieces, type ContainerValue } from "../../../store/container.ts";
import { readExports, storeExports } from "./exports.ts";
import { readImports, storeImports } from "./imports.ts";
import { NameTable } from "./names.ts";
import { sharedTextAt, shareTexts } from "./shared-texts.ts";

const LONG = "L".repeat(50_000);
const COUNT = 1000;

const NO_FUNCTIONS = {
  rva: new Uint32Array(0),
  import: new Int32Array(0),
  flags: new Uint16Array(0),
  callers: new Uint32Array(0),
};
const NO_SLOTS = { slot: new Float64Array(0), import: new Uint32Array(0) };

function storedImports(imports: readonly ImageImport[]): Uint8Array {
  const calls = new Uint32Array(imports.length);
  return stored(storeImports({ imports, importSlots: NO_SLOTS }, NO_FUNCTIONS, calls, (raw) => raw));
}

function storedExports(exports: readonly ImageExport[]): Uint8Array {
  const noSymbols = { rva: [], name: new Uint32Array(0), names: NameSlices.of([]), rows: [] };
  return stored(storeExports(ExportList.of(exports), new NameTable(), noSymbols));
}

function stored(value: ContainerValue): Uint8Array {
  return joinedPieces(containerPieces(value));
}

function read(bytes: Uint8Array): ContainerValue {
  return decodeContainer(bytes) ?? {};
}

function imported(name: string, library?: string, version?: string): ImageImport {
  return {
    name,
    kind: "function",
    weak: false,
    ...(library === undefined ? {} : { library }),
    ...(version === undefined ? {} : { version }),
  };
}

function exported(name: string, version?: string, forwarder?: string): ImageExport {
  return {
    name,
    rva: 16,
    size: 0,
    kind: "function",
    ...(version === undefined ? {} : { version }),
    ...(forwarder === undefined ? {} : { forwarder }),
  };
}

test("each text is held once, in order, and every row has its own", () => {
  const texts = ["b", "", "é", "a", "b"];
  const column = shareTexts(texts);

  expect(Buffer.from(column.texts.bytes).toString()).toBe("abé");
  expect([...column.index]).toEqual([2, 0, 3, 1, 2]);
  expect(texts.map((_, row) => sharedTextAt(column, row))).toEqual(texts);
  expect(sharedTextAt(column, -1)).toBe("");
  expect(sharedTextAt(column, texts.length)).toBe("");
});

test("imports come by name, library, version and row", () => {
  const rows = readImports(
    read(
      storedImports([
        imported("b"),
        imported("a", "y", "1"),
        imported("a", "x", "2"),
        imported("a", "x", "1"),
        imported("a", "x", "1"),
        imported("a"),
      ]),
    ),
  );

  expect([...rows.byName]).toEqual([5, 3, 4, 2, 1, 0]);
  expect(Array.from(rows.byName, (row) => sharedTextAt(rows.library, row))).toEqual(["", "x", "x", "x", "y", ""]);
  expect(Array.from(rows.byName, (row) => sharedTextAt(rows.version, row))).toEqual(["", "1", "1", "2", "1", ""]);
});

test("a long library and version that all imports share are stored once", () => {
  const bytes = storedImports(Array.from({ length: COUNT }, (_, row) => imported(`f${row}`, LONG, `${LONG}2`)));
  const rows = readImports(read(bytes));

  expect(bytes.length).toBeLessThan(2 * LONG.length + 100 * COUNT);
  expect(sharedTextAt(rows.library, COUNT - 1) === LONG).toBe(true);
  expect(sharedTextAt(rows.version, COUNT - 1) === `${LONG}2`).toBe(true);
});

test("exports of one address come by name and version, and keep what serves them", () => {
  const rows = readExports(
    read(storedExports([exported("b", "1"), exported("a", "2"), exported("a", undefined, "K.x"), exported("a", "1")])),
  );

  expect(Array.from(rows.rva, (_, row) => sharedTextAt(rows.version, row))).toEqual(["", "1", "2", "1"]);
  expect(Array.from(rows.rva, (_, row) => sharedTextAt(rows.forwarder, row))).toEqual(["K.x", "", "", ""]);
});

test("a long version and forwarder that all exports share are stored once", () => {
  const bytes = storedExports(Array.from({ length: COUNT }, (_, row) => exported(`f${row}`, LONG, `${LONG}.x`)));
  const rows = readExports(read(bytes));

  expect(bytes.length).toBeLessThan(2 * LONG.length + 100 * COUNT);
  expect(sharedTextAt(rows.version, COUNT - 1) === LONG).toBe(true);
  expect(sharedTextAt(rows.forwarder, COUNT - 1) === `${LONG}.x`).toBe(true);
});
