/** Strings in the order of the engine's table, with the number of places that refer to each. */
import type { ReferenceTable, StringTable } from "../../../engine/program.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields, storedText } from "./fields.ts";

export interface StringRows extends StringTable {
  /** Places that refer to the string or into it. */
  readonly references: Uint32Array;
}

export function storeStrings(strings: StringTable, uses: Uint32Array): ContainerValue {
  const { rva, size, encoding, counted, value } = strings;
  return { rva, size, encoding, counted, value: storedText(value), references: uses };
}

export function readStrings(value: ContainerValue): StringRows {
  const fields = new Fields("strings", value);
  return {
    rva: fields.rva("rva"),
    size: fields.u32("size"),
    encoding: fields.u8("encoding"),
    counted: fields.u8("counted"),
    value: fields.text("value"),
    references: fields.u32("references"),
  };
}

/** References into each string. Both tables ascend by address, and most references lead elsewhere. */
export function countUses(strings: StringTable, references: ReferenceTable): Uint32Array {
  const { byTarget, to } = references;
  const uses = new Uint32Array(strings.rva.length);
  let first = 0;
  for (let index = 0; index < uses.length; index++) {
    const start = strings.rva[index] ?? 0;
    const end = start + (strings.size[index] ?? 0);
    if ((to[byTarget[first] ?? 0] ?? 0) < start) first = placeOf(references, start, first);
    let last = first;
    while (last < byTarget.length && (to[byTarget[last] ?? 0] ?? 0) < end) last++;
    uses[index] = last - first;
    first = last;
  }
  return uses;
}

/** First place in `byTarget`, behind `before`, whose target is at least `rva`: looked for in steps that double. */
function placeOf({ byTarget, to }: ReferenceTable, rva: number, before: number): number {
  let low = before;
  let high = before;
  for (let step = 1; high < byTarget.length && (to[byTarget[high] ?? 0] ?? 0) < rva; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, byTarget.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((to[byTarget[middle] ?? 0] ?? 0) < rva) low = middle + 1;
    else high = middle;
  }
  return low;
}
