/** Pages of ordered lists, and why an answer was cut. */
import { z } from "zod";

export const DEFAULT_LIMIT = 100;

export const pageSchema = z.object({
  /** The order of the items; part of the contract of the operation. */
  order: z.string(),
  offset: z.int().min(0),
  /** Null when all were asked for. */
  limit: z.int().min(1).nullable(),
  returned: z.int().min(0),
  /** Null when the search stopped before it could count. */
  total: z.int().min(0).nullable(),
  has_more: z.boolean(),
  next_offset: z.int().min(0).nullable(),
});
export type Page = z.infer<typeof pageSchema>;

/** A bound that cut an answer: nothing is left out without one. */
export const limitSchema = z.object({
  /** What was bounded: `items`, `bytes`, `depth`, `nodes`, `time`, `scan`, `text`. */
  kind: z.string(),
  /** The bound that was reached. */
  limit: z.number(),
  reason: z.string(),
  /** Flag or argument that raises it; null when it is fixed. */
  raise_with: z.string().nullable(),
});
export type Limit = z.infer<typeof limitSchema>;

/** The page that `returned` of `total` items from `offset` make; `limit` null means all. */
export function pageOf(order: string, window: Window, returned: number, total: number | null, more = false): Page {
  const end = window.offset + returned;
  const hasMore = total === null ? more : end < total;
  return {
    order,
    offset: window.offset,
    limit: window.limit,
    returned,
    total,
    has_more: hasMore,
    next_offset: hasMore ? end : null,
  };
}

/** Which items of a list are wanted. */
export interface Window {
  readonly offset: number;
  /** Null for all. */
  readonly limit: number | null;
}
