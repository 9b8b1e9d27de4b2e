/** JSON Schemas of an operation: short ones for `tools/list`, complete ones for `rea://schemas/`. JSON Schema 2020-12. */
import { z } from "zod";
import { isRecord } from "../../base/record.ts";
import { envelopeSchema, errorDocumentSchema } from "../../contracts/envelope.ts";
import type { Operation } from "../../operations/operation.ts";

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

/** The envelope or the error document, whose only difference from one operation to the next is the result. */
export function shortOutputSchema(output: z.ZodType): ObjectSchema {
  const fields = output instanceof z.ZodObject ? Object.keys(output.shape).join(", ") : "";
  return {
    type: "object",
    properties: {
      schema_version: { const: 1 },
      operation: { type: "string" },
      target: { type: ["object", "null"] },
      binding: { type: ["object", "null"] },
      result: { type: "object", ...(fields === "" ? {} : { description: fields }) },
      page: { type: "object" },
      warnings: { type: "array" },
      limits: { type: "array" },
      error: { type: "object" },
    },
    required: ["schema_version", "operation"],
  };
}

/** Everything about an operation's arguments and answers, as one document. */
export function completeSchema(operation: Operation): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: schemaUri(operation.name),
    title: operation.name,
    description: operation.description,
    $defs: {
      arguments: { ...jsonSchema(operation.input, "input"), additionalProperties: false },
      answer: jsonSchema(envelopeSchema(operation.output), "output"),
      error: jsonSchema(errorDocumentSchema, "output"),
    },
  };
}

export function schemaUri(name: string): string {
  return `rea://schemas/${name}.json`;
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** Keywords that help to fill in an argument; the server checks the others. */
const KEPT = ["type", "enum", "const", "default", "description", "minimum", "maximum"];

function shortProperty(property: unknown): unknown {
  if (!isRecord(property)) return property;
  const kept = Object.fromEntries(
    KEPT.filter((key) => key in property && !isNoise(key, property[key])).map((key) => [key, property[key]]),
  );
  const { items } = property;
  return isRecord(items) && "type" in items ? { ...kept, items: { type: items["type"] } } : kept;
}

/** zod states the range of safe integers as bounds. */
function isNoise(key: string, value: unknown): boolean {
  return (
    (key === "maximum" || key === "minimum") && typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER
  );
}

function mapValues(object: JsonObject, map: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
