/** Which request a message is that was too long to be read: so that whoever waits for its answer hears of it. */
import type { LeftOut } from "./bounded-lines.ts";

/** Beside the first or the last brace of a message stand members of the message itself, never of what is inside. */
const FIRST = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(?<id>"[^"\\]{0,100}"|-?\d{1,15})\s*,/u;
const LAST = /,\s*"id"\s*:\s*(?<id>"[^"\\]{0,100}"|-?\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/u;

/** The id of a request by its ends, where clients write it; `undefined` when it is not there. */
export function requestId({ head, tail }: LeftOut): string | number | undefined {
  const id: unknown = JSON.parse((FIRST.exec(head) ?? LAST.exec(tail))?.groups?.["id"] ?? "null");
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
