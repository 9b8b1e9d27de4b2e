/** A question that the extracts of a program answer. */
import type { Extractor } from "../../providers/ghidra/extracts.ts";
import type { Answer, Context } from "./operation.ts";
import type { Program } from "./extracts/program.ts";
import { runQuery, type QueryResult, type SampleQuery } from "./query.ts";
import { sampleAnswer, type SampleRequest } from "./sample-answer.ts";
import type { Kind } from "../../contracts/ghidr/envelope.ts";

/** The answer that `describe` makes of the extracts that it needs. Rejects as `runQuery` does. */
export async function askProgram<D extends object>(
  context: Context,
  request: SampleRequest,
  question: {
    readonly kind: Kind;
    readonly needs: readonly Extractor[];
    readonly describe: (program: Program, outcome: QueryResult<"extract">) => D;
  },
): Promise<Answer<D>> {
  const { source, maxSampleBytes, installation, policy } = request;
  const { kind, needs, describe } = question;
  const query: SampleQuery<"extract"> = {
    ...{ source, maxSampleBytes, installation, policy },
    operation: "extract",
    arguments: {},
    needs,
  };
  const outcome = await runQuery(context, query);
  return sampleAnswer(context, query, outcome, { kind, data: describe(outcome.program, outcome) });
}
