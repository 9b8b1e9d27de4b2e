/** Functions and strings that match, under one another. */
import { plural } from "../../../base/plural.ts";
import type { ProcedureFact, StringFact } from "../../../contracts/facts.ts";
import { table } from "../text/table.ts";
import { PROCEDURE_COLUMNS, STRING_COLUMNS } from "./inventory.ts";
import type { Scene, View } from "./view.ts";

interface Found {
  readonly procedures: readonly ProcedureFact[];
  readonly procedure_total: number | null;
  readonly strings: readonly StringFact[];
  readonly string_total: number | null;
}

export const search: View = {
  noun: ["match", "matches"],
  *lines(found: Found, { sheet }: Scene): Iterable<string> {
    yield sheet.style.bold(heading("function", found.procedures.length, found.procedure_total));
    yield* table(PROCEDURE_COLUMNS, found.procedures, sheet);
    yield "";
    yield sheet.style.bold(heading("string", found.strings.length, found.string_total));
    yield* table(STRING_COLUMNS, found.strings, sheet);
  },
};

function heading(noun: string, shown: number, total: number | null): string {
  if (shown === 0 && total === 0) return `No ${noun}s`;
  if (total === null) return `${shown} ${plural(shown, noun)}, perhaps more`;
  return shown < total ? `${shown} of ${total} ${plural(total, noun)}` : `${total} ${plural(total, noun)}`;
}
