import { expect, test } from "vitest";
import { Sheet } from "./sheet.ts";
import { PLAIN } from "./style.ts";
import { table, type Column } from "./table.ts";

interface Row {
  readonly address: string;
  readonly size: number;
  readonly note: string;
  readonly name: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "ADDRESS", cell: (row) => row.address },
  { title: "SIZE", align: "right", cell: (row) => String(row.size) },
  { title: "NOTE", cell: (row) => row.note },
  { title: "NAME", cell: (row) => row.name },
];

function row(name: string, size = 1, note = ""): Row {
  return { address: "0x401000", size, note, name };
}

test("columns are aligned and a column without text is left out", () => {
  const lines = [...table(COLUMNS, [row("main", 1234), row("f")], new Sheet(PLAIN, null))];

  expect(lines).toEqual(["ADDRESS   SIZE  NAME", "0x401000  1234  main", "0x401000     1  f"]);
});

test("on a terminal the last column alone is cut, with a mark, and the sheet remembers", () => {
  const sheet = new Sheet(PLAIN, 40);

  const lines = [...table(COLUMNS, [row("n".repeat(60))], sheet)];

  expect(lines[1]).toBe(`0x401000     1  ${"n".repeat(23)}…`);
  expect(lines[1]).toHaveLength(40);
  expect(sheet.hasCuts).toBe(true);
});

test("on a pipe nothing is cut", () => {
  const sheet = new Sheet(PLAIN, null);

  const lines = [...table(COLUMNS, [row("n".repeat(5000))], sheet)];

  expect(lines[1]).toContain("n".repeat(5000));
  expect(sheet.hasCuts).toBe(false);
});

test("what a sample says cannot leave its cell", () => {
  const lines = [...table(COLUMNS, [row("a\nb\u001b[2J", 1, "x\ry")], new Sheet(PLAIN, null))];

  expect(lines[1]).toBe("0x401000     1  x\\ry  a\\nb\\x1b[2J");
});
