/** References to everything that bears a name. */
import { z } from "zod";
import { placeSchema, referenceSchema, type ReferenceFact } from "../contracts/facts.ts";
import { formatAddress } from "./address-spelling.ts";
import { emptyCodeWarnings } from "./coverage.ts";
import { compareAddresses } from "./neighbours.ts";
import { operation } from "./operation.ts";
import { resolveName } from "./selector.ts";
import { slicePage, sliceOf, windowInput } from "./window.ts";

export const findXrefsToName = operation({
  name: "find_xrefs_to_name",
  family: "references",
  summary: "List references to every place with a name: functions, symbols, import stubs and slots",
  description:
    "Unlike xrefs, a name that several places share is no error: references to all of them are given, by source, then target. For an import that covers its stubs and its slots.",
  input: z.object({
    name: z.string().min(1).max(4096).describe("The exact name, demangled or raw: puts, main, std::terminate()."),
    ...windowInput,
  }),
  output: z.object({
    places: z.array(placeSchema.extend({ kind: z.enum(["function", "import_stub", "symbol"]) })),
    items: z.array(referenceSchema),
  }),
  positional: ["name"],
  examples: ["find-xrefs-to-name ./sample system", "find-xrefs-to-name ./sample optarg"],
  readOnly: true,
  run: async (input, { analysis }) => {
    const places = await resolveName(analysis, input.name.trim());
    const lists = await Promise.all(places.map(({ address }) => analysis.referencesTo(address, 1)));
    const slice = sliceOf(lists.flat().sort(bySource), input);
    return {
      result: {
        places: places.map(({ address, name, kind }) => ({ address: formatAddress(address), name, kind })),
        items: [...slice.items],
      },
      page: slicePage("source_then_target", input, slice),
      warnings: await emptyCodeWarnings(analysis, slice.total ?? 0),
    };
  },
});

function bySource(a: ReferenceFact, b: ReferenceFact): number {
  return compareAddresses(a.from, b.from) || compareAddresses(a.to, b.to);
}
