/** The record that Microsoft's linker leaves of the tools behind an image, between the DOS stub and the PE header. */
import type { Bytes } from "../../base/bytes.ts";
import type { RichHeader } from "./facts.ts";
import { productName } from "./rich-products.ts";

/** `undefined` when there is none: other linkers write none. */
export function readRichHeader(file: Bytes, signature: number): RichHeader | undefined {
  const stub = file.clamp(0, Math.min(signature, SEARCH_LIMIT));
  const end = Buffer.from(stub.data).lastIndexOf("Rich", undefined, "latin1");
  if (end < 0 || end % 4 !== 0) return undefined;
  const key = file.window(end + 4, 4)?.u32(0);
  const start = key === undefined ? -1 : startBefore(stub, end, key);
  if (key === undefined || start < 0) return undefined;
  const tools: { product: string; build: number; count: number }[] = [];
  let sum = start;
  for (let at = start + RECORDS; at + 8 <= end; at += 8) {
    const id = (stub.u32(at) ^ key) >>> 0;
    const count = (stub.u32(at + 4) ^ key) >>> 0;
    sum = (sum + rotatedLeft(id, count & 31)) >>> 0;
    tools.push({ product: productName(id >>> 16) ?? `0x${(id >>> 16).toString(16)}`, build: id & 0xffff, count });
  }
  return { tools, intact: (sum + stubSum(stub, start)) >>> 0 === key };
}

/** Furthest that the header is searched for. */
const SEARCH_LIMIT = 0x1000;

/** The start mark and three words of zero come before the records, all under the key. */
const START_MARK = 0x536e_6144;
const RECORDS = 16;

function startBefore(stub: Bytes, end: number, key: number): number {
  for (let at = end - 4; at >= 0; at -= 4) if ((stub.u32(at) ^ key) >>> 0 === START_MARK) return at;
  return -1;
}

/** The key is a checksum of the DOS header and stub, without the offset of the PE header, and of the records. */
function stubSum(stub: Bytes, start: number): number {
  let sum = 0;
  for (let at = 0; at < start; at++) {
    if (at < 0x3c || at >= 0x40) sum = (sum + rotatedLeft(stub.u8(at), at & 31)) >>> 0;
  }
  return sum;
}

function rotatedLeft(value: number, by: number): number {
  return by === 0 ? value : ((value << by) | (value >>> (32 - by))) >>> 0;
}
