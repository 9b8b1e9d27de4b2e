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
  for (const { name, inputSchema, outputSchema } of await toolsOf("all")) {
    expect(inputSchema["additionalProperties"], name).toBe(false);
    for (const schema of [inputSchema, outputSchema]) {
      for (const [key, property] of Object.entries(schema?.["properties"] ?? {})) {
        expect(isRecord(property) && "properties" in property, `${name}.${key}`).toBe(false);
      }
    }
  }
});

test("every argument is described, and tools on a target take `document`", async () => {
  for (const { name, inputSchema } of await toolsOf("all")) {
    const properties = inputSchema["properties"] ?? {};
    for (const [key, property] of Object.entries(properties)) {
      expect(isRecord(property) && typeof property["description"], `${name}.${key}`).toBe("string");
    }
    const choosesTarget = name !== "open_binary" && name !== "binary_session";
    expect(isRecord(properties) && "document" in properties, name).toBe(choosesTarget);
  }
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
  for (const [name, annotations] of tools) expect(annotations?.openWorldHint, name).toBe(false);
});

test("an unknown toolset is refused with those that exist", () => {
  expect(() => entriesOf("core,everything")).toThrow(/unknown toolset everything \(expected: core, native/u);
});

async function toolsOf(toolsets: string) {
  return (await new Catalogue(entriesOf(toolsets)).all()).map(listed);
}
