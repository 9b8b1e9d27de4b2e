/** A tool of the server: an operation with the argument that says which open target it is about. */
import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Operation, TargetOperation } from "../../operations/operation.ts";
import { shortInputSchema, shortOutputSchema } from "./tool-schema.ts";

const documentInput = {
  document: z.string().min(1).optional().describe("Open target, if several are open."),
};

/** The operation with `document` among its arguments, so that it is documented and checked as one. */
export function withDocument(operation: TargetOperation): TargetOperation {
  const input = operation.input.extend(documentInput);
  return { ...operation, input, prepare: (given) => operation.prepare(given, input) };
}

/** What `tools/list` says about it. */
export function listed(operation: Operation): ListedTool {
  return {
    name: operation.name,
    title: titleOf(operation.name),
    description: wholeSentences(operation.description),
    inputSchema: shortInputSchema(operation.input),
    outputSchema: shortOutputSchema(operation.output),
    annotations: annotationsOf(operation),
  };
}

/** Of the operations that change something; of those that only read, the protocol gives these hints no meaning. */
const CHANGES: Readonly<Record<string, NonNullable<ListedTool["annotations"]>>> = {
  // Opens the same bytes once; nothing is lost.
  open_binary: { destructiveHint: false, idempotentHint: true },
  // Stops a running analysis, and without a selector the next call closes the next target.
  close_binary: { destructiveHint: true, idempotentHint: false },
};

function annotationsOf({ name, readOnly }: Operation): NonNullable<ListedTool["annotations"]> {
  return { readOnlyHint: readOnly, ...(readOnly ? {} : CHANGES[name]), openWorldHint: false };
}

/** Characters of a description in the list; the complete one is in the schema. */
const LONGEST_DESCRIPTION = 170;

/** The sentences that fit, at least the first one. */
function wholeSentences(text: string): string {
  const sentences = text.split(/(?<=[.:;]) (?=[A-Z])/u);
  let short = sentences[0] ?? "";
  for (const sentence of sentences.slice(1)) {
    if (short.length + 1 + sentence.length > LONGEST_DESCRIPTION) break;
    short += ` ${sentence}`;
  }
  return short;
}

function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
