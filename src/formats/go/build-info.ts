/** What the Go linker records about a build (Go source: `debug/buildinfo/buildinfo.go`, `runtime/debug/mod.go`). */
import { type Bytes, textOf } from "../../base/bytes.ts";
import { Cursor } from "../cursor.ts";
import type { GoFacts, Region } from "../image.ts";
import type { Memory } from "../memory.ts";
import { pointerAt, type RelocatedMemory } from "../pointer-lookup.ts";

/** Version and module data, as they stand in the file. */
export type BuildInfo = Pick<GoFacts, "version" | "module" | "path" | "settings" | "dependencies">;

/** Where the record may be. */
export interface BuildInfoSources extends RelocatedMemory {
  readonly regions: readonly Region[];
}

/** Finds the record by its section, or else in writable data, where linkers put it, and reads it. */
export function readBuildInfo(sources: BuildInfoSources): BuildInfo | undefined {
  const { regions, memory } = sources;
  const named = regions.filter(({ name }) => BUILD_INFO_SECTION.test(name));
  const others = regions.filter(({ content, permissions }) => content === "data" && permissions.write);
  for (const region of [...named, ...others]) {
    const rva = recordIn(region, memory);
    const texts = rva === undefined ? undefined : readTexts(rva, sources);
    if (texts !== undefined) return { ...parseModule(texts.module), version: texts.version };
  }
  return undefined;
}

/** In ELF and in Mach-O files. */
const BUILD_INFO_SECTION = /^(\.go\.buildinfo|__\w+,__go_buildinfo)$/u;
const MAGIC = Buffer.from("\xff Go buildinf:", "latin1");
const HEADER_SIZE = 32;
const ALIGNMENT = 16;
const FLAG = { bigEndian: 1, inline: 2 } as const;

/** Longest text that is read. */
const TEXT_LIMIT = 4 << 20;

function recordIn(region: Region, memory: Memory): number | undefined {
  const bytes = memory.from(region.rva, region.size);
  if (bytes === undefined) return undefined;
  const buffer = Buffer.from(bytes.data.buffer, bytes.data.byteOffset, bytes.data.byteLength);
  for (let at = buffer.indexOf(MAGIC); at !== -1; at = buffer.indexOf(MAGIC, at + 1)) {
    if ((region.rva + at) % ALIGNMENT === 0 && at + HEADER_SIZE <= buffer.length) return region.rva + at;
  }
  return undefined;
}

interface Texts {
  readonly version: string;
  readonly module: string;
}

function readTexts(rva: number, sources: BuildInfoSources): Texts | undefined {
  const record = sources.memory.contiguous(rva, HEADER_SIZE + 2 * TEXT_LIMIT);
  if (record === undefined || record.length < HEADER_SIZE) return undefined;
  if ((record.u8(15) & FLAG.inline) !== 0) return inlineTexts(record);
  const size = record.u8(14);
  if (size !== sources.space.words.size) return undefined;
  const version = stringAt(pointerAt(sources, rva + 16), sources);
  const module = stringAt(pointerAt(sources, rva + 16 + size), sources);
  return version === undefined ? undefined : { version: textOf(version), module: unframed(module) };
}

/** Since Go 1.18: two texts after the header, each with its length before it. */
function inlineTexts(record: Bytes): Texts | undefined {
  const cursor = new Cursor(record, HEADER_SIZE);
  const version = inlineText(cursor);
  const module = inlineText(cursor);
  return version === undefined ? undefined : { version: textOf(version), module: unframed(module) };
}

function inlineText(cursor: Cursor): Uint8Array | undefined {
  const size = cursor.uleb();
  const start = cursor.at;
  cursor.skip(size);
  return cursor.failed || size > TEXT_LIMIT ? undefined : cursor.bytes.data.subarray(start, start + size);
}

/** A Go string: a pointer to its bytes, then their number. */
function stringAt(rva: number | undefined, sources: BuildInfoSources): Uint8Array | undefined {
  if (rva === undefined) return undefined;
  const { memory, space } = sources;
  const start = pointerAt(sources, rva);
  const length = memory.window(rva + space.words.size, space.words.size);
  if (start === undefined || length === undefined) return undefined;
  const size = space.words.unsigned(length, 0);
  return size > TEXT_LIMIT ? undefined : memory.window(start, size)?.data;
}

/** Module data stands between two markers of 16 bytes. */
function unframed(bytes: Uint8Array | undefined): string {
  if (bytes === undefined || bytes.length < 33 || bytes[bytes.length - 17] !== 0x0a) return "";
  return textOf(bytes.subarray(16, bytes.length - 16));
}

function parseModule(text: string): Omit<BuildInfo, "version"> {
  const settings: { key: string; value: string }[] = [];
  const dependencies: { module: string; version: string }[] = [];
  let path: string | undefined;
  let module: string | undefined;
  for (const line of text.split("\n")) {
    const [kind, first = "", second = ""] = line.split("\t");
    if (kind === "path") path = first;
    else if (kind === "mod") module = second === "" ? first : `${first}@${second}`;
    else if (kind === "dep") dependencies.push({ module: first, version: second });
    else if (kind === "=>") dependencies.splice(-1, 1, { module: first, version: second });
    else if (kind === "build") settings.push(setting(first));
  }
  return {
    ...(module === undefined ? {} : { module }),
    ...(path === undefined ? {} : { path }),
    settings,
    dependencies,
  };
}

/** `key=value`, either quoted when it holds special characters. */
function setting(text: string): { readonly key: string; readonly value: string } {
  const quoted = /^("(?:[^"\\]|\\.)*"|[^=]*)=(.*)$/u.exec(text);
  return { key: unquoted(quoted?.[1] ?? text), value: unquoted(quoted?.[2] ?? "") };
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}
