/** `ghidr functions`: a page of the functions of a program. */
import { FUNCTION_ORDER } from "../../contracts/ghidr/functions.ts";
import { boundsOf, pageOf, type Window } from "../../contracts/ghidr/page.ts";
import type { FunctionsData } from "../../contracts/ghidr/results.ts";
import type { Answer, Context } from "./operation.ts";
import { askProgram } from "./program-query.ts";
import type { SampleRequest } from "./sample-answer.ts";

export interface FunctionsRequest extends SampleRequest {
  readonly window: Window;
}

export async function functions(context: Context, request: FunctionsRequest): Promise<Answer<FunctionsData>> {
  return askProgram(context, request, {
    kind: "functions",
    needs: ["functions"],
    describe: (program) => {
      const { start, end } = boundsOf(request.window, program.functionCount);
      const page = pageOf(FUNCTION_ORDER, request.window, program.functionCount);
      return { page, items: program.functions(start, end) };
    },
  });
}
