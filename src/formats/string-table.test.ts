import { expect, test } from "vitest";
import { Bytes } from "../base/bytes.ts";
import { NameSlices } from "./name-slices.ts";
import { StringTable } from "./string-table.ts";

function table(text: string): StringTable {
  return new StringTable(new Bytes(Uint8Array.from(Buffer.from(text, "latin1"))));
}

test("a name may start inside another", () => {
  const names = table("\0prefix_name\0");

  expect(names.at(1)).toBe("prefix_name");
  expect(names.at(8)).toBe("name");
  expect(names.faults).toBe(0);
});

test("names are UTF-8, or Latin-1 when they are not valid", () => {
  const names = table("\0caf\xc3\xa9\0caf\xe9\0");

  expect(names.at(1)).toBe("café");
  expect(names.at(7)).toBe("café");
});

test("a name without a terminator ends with the table, and one outside is empty", () => {
  const names = table("\0abc");

  expect(names.at(1)).toBe("abc");
  expect(names.at(4)).toBe("");
  expect(names.faults).toBe(2);
});

test("asking for endless names over and over costs a small multiple of the table", () => {
  const names = table("a".repeat(10_000));

  let total = 0;
  for (let offset = 0; offset < 10_000; offset++) total += names.at(offset).length;

  expect(total).toBeLessThan(10_000 * 8 + 65_536 + 10_000);
});

test("slices are what the table says in UTF-8, whatever the table has them in", () => {
  const names = table("\0plain\0caf\xc3\xa9\0caf\xe9\0\xef\xbf\xbd\0");
  const offsets = [0, 1, 3, 7, 13, 18, 99];
  const start = new Uint32Array(offsets.length);
  const end = new Uint32Array(offsets.length);
  for (const [row, offset] of offsets.entries()) names.slice(offset, row, { start, end });

  const slices = new NameSlices(names.slicedBytes(), start, end);

  expect(offsets.map((_, row) => slices.at(row))).toEqual(["", "plain", "ain", "café", "café", "ï¿½", ""]);
  expect(names.faults).toBe(1);
});
