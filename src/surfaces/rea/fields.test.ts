import { Command } from "commander";
import { expect, test } from "vitest";
import { z } from "zod";
import { operation } from "../../operations/operation.ts";
import { addFields, fieldsOf } from "./fields.ts";

const sample = operation({
  name: "sample",
  family: "search",
  summary: "Do nothing",
  description: "Does nothing.",
  input: z.object({
    pattern: z.string().describe("What to find."),
    max_items: z.int().min(1).default(20).describe("Most items."),
    order: z.enum(["address", "size"]).default("address").describe("What to sort by."),
    regex: z.boolean().default(false).describe("Whether the pattern is one."),
    follow: z.boolean().default(true).describe("Whether to follow."),
    kind: z
      .array(z.enum(["a", "b"]))
      .default([])
      .describe("Kinds to keep."),
    from: z.string().optional().describe("Where to start."),
  }),
  output: z.object({}),
  positional: ["pattern", "from"],
  examples: [],
  readOnly: true,
  run: async () => ({ result: {} }),
});

function parse(...words: string[]): Record<string, unknown> {
  const command = new Command().exitOverride().configureOutput({ outputError: () => {} });
  const read = addFields(command, sample);
  command.parse(words, { from: "user" });
  return read(command.args);
}

test("a field says what it takes, whether it must be given and what stands in for it", () => {
  const [pattern, most, order, , , kind, from] = fieldsOf(sample);

  expect(pattern).toMatchObject({ flag: "--pattern", kind: "text", required: true, description: "What to find." });
  expect(most).toMatchObject({ flag: "--max-items", kind: "number", required: false, standard: 20 });
  expect(order).toMatchObject({ choices: ["address", "size"], standard: "address" });
  expect(kind).toMatchObject({ repeatable: true, choices: ["a", "b"] });
  expect(from).toMatchObject({ required: false, standard: undefined });
});

test("only what was given is handed on, so that the schema's defaults hold", () => {
  expect(parse("needle")).toEqual({ pattern: "needle" });
});

test("numbers, choices, switches and repeated flags arrive as values", () => {
  const input = parse("needle", "--max-items", "0x10", "--order", "size", "--regex", "--kind", "a", "--kind", "b");

  expect(input).toEqual({ pattern: "needle", max_items: 16, order: "size", regex: true, kind: ["a", "b"] });
});

test("an operand that may be left out can be given as a flag too", () => {
  expect(parse("needle", "main")).toEqual({ pattern: "needle", from: "main" });
  expect(parse("needle", "--from", "main")).toEqual({ pattern: "needle", from: "main" });
});

test("a switch that is on by default has a flag that turns it off", () => {
  expect(parse("needle", "--no-follow")).toEqual({ pattern: "needle", follow: false });
});

test("a value outside a closed set and a missing operand are refused", () => {
  expect(() => parse("needle", "--order", "sze")).toThrow("Allowed choices are address, size");
  expect(() => parse()).toThrow("missing required argument 'pattern'");
});
