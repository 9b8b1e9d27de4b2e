/** JSON Schemas of an operation: short ones for `tools/list`, complete ones for `rea://schemas/`. JSON Schema 2020-12. */
import { z } from "zod";
import { isRecord } from "../../base/record.ts";
import { artifactSchema, envelopeSchema, errorDocumentSchema } from "../../contracts/envelope.ts";
import type { Operation } from "../../operations/operation.ts";
import { ENVELOPE, schemaUri } from "./uris.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** A schema as the protocol wants it at the top of a tool. */
export interface ObjectSchema extends Record<string, unknown> {
  readonly type: "object";
}

/** One level deep: what lies inside an object or a list of objects is named by the complete schema alone. */
export function shortInputSchema(input: z.ZodObject): ObjectSchema {
  const { properties, required } = jsonSchema(input, "input");
  const short = isRecord(properties) ? mapValues(properties, shortProperty) : {};
  const needed = Array.isArray(required) && required.length > 0 ? { required } : {};
  return { type: "object", properties: short, ...needed, additionalProperties: false };
}

/** The envelope or the error document; what they have in common is said once, in `ENVELOPE`. */
export function shortOutputSchema(output: z.ZodType): ObjectSchema {
  const fields = output instanceof z.ZodObject ? Object.keys(output.shape).join(", ") : "";
  const result = { type: "object", ...(fields === "items" || fields === "" ? {} : { description: fields }) };
  return { type: "object", properties: { result } };
}

/** Everything about an operation's arguments and result; what is around the result is in `ENVELOPE`. */
export function completeSchema({ name, description, input, output }: Operation): JsonObject {
  const result = { anyOf: [jsonSchema(output, "output"), { $ref: `${schemaUri(ENVELOPE)}#/$defs/artifact` }] };
  return {
    ...documentHead(name, description),
    $defs: {
      arguments: { ...jsonSchema(input, "input"), additionalProperties: false },
      answer: { allOf: [{ $ref: `${schemaUri(ENVELOPE)}#/$defs/answer` }, { properties: { result } }] },
    },
  };
}

export function completeEnvelope(): JsonObject {
  return {
    ...documentHead(
      ENVELOPE,
      "What every answer and every error has in common, and what stands in for a large result.",
    ),
    $defs: {
      answer: jsonSchema(envelopeSchema(z.unknown()), "output"),
      artifact: jsonSchema(artifactSchema, "output"),
      error: jsonSchema(errorDocumentSchema, "output"),
    },
  };
}

function documentHead(name: string, description: string): JsonObject {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", $id: schemaUri(name), title: name, description };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** Keywords that help to fill in an argument; the server checks the others and says what it expected. */
const KEPT = ["type", "enum", "const", "default", "description"];

function shortProperty(property: unknown): unknown {
  if (!isRecord(property)) return property;
  const useful = KEPT.filter((key) => key in property && !saysNothing(key, property));
  const kept = Object.fromEntries(useful.map((key) => [key, property[key]]));
  const { items } = property;
  return isRecord(items) && "type" in items ? { ...kept, items: { type: items["type"] } } : kept;
}

/** An enumeration shows its type, and a switch is off unless it is on. */
function saysNothing(key: string, property: JsonObject): boolean {
  return (key === "type" && "enum" in property) || (key === "default" && property[key] === false);
}

function mapValues(object: JsonObject, map: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
