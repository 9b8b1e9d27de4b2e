/** The header of a Mach-O file (Mach-O: `mach-o/loader.h`, `struct mach_header`). */
import { Bytes, type Endian } from "../../base/bytes.ts";

export interface Header {
  readonly bits: 32 | 64;
  readonly endian: Endian;
  readonly cpuType: number;
  readonly cpuSubtype: number;
  readonly fileType: number;
  readonly commands: number;
  /** Bytes of all load commands, which follow the header. */
  readonly commandsSize: number;
  readonly flags: number;
  /** Bytes of the header. */
  readonly size: 28 | 32;
}

/** Whether the bytes start as a Mach-O file of one architecture does, cut short or not. */
export function hasMachOMagic(data: Uint8Array): boolean {
  return formOf(data) !== undefined;
}

/** Reads the header; `undefined` when the bytes are no Mach-O file or too short for one. */
export function readHeader(data: Uint8Array): Header | undefined {
  const form = formOf(data);
  if (form === undefined) return undefined;
  const size = form.bits === 64 ? 32 : 28;
  const bytes = new Bytes(data, form.endian).window(0, size);
  if (bytes === undefined) return undefined;
  return {
    ...form,
    size,
    cpuType: bytes.u32(4),
    cpuSubtype: bytes.u32(8),
    fileType: bytes.u32(12),
    commands: bytes.u32(16),
    commandsSize: bytes.u32(20),
    flags: bytes.u32(24),
  };
}

const MAGIC_32 = 0xfeed_face;
const MAGIC_64 = 0xfeed_facf;

function formOf(data: Uint8Array): Pick<Header, "bits" | "endian"> | undefined {
  for (const endian of ["little", "big"] as const) {
    const magic = new Bytes(data, endian).window(0, 4)?.u32(0);
    if (magic === MAGIC_32) return { bits: 32, endian };
    if (magic === MAGIC_64) return { bits: 64, endian };
  }
  return undefined;
}
