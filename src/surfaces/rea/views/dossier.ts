/** All about one function. */
import type { BlockFact, InstructionFact, ProcedureInfo, ReferenceFact, StringFact } from "../../../contracts/facts.ts";
import { printable } from "../../../base/printable.ts";
import { titled } from "../text/facts.ts";
import { table, type Column } from "../text/table.ts";
import { NEIGHBOUR_COLUMNS, type Neighbour, type Site } from "./calls.ts";
import { instructionLines } from "./instructions.ts";
import { STRING_COLUMNS } from "./inventory.ts";
import { procedureLines } from "./place.ts";
import { listsBy } from "./lists-by.ts";
import { textLines, type ShownPseudocode } from "./pseudocode.ts";
import { REFERENCE_COLUMNS } from "./references.ts";
import type { Scene, View } from "./view.ts";

interface Part<T, Total = number> {
  readonly total: Total;
  readonly items: readonly T[];
}

interface Dossier {
  readonly info: ProcedureInfo;
  readonly pseudocode: ShownPseudocode | null;
  readonly blocks: Part<BlockFact>;
  readonly callers: Part<Neighbour>;
  readonly callees: Part<Neighbour>;
  readonly unresolved_calls: Part<Site>;
  readonly strings: Part<StringFact>;
  readonly references: Part<ReferenceFact>;
  readonly address_taken: Part<ReferenceFact>;
  readonly assembly: Part<InstructionFact, number | null>;
}

export const dossier: View = {
  noun: ["function", "functions"],
  *lines(result: Dossier, { sheet }: Scene): Iterable<string> {
    yield `${sheet.style.bold(printable(result.info.name))} at ${sheet.style.cyan(result.info.address)}`;
    yield* procedureLines(result.info, sheet, "  ");
    if (result.pseudocode !== null) {
      yield* titled("Pseudocode", textLines(result.pseudocode, { annotate: false }, sheet), sheet);
    }
    const part = <T>(title: string, { items, total }: Part<T>, columns: readonly Column<T>[]): Iterable<string> =>
      titled(counted(title, items.length, total), table(columns, items, sheet, "  "), sheet);
    yield* part("Callers", result.callers, NEIGHBOUR_COLUMNS);
    yield* part("Address taken", result.address_taken, REFERENCE_COLUMNS);
    yield* part("Callees", result.callees, NEIGHBOUR_COLUMNS);
    yield* part("Calls with targets computed at run time", result.unresolved_calls, SITE_COLUMNS);
    yield* part("Strings", result.strings, STRING_COLUMNS);
    yield* part("References", result.references, REFERENCE_COLUMNS);
    yield* part("Blocks", result.blocks, BLOCK_COLUMNS);
    const { items, total } = result.assembly;
    yield* titled(counted("Assembly", items.length, total), instructionLines(items, sheet), sheet);
  },
};

const SITE_COLUMNS: readonly Column<Site>[] = [
  { title: "AT", cell: ({ address }) => address, paint: "cyan" },
  { title: "KIND", cell: ({ kind }) => kind, paint: "dim" },
];

const BLOCK_COLUMNS: readonly Column<BlockFact>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "SIZE", cell: ({ size }) => String(size), align: "right" },
  { title: "INSTRUCTIONS", cell: ({ instructions }) => String(instructions), align: "right" },
  { title: "LEADS TO", cell: leadsTo },
];

/** `branch 0x5e2a; fall through 0x4848`. */
function leadsTo({ successors }: BlockFact): string {
  const byKind = listsBy(successors.map(({ address, kind }) => [kind, address]));
  return [...byKind].map(([kind, targets]) => `${kind.replaceAll("_", " ")} ${targets.join(" ")}`).join("; ");
}

function counted(title: string, shown: number, total: number | null): string {
  return total === null || shown === total ? `${title} (${shown})` : `${title} (${shown} of ${total})`;
}
