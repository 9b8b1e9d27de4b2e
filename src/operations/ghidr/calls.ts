/** `ghidr calls`: who calls whom, in a whole program or around one function. */
import { CALL_ORDER, type CallsData } from "../../contracts/ghidr/calls.ts";
import type { FunctionSelector } from "../../contracts/ghidr/functions.ts";
import { boundsOf, pageOf, type Window } from "../../contracts/ghidr/page.ts";
import { rowsWhere } from "./extracts/program.ts";
import { chooseFunction, extractsToChoose, spelling } from "./extracts/selection.ts";
import type { Answer, Context } from "./operation.ts";
import { askProgram } from "./program-query.ts";
import type { SampleRequest } from "./sample-answer.ts";

/** Which edges of a function: those to it, those from its body, or both. */
export type CallDirection = "callers" | "callees" | "both";

export interface CallsRequest extends SampleRequest {
  /** Every edge of the program without one. */
  readonly around?: { readonly selector: FunctionSelector; readonly direction: CallDirection };
  readonly window: Window;
}

export async function calls(context: Context, request: CallsRequest): Promise<Answer<CallsData>> {
  const { around, window } = request;
  return askProgram(context, request, {
    kind: "calls",
    needs: ["functions", "calls", ...(around === undefined ? [] : extractsToChoose(around.selector))],
    describe: (program) => {
      const chosen = around === undefined ? -1 : chooseFunction(program, around.selector).row;
      const { caller, callee } = program.calls;
      const isAround = (row: number): boolean =>
        (around?.direction !== "callers" && caller[row] === chosen) ||
        (around?.direction !== "callees" && callee[row] === chosen);
      const rows = rowsWhere(caller.length, around === undefined ? () => true : isAround);
      const { start, end } = boundsOf(window, rows.length);
      return {
        requested_selector:
          around === undefined ? null : { kind: around.selector.kind, value: spelling(around.selector) },
        function: program.referenceTo(chosen),
        direction: around?.direction ?? null,
        page: pageOf(CALL_ORDER, window, rows.length),
        items: rows.slice(start, end).map((row) => program.call(row)),
      };
    },
  });
}
