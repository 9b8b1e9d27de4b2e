/** The first useful lines of an answer, as short plain text; what comes from the sample is escaped. */
import { printable } from "../base/printable.ts";
import { isRecord } from "../base/record.ts";
import type { Envelope } from "../contracts/envelope.ts";

/** At most `limit` characters; the last line says how many lines are missing. */
export function previewOf(envelope: Envelope, limit: number): string {
  const kept: string[] = [];
  let room = limit - LAST_LINE_ROOM;
  let missing = 0;
  for (const line of resultLines(envelope.result)) {
    room -= line.length + 1;
    if (room >= 0 && missing === 0) kept.push(line);
    else missing++;
  }
  if (missing > 0) kept.push(`... ${missing} more lines`);
  return kept.join("\n");
}

const LAST_LINE_ROOM = 40;
/** Of a list beside other facts; a list that is the whole answer has no such bound. */
const NESTED_ITEMS = 8;
const LONGEST_VALUE = 120;

function* resultLines(result: unknown): Generator<string> {
  const entries = isRecord(result) ? Object.entries(result) : [["result", result] as const];
  const only: unknown = entries.length === 1 ? entries[0]?.[1] : undefined;
  if (Array.isArray(only)) yield* listLines(only, Infinity, "");
  else for (const [key, value] of entries) yield* fieldLines(key, value);
}

function* fieldLines(key: string, value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield* namedListLines(key, value);
  } else if (isRecord(value)) {
    yield* recordLines(key, value);
  } else if (typeof value === "string" && value.includes("\n")) {
    yield `${key}:`;
    for (const line of value.split("\n")) yield `  ${printable(line)}`;
  } else {
    yield `${key}: ${scalarText(value)}`;
  }
}

function* namedListLines(key: string, list: readonly unknown[]): Generator<string> {
  if (list.length === 0) {
    yield `${key}: none`;
  } else if (list.every((item) => !isRecord(item))) {
    yield clipped(`${key}: ${list.map(scalarText).join(", ")}`);
  } else {
    yield `${key} (${list.length}):`;
    yield* listLines(list, NESTED_ITEMS, "  ");
  }
}

function* recordLines(key: string, value: Readonly<Record<string, unknown>>): Generator<string> {
  const nested = Object.entries(value).filter(([, part]) => Array.isArray(part) && part.some(isRecord));
  const names = new Set(nested.map(([name]) => name));
  const flat = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  yield `${key}: ${itemText(flat)}`;
  for (const [name, part] of nested) yield* fieldLines(`${key}.${name}`, part);
}

function* listLines(list: readonly unknown[], most: number, indent: string): Generator<string> {
  for (const item of list.slice(0, most)) yield indent + (isRecord(item) ? itemText(item) : scalarText(item));
  if (list.length > most) yield `${indent}... ${list.length - most} more`;
}

/** Fields that speak for themselves, in the order in which they read best. */
const BARE = ["address", "site", "from", "to", "name", "value", "mnemonic", "operands"];

function itemText(item: Readonly<Record<string, unknown>>): string {
  const bare = BARE.filter((key) => key in item).map((key) => valueText(item[key]));
  const rest = Object.entries(item).filter(([key, value]) => !BARE.includes(key) && value !== null);
  return [...bare, ...rest.map(([key, value]) => `${key}=${valueText(value)}`)].join(" ");
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) {
    return value.some(isRecord) ? `${value.length} items` : clipped(`[${value.map(scalarText).join(",")}]`);
  }
  if (!isRecord(value)) return scalarText(value);
  const { name, address } = value;
  if (typeof name === "string" && typeof address === "string") return `${clipped(printable(name))}@${address}`;
  return `{${itemText(value)}}`;
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return clipped(printable(value));
  return JSON.stringify(value) ?? "null";
}

function clipped(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 3)}...`;
}
