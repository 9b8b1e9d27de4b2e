/** Which part of a list an answer holds. */
import { z } from "zod";

/** The page of a list in one order, which is part of the contract. */
export function pageSchema<const O extends string>(order: O) {
  return z.strictObject({
    order: z.literal(order),
    offset: z.int().min(0),
    /** Null when all were asked for. */
    limit: z.int().min(1).nullable(),
    returned: z.int().min(0),
    total: z.int().min(0),
    has_more: z.boolean(),
  });
}

/** What a caller asked for of a list. */
export interface Window {
  readonly offset: number;
  /** Null for all. */
  readonly limit: number | null;
}

/** The page of a list of `total` items that a window gives. */
export function pageOf<const O extends string>(order: O, { offset, limit }: Window, total: number) {
  const { start, end } = boundsOf({ offset, limit }, total);
  return { order, offset, limit, returned: end - start, total, has_more: end < total };
}

/** The items of a window, from `start` to before `end`. */
export function boundsOf({ offset, limit }: Window, total: number): { readonly start: number; readonly end: number } {
  const start = Math.min(offset, total);
  return { start, end: limit === null ? total : Math.min(start + limit, total) };
}
