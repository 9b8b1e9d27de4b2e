/** The first useful lines of an answer, as short plain text; what comes from the sample is escaped. */
import { printable } from "../base/printable.ts";
import { isRecord } from "../base/record.ts";
import type { Envelope } from "../contracts/envelope.ts";

/**
 * At most `limit` characters. The lists of an answer with several are shortened alike, so that each is seen; the last
 * line says how many lines are missing.
 */
export function previewOf(envelope: Envelope, limit: number): string {
  const fields = fieldsOf(envelope.result);
  const lists = fields.filter(([, value]) => isListOfRecords(value));
  for (const most of lists.length === 1 ? [Infinity] : LIST_LENGTHS) {
    const lines = [...resultLines(fields, most)];
    const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (size <= limit || most === Infinity || most === 1) return firstLines(lines, limit);
  }
  return "";
}

/** Entries to show of each of several lists, from the most that may fit down. */
const LIST_LENGTHS = [16, 8, 4, 2, 1];
const LAST_LINE_ROOM = 40;
const LONGEST_VALUE = 120;
const LONGEST_LINE = 480;

function firstLines(lines: readonly string[], limit: number): string {
  let room = limit;
  let count = 0;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < (count === lines.length - 1 ? -1 : LAST_LINE_ROOM)) break;
    count++;
  }
  const missing = lines.length - count;
  return [...lines.slice(0, count), ...(missing === 0 ? [] : [`... ${missing} more lines`])].join("\n");
}

type Field = readonly [key: string, value: unknown];

/** Lists of records last: they are what may have to be cut. */
function fieldsOf(result: unknown): readonly Field[] {
  const fields: Field[] = isRecord(result) ? Object.entries(result) : [["result", result]];
  const isLast = ([, value]: Field): boolean => isListOfRecords(value);
  return [...fields.filter((field) => !isLast(field)), ...fields.filter(isLast)];
}

function isListOfRecords(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isRecord);
}

function* resultLines(fields: readonly Field[], most: number): Generator<string> {
  const [only] = fields;
  if (fields.length === 1 && only !== undefined && Array.isArray(only[1])) {
    yield* listLines(only[1], Infinity, "");
  } else {
    for (const [key, value] of fields) yield* fieldLines(key, value, most);
  }
}

function* fieldLines(key: string, value: unknown, most: number): Generator<string> {
  if (Array.isArray(value)) {
    yield* namedListLines(key, value, most);
  } else if (isRecord(value)) {
    yield* recordLines(key, value, most);
  } else if (typeof value === "string" && value.includes("\n")) {
    yield `${key}:`;
    for (const line of value.split("\n")) yield `  ${printable(line)}`;
  } else {
    yield `${key}: ${scalarText(value)}`;
  }
}

function* namedListLines(key: string, list: readonly unknown[], most: number): Generator<string> {
  if (list.length === 0) {
    yield `${key}: none`;
  } else if (list.every((item) => !isRecord(item))) {
    yield clipped(`${key}: ${list.map(scalarText).join(", ")}`);
  } else {
    yield `${key} (${list.length}):`;
    yield* listLines(list, most, "  ");
  }
}

function* recordLines(key: string, value: Readonly<Record<string, unknown>>, most: number): Generator<string> {
  const nested = Object.entries(value).filter(([, part]) => isListOfRecords(part));
  const names = new Set(nested.map(([name]) => name));
  const flat = Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
  yield `${key}: ${itemText(flat)}`;
  for (const [name, part] of nested) yield* fieldLines(`${key}.${name}`, part, most);
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
  const text = [...bare, ...rest.map(([key, value]) => `${key}=${valueText(value)}`)].join(" ");
  return clipped(text, LONGEST_LINE);
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

function clipped(text: string, longest = LONGEST_VALUE): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 3)}...`;
}
