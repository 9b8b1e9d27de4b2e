/** Strings as arrays of characters, so that the text shows them where code refers to them. */
import { textAt } from "../../../engine/columns.ts";
import { STRING_ENCODINGS } from "../../../engine/program.ts";
import { PERMISSION_BITS } from "../parts/stored-summary.ts";
import type { Summary } from "../parts/summary.ts";
import type { Places } from "../places.ts";
import type { GivenNames } from "./given-names.ts";
import type { FedLabel } from "./protocol.ts";

/**
 * Constant strings that something refers to. Those that a NUL ends are arrays, which the text shows as literals. Those
 * whose length the program keeps elsewhere would be shown with their neighbours: they have only names, that begin as
 * they do.
 */
export function labelledStrings({ strings }: Places, { regions }: Summary, names: GivenNames): FedLabel[] {
  const labels: FedLabel[] = [];
  let region = 0;
  for (const [row, rva] of strings.rva.entries()) {
    while (region < regions.rva.length && (regions.rva[region] ?? 0) + (regions.size[region] ?? 0) <= rva) region++;
    const isConstant = ((regions.permissions[region] ?? 0) & PERMISSION_BITS.write) === 0;
    if (!isConstant || strings.references[row] === 0 || names.has(rva)) continue;
    const value = textAt(strings.value, row);
    const name = names.claim(rva, JSON.stringify(value.slice(0, LONGEST_MEANING)), nameOf(value));
    labels.push({ address: names.address(rva), name, type: arrayOf(strings, row) });
  }
  return labels;
}

function nameOf(value: string): string {
  return ["s", ...(value.slice(0, LONGEST_NAME).match(/[A-Za-z0-9]+/gu) ?? [])].join("_");
}

/** Characters of a string that its name starts with. */
const LONGEST_NAME = 24;
/** Characters of it that are told beside a text with the name in it. */
const LONGEST_MEANING = 200;

function arrayOf({ encoding, size, counted }: Places["strings"], row: number): string | undefined {
  const unit = UNITS[STRING_ENCODINGS[encoding[row] ?? 0] ?? "utf16be"];
  if (counted[row] === 1 || unit === undefined) return undefined;
  return `${unit.type}[${Math.floor((size[row] ?? 0) / unit.size) + 1}]`;
}

const UNITS: Readonly<Record<(typeof STRING_ENCODINGS)[number], { type: string; size: number } | undefined>> = {
  ascii: { type: "char", size: 1 },
  utf8: { type: "char", size: 1 },
  utf16le: { type: "char16_t", size: 2 },
  utf16be: undefined,
};
