/** Closes a target of the session. */
import { z } from "zod";
import { sessionOperation } from "./operation.ts";
import { documentFact, documentSchema } from "./session-facts.ts";

export const closeBinary = sessionOperation({
  name: "close_binary",
  family: "session",
  summary: "Close a target and stop its analysis",
  description:
    "Closes one target and everything started for it; an analysis that is still running is stopped. Calls that are " +
    "under way finish. Closing when nothing is open is not an error.",
  input: z.object({
    document: z.string().min(1).optional().describe("Id or file name of the target. Default: the current one."),
  }),
  output: z.object({
    /** Null when nothing was open. */
    closed: documentSchema.nullable(),
    /** Id of the target that is current from here on. */
    current: z.string().nullable(),
  }),
  positional: [],
  examples: [],
  readOnly: false,
  run: async ({ document }, { session }) => {
    const target = await session.close(document);
    const closed = target === undefined ? null : documentFact(target);
    return { result: { closed, current: session.current?.id ?? null } };
  },
});
