/** Which bytes of the file occupy which memory. */
import { z } from "zod";
import { segmentSchema } from "../contracts/facts.ts";
import { operation } from "./operation.ts";
import { listed, sliceOf, windowInput } from "./window.ts";

export const listSegments = operation({
  name: "list_segments",
  family: "inventory",
  summary: "List segments and sections with addresses, permissions and entropy",
  description:
    "Segments (what the loader maps) first, then sections (what the linker made), each in the order of its header table. Entropy is in bits a byte; near 8 means packed or encrypted.",
  input: z.object({
    kind: z.enum(["segment", "section", "any"]).default("any").describe("Which table to list."),
    ...windowInput,
  }),
  output: z.object({ items: z.array(segmentSchema) }),
  positional: [],
  examples: ["sections ./sample --kind section", "list-segments ./sample --kind segment"],
  readOnly: true,
  run: async ({ kind, ...input }, { analysis }) => {
    const segments = await analysis.segments();
    const wanted = kind === "any" ? segments : segments.filter((segment) => segment.kind === kind);
    return listed("header_order", input, sliceOf(wanted, input));
  },
});
