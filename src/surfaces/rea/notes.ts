/** What is said under an answer: how much of it is shown, what bounded it, and where it comes from. */
import { printable } from "../../base/printable.ts";
import type { Envelope } from "../../contracts/envelope.ts";
import type { Limit, Page } from "../../contracts/page.ts";
import type { Style } from "./text/style.ts";

/** How much of a list is shown and the flags that show the rest. */
export function pageNote(page: Page, noun: string): string {
  const { offset, returned, total, has_more: more, next_offset: next } = page;
  const whole = total === null ? "" : ` of ${total}`;
  if (!more) return offset === 0 ? `${returned} ${noun}` : `${range(offset, returned)}${whole} ${noun}`;
  const rest = next === null ? "--all shows every one" : `--offset ${next} shows the next, --all every one`;
  return `${range(offset, returned)}${whole} ${noun}: ${rest}`;
}

function range(offset: number, returned: number): string {
  return returned === 0 ? "none" : `${offset + 1} to ${offset + returned}`;
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
    `${origin === "store" ? "known to the store, answered" : "analysed"} in ${time}`,
  ].join(", ");
}
