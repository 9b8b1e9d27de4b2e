import { parseArgs, type ParseArgsConfig } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Operation } from "./operation.ts";
import { OPERATIONS, type OperationEntry } from "./table.ts";

interface Loaded {
  readonly entry: OperationEntry;
  readonly operation: Operation;
}

const loaded: readonly Loaded[] = await Promise.all(
  OPERATIONS.map(async (entry) => ({ entry, operation: await entry.load() })),
);
const cases = loaded.map(({ entry, operation }): [string, Loaded] => [entry.name, { entry, operation }]);

test("names and short names are all different", () => {
  const names = OPERATIONS.flatMap(({ name, aliases }) => [name.replaceAll("_", "-"), ...aliases]);

  expect(new Set(names).size).toBe(names.length);
});

test.each(cases)("%s is what its line in the table says", (name, { operation }) => {
  expect(operation.name).toBe(name);
  expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/u);
});

test.each(cases)("%s says what it does, in a line and in full", (_name, { operation }) => {
  expect(operation.summary).toMatch(/^[A-Z].*[^.]$/u);
  expect(operation.summary.length).toBeLessThanOrEqual(100);
  expect(operation.description).toMatch(/^[A-Z].*\.$/su);
});

test.each(cases)("%s describes every argument in a sentence", (_name, { operation }) => {
  const undescribed = Object.entries(operation.input.shape).filter(
    ([, schema]) => !descriptionOf(schema).endsWith("."),
  );

  expect(undescribed.map(([field]) => field)).toEqual([]);
});

test.each(cases)("%s takes by position only arguments that it has", (_name, { operation }) => {
  expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining([...operation.positional]));
});

const examples = loaded.flatMap(({ entry, operation }) =>
  operation.examples.map((example): [string, Loaded] => [example, { entry, operation }]),
);

test("every command has an example", () => {
  const bare = loaded.filter(({ entry, operation }) => entry.surfaces !== "mcp" && operation.examples.length === 0);

  expect(bare.map(({ entry }) => entry.name)).toEqual([]);
});

test.each(examples)("rea %s is a command line that its operation accepts", (example, { entry, operation }) => {
  const [command, ...words] = wordsOf(example);
  const { values, positionals } = parseArgs({ args: words, options: flagsOf(operation), allowPositionals: true });
  const [file, ...arguments_] = positionals;
  const named = Object.entries(values).filter(([flag]) => flag !== "json");
  const placed = placedArguments(operation, arguments_);
  const input = [...named.map(([flag, value]) => [flag.replaceAll("-", "_"), value]), ...placed];

  expect([entry.name.replaceAll("_", "-"), ...entry.aliases]).toContain(command);
  expect(file).toMatch(/^\.\//u);
  expect(input.filter(([field, value]) => !accepts(operation, String(field), value))).toEqual([]);
});

/** A list takes all that is left. */
function placedArguments(operation: Operation, words: readonly string[]): [string, unknown][] {
  return words.map((value, index) => {
    const list = operation.positional.findIndex((field) => accepts(operation, field, words.slice(index)));
    const field = operation.positional[list < 0 ? index : Math.min(index, list)] ?? "too many";
    return [field, list < 0 ? value : words.slice(index)];
  });
}

function accepts({ input }: Operation, field: string, value: unknown): boolean {
  const schema = input.shape[field];
  return schema !== undefined && [value, Number(value)].some((given) => z.safeParse(schema, given).success);
}

function flagsOf(operation: Operation): NonNullable<ParseArgsConfig["options"]> {
  const flags = Object.keys(operation.input.shape).map((field) => {
    const type = accepts(operation, field, true) && !accepts(operation, field, "2") ? "boolean" : "string";
    return [field.replaceAll("_", "-"), { type }] as const;
  });
  return { json: { type: "boolean" }, ...Object.fromEntries(flags) };
}

/** A wrapper (optional, default) may carry the description, or what it wraps. */
function descriptionOf(schema: z.core.$ZodType): string {
  return "description" in schema && typeof schema.description === "string" ? schema.description : "";
}

/** Words of a shell command without its redirection; single quotes group. */
function wordsOf(line: string): string[] {
  const [command = ""] = line.split(" > ");
  return [...command.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
