/** `ghidr xrefs`: the references to an address, from an address, or of a function. */
import type { Address } from "../../contracts/ghidr/address.ts";
import { boundsOf, pageOf, type Window } from "../../contracts/ghidr/page.ts";
import { REFERENCE_ORDER, type ReferenceItem, type ReferencesData } from "../../contracts/ghidr/references.ts";
import { isAt, soughtOf } from "./extracts/addresses.ts";
import { rowsAt, rowsWhere, type Program } from "./extracts/program.ts";
import { addressText, chooseFunction, requireSpace } from "./extracts/selection.ts";
import type { Answer, Context } from "./operation.ts";
import { askProgram } from "./program-query.ts";
import type { SampleRequest } from "./sample-answer.ts";

/** What references are asked for: those to or from exactly one address, or those to the entry and from the body of a function. */
export type ReferenceTarget =
  | { readonly kind: "to" | "from"; readonly address: Address }
  | { readonly kind: "name"; readonly name: string };

export interface XrefsRequest extends SampleRequest {
  readonly target: ReferenceTarget;
  readonly window: Window;
}

export async function xrefs(context: Context, request: XrefsRequest): Promise<Answer<ReferencesData>> {
  const { target, window } = request;
  return askProgram(context, request, {
    kind: "references",
    needs: ["inspect", "functions", "xrefs"],
    describe: (program) => {
      const { rows, direction, chosen } = target.kind === "name" ? ofFunction(program, target) : at(program, target);
      const { start, end } = boundsOf(window, rows.length);
      return {
        requested: { kind: target.kind, value: target.kind === "name" ? target.name : addressText(target.address) },
        function: program.referenceTo(chosen),
        page: pageOf(REFERENCE_ORDER, window, rows.length),
        items: rows.slice(start, end).map((row) => ({ ...program.reference(row), direction: direction(row) })),
      };
    },
  });
}

interface Found {
  /** Rows of references, in their order. */
  readonly rows: readonly number[];
  readonly direction: (row: number) => ReferenceItem["direction"];
  /** Row of the function that was named, or -1. */
  readonly chosen: number;
}

function at(program: Program, { kind, address }: Extract<ReferenceTarget, { readonly address: Address }>): Found {
  const { references, inspection } = program;
  requireSpace(address.space, ...inspection.address_spaces, ...references.spaces.map(({ name }) => name));
  return { rows: rowsAt(references[kind], address, references.spaces), direction: () => kind, chosen: -1 };
}

function ofFunction(program: Program, { name }: { readonly name: string }): Found {
  const { row: chosen, item } = chooseFunction(program, { kind: "name", value: name });
  const { spaces, to, holder } = program.references;
  const entry = soughtOf(item.entry, spaces);
  const isWithin = (row: number): boolean => holder[row] === chosen;
  return {
    rows: rowsWhere(holder.length, (row) => isWithin(row) || isAt(to, row, entry)),
    direction: (row) => (isWithin(row) ? (isAt(to, row, entry) ? "both" : "from") : "to"),
    chosen,
  };
}
