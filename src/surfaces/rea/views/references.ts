/** References between places. */
import { printable } from "../../../base/printable.ts";
import type { ReferenceFact } from "../../../contracts/facts.ts";
import { table, type Column } from "../text/table.ts";
import type { FunctionRef } from "./calls.ts";
import type { Items, Scene, View } from "./view.ts";

export const REFERENCE_COLUMNS: readonly Column<ReferenceFact>[] = [
  { title: "FROM", cell: ({ from }) => from, paint: "cyan" },
  { title: "KIND", cell: ({ kind }) => kind.replace("_", " "), paint: "yellow" },
  { title: "TO", cell: ({ to }) => to, paint: "cyan" },
  { title: "IN FUNCTION", cell: ({ from_function: holder }) => holder?.name ?? "", paint: "dim" },
  { title: "TARGET", cell: ({ to_name: name }) => name ?? "" },
];

interface Xrefs extends Items<ReferenceFact & { readonly direction: "to" | "from" }> {
  readonly address: string;
  readonly name: string | null;
}

export const xrefs: View = {
  noun: ["reference", "references"],
  *lines({ address, name, items }: Xrefs, { sheet }: Scene): Iterable<string> {
    const place = `${name === null ? "" : `${sheet.fit(name, address.length + 24)} at `}${sheet.style.cyan(address)}`;
    for (const direction of ["to", "from"] as const) {
      const some = items.filter((item) => item.direction === direction);
      if (some.length > 0) yield* [`References ${direction} ${place}`, ...table(REFERENCE_COLUMNS, some, sheet)];
    }
    if (items.length === 0) yield `No references were found for ${place}.`;
  },
};

interface OfProcedure extends Items<ReferenceFact> {
  readonly procedure: FunctionRef;
}

export const procedureReferences: View = {
  noun: ["reference", "references"],
  *lines({ procedure, items }: OfProcedure, { sheet }: Scene): Iterable<string> {
    yield `${sheet.style.bold(printable(procedure.name))} at ${sheet.style.cyan(procedure.address)} refers to`;
    if (items.length === 0) yield "  nothing that was found";
    yield* table(REFERENCE_COLUMNS, items, sheet);
  },
};

interface ToName extends Items<ReferenceFact> {
  readonly places: readonly { readonly address: string; readonly name: string; readonly kind: string }[];
}

export const xrefsToName: View = {
  noun: ["reference", "references"],
  *lines({ places, items }: ToName, { sheet }: Scene): Iterable<string> {
    for (const { address, name, kind } of places) {
      yield `${sheet.style.bold(printable(name))} at ${sheet.style.cyan(address)}, ${kind.replace("_", " ")}`;
    }
    if (items.length === 0) yield "No references were found.";
    yield* table(REFERENCE_COLUMNS, items, sheet);
  },
};
