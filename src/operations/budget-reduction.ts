/** Shortens the longest lists of an answer until it fits, and says what was left out. */
import { isRecord } from "../base/record.ts";
import type { Envelope } from "../contracts/envelope.ts";
import type { Page } from "../contracts/page.ts";
import { sizeOf, type Budget } from "./budget-size.ts";

/** A list or a text inside a result, by the names that lead to it. */
interface Part {
  readonly path: readonly string[];
  readonly value: readonly unknown[] | string;
  readonly size: number;
}

export function reduceToFit(envelope: Envelope, budget: Budget): Envelope {
  const whole = sizeOf(envelope, budget.unit);
  const before = new Map<string, number>();
  let answer = envelope;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const reported = withReport(answer, before, whole, budget);
    const excess = sizeOf(reported, budget.unit) - budget.limit;
    if (excess <= 0) return reported;
    const part = largestPart(answer.result, budget.unit);
    if (part === undefined) return reported;
    const name = part.path.join(".");
    before.set(name, before.get(name) ?? part.value.length);
    answer = { ...answer, result: replaced(answer.result, part.path, shortened(part, excess)) };
  }
  return withReport(answer, before, whole, budget);
}

/** Each round cuts the largest part by the excess or to nothing, so few are needed. */
const MOST_ROUNDS = 64;
/** Lists deeper than this belong to one item of a list above. */
const DEEPEST = 3;
const SHORTEST_TEXT = 256;

function largestPart(result: unknown, unit: Budget["unit"]): Part | undefined {
  const parts = partsOf(result, [], unit);
  return parts.reduce<Part | undefined>(
    (best, part) => (best === undefined || part.size > best.size ? part : best),
    undefined,
  );
}

function partsOf(value: unknown, path: readonly string[], unit: Budget["unit"]): Part[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : [{ path, value, size: sizeOf(value, unit) }];
  if (typeof value === "string")
    return value.length < SHORTEST_TEXT ? [] : [{ path, value, size: sizeOf(value, unit) }];
  if (!isRecord(value) || path.length >= DEEPEST) return [];
  return Object.entries(value).flatMap(([key, part]) => partsOf(part, [...path, key], unit));
}

/** Without the share of it that is too much; at least one element less. */
function shortened({ value, size }: Part, excess: number): readonly unknown[] | string {
  const share = Math.max(0, 1 - excess / size);
  return value.slice(0, Math.min(value.length - 1, Math.floor(value.length * share)));
}

function replaced(value: unknown, path: readonly string[], part: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || !isRecord(value)) return part;
  return { ...value, [key]: replaced(value[key], rest, part) };
}

function withReport(answer: Envelope, before: ReadonlyMap<string, number>, whole: number, budget: Budget): Envelope {
  if (before.size === 0) return answer;
  const cuts = [...before].map(([name, length]) => ({ name, length, kept: lengthAt(answer.result, name.split(".")) }));
  const limits = cuts.map(({ name, length, kept }) => ({
    kind: budget.unit,
    limit: budget.limit,
    reason: `${name} keeps ${kept} of ${length}: the answer has ${whole} ${budget.unit} and no store could take it`,
    raise_with: budget.raiseWith,
  }));
  const items = cuts.find(({ name }) => name === "items");
  const page = items === undefined ? answer.page : pageWith(answer.page, items.kept);
  return { ...answer, ...(page === undefined ? {} : { page }), limits: [...answer.limits, ...limits] };
}

function pageWith(page: Page | undefined, returned: number): Page | undefined {
  return page === undefined ? page : { ...page, returned, has_more: true, next_offset: page.offset + returned };
}

function lengthAt(value: unknown, path: readonly string[]): number {
  const [key, ...rest] = path;
  if (key !== undefined && isRecord(value)) return lengthAt(value[key], rest);
  return Array.isArray(value) || typeof value === "string" ? value.length : 0;
}
