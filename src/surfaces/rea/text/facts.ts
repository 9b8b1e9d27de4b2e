/** Labelled values, one a line. */
import { plural } from "../../../base/plural.ts";
import type { Sheet } from "./sheet.ts";
import { padEnd } from "./width.ts";

/** Label and raw value; a value that is null or empty is left out. */
export type Fact = readonly [label: string, value: string | number | null | undefined];

/** Values in one column beside their labels. */
export function* facts(rows: readonly Fact[], sheet: Sheet, indent = ""): Iterable<string> {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
  const width = Math.max(0, ...shown.map(([label]) => label.length));
  for (const [label, value] of shown) {
    const text = sheet.fit(String(value), indent.length + width + 2);
    yield `${indent}${sheet.style.dim(padEnd(label, width))}  ${text}`;
  }
}

/** A blank line and a title above a part of a page. */
export function* titled(title: string, lines: Iterable<string>, sheet: Sheet): Iterable<string> {
  let first = true;
  for (const line of lines) {
    if (first) yield* ["", sheet.style.bold(title)];
    first = false;
    yield line;
  }
}

/** Thousands apart: `1,234,567`. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/gu, ",");
}

/** Bytes as people say them: `148.8 KiB`. */
export function humanSize(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  for (; amount >= 1024 && unit < UNITS.length - 1; unit++) amount /= 1024;
  return unit === 0 ? `${bytes} ${plural(bytes, "byte")}` : `${amount.toFixed(1)} ${UNITS[unit] ?? ""}`;
}

const UNITS = ["bytes", "KiB", "MiB", "GiB"];
