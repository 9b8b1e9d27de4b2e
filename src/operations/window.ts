/** The paging arguments that every list operation takes. */
import { z } from "zod";
import { DEFAULT_LIMIT, pageOf, type Limit, type Page, type Window } from "../contracts/page.ts";
import type { Slice } from "../providers/provider.ts";
import type { Outcome } from "./operation.ts";

export const windowInput = {
  limit: z.int().min(1).max(1_000_000).default(DEFAULT_LIMIT).describe("Most items."),
  offset: z.int().min(0).default(0).describe("Items to skip."),
  all: z.boolean().default(false).describe("Every item."),
};

export interface WindowInput {
  readonly limit: number;
  readonly offset: number;
  readonly all: boolean;
}

export function windowOf(input: WindowInput): Window {
  return { offset: input.offset, limit: input.all ? null : input.limit };
}

/** The page of a slice that a provider cut. */
export function slicePage(order: string, input: WindowInput, slice: Slice<unknown>): Page {
  return pageOf(order, windowOf(input), slice.items.length, slice.total, slice.more);
}

/** Cuts a complete list to the window. */
export function sliceOf<T>(items: readonly T[], input: WindowInput): Slice<T> {
  const { offset, limit } = windowOf(input);
  const end = limit === null ? items.length : offset + limit;
  return { items: items.slice(offset, end), total: items.length, more: end < items.length, limits: [] };
}

/** The outcome of a list operation: the items of the slice, its page, and the bounds it met. */
export function listed<T>(
  order: string,
  input: WindowInput,
  slice: Slice<T>,
  limits: readonly Limit[] = [],
): Outcome<{ items: T[] }> {
  return {
    result: { items: [...slice.items] },
    page: slicePage(order, input, slice),
    limits: [...slice.limits, ...limits],
  };
}

/** The first `most` of a list inside a larger answer, with the limit to report when more follow. */
export function firstOf<T>(items: readonly T[], most: number, what: string, raiseWith: string | null): Part<T> {
  if (items.length <= most) return { items: [...items], limits: [] };
  const reason = `${most} of ${items.length} ${what} are shown`;
  return { items: items.slice(0, most), limits: [{ kind: "items", limit: most, reason, raise_with: raiseWith }] };
}

interface Part<T> {
  readonly items: T[];
  readonly limits: readonly Limit[];
}
