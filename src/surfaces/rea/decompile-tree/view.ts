/** What was written into a folder. */
import { printable } from "../../../base/printable.ts";
import { facts, titled } from "../text/facts.ts";
import { table, type Column } from "../text/table.ts";
import type { Scene, View } from "../views/view.ts";

interface Missing {
  readonly address: string;
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

interface Written {
  readonly directory: string;
  readonly functions: number;
  readonly written: number;
  readonly kept: number;
  readonly failures: readonly Missing[];
}

const COLUMNS: readonly Column<Missing>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "NAME", cell: ({ name }) => name },
  { title: "WHY", cell: ({ code, message }) => `${code}: ${message}` },
];

export const treeView: View = {
  noun: ["function", "functions"],
  *lines({ directory, functions, written, kept, failures }: Written, { sheet }: Scene): Iterable<string> {
    yield `${sheet.style.bold(printable(directory))}: README.md leads to every function`;
    yield* facts(
      [
        ["functions", functions],
        ["written", written],
        ["kept", kept],
        ["without text", failures.length],
      ],
      sheet,
      "  ",
    );
    yield* titled("Functions without text", table(COLUMNS, failures, sheet, "  "), sheet);
  },
};
