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

/** References into each string. Both tables ascend by address, so one pass over the two is enough. */
export function countUses(strings: StringTable, references: ReferenceTable): Uint32Array {
  const { byTarget, to } = references;
  const uses = new Uint32Array(strings.rva.length);
  let row = 0;
  for (let index = 0; index < uses.length; index++) {
    const start = strings.rva[index] ?? 0;
    const end = start + (strings.size[index] ?? 0);
    while (row < byTarget.length && (to[byTarget[row] ?? 0] ?? 0) < start) row++;
    let last = row;
    while (last < byTarget.length && (to[byTarget[last] ?? 0] ?? 0) < end) last++;
    uses[index] = last - row;
    row = last;
  }
  return uses;
}
