/** The files of schemas/v1/: what every document of `ghidr` validates against. */
import { z } from "zod";
import { diagnosticsManifestSchema } from "../../contracts/ghidr/diagnostics.ts";
import { RESPONSES } from "../../contracts/ghidr/envelope.ts";
import { errorDocumentSchema } from "../../contracts/ghidr/errors.ts";
import { manifestSchema } from "../../contracts/ghidr/manifest.ts";
import { profileSchema } from "../../contracts/ghidr/profile.ts";
import { OPERATIONS } from "../../operations/ghidr/table.ts";

/** Schemas that no operation has of its own. */
const OTHERS: Readonly<Record<string, z.ZodType>> = {
  "error.json": errorDocumentSchema,
  "analysis-profile.json": profileSchema,
  "analysis-manifest.json": manifestSchema,
  "diagnostic-log.json": diagnosticsManifestSchema,
};

/** Text by file name. */
export function ghidrSchemaFiles(): ReadonlyMap<string, string> {
  const responses = OPERATIONS.map(({ schema, kind }): [string, z.ZodType] => [schema, RESPONSES[kind]]);
  return new Map([...responses, ...Object.entries(OTHERS)].map(([name, schema]) => [name, published(name, schema)]));
}

/** Within a version, documents may get further fields, which readers ignore: the published schemas allow them. */
function published(name: string, schema: z.ZodType): string {
  const document = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return `${JSON.stringify({ ...document, title: `ghidr v1 ${name.replace(/\.json$/u, "")}` }, null, 1)}\n`;
}
