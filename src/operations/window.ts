/** The paging arguments that every list operation takes. */
import { z } from "zod";
import { DEFAULT_LIMIT, pageOf, type Page, type Window } from "../contracts/page.ts";
import type { Slice } from "../providers/provider.ts";

export const windowInput = {
  limit: z.int().min(1).max(1_000_000).default(DEFAULT_LIMIT).describe("Most items to return."),
  offset: z.int().min(0).default(0).describe("Items to skip, in the order of the list."),
  all: z.boolean().default(false).describe("Return every item; the limit is ignored."),
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
