/** `ghidr functions`: a page of the functions of a program. */
import { FUNCTION_ORDER } from "../../contracts/ghidr/functions.ts";
import type { FunctionsData } from "../../contracts/ghidr/results.ts";
import { MOST_ITEMS } from "../../providers/ghidra/worker-protocol.ts";
import type { Answer, Context } from "./operation.ts";
import { runQuery, type SampleQuery } from "./query.ts";
import { sampleAnswer, type SampleRequest } from "./sample-answer.ts";

export interface FunctionsRequest extends SampleRequest {
  readonly offset: number;
  /** Null for all. */
  readonly limit: number | null;
}

export async function functions(context: Context, request: FunctionsRequest): Promise<Answer<FunctionsData>> {
  const { offset, limit, ...common } = request;
  // No program has as many functions: a larger page is the same page.
  const window = { offset: Math.min(offset, MOST_ITEMS), limit: limit === null ? null : Math.min(limit, MOST_ITEMS) };
  const query: SampleQuery<"functions"> = { ...common, operation: "functions", arguments: window };
  const outcome = await runQuery(context, query);
  const { total, items } = outcome.result;
  const page = {
    order: FUNCTION_ORDER,
    offset,
    limit,
    returned: items.length,
    total,
    has_more: offset + items.length < total,
  } as const;
  return sampleAnswer(context, query, outcome, { kind: "functions", data: { page, items } });
}
