/** The first useful lines of an answer, as short plain text; what comes from the sample is escaped. */
import { plural } from "../base/plural.ts";
import { printable } from "../base/printable.ts";
import { isRecord } from "../base/record.ts";
import type { Envelope } from "../contracts/envelope.ts";

/**
 * At most `limit` characters, and no work for what does not fit. Several lists are shortened alike, so that each is
 * seen; a last line says how much is missing.
 */
export function previewOf(envelope: Envelope, limit: number): string {
  const fields = fieldsOf(envelope.result);
  const lists = fields.filter(isList);
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return withOneList(fields.slice(0, -1), only, limit);
  const attempts = LIST_LENGTHS.map((most) => [...fieldsLines(fields, most)]);
  const fitting = attempts.find((lines) => lines.join("\n").length <= limit);
  return fitting?.join("\n") ?? firstLines(attempts.at(-1) ?? [], limit, 0);
}

/** Entries to show of each of several lists, from the most that may fit down. */
const LIST_LENGTHS = [16, 8, 4, 2, 1];
const LAST_LINE_ROOM = 40;
const LONGEST_VALUE = 120;
const LONGEST_LINE = 480;
const LONGEST_TEXT = 2_000;

function withOneList(others: readonly Field[], [key, list]: ListField, limit: number): string {
  const head = [...fieldsLines(others, 1)];
  const indent = head.length === 0 ? "" : "  ";
  if (head.length > 0) head.push(`${key} (${list.length}):`);
  // A line has two characters at least: no more than these can fit.
  const mayFit = list.slice(0, limit / 2);
  return firstLines([...head, ...listLines(mayFit, Infinity, indent)], limit, list.length - mayFit.length);
}

/** The lines that fit; `unseen` more are known to be missing. */
function firstLines(lines: readonly string[], limit: number, unseen: number): string {
  const kept: string[] = [];
  let room = limit - LAST_LINE_ROOM;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const missing = lines.length - kept.length + unseen;
  return [...kept, ...(missing === 0 ? [] : [`... ${missing} more lines`])].join("\n");
}

type Field = readonly [key: string, value: unknown];
type ListField = readonly [key: string, value: readonly unknown[]];

/** Lists of records last: they are what may have to be cut. */
function fieldsOf(result: unknown): readonly Field[] {
  const fields: Field[] = isRecord(result) ? Object.entries(result) : [["result", result]];
  return [...fields.filter((field) => !isList(field)), ...fields.filter(isList)];
}

function isList(field: Field): field is ListField {
  return isListOfRecords(field[1]);
}

function isListOfRecords(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isRecord);
}

function* fieldsLines(fields: readonly Field[], most: number): Generator<string> {
  for (const [key, value] of fields) yield* fieldLines(key, value, most);
}

function* fieldLines(key: string, value: unknown, most: number): Generator<string> {
  if (Array.isArray(value)) {
    yield* namedListLines(key, value, most);
  } else if (isRecord(value)) {
    yield* recordLines(key, value, most);
  } else if (typeof value === "string" && value.includes("\n")) {
    yield* textLines(key, value);
  } else {
    yield `${key}: ${scalarText(value)}`;
  }
}

function* textLines(key: string, text: string): Generator<string> {
  yield `${key}:`;
  for (const line of text.slice(0, LONGEST_TEXT).split("\n")) yield `  ${printable(line)}`;
  if (text.length > LONGEST_TEXT) yield `  ... ${text.length - LONGEST_TEXT} more characters`;
}

function* namedListLines(key: string, list: readonly unknown[], most: number): Generator<string> {
  if (list.length === 0) {
    yield `${key}: none`;
  } else if (list.every((item) => !isRecord(item))) {
    yield clipped(`${key}: ${list.slice(0, LONGEST_VALUE).map(scalarText).join(", ")}`);
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
    return value.some(isRecord)
      ? `${value.length} ${plural(value.length, "item")}`
      : clipped(`[${value.map(scalarText).join(",")}]`);
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
