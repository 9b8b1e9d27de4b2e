/** Writes small ELF files for tests: only what a test names is there, everything else is zero (System V gABI, chapter 4). */
import type { Endian } from "../../base/bytes.ts";

export interface BuiltSection {
  readonly name: string;
  readonly type: number;
  readonly flags?: number;
  readonly address?: number;
  readonly data?: Uint8Array;
  /** Size of sections without data. */
  readonly size?: number;
  readonly link?: number;
  readonly info?: number;
  readonly align?: number;
  readonly entrySize?: number;
}

export interface BuiltSegment {
  readonly type: number;
  readonly flags: number;
  readonly address: number | bigint;
  /** Bytes of the segment; its offset in the file is congruent to its address by the page. */
  readonly data?: Uint8Array;
  readonly memorySize?: number;
}

/** Fields of the file; defaults make a little-endian x86-64 shared object. */
export interface BuiltFile {
  readonly bits?: 32 | 64;
  readonly endian?: Endian;
  readonly type?: number;
  readonly machine?: number;
  readonly entry?: number;
  readonly segments?: readonly BuiltSegment[];
  /** The null section comes first and the section of names last by themselves. */
  readonly sections?: readonly BuiltSection[];
}

const PAGE = 0x1000;

/** The file as bytes: header, program headers, segments, section data, section headers. */
export function buildElf(file: BuiltFile): Uint8Array {
  const writer = new FieldWriter(file.bits ?? 64, file.endian ?? "little");
  const sizes = entrySizes(writer.words);
  const { segments = [] } = file;
  const sections = allSections(file.sections ?? []);
  const segmentsPlaced = placeSegments(segments, sizes.header + segments.length * sizes.segment);
  const sectionsPlaced = placeData(sections, segmentsPlaced.end);
  const tableOffset = sections.length === 0 ? 0 : Math.ceil(sectionsPlaced.end / 8) * 8;
  const bytes = writer.allocate(Math.max(tableOffset + sections.length * sizes.section, sectionsPlaced.end));
  const counts = { segments: segments.length, sections: sections.length };
  writeHeader(writer, file, { ...counts, headerSize: sizes.header, tableOffset });
  for (const [index, segment] of segments.entries()) {
    const offset = segmentsPlaced.offsets[index] ?? 0;
    bytes.set(segment.data ?? [], offset);
    writeSegment(writer, sizes.header + index * sizes.segment, segment, offset);
  }
  for (const [index, section] of sections.entries()) {
    const offset = sectionsPlaced.offsets[index] ?? 0;
    bytes.set(section.data ?? [], offset);
    writeSection(writer, tableOffset + index * sizes.section, section, offset);
  }
  return bytes;
}

/** Texts with a NUL after each, as string tables hold them. */
export function cStrings(...texts: readonly string[]): Uint8Array {
  return Uint8Array.from(Buffer.from(texts.map((text) => `${text}\0`).join(""), "latin1"));
}

/** Little-endian words of `size` bytes. */
export function words(size: 1 | 2 | 4 | 8, ...values: readonly (number | bigint)[]): Uint8Array {
  const bytes = new Uint8Array(values.length * size);
  for (const [index, value] of values.entries()) {
    for (let at = 0, rest = BigInt.asUintN(64, BigInt(value)); at < size; at++, rest >>= 8n) {
      bytes[index * size + at] = Number(rest & 0xffn);
    }
  }
  return bytes;
}

/** Parts one after the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** An `Elf64_Sym`, little-endian. */
export function symbol64(name: number, info: number, section: number, value: number, size: number): Uint8Array {
  return joined(words(4, name), words(1, info, 0), words(2, section), words(8, value, size));
}

interface NamedSection extends BuiltSection {
  readonly nameOffset: number;
}

function allSections(sections: readonly BuiltSection[]): NamedSection[] {
  if (sections.length === 0) return [];
  let names = "\0";
  const all: readonly BuiltSection[] = [{ name: "", type: 0 }, ...sections, { name: ".shstrtab", type: 3 }];
  const named = all.map((section) => {
    if (section.name === "") return { ...section, nameOffset: 0 };
    const nameOffset = names.length;
    names += `${section.name}\0`;
    return { ...section, nameOffset };
  });
  return named.map((section, index) =>
    index === named.length - 1 ? { ...section, data: Uint8Array.from(Buffer.from(names, "latin1")) } : section,
  );
}

