/** Strings as arrays of characters, so that the text shows them where code refers to them. */
import { textAt } from "../../../engine/columns.ts";
import { STRING_ENCODINGS } from "../../../engine/program.ts";
import { PERMISSION_BITS } from "../parts/stored-summary.ts";
import type { Summary } from "../parts/summary.ts";
import type { Places } from "../places.ts";
import type { GivenNames } from "./given-names.ts";
import type { FedLabel } from "./protocol.ts";

/**
 * Constant strings that a NUL ends. Texts that may change are variables, and those whose length the program keeps
 * elsewhere would be read on into their neighbours.
 */
export function labelledStrings({ strings }: Places, { regions }: Summary, names: GivenNames): FedLabel[] {
  const labels: FedLabel[] = [];
  let region = 0;
  for (const [row, rva] of strings.rva.entries()) {
    while (region < regions.rva.length && (regions.rva[region] ?? 0) + (regions.size[region] ?? 0) <= rva) region++;
    const isConstant = ((regions.permissions[region] ?? 0) & PERMISSION_BITS.write) === 0;
    const unit = UNITS[STRING_ENCODINGS[strings.encoding[row] ?? 0] ?? "utf16be"];
    if (!isConstant || strings.counted[row] === 1 || unit === undefined || names.has(rva)) continue;
    const count = Math.floor((strings.size[row] ?? 0) / unit.size) + 1;
    const value = textAt(strings.value, row);
    const name = names.claim(rva, JSON.stringify(value.slice(0, SHOWN)), `s_${value.slice(0, SHOWN)}`);
    labels.push({ address: names.address(rva), name, type: `${unit.type}[${count}]` });
  }
  return labels;
}

/** Characters of a string that its label shows. */
const SHOWN = 24;

const UNITS: Readonly<Record<(typeof STRING_ENCODINGS)[number], { type: string; size: number } | undefined>> = {
  ascii: { type: "char", size: 1 },
  utf8: { type: "char", size: 1 },
  utf16le: { type: "char16_t", size: 2 },
  utf16be: undefined,
};
