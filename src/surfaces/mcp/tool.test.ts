import { expect, test } from "vitest";
import { isRecord } from "../../base/record.ts";
import { Catalogue } from "./catalogue.ts";
import { listed } from "./tool.ts";
import { entriesOf } from "./toolsets.ts";

test.each([
  ["core", 16],
  ["all", 64],
])("the list of the toolset %s stays under %i KB", async (toolsets, kilobytes) => {
  const tools = await toolsOf(toolsets);

  expect(JSON.stringify({ tools }).length).toBeLessThan(kilobytes * 1024);
});

test("schemas in the list are one level deep, and refuse arguments that are not in them", async () => {
  const tools = await toolsOf("all");

  const schemas = tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]);
  const deep = schemas.flatMap(propertiesOf).filter(([, property]) => "properties" in property);
  expect(deep).toEqual([]);
  expect(tools.filter(({ inputSchema }) => inputSchema["additionalProperties"] !== false)).toEqual([]);
});

test("every argument is described, and tools on a target take `document`", async () => {
  const tools = await toolsOf("all");

  const inputs = tools.map(({ name, inputSchema }) => ({ name, properties: propertiesOf(inputSchema) }));
  const silent = inputs
    .flatMap(({ properties }) => properties)
    .filter(([, { description }]) => description === undefined);
  expect(silent).toEqual([]);
  const without = inputs.filter(({ properties }) => !properties.some(([key]) => key === "document"));
  expect(without.map(({ name }) => name)).toEqual([
    "open_binary",
    "binary_session",
    "list_architectures",
    "inspect_macho",
  ]);
});

test("annotations: reading is read-only, opening is safe to repeat, closing is not, and nothing reaches the network", async () => {
  const tools = new Map((await toolsOf("all")).map(({ name, annotations }) => [name, annotations]));

  expect(tools.get("list_procedures")).toEqual({ readOnlyHint: true, openWorldHint: false });
  expect(tools.get("open_binary")).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: true });
  expect(tools.get("close_binary")).toMatchObject({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
  });
  expect([...tools].filter(([, annotations]) => annotations?.openWorldHint !== false)).toEqual([]);
});

test("an unknown toolset is refused with those that exist", () => {
  expect(() => entriesOf("core,everything")).toThrow(/unknown toolset everything \(expected: core, native/u);
});

async function toolsOf(toolsets: string) {
  return (await new Catalogue(entriesOf(toolsets)).all()).map(listed);
}

function propertiesOf(schema: unknown): [string, Readonly<Record<string, unknown>>][] {
  const properties = isRecord(schema) && isRecord(schema["properties"]) ? schema["properties"] : {};
  return Object.entries(properties).map(([key, property]) => [key, isRecord(property) ? property : {}]);
}
