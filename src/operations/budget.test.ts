import { expect, test } from "vitest";
import { Failure } from "../base/failure.ts";
import type { Envelope } from "../contracts/envelope.ts";
import { pageOf } from "../contracts/page.ts";
import { sizeOf } from "./budget-size.ts";
import { fitBudget, spilledArtifact, type ArtifactOwner } from "./budget.ts";

const BUDGET = { limit: 4_000, unit: "characters", raiseWith: "--max-inline-chars" } as const;

test("an answer within the budget is given as it is", async () => {
  const answer = listOf(3);

  expect(await fitBudget(answer, BUDGET)).toBe(answer);
});

test("an answer over the budget is written complete and replaced by its descriptor", async () => {
  const answer = listOf(500);
  const store = storeOf();

  const given = await fitBudget(answer, BUDGET, store.write);

  expect(sizeOf(given, "characters")).toBeLessThanOrEqual(BUDGET.limit);
  expect(JSON.parse(store.documents[0] ?? "")).toEqual(answer);
  expect(store.owners).toEqual([{ sample: "a".repeat(64), profile: "b".repeat(64) }]);
  expect(spilledArtifact(given)).toMatchObject({ spilled: true, artifact: { path: "/store/answer.json" } });
  expect(spilledArtifact(given)?.preview).toMatch(/^0x0 name_0/u);
  expect(given.target).toEqual(answer.target);
  expect(given.page).toEqual(answer.page);
  expect(given.limits).toMatchObject([{ kind: "characters", limit: 4_000, raise_with: "--max-inline-chars" }]);
});

test.each([
  ["no store", undefined],
  ["a store that cannot be written", () => Promise.reject(new Failure("store_unwritable", "read-only"))],
])("with %s the page is shortened and leads on to the rest", async (_what, write) => {
  const given = await fitBudget(listOf(500), BUDGET, write);

  const kept = itemsOf(given).length;
  expect(sizeOf(given, "characters")).toBeLessThanOrEqual(BUDGET.limit);
  expect(sizeOf(given, "characters")).toBeGreaterThan(BUDGET.limit / 2);
  expect(given.page).toMatchObject({ returned: kept, has_more: true, next_offset: kept, total: 500 });
  expect(given.limits[0]?.reason).toContain(`items keeps ${kept} of 500`);
});

test("of an answer with several lists the longest is shortened first, and each cut is named", async () => {
  const blocks = Array.from({ length: 20 }, (_, index) => ({ address: `0x${index}` }));
  const lines = Array.from({ length: 300 }, (_, index) => ({ text: `line ${index} of the function` }));
  const answer: Envelope = { ...listOf(0), result: { info: { name: "main" }, blocks, lines } };

  const given = await fitBudget(answer, BUDGET);

  expect(given.result).toMatchObject({ info: { name: "main" }, blocks });
  expect(given.limits).toHaveLength(1);
  expect(given.limits[0]?.reason).toMatch(/^lines keeps \d+ of 300/u);
});

test("a text without lists is cut at the budget", async () => {
  const answer: Envelope = { ...listOf(0), result: { text: "x".repeat(50_000) } };

  const given = await fitBudget(answer, { ...BUDGET, unit: "bytes" });

  expect(sizeOf(given, "bytes")).toBeLessThanOrEqual(BUDGET.limit);
  expect(given.limits[0]?.reason).toMatch(/^text keeps \d+ of 50000/u);
});

function listOf(count: number): Envelope {
  const items = Array.from({ length: count }, (_, index) => ({
    address: `0x${index.toString(16)}`,
    name: `name_${index}`,
  }));
  return {
    schema_version: 1,
    operation: "list_procedures",
    target: { path: "/bin/x", sha256: "a".repeat(64), format: "elf", architecture: "x86_64", image_base: "0x0" },
    binding: {
      provider: { id: "embedded", version: "1" },
      selection_source: "auto-embedded",
      profile_digest: "b".repeat(64),
    },
    result: { items },
    page: pageOf("address_ascending", { offset: 0, limit: null }, count, count),
    warnings: [],
    limits: [],
  };
}

function itemsOf(envelope: Envelope): readonly unknown[] {
  const { result } = envelope;
  return typeof result === "object" && result !== null && "items" in result && Array.isArray(result.items)
    ? result.items
    : [];
}

function storeOf() {
  const documents: string[] = [];
  const owners: ArtifactOwner[] = [];
  const write = (owner: ArtifactOwner, document: Uint8Array) => {
    owners.push(owner);
    documents.push(Buffer.from(document).toString());
    return Promise.resolve({ path: "/store/answer.json", bytes: document.length, sha256: "c".repeat(64) });
  };
  return { documents, owners, write };
}
