/** Version resources: who made the file and what it calls itself (Windows, `VS_VERSIONINFO`). */
import type { Bytes } from "../../base/bytes.ts";
import type { VersionInformation } from "./facts.ts";

/** The texts of the first language, and the file version of the fixed part; `undefined` when there is neither. */
export function readVersionInformation(bytes: Bytes): VersionInformation | undefined {
  const root = blockAt(bytes, 0, bytes.length);
  if (root === undefined || root.key !== "VS_VERSION_INFO") return undefined;
  const reader = new TextReader(bytes);
  reader.read(root, 0);
  const fixed = bytes.window(root.value, FIXED_SIZE);
  const fileVersion = fixed?.u32(0) === FIXED_MAGIC ? versionText(fixed) : undefined;
  const texts = [...reader.texts].map(([key, value]) => ({ key, value }));
  if (fileVersion === undefined && texts.length === 0) return undefined;
  return { ...(fileVersion === undefined ? {} : { fileVersion }), texts };
}

const FIXED_MAGIC = 0xfeef_04bd;
const FIXED_SIZE = 52;

function versionText(fixed: Bytes): string {
  return [fixed.u16(10), fixed.u16(8), fixed.u16(14), fixed.u16(12)].join(".");
}

/** Length, length of the value, its type, key; then value and children, each on a multiple of four. */
interface Block {
  readonly key: string;
  /** Offset of the value. */
  readonly value: number;
  /** Bytes of the value; texts count in units. */
  readonly valueSize: number;
  readonly children: number;
  readonly end: number;
}

const KEY_LIMIT = 512;

function blockAt(bytes: Bytes, at: number, limit: number): Block | undefined {
  const head = bytes.window(at, 6);
  const length = head?.u16(0) ?? 0;
  if (head === undefined || length < 6 || at + length > limit) return undefined;
  const end = at + length;
  const key = wideText(bytes, at + 6, Math.min(end, at + 6 + KEY_LIMIT));
  const value = aligned(at + 6 + (key.length + 1) * 2);
  const valueSize = head.u16(2) * (head.u16(4) === 1 ? 2 : 1);
  return { key, value, valueSize, children: aligned(value + valueSize), end };
}

/** `VS_VERSION_INFO`, `StringFileInfo`, a language, then the texts. */
const TEXT_LEVEL = 3;

class TextReader {
  readonly texts = new Map<string, string>();
  readonly #bytes: Bytes;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  read(block: Block, level: number): void {
    if (level === TEXT_LEVEL) {
      const value = wideText(this.#bytes, block.value, Math.min(block.end, block.value + block.valueSize));
      if (!this.texts.has(block.key)) this.texts.set(block.key, value);
      return;
    }
    for (let at = block.children; at < block.end;) {
      const child = blockAt(this.#bytes, at, block.end);
      if (child === undefined) return;
      if (level > 0 || child.key === "StringFileInfo") this.read(child, level + 1);
      at = aligned(child.end);
    }
  }
}

function wideText(bytes: Bytes, at: number, end: number): string {
  const text = Buffer.from(bytes.clamp(at, Math.max(0, end - at)).data).toString("utf16le");
  const stop = text.indexOf("\0");
  return stop === -1 ? text : text.slice(0, stop);
}

function aligned(offset: number): number {
  return (offset + 3) & ~3;
}
