/** Which function an address belongs to. */
import { z } from "zod";
import { address, procedureInfoSchema } from "../contracts/facts.ts";
import { formatAddress } from "./address-spelling.ts";
import { emptyCodeWarnings } from "./coverage.ts";
import { operation } from "./operation.ts";
import { addressInput, resolveAddress } from "./selector.ts";

export const resolveContainingProcedure = operation({
  name: "resolve_containing_procedure",
  family: "addresses",
  summary: "Find the function whose code holds an address",
  description:
    "The function with the distance from its start, or null when the address belongs to no function: data, padding, or code that was not recognised. A detached piece (.cold) belongs to its parent; its distance may be negative.",
  input: z.object({ address: addressInput }),
  output: z.object({
    address,
    section: z.string().nullable(),
    /** Bytes from the start of the function; null without one. */
    offset: z.int().nullable(),
    procedure: procedureInfoSchema.nullable(),
  }),
  positional: ["address"],
  examples: ["resolve-containing-procedure ./sample 0x401136"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const at = await resolveAddress(analysis, input.address);
    const [{ section }, procedure] = await Promise.all([analysis.describe(at), analysis.containing(at)]);
    const offset = procedure === undefined ? null : Number(at - BigInt(procedure.address));
    return {
      result: { address: formatAddress(at), section, offset, procedure: procedure ?? null },
      warnings: await emptyCodeWarnings(analysis, procedure === undefined ? 0 : 1),
    };
  },
});
