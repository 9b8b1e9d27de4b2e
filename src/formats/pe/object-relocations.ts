/** Applies the relocations of COFF objects (PE format, "COFF Relocations (Object Only)"). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { WordCollector } from "../elf/pointers.ts";
import type { Architecture, ImageImport, Patch } from "../image.ts";
import type { Layout } from "./layout.ts";
import { architectureOf } from "./machines.ts";
import { hasFlag, SECTION_FLAG, type SectionHeader, sectionBytes } from "./section-headers.ts";
import type { CoffSymbol } from "./symbols.ts";

/** What the relocations of an object refer to. */
export interface ObjectLinks {
  readonly layout: Layout;
  /** Rva of each section by its number less one. */
  readonly rvas: readonly (number | undefined)[];
  readonly symbols: readonly CoffSymbol[];
  readonly imports: readonly ImageImport[];
  /** Index in `imports` by symbol index. */
  readonly byIndex: ReadonlyMap<number, number>;
  readonly words: WordCollector;
}

/** Patches for every section in memory; pointers and slots of imports go to `words`. */
export function linkObject(links: ObjectLinks, issues: IssueList): Patch[] {
  const linker = new ObjectLinker(links);
  for (const [index, section] of links.layout.sections.entries()) {
    const rva = links.rvas[index];
    if (rva !== undefined) linker.apply(section, rva);
  }
  if (linker.skipped > 0) {
    const message = `${linker.skipped} ${plural(linker.skipped, "relocation of a kind that is", "relocations of kinds that are")} not applied, or against places the file lacks`;
    issues.add("pe_relocations_not_applied", message);
  }
  return linker.patches;
}

/** What is stored: an address, an rva, a distance, a part of an instruction; `none` for debug information. */
type Rule =
  | "address64"
  | "address32"
  | "rva"
  | "distance"
  | "branch26"
  | "page"
  | "page_offset"
  | "page_offset_scaled"
  | "none";

const X86_64_RULES: readonly (readonly [number, Rule])[] = [
  [0, "none"],
  [1, "address64"],
  [2, "address32"],
  [3, "rva"],
  ...[4, 5, 6, 7, 8, 9].map((type): readonly [number, Rule] => [type, "distance"]),
  [10, "none"],
  [11, "none"],
];

const X86_RULES: readonly (readonly [number, Rule])[] = [
  [0, "none"],
  [6, "address32"],
  [7, "rva"],
  [10, "none"],
  [11, "none"],
  [20, "distance"],
];

const ARM64_RULES: readonly (readonly [number, Rule])[] = [
  [0, "none"],
  [1, "address32"],
  [2, "rva"],
  [3, "branch26"],
  [4, "page"],
  [6, "page_offset"],
  [7, "page_offset_scaled"],
  [8, "none"],
  [9, "none"],
  [10, "none"],
  [11, "none"],
  [13, "none"],
  [14, "address64"],
  [17, "distance"],
];

const RULES: ReadonlyMap<Architecture, ReadonlyMap<number, Rule>> = new Map([
  ["x86_64", new Map(X86_64_RULES)],
  ["x86", new Map(X86_RULES)],
  ["arm64", new Map(ARM64_RULES)],
]);

const RELOCATION_SIZE = 10;
const PAGE = 4096;

/** Types 4 to 9 of x86-64 count from so many bytes behind the field. */
const X86_64_DISTANCE = 4;

class ObjectLinker {
  readonly patches: Patch[] = [];
  skipped = 0;
  readonly #links: ObjectLinks;
  readonly #rules: ReadonlyMap<number, Rule>;
  readonly #architecture: Architecture;
  readonly #targets = new Map<number, number>();

  constructor(links: ObjectLinks) {
    this.#links = links;
    this.#architecture = architectureOf(links.layout.header.machine);
    this.#rules = RULES.get(this.#architecture) ?? new Map();
    for (const { index, rva } of links.symbols) if (rva !== undefined) this.#targets.set(index, rva);
    for (const [index, row] of links.byIndex) this.#targets.set(index, links.imports[row]?.rva ?? 0);
  }

  apply(section: SectionHeader, start: number): void {
    const { file } = this.#links.layout;
    const bytes = sectionBytes(file, section);
    const table = relocationTable(file, section);
    for (let at = 0; at + RELOCATION_SIZE <= table.length; at += RELOCATION_SIZE) {
      const place = table.u32(at) - section.rva;
      this.#applyOne({ bytes, place, rva: start + place, symbol: table.u32(at + 4), type: table.u16(at + 8) });
    }
  }

