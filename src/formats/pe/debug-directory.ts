/** The debug directory: where the program database is, and how the image was made (PE format, "Debug Directory"). */
import type { Bytes } from "../../base/bytes.ts";
import type { ProgramDatabase } from "./facts.ts";
import type { Memory } from "../memory.ts";
import { DIRECTORY, directoryOf, type Header } from "./header.ts";

export interface DebugFacts {
  readonly pdb?: ProgramDatabase;
  /** The time stamps of the image are a hash of its content. */
  readonly reproducible: boolean;
  /** Sum of `IMAGE_DLLCHARACTERISTICS_EX_*`; absent when the linker wrote none. */
  readonly extendedCharacteristics?: number;
  /** Names of the entries, each once, in table order: `codeview`, `pogo`, `repro`... */
  readonly entries: readonly string[];
}

/** Entries beyond what the file holds are left out. */
export function readDebugDirectory(header: Header, memory: Memory, file: Bytes): DebugFacts {
  const entries = readEntries(header, memory, file);
  const extended = entries.find(({ type }) => type === TYPE.extendedCharacteristics)?.data;
  const pdb = entries.flatMap(({ type, data }) => (type === TYPE.codeView ? (pdbOf(data) ?? []) : []))[0];
  return {
    ...(pdb === undefined ? {} : { pdb }),
    reproducible: entries.some(({ type }) => type === TYPE.repro),
    ...(extended === undefined || extended.length < 4 ? {} : { extendedCharacteristics: extended.u32(0) }),
    entries: [...new Set(entries.map(({ type }) => NAMES.get(type) ?? String(type)))],
  };
}

interface DebugEntry {
  readonly type: number;
  readonly data: Bytes;
}

const ENTRY_SIZE = 28;
const TYPE = { codeView: 2, repro: 16, extendedCharacteristics: 20 } as const;

const NAMES: ReadonlyMap<number, string> = new Map([
  [1, "coff"],
  [2, "codeview"],
  [3, "fpo"],
  [4, "misc"],
  [5, "exception"],
  [6, "fixup"],
  [7, "omap_to_source"],
  [8, "omap_from_source"],
  [9, "borland"],
  [11, "clsid"],
  [12, "vc_feature"],
  [13, "pogo"],
  [14, "iltcg"],
  [15, "mpx"],
  [16, "repro"],
  [17, "embedded_pdb"],
  [19, "pdb_checksum"],
  [20, "ex_dll_characteristics"],
]);

function readEntries(header: Header, memory: Memory, file: Bytes): DebugEntry[] {
  const directory = directoryOf(header, DIRECTORY.debug);
  const table = directory === undefined ? undefined : memory.from(directory.rva, directory.size);
  if (table === undefined) return [];
  const count = Math.floor(table.length / ENTRY_SIZE);
  return Array.from({ length: count }, (_, index) => entryAt(table, index * ENTRY_SIZE, file));
}

function entryAt(table: Bytes, at: number, file: Bytes): DebugEntry {
  return { type: table.u32(at + 12), data: file.clamp(table.u32(at + 24), table.u32(at + 16)) };
}

/** `RSDS`: GUID, age and path. `NB10`, of older linkers: offset, time stamp, age and path. */
function pdbOf(data: Bytes): ProgramDatabase | undefined {
  const magic = data.length < 4 ? "" : Buffer.from(data.data.subarray(0, 4)).toString("latin1");
  if (magic === "RSDS" && data.length >= 24) {
    return { path: data.cString(24).text, guid: guidText(data), age: data.u32(20) };
  }
  if (magic !== "NB10" || data.length < 16) return undefined;
  return { path: data.cString(16).text, guid: data.u32(8).toString(16).padStart(8, "0"), age: data.u32(12) };
}

/** In the order of symbol servers and registries: the first three fields are numbers. */
function guidText(data: Bytes): string {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
  const tail = Buffer.from(data.data.subarray(12, 20)).toString("hex");
  return `${hex(data.u32(4), 8)}-${hex(data.u16(8), 4)}-${hex(data.u16(10), 4)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
