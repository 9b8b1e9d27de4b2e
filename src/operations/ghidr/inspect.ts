/** `ghidr inspect`: what a program is. */
import type { InspectionData } from "../../contracts/ghidr/results.ts";
import type { Answer, Context } from "./operation.ts";
import { runQuery, type SampleQuery } from "./query.ts";
import { sampleAnswer, type SampleRequest } from "./sample-answer.ts";

export async function inspect(context: Context, request: SampleRequest): Promise<Answer<InspectionData>> {
  const query: SampleQuery<"inspect"> = { ...request, operation: "inspect", arguments: {} };
  const outcome = await runQuery(context, query);
  const { snapshot, result, disposition } = outcome;
  const { image_base, minimum_address, maximum_address, function_count } = result;
  const data: InspectionData = {
    sample: { sha256: snapshot.sha256, size_bytes: snapshot.size },
    program: { image_base, minimum_address, maximum_address, function_count },
    analysis: { disposition },
  };
  return sampleAnswer(context, query, outcome, { kind: "inspection", data });
}
