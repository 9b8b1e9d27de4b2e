/** Columns of texts that many rows share, each stored once: a hostile table gives every row the same long one. */
import { textAt, textColumn, uint32Of } from "../../../engine/columns.ts";
import type { TextColumn } from "../../../engine/program.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { type Fields, storedText } from "./fields.ts";
import { compareNames } from "./names.ts";

export interface SharedTexts {
  /** Index in `texts` by row. */
  readonly index: Uint32Array;
  /** Distinct, in the order of `compareNames`. */
  readonly texts: TextColumn;
}

/** A row for each of `texts`. */
export function shareTexts(texts: readonly string[]): SharedTexts {
  const distinct = [...new Set(texts)].sort(compareNames);
  const indexes = new Map(distinct.map((text, index) => [text, index]));
  return { index: uint32Of(texts.length, (row) => indexes.get(texts[row] ?? "") ?? 0), texts: textColumn(distinct) };
}

/** The text in a row; empty when there is no such row. */
export function sharedTextAt({ index, texts }: SharedTexts, row: number): string {
  return textAt(texts, index[row] ?? -1);
}

/** Orders two rows by their texts. */
export function compareRows({ index }: SharedTexts, left: number, right: number): number {
  return (index[left] ?? 0) - (index[right] ?? 0);
}

/** As they are stored. */
export function storedSharedTexts({ index, texts }: SharedTexts): ContainerValue {
  return { index, texts: storedText(texts) };
}

/** What `storedSharedTexts` stored. */
export function readSharedTexts(fields: Fields): SharedTexts {
  return { index: fields.u32("index"), texts: fields.text("texts") };
}
