/** What is said under an answer: how much of it is shown, what bounded it, and where it comes from. */
import { printable } from "../../base/printable.ts";
import type { Envelope } from "../../contracts/envelope.ts";
import type { Limit, Page } from "../../contracts/page.ts";
import type { Style } from "./text/style.ts";
import type { Noun } from "./views/view.ts";

/** How much of a list is shown and the flags that show the rest; nothing for an empty list, which says so itself. */
export function pageNote(page: Page, [one, many]: Noun): string | undefined {
  const { offset, returned, total, has_more: more, next_offset: next } = page;
  if (returned === 0) return undefined;
  if (!more && offset === 0) return `${returned} ${returned === 1 ? one : many}`;
  const shown = `${offset + 1} to ${offset + returned}${total === null ? "" : ` of ${total}`} ${many}`;
  if (!more) return shown;
  return `${shown}: ${next === null ? "" : `--offset ${next} shows the next, `}--all shows every one`;
}

/** Bounds that were reached and warnings, one line each. */
export function cautions({ limits, warnings }: Envelope, style: Style): string[] {
  return [
    ...limits.map((limit) => `${style.yellow("limit:")} ${printable(limit.reason)}${remedy(limit)}`),
    ...warnings.map(({ message }) => `${style.yellow("warning:")} ${printable(message)}`),
  ];
}

function remedy({ raise_with: flag }: Limit): string {
  if (flag === null) return "";
  return ` (raise it with ${flag.startsWith("--") ? flag : `--${flag.replaceAll("_", "-")}`})`;
}

export interface Making {
  readonly origin: "store" | "engine" | undefined;
  readonly elapsedMs: number;
}

/** `sha256 0123456789ab, base 0x400000, embedded 0.1.0, analysed in 120 ms`. */
export function provenance({ target, binding }: Envelope, { origin, elapsedMs }: Making): string {
  const time = elapsedMs < 10_000 ? `${Math.round(elapsedMs)} ms` : `${(elapsedMs / 1000).toFixed(1)} s`;
  return [
    ...(target === null ? [] : [`sha256 ${target.sha256.slice(0, 12)}`, `image base ${target.image_base}`]),
    ...(binding === null ? [] : [`${binding.provider.id} ${binding.provider.version}`]),
    `${binding === null ? "read" : MADE[origin ?? "engine"]} in ${time}`,
  ].join(", ");
}

const MADE = { store: "known to the store, answered", engine: "analysed" } as const;
