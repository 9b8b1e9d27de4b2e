import { expect, test } from "vitest";
import { smallAnalysis, type SmallProgram } from "../../test/small-analysis.ts";
import { withUses } from "./string-uses.ts";

const STRING = 0x40a000;
const TABLE = 0x409000;

async function usesIn(references: SmallProgram["references"] = []) {
  const analysis = smallAnalysis({
    functions: [
      { name: "reader", address: 0x401100 },
      { name: "other", address: 0x401200 },
    ],
    strings: [{ value: "enable-debug", address: STRING }],
    references,
  });
  const { items } = await analysis.strings({ offset: 0, limit: null }, { minLength: 0, referencedOnly: false });
  const [string] = items;
  if (string === undefined) throw new Error("the string is there");
  return (await withUses(analysis, string)).string;
}

test("code that takes the address of a string uses it", async () => {
  const { uses, references } = await usesIn([{ from: 0x401104, to: STRING, kind: "address" }]);

  expect(references).toBe(1);
  expect(uses).toEqual([
    {
      from: "0x401104",
      kind: "address",
      offset: 0,
      function: { address: "0x401100", name: "reader" },
      through: null,
    },
  ]);
});

test("a reference into the string tells the offset: linkers merge strings with the same end", async () => {
  const { uses } = await usesIn([{ from: 0x401104, to: STRING + 7, kind: "address" }]);

  expect(uses).toMatchObject([{ offset: 7 }]);
});

test("a pointer in a table is used by the code that names the start of the table", async () => {
  const { uses } = await usesIn([
    { from: TABLE + 0x20, to: STRING, kind: "pointer" },
    { from: 0x401104, to: TABLE, kind: "address" },
    { from: 0x401204, to: TABLE - 0x100, kind: "address" },
    { from: 0x401208, to: TABLE + 0x28, kind: "address" },
  ]);

  expect(uses).toEqual([
    {
      from: "0x409020",
      kind: "pointer",
      offset: 0,
      function: { address: "0x401100", name: "reader" },
      through: { address: "0x409000", name: null, distance: 0x20 },
    },
  ]);
});

test("a table that several functions name has several users, each once", async () => {
  const { uses } = await usesIn([
    { from: TABLE, to: STRING, kind: "pointer" },
    { from: 0x401104, to: TABLE, kind: "address" },
    { from: 0x401108, to: TABLE, kind: "address" },
    { from: 0x401204, to: TABLE, kind: "read" },
  ]);

  expect(uses.map((use) => use.function?.name)).toEqual(["reader", "other"]);
});

test("a pointer that no code comes near has no known user", async () => {
  const { uses } = await usesIn([
    { from: TABLE + 0x2000, to: STRING, kind: "pointer" },
    { from: 0x401104, to: TABLE, kind: "address" },
  ]);

  expect(uses).toEqual([{ from: "0x40b000", kind: "pointer", offset: 0, function: null, through: null }]);
});

test("a string that nothing refers to has no uses", async () => {
  expect(await usesIn()).toMatchObject({ references: 0, uses: [] });
});
