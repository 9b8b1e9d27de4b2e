import { expect, test } from "vitest";
import type { Provider } from "./provider.ts";
import { Registry } from "./registry.ts";

function provider(id: string): Provider {
  return { id, name: id, version: "1", open: () => Promise.reject(new Error("not opened here")) };
}

const registry = new Registry(provider("embedded"), [provider("other")]);

test.each([
  [undefined, undefined, "embedded", "auto-embedded"],
  ["auto", "other", "embedded", "auto-embedded"],
  [undefined, "", "embedded", "auto-embedded"],
  [undefined, "auto", "embedded", "auto-embedded"],
  ["embedded", "other", "embedded", "request"],
  ["other", undefined, "other", "request"],
  [undefined, "other", "other", "environment"],
  [undefined, "embedded", "embedded", "environment"],
])("asked for %s with %s in the environment, %s is bound by %s", (requested, environment, id, source) => {
  expect(registry.select({ requested, environment })).toMatchObject({ provider: { id }, selectionSource: source });
});

test.each([{ requested: "hopper" }, { environment: "hopper" }, { requested: "" }])(
  "an unknown id is refused",
  (wishes) => {
    expect(() => registry.select(wishes)).toThrow(expect.objectContaining({ code: "unknown_provider" }));
  },
);
