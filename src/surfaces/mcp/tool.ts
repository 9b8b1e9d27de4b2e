/** A tool of the server: an operation with the argument that says which open target it is about. */
import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Operation, TargetOperation } from "../../operations/operation.ts";
import { shortInputSchema, shortOutputSchema } from "./tool-schema.ts";

const documentInput = {
  document: z.string().min(1).optional().describe("Open target: id or file name. Default: the current one."),
};

/** The operation with `document` among its arguments, so that it is documented, checked and left out as one. */
export function withDocument(operation: TargetOperation): TargetOperation {
  const run: TargetOperation["run"] = async (input, context) => {
    const { document: _selector, ...rest } = z.looseObject(documentInput).parse(input);
    return await operation.run(rest, context);
  };
  return { ...operation, input: operation.input.extend(documentInput), run };
}

/** What `tools/list` says about it. */
export function listed(operation: Operation): ListedTool {
  return {
    name: operation.name,
    title: titleOf(operation.name),
    description: operation.description,
    inputSchema: shortInputSchema(operation.input),
    outputSchema: shortOutputSchema(operation.output),
    annotations: annotationsOf(operation),
  };
}

/** What the operations that change something change; reading is always safe and gives the same answer again. */
const CHANGES: Readonly<Record<string, { readonly destructive: boolean; readonly idempotent: boolean }>> = {
  // Opens the same bytes once; nothing is lost.
  open_binary: { destructive: false, idempotent: true },
  // Stops a running analysis, and without a selector the next call closes the next target.
  close_binary: { destructive: true, idempotent: false },
};

function annotationsOf({ name, readOnly }: Operation): NonNullable<ListedTool["annotations"]> {
  const { destructive, idempotent } = CHANGES[name] ?? { destructive: !readOnly, idempotent: readOnly };
  return { readOnlyHint: readOnly, destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: false };
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
