/** Who calls a function and what it calls. */
import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { Sheet } from "../text/sheet.ts";
import { table, type Column } from "../text/table.ts";
import type { Items, Scene, View } from "./view.ts";

export interface Site {
  readonly address: string;
  readonly kind: string;
}

export interface Neighbour {
  readonly address: string;
  readonly name: string;
  readonly size: number;
  readonly library: string | null;
  readonly calls: number;
  readonly sites: readonly Site[];
}

export interface FunctionRef {
  readonly address: string;
  readonly name: string;
  readonly size: number;
}

interface Callees extends Items<Neighbour> {
  readonly procedure: FunctionRef;
  readonly unresolved_calls: number;
  readonly unresolved: readonly Site[];
}

interface Callers extends Items<Neighbour> {
  readonly procedure: FunctionRef;
  readonly address_taken: number;
}

export const callees: View = {
  noun: ["callee", "callees"],
  *lines({ procedure, items, unresolved_calls: count, unresolved }: Callees, { sheet }: Scene): Iterable<string> {
    yield `${nameOf(procedure, sheet)} calls`;
    yield* neighbourLines(items, sheet);
    if (count === 0) return;
    yield `and ${count} ${plural(count, "target")} computed at run time, called from:`;
    yield `  ${unresolved.map(({ address }) => address).join(" ")}${unresolved.length < count ? " …" : ""}`;
  },
};

export const callers: View = {
  noun: ["caller", "callers"],
  *lines({ procedure, items, address_taken: taken }: Callers, { sheet, file }: Scene): Iterable<string> {
    yield `${nameOf(procedure, sheet)} is called by`;
    yield* neighbourLines(items, sheet);
    if (taken === 0) return;
    yield `Its address is taken ${taken === 1 ? "once" : `${taken} times`}, so calls through pointers may reach it:`;
    yield `  rea xrefs ${file} ${procedure.address}`;
  },
};

export function* neighbourLines(items: readonly Neighbour[], sheet: Sheet): Iterable<string> {
  if (items.length === 0) yield "  nothing that was found";
  yield* table(NEIGHBOUR_COLUMNS, items, sheet);
}

/** Call sites shown in a row; `--json` has up to a hundred. */
const SHOWN_SITES = 3;

export const NEIGHBOUR_COLUMNS: readonly Column<Neighbour>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "SIZE", cell: ({ size, library }) => (library === null ? String(size) : ""), align: "right" },
  { title: "CALLS", cell: ({ calls }) => String(calls), align: "right" },
  { title: "AT", cell: sitesText, paint: "dim" },
  { title: "LIBRARY", cell: ({ library }) => library ?? "", paint: "dim" },
  { title: "NAME", cell: ({ name }) => name },
];

function sitesText({ calls, sites }: Neighbour): string {
  const shown = sites
    .slice(0, SHOWN_SITES)
    .map(({ address, kind }) => (kind === "tail" ? `${address} (tail)` : address));
  return calls > shown.length ? `${shown.join(" ")} +${calls - shown.length}` : shown.join(" ");
}

function nameOf({ name, address }: FunctionRef, { style }: Sheet): string {
  return `${style.bold(printable(name))} at ${style.cyan(address)}`;
}
