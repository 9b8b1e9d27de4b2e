/** Call-site tables of language-specific data areas (Itanium C++ ABI: Exception Handling Tables, as GCC and LLVM write them). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import { Cursor } from "../cursor.ts";
import type { LandingPad, LandingPads } from "../landing-pads.ts";
import type { Memory } from "../memory.ts";
import type { AddressSpace } from "../words.ts";
import { POINTER_OMITTED, readEncodedPointer, readEncodedValue } from "./encoded-pointer.ts";

/** A function, or piece of one with a frame of its own, and its data area. */
export interface ProtectedFunction {
  readonly rva: number;
  /** Rva of the data area; absent for functions that need none. */
  readonly lsda?: number | undefined;
}

/** What one data area says. */
export interface CallSites {
  /** Call sites that have landing pads, in table order. */
  readonly pads: readonly LandingPad[];
  /** End of the code that the table speaks of, those sites included that only pass an exception on. */
  readonly end: number;
  /** Bytes from the start of the area to the end of its call-site table. */
  readonly size: number;
  /** Whether the table ends with a whole record. */
  readonly whole: boolean;
}

/** Adds the landing pads of those `functions` that lie in code; broken areas give what can be read, and an issue for all of them. */
export function addCallSites(
  functions: Iterable<ProtectedFunction>,
  place: { readonly memory: Memory; readonly space: AddressSpace },
  pads: LandingPads,
  issues: IssueList,
): void {
  let broken = 0;
  for (const { rva, lsda } of functions) {
    if (lsda === undefined || place.memory.regionAt(rva)?.permissions.execute !== true) continue;
    const area = place.memory.from(lsda, Number.MAX_SAFE_INTEGER);
    const sites = area === undefined ? undefined : readCallSites(area, { lsda, rva, space: place.space });
    if (sites?.whole !== true) broken++;
    if (sites === undefined) continue;
    if (!pads.spend(sites.size, issues)) break;
    pads.addAll(sites.pads, false);
  }
  if (broken > 0)
    issues.add(
      "lsda_unreadable",
      `${broken} language-specific data ${plural(broken, "area of a function is", "areas of functions are")} cut or of another form`,
    );
}

/** Where a data area lies and which function it is about. */
export interface AreaPlace {
  readonly lsda: number;
  readonly rva: number;
  readonly space: AddressSpace;
}

/** Reads the area at the start of `area`; `undefined` when its header makes no sense. */
export function readCallSites(area: Bytes, { lsda, rva, space }: AreaPlace): CallSites | undefined {
  const cursor = new Cursor(area);
  const place = { space, rva: lsda };
  const padEncoding = cursor.u8();
  const padBase = padEncoding === POINTER_OMITTED ? rva : readEncodedPointer(cursor, padEncoding, place);
  if (cursor.u8() !== POINTER_OMITTED) cursor.uleb();
  const encoding = cursor.u8();
  const size = cursor.uleb();
  if (cursor.failed || padBase === undefined || !OFFSET_ENCODINGS.has(encoding)) return undefined;
  if (size > area.length - cursor.at) return undefined;
  const sites = new Cursor(area, cursor.at, cursor.at + size);
  const pads: LandingPad[] = [];
  let end = rva;
  while (sites.at < sites.end) {
    const start = rva + readEncodedValue(sites, encoding, space);
    const length = readEncodedValue(sites, encoding, space);
    const pad = readEncodedValue(sites, encoding, space);
    sites.uleb();
    if (sites.failed) return { pads, end, size: sites.end, whole: false };
    end = Math.max(end, start + length);
    if (pad !== 0) pads.push({ start, end: start + length, pad: padBase + pad });
  }
  return { pads, end, size: sites.end, whole: true };
}

/** `DW_EH_PE_uleb128`, `udata2`, `udata4`, `udata8`: offsets are not signed and relative to nothing else. */
const OFFSET_ENCODINGS: ReadonlySet<number> = new Set([0x01, 0x02, 0x03, 0x04]);
