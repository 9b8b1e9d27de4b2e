/** The files of schemas/: the complete schemas of every operation that a client can call. */
import { OPERATIONS } from "../../operations/table.ts";
import { Catalogue } from "./catalogue.ts";
import { completeEnvelope, completeSchema, ENVELOPE } from "./tool-schema.ts";

/** Text by file name; the same text that `rea://schemas/` serves, laid out for reading. */
export async function schemaFiles(): Promise<ReadonlyMap<string, string>> {
  const operations = await new Catalogue(OPERATIONS.filter(({ surfaces }) => surfaces !== "cli")).all();
  const schemas = new Map(operations.map((operation) => [operation.name, completeSchema(operation)]));
  schemas.set(ENVELOPE, completeEnvelope());
  return new Map([...schemas].map(([name, schema]) => [`${name}.json`, layout(schema)]));
}

function layout(schema: unknown): string {
  return `${JSON.stringify(schema, null, 1)}\n`;
}
