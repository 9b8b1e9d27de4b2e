/** Just enough of DER to walk certificates (ITU-T X.690): definite lengths, one-byte tags. */
import { type Bytes, textOf } from "../../base/bytes.ts";

export interface DerValue {
  readonly tag: number;
  /** Tag, length and content. */
  readonly whole: Bytes;
  readonly content: Bytes;
}

export const TAG = {
  integer: 0x02,
  objectId: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
} as const;

/** The value at `at`; `undefined` when the bytes do not hold one. */
export function derAt(bytes: Bytes, at: number): DerValue | undefined {
  const head = bytes.window(at, 2);
  if (head === undefined) return undefined;
  const first = head.u8(1);
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4 || first === 0x80) return undefined;
  const field = bytes.window(at + 2, lengthBytes);
  if (field === undefined) return undefined;
  const length = lengthBytes === 0 ? first : field.data.reduce((sum, byte) => sum * 256 + byte, 0);
  const whole = bytes.window(at, 2 + lengthBytes + length);
  if (whole === undefined) return undefined;
  return { tag: head.u8(0), whole, content: whole.clamp(2 + lengthBytes, length) };
}

/** The values one after the other in the content of a value, up to a broken one. */
export function childrenOf({ content }: DerValue): DerValue[] {
  const children: DerValue[] = [];
  for (let at = 0; at < content.length;) {
    const child = derAt(content, at);
    if (child === undefined) break;
    children.push(child);
    at += child.whole.length;
  }
  return children;
}

/** Dotted text of an object identifier. */
export function objectId({ content }: DerValue): string {
  const arcs: number[] = [];
  let value = 0;
  for (const byte of content.data) {
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) !== 0) continue;
    arcs.push(value);
    value = 0;
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(Math.floor(first / 40), 2);
  return [root, first - root * 40, ...rest].join(".");
}

const BMP_STRING = 0x1e;

/** Text of a string value: UTF-8 or Latin-1, or two bytes a character. */
export function derText({ tag, content }: DerValue): string {
  if (tag !== BMP_STRING) return textOf(content.data);
  const units = Buffer.from(content.data.subarray(0, content.length & ~1));
  return units.swap16().toString("utf16le");
}

/** Whether two values are the same byte for byte. */
export function sameBytes(left: DerValue, right: DerValue): boolean {
  return Buffer.from(left.whole.data).equals(right.whole.data);
}
