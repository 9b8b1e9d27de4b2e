/** `ghidr strings`: a page of the strings that Ghidra has defined in a program. */
import { boundsOf, pageOf, type Window } from "../../contracts/ghidr/page.ts";
import { STRING_ORDER, type StringsData } from "../../contracts/ghidr/strings.ts";
import type { Answer, Context } from "./operation.ts";
import { askProgram } from "./program-query.ts";
import type { SampleRequest } from "./sample-answer.ts";

export interface StringsRequest extends SampleRequest {
  readonly window: Window;
}

export async function strings(context: Context, request: StringsRequest): Promise<Answer<StringsData>> {
  return askProgram(context, request, {
    kind: "strings",
    needs: ["strings"],
    describe: (program) => {
      const { start, end } = boundsOf(request.window, program.stringCount);
      const page = pageOf(STRING_ORDER, request.window, program.stringCount);
      return { page, items: program.strings(start, end) };
    },
  });
}
