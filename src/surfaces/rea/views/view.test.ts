import { expect, test } from "vitest";
import { pageOf } from "../../../contracts/page.ts";
import { Sheet } from "../text/sheet.ts";
import { PLAIN } from "../text/style.ts";
import { listView } from "./view.ts";

const view = listView<string>(["function", "functions"], [{ title: "NAME", cell: (name) => name }]);

test.each([
  ["nothing there", 0, 0, "No functions."],
  ["nothing there, asked for later ones", 5, 0, "No functions."],
  ["past the end", 5000, 299, "Offset 5000 is past the last of 299 functions."],
  ["past the only one", 1, 1, "Offset 1 is past the only function."],
  ["a search that stopped", 10, null, "No functions from offset 10 on."],
])("%s", (_what, offset, total, line) => {
  const page = pageOf("address_ascending", { offset, limit: 100 }, 0, total);

  expect([...view.lines({ items: [] }, { sheet: new Sheet(PLAIN, null), file: "./sample", page })]).toEqual([line]);
});
