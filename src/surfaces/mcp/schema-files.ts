/** The files of schemas/: the complete schemas of every operation that a client can call. */
import { OPERATIONS } from "../../operations/table.ts";
import { Catalogue } from "./catalogue.ts";
import { listed } from "./tool.ts";
import { completeEnvelope, completeSchema } from "./tool-schema.ts";
import { ENVELOPE } from "./uris.ts";

/** What `tools/list` answers; listing.ts reads it. */
const LISTING = "tools.json";

/** Text by file name; the schemas are those that `rea://schemas/` serves, laid out for reading. */
export async function schemaFiles(): Promise<ReadonlyMap<string, string>> {
  const operations = await new Catalogue(OPERATIONS.filter(({ surfaces }) => surfaces !== "cli")).all();
  const schemas = new Map(operations.map((operation) => [operation.name, completeSchema(operation)]));
  schemas.set(ENVELOPE, completeEnvelope());
  const files = new Map([...schemas].map(([name, schema]) => [`${name}.json`, layout(schema)]));
  return files.set(LISTING, layout(operations.map(listed)));
}

function layout(schema: unknown): string {
  return `${JSON.stringify(schema, null, 1)}\n`;
}
