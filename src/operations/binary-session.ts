/** What the session has open and which engines could answer. */
import { z } from "zod";
import { bindingSchema } from "../contracts/envelope.ts";
import { sessionOperation } from "./operation.ts";
import { documentFact, documentSchema } from "./session-facts.ts";
import type { OpenTarget } from "./session-target.ts";
import { MAX_TARGETS, type Engine } from "./session.ts";

const candidateSchema = z.object({
  provider: z.object({ id: z.string(), name: z.string(), version: z.string() }),
  availability: z.object({
    status: z.enum(["available", "unavailable"]),
    code: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  target_support: z.object({
    status: z.enum(["supported", "unsupported", "unknown"]),
    code: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  selected: z.boolean(),
});

export const binarySession = sessionOperation({
  name: "binary_session",
  family: "session",
  summary: "Report the open targets, their progress and the engines",
  description:
    "Lists the open targets with id, status, progress and engine, which of them is current, and the engines that " +
    "could be bound. Starts nothing.",
  input: z.object({}),
  output: z.object({
    open: z.boolean(),
    /** Id of the target that tools answer about without a `document` argument. */
    current: z.string().nullable(),
    documents: z.array(documentSchema),
    max_documents: z.int(),
    /** Of the current target. */
    analysis_provider_binding: bindingSchema.nullable(),
    analysis_provider_candidates: z.array(candidateSchema),
  }),
  positional: [],
  examples: [],
  readOnly: true,
  run: (_input, { session }) => {
    const { targets, current } = session;
    const result = {
      open: targets.length > 0,
      current: current?.id ?? null,
      documents: targets.map(documentFact),
      max_documents: MAX_TARGETS,
      analysis_provider_binding: current?.analysis?.binding ?? null,
      analysis_provider_candidates: session.engines.map((engine) => candidateFact(engine, current)),
    };
    return Promise.resolve({ result, about: current?.analysis });
  },
});

/** Every engine that is registered here runs in this process, so it is available. */
function candidateFact({ id, version }: Engine, current: OpenTarget | undefined): z.infer<typeof candidateSchema> {
  const selected = current?.analysis?.binding.provider.id === id;
  return {
    provider: { id, name: id, version },
    availability: { status: "available", code: null, reason: null },
    target_support: supportOf(selected, current),
    selected,
  };
}

function supportOf(
  selected: boolean,
  current: OpenTarget | undefined,
): z.infer<typeof candidateSchema>["target_support"] {
  if (selected) return { status: "supported", code: null, reason: null };
  const reason = current === undefined ? "No target is open." : "It was not asked about the current target.";
  return { status: "unknown", code: null, reason };
}
