import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../../base/failure.ts";
import { RESPONSES } from "../../contracts/ghidr/envelope.ts";
import { fakeGhidra, works } from "../../../test/ghidr/fake-ghidra.ts";
import { rejection, World } from "../../../test/ghidr/world.ts";
import { functions } from "./functions.ts";
import type { Answer } from "./operation.ts";
import { respond } from "./respond.ts";

let world: World;
beforeEach(() => void (world = new World()));
afterEach(() => world.close());

/** An answer of some 30 kB. */
async function long(): Promise<Answer> {
  const request = { ...world.request(world.sample()), window: { offset: 0, limit: null } };
  const answer = await functions(world.context(fakeGhidra(works)), request);
  const [item] = answer.data.items;
  const items = Array.from({ length: 100 }, () => ({ ...item, name: "é".repeat(50) }));
  return { ...answer, data: { ...answer.data, items } };
}

test("an answer of exactly its budget is said inline, one byte less makes it an Artifact", async () => {
  const answer = await long();
  const { text } = await respond(answer, world.store, 10_000_000);
  const size = Buffer.byteLength(text);

  expect((await respond(answer, world.store, size)).text).toBe(text);
  expect(world.below("artifacts")).toEqual([]);

  const spilled = await respond(answer, world.store, size - 1);
  const { data } = RESPONSES.functions.parse(JSON.parse(spilled.text));
  if (!("spilled" in data)) throw new Error("not spilled");
  expect(readFileSync(data.artifact.path.value, "utf8")).toBe(text);
  expect(data.artifact.bytes).toBe(size);
  expect(execFileSync("sha256sum", [data.artifact.path.value], { encoding: "utf8" }).slice(0, 64)).toBe(
    data.artifact.sha256,
  );
  expect(data.artifact.path.value.endsWith(`/${data.artifact.sha256}.json`)).toBe(true);
  expect(statSync(data.artifact.path.value).mode & 0o777).toBe(0o600);
  expect(text.endsWith("}\n")).toBe(true);
  expect(world.below("staging")).toEqual([]);
});

test("the required bytes are exact: they suffice, and one less fails with the same number and no Artifact", async () => {
  const answer = await long();
  const first = await rejection(respond(answer, world.store, 1));
  if (!(first instanceof Failure)) throw first;
  const required = Number(first.details["required_bytes"]);

  const below = await rejection(respond(answer, world.store, required - 1));
  expect(below).toMatchObject({
    code: "inline_budget_too_small",
    details: { configured_bytes: required - 1, required_bytes: required },
  });
  expect(world.below("artifacts")).toEqual([]);

  const { text } = await respond(answer, world.store, required);
  expect(Buffer.byteLength(text)).toBe(required);
});

test("an answer shorter than its own descriptor needs only its own length", async () => {
  const answer = { ...(await long()), data: {} };

  const failed = await rejection(respond(answer, world.store, 1));

  const { text } = await respond(answer, world.store, 10_000_000);
  expect(failed).toMatchObject({ details: { required_bytes: Buffer.byteLength(text) } });
});

test("warnings are told once each, by code and details", async () => {
  const answer = await long();
  const warning = (text: string) => ({ code: "decompiler_warning", message: "m", details: { text } }) as const;
  const sandbox = { code: "sandbox_disabled", message: "m", details: {} } as const;
  const loader = { code: "loader_message", message: "m", details: { text: "l" } } as const;

  const { envelope } = await respond(
    { ...answer, warnings: [sandbox, warning("b"), loader, warning("a"), warning("b")] },
    world.store,
    10_000_000,
  );

  expect(envelope.warnings).toEqual([warning("a"), warning("b"), loader, sandbox]);
});

test("an answer that no document can hold fails", async () => {
  const answer = await long();
  const data = { toJSON: () => "n".repeat(0x1fff_ffe9) };

  expect(await rejection(respond({ ...answer, kind: "references", data }, world.store, 10_000_000))).toMatchObject({
    code: "result_too_large",
    details: { limit_bytes: 0x1fff_ffe8, observed_at_least_bytes: 0x1fff_ffe9, operation: "xrefs" },
  });
  expect(world.below("artifacts")).toEqual([]);
});
