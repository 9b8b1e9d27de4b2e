/** Files that hold a program for several processors (Mach-O: `mach-o/fat.h`). */
import { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { Words } from "../words.ts";
import { readHeader } from "./header.ts";
import { architectureName, architectureOf } from "./machines.ts";

/** One program of a universal file. */
export interface Slice {
  readonly cpuType: number;
  readonly cpuSubtype: number;
  /** In the whole file. */
  readonly offset: number;
  /** As the header gives it; the file may hold less. */
  readonly size: number;
  /** `x86_64`, `arm64e`... */
  readonly name: string;
}

/** The slices in header order, those that the file lacks included; `undefined` for other files. */
export function readSlices(data: Uint8Array, issues: IssueList): Slice[] | undefined {
  const file = new Bytes(data, "big");
  const header = file.window(0, HEADER_SIZE);
  const words = header === undefined ? undefined : wordsOf(header);
  if (header === undefined || words === undefined) return undefined;
  const promised = header.u32(4);
  const count = Math.min(promised, SLICE_LIMIT);
  if (count < promised) issues.add("macho_universal_too_many", `of ${promised} slices the first ${count} are read`, 0);
  const entrySize = words.bits === 64 ? 32 : 20;
  const slices: Slice[] = [];
  for (let index = 0; index < count; index++) {
    const at = HEADER_SIZE + index * entrySize;
    const entry = file.window(at, entrySize);
    if (entry === undefined) {
      issues.add("macho_universal_truncated", `slice ${index} of ${count} lies outside the file`, at);
      break;
    }
    slices.push(decode(entry, words));
  }
  return slices;
}

/** Whether the bytes start as a universal file does. */
export function hasUniversalMagic(data: Uint8Array): boolean {
  const header = new Bytes(data, "big").window(0, HEADER_SIZE);
  return header !== undefined && wordsOf(header) !== undefined;
}

/** The bytes of a slice that the file holds. */
export function sliceBytes(data: Uint8Array, { offset, size }: Slice): Uint8Array {
  return data.subarray(Math.min(offset, data.length), Math.min(offset + size, data.length));
}

/** Whether the slice starts as a Mach-O file. */
export function isLoadable(data: Uint8Array, slice: Slice): boolean {
  return readHeader(sliceBytes(data, slice)) !== undefined;
}

/** Whether `wanted` names the slice: as tools of the platform do, or by the name of its architecture. */
export function answersTo(slice: Slice, wanted: string): boolean {
  const name = ALIASES.get(wanted.toLowerCase()) ?? wanted.toLowerCase();
  return name === slice.name || name === architectureOf(slice.cpuType);
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ["amd64", "x86_64"],
  ["x64", "x86_64"],
  ["x86-64", "x86_64"],
  ["aarch64", "arm64"],
  ["i386", "x86"],
  ["i686", "x86"],
  ["ppc", "powerpc"],
  ["ppc64", "powerpc64"],
]);

const HEADER_SIZE = 8;

/** Slices are compared with each other; real files have fewer than a dozen. */
const SLICE_LIMIT = 64;
const MAGIC = 0xcafe_babe;
const MAGIC_64 = 0xcafe_babf;

/** Java class files start alike: where they have their version, 45 or more, is the number of slices here. */
const FIRST_CLASS_VERSION = 45;

function wordsOf(header: Bytes): Words | undefined {
  const magic = header.u32(0);
  if (magic === MAGIC_64) return new Words(64);
  return magic === MAGIC && header.u32(4) < FIRST_CLASS_VERSION ? new Words(32) : undefined;
}

function decode(entry: Bytes, words: Words): Slice {
  const [cpuType, cpuSubtype] = [entry.u32(0), entry.u32(4)];
  const offset = words.unsigned(entry, 8);
  const size = words.unsigned(entry, 8 + words.size);
  return { cpuType, cpuSubtype, offset, size, name: architectureName(cpuType, cpuSubtype) };
}
