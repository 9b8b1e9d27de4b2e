/** How the result of an operation is laid out for people. */
import type { Page } from "../../../contracts/page.ts";
import type { Sheet } from "../text/sheet.ts";
import { table, type Column } from "../text/table.ts";

/** What a view knows besides the result. */
export interface Scene {
  readonly sheet: Sheet;
  /** The file as it was named, quoted for a shell. */
  readonly file: string;
  /** Which part of a list the result is. */
  readonly page?: Page | undefined;
}

/**
 * `lines` is a method on purpose: a view of one operation takes that operation's result, and method parameters may be
 * narrower than `unknown`. The operation's output schema vouches for the shape.
 */
export interface View {
  /** What the result lists, for the line that counts it. */
  readonly noun: Noun;
  lines(result: unknown, scene: Scene): Iterable<string>;
  /** Text that other programs read, printed alone and as it is; null when the result holds none. */
  verbatim?(result: unknown): string | null;
}

export type Noun = readonly [one: string, many: string];

export interface Items<T> {
  readonly items: readonly T[];
}

/** The view of a list: one row an item. */
export function listView<T>(noun: Noun, columns: readonly Column<T>[]): View {
  return {
    noun,
    *lines(result: Items<T>, { sheet, page }: Scene): Iterable<string> {
      if (result.items.length === 0) yield nothing(noun, page);
      yield* table(columns, result.items, sheet);
    },
  };
}

/** Nothing there and nothing from there on are two things. */
function nothing([one, many]: Noun, page: Page | undefined): string {
  if (page === undefined || page.offset === 0 || page.total === 0) return `No ${many}.`;
  if (page.total === null) return `No ${many} from offset ${page.offset} on.`;
  const last = page.total === 1 ? `the only ${one}` : `the last of ${page.total} ${many}`;
  return `Offset ${page.offset} is past ${last}.`;
}
