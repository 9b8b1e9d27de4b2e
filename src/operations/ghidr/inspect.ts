/** `ghidr inspect`: what a program is. */
import type { InspectionData } from "../../contracts/ghidr/results.ts";
import type { Answer, Context } from "./operation.ts";
import { askProgram } from "./program-query.ts";
import type { SampleRequest } from "./sample-answer.ts";

export async function inspect(context: Context, request: SampleRequest): Promise<Answer<InspectionData>> {
  return askProgram(context, request, {
    kind: "inspection",
    needs: ["inspect"],
    describe: (program, { snapshot, disposition }) => {
      const { image_base, minimum_address, maximum_address, function_count } = program.inspection;
      return {
        sample: { sha256: snapshot.sha256, size_bytes: snapshot.size },
        program: { image_base, minimum_address, maximum_address, function_count },
        analysis: { disposition },
      };
    },
  });
}