function entrySizes(w: 4 | 8): { readonly header: number; readonly segment: number; readonly section: number } {
  return w === 8 ? { header: 64, segment: 56, section: 64 } : { header: 52, segment: 32, section: 40 };
}

interface PlacedParts {
  readonly offsets: readonly number[];
  readonly end: number;
}

function placeSegments(segments: readonly BuiltSegment[], start: number): PlacedParts {
  let end = start;
  const offsets = segments.map(({ address, data }) => {
    const offset = placed(end, Number(BigInt(address) % BigInt(PAGE)));
    end = offset + (data?.length ?? 0);
    return offset;
  });
  return { offsets, end };
}

function placeData(sections: readonly BuiltSection[], start: number): PlacedParts {
  let end = start;
  const offsets = sections.map(({ data }) => {
    end += data?.length ?? 0;
    return end - (data?.length ?? 0);
  });
  return { offsets, end };
}

function placed(end: number, remainder: number): number {
  return end + ((((remainder - end) % PAGE) + PAGE) % PAGE);
}

class FieldWriter {
  readonly words: 4 | 8;
  readonly little: boolean;
  #view = new DataView(new ArrayBuffer(0));

  constructor(bits: 32 | 64, endian: Endian) {
    this.words = bits === 32 ? 4 : 8;
    this.little = endian === "little";
  }

  allocate(size: number): Uint8Array {
    const bytes = new Uint8Array(size);
    this.#view = new DataView(bytes.buffer);
    return bytes;
  }

  u8(at: number, value: number): void {
    this.#view.setUint8(at, value);
  }

  u16(at: number, value: number): void {
    this.#view.setUint16(at, value, this.little);
  }

  u32(at: number, value: number): void {
    this.#view.setUint32(at, value, this.little);
  }

  word(at: number, value: number | bigint): void {
    if (this.words === 4) this.u32(at, Number(value));
    else this.#view.setBigUint64(at, BigInt(value), this.little);
  }
}

interface Counts {
  readonly segments: number;
  readonly sections: number;
  readonly headerSize: number;
  readonly tableOffset: number;
}

function writeHeader(writer: FieldWriter, file: BuiltFile, counts: Counts): void {
  const w = writer.words;
  for (const [at, byte] of [0x7f, 0x45, 0x4c, 0x46, w === 4 ? 1 : 2, writer.little ? 1 : 2, 1].entries()) {
    writer.u8(at, byte);
  }
  writer.u16(16, file.type ?? 3);
  writer.u16(18, file.machine ?? 62);
  writer.u32(20, 1);
  writer.word(24, file.entry ?? 0);
  writer.word(24 + w, counts.segments === 0 ? 0 : counts.headerSize);
  writer.word(24 + 2 * w, counts.tableOffset);
  writer.u16(28 + 3 * w, counts.headerSize);
  writer.u16(30 + 3 * w, w === 8 ? 56 : 32);
  writer.u16(32 + 3 * w, counts.segments);
  writer.u16(34 + 3 * w, w === 8 ? 64 : 40);
  writer.u16(36 + 3 * w, counts.sections);
  writer.u16(38 + 3 * w, Math.max(counts.sections - 1, 0));
}

function writeSegment(writer: FieldWriter, at: number, segment: BuiltSegment, offset: number): void {
  const w = writer.words;
  const size = segment.data?.length ?? 0;
  writer.u32(at, segment.type);
  writer.u32(at + (w === 4 ? 24 : 4), segment.flags);
  for (const [index, value] of [offset, segment.address, segment.address, size, segment.memorySize ?? size].entries()) {
    writer.word(at + w + index * w, value);
  }
  writer.word(at + (w === 4 ? 28 : 48), PAGE);
}

function writeSection(writer: FieldWriter, at: number, section: NamedSection, offset: number): void {
  const w = writer.words;
  writer.u32(at, section.nameOffset);
  writer.u32(at + 4, section.type);
  writer.word(at + 8, section.flags ?? 0);
  writer.word(at + 8 + w, section.address ?? 0);
  writer.word(at + 8 + 2 * w, offset);
  writer.word(at + 8 + 3 * w, section.data?.length ?? section.size ?? 0);
  writer.u32(at + 8 + 4 * w, section.link ?? 0);
  writer.u32(at + 12 + 4 * w, section.info ?? 0);
  writer.word(at + 16 + 4 * w, section.align ?? 1);
  writer.word(at + 16 + 5 * w, section.entrySize ?? 0);
}
