/** Bytes that relocations change in relocatable files, ascending by rva. */
import { rvaColumn } from "../../../engine/columns.ts";
import type { RvaColumn } from "../../../engine/program.ts";
import type { Patch } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields } from "./fields.ts";

export interface PatchRows {
  readonly rva: RvaColumn;
  /** Bytes of patch i are `bytes[offsets[i] .. offsets[i + 1]]`. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

export function storePatches(patches: readonly Patch[]): ContainerValue {
  const rows = [...patches].sort((left, right) => left.rva - right.rva);
  const offsets = new Uint32Array(rows.length + 1);
  let size = 0;
  for (const [index, { bytes }] of rows.entries()) {
    size += bytes.length;
    offsets[index + 1] = size;
  }
  const bytes = new Uint8Array(size);
  for (const [index, patch] of rows.entries()) bytes.set(patch.bytes, offsets[index] ?? 0);
  return { rva: rvaColumn(rows.map(({ rva }) => rva)), offsets, bytes };
}

export function readPatches(value: ContainerValue): PatchRows {
  const fields = new Fields("patches", value);
  return { rva: fields.rva("rva"), offsets: fields.u32("offsets"), bytes: fields.u8("bytes") };
}