  #applyOne(field: Field): void {
    const rule = this.#rules.get(field.type);
    if (rule === "none") return;
    const target = this.#targets.get(field.symbol);
    const size = rule === "address64" ? 8 : 4;
    const old = rule === undefined ? undefined : field.bytes.window(field.place, size);
    if (rule === undefined || target === undefined || old === undefined) {
      this.skipped++;
      return;
    }
    this.patches.push({ rva: field.rva, bytes: this.#fieldBytes(rule, field, old, target) });
  }

  #fieldBytes(rule: Exclude<Rule, "none">, field: Field, old: Bytes, target: number): Uint8Array {
    const distance = (from: number): Uint8Array => littleEndian(BigInt(target + old.i32(0) - from), 4);
    switch (rule) {
      case "address64":
        return this.#address(field, target + Number(old.i64(0)), 8);
      case "address32":
        return this.#address(field, target + old.i32(0), 4);
      case "rva":
        return littleEndian(BigInt(target + old.i32(0)), 4);
      case "distance":
        return distance(field.rva + 4 + (this.#architecture === "x86_64" ? field.type - X86_64_DISTANCE : 0));
      case "branch26":
        return instruction(old, 0x03ff_ffff, (target - field.rva) >> 2);
      case "page":
        return adrp(old, Math.floor((target + pageAddend(old)) / PAGE) - Math.floor(field.rva / PAGE));
      case "page_offset":
        return pageOffset(old, target, 0);
      case "page_offset_scaled":
        return pageOffset(old, target, accessScale(old.u32(0)));
    }
  }

  /** Whole words that hold an address are pointers or slots of imports. */
  #address({ rva, symbol }: Field, target: number, size: 4 | 8): Uint8Array {
    const { layout, byIndex, words } = this.#links;
    const imported = byIndex.get(symbol);
    if (layout.space.words.size === size) {
      if (imported === undefined) words.addPointer(rva, target);
      else words.addImport(rva, imported);
    }
    return littleEndian(layout.space.base + BigInt(target), size);
  }
}

interface Field {
  readonly bytes: Bytes;
  /** Offset in the section. */
  readonly place: number;
  readonly rva: number;
  readonly symbol: number;
  readonly type: number;
}

/** With more than 65,535 relocations the first one holds their number. */
function relocationTable(file: Bytes, section: SectionHeader): Bytes {
  const { relocationOffset: offset, relocations } = section;
  if (offset === 0) return file.clamp(0, 0);
  if (!hasFlag(section, SECTION_FLAG.manyRelocations) || relocations !== 0xffff) {
    return file.clamp(offset, relocations * RELOCATION_SIZE);
  }
  const count = file.window(offset, 4)?.u32(0) ?? 0;
  return file.clamp(offset + RELOCATION_SIZE, Math.max(count - 1, 0) * RELOCATION_SIZE);
}

function littleEndian(value: bigint, size: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt.asIntN(64, value), true);
  return bytes.subarray(0, size);
}

/** The instruction with some of its bits replaced. */
function instruction(old: Bytes, mask: number, bits: number): Uint8Array {
  return littleEndian(BigInt(((old.u32(0) & ~mask) | (bits & mask)) >>> 0), 4);
}

/** `ADRP`: two low bits of the page count in bits 29 and 30, the others from bit 5 on (Arm ARM, C6.2). */
function adrp(old: Bytes, pages: number): Uint8Array {
  return instruction(old, 0x60ff_ffe0, ((pages & 3) << 29) | (((pages >> 2) & 0x7_ffff) << 5));
}

/** The bytes that the two immediate fields of `ADRP` hold before linking. */
function pageAddend(old: Bytes): number {
  const word = old.u32(0);
  return ((((word >> 5) & 0x7_ffff) << 13) >> 11) | ((word >>> 29) & 3);
}

/** The low twelve bits of an address in bits 10 to 21; the base of objects is page-aligned. */
function pageOffset(old: Bytes, target: number, scale: number): Uint8Array {
  const addend = ((old.u32(0) >> 10) & 0xfff) << scale;
  return instruction(old, 0x003f_fc00, (((target + addend) & 0xfff) >> scale) << 10);
}

/** Loads and stores count in units of their size; those of 128 bits say so elsewhere. */
function accessScale(word: number): number {
  const wide = (word & 0x0480_0000) === 0x0480_0000;
  return wide && word >>> 30 === 0 ? 4 : word >>> 30;
}
