/** `ghidr function`: what Ghidra knows about one function. */
import type { FunctionDetailData } from "../../contracts/ghidr/function-detail.ts";
import type { FunctionSelector } from "../../contracts/ghidr/functions.ts";
import { chooseFunction, extractsToChoose, spelling } from "./extracts/selection.ts";
import type { Answer, Context } from "./operation.ts";
import { askProgram } from "./program-query.ts";
import type { SampleRequest } from "./sample-answer.ts";

export interface FunctionRequest extends SampleRequest {
  readonly selector: FunctionSelector;
}

export async function functionDetail(context: Context, request: FunctionRequest): Promise<Answer<FunctionDetailData>> {
  const { selector } = request;
  return askProgram(context, request, {
    kind: "function_detail",
    needs: ["function", ...extractsToChoose(selector)],
    describe: (program) => ({
      requested_selector: { kind: selector.kind, value: spelling(selector) },
      ...program.detailAt(chooseFunction(program, selector).row),
    }),
  });
}
