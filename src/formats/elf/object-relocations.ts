/** Applies the relocations of relocatable files (AMD64 psABI section 4.4; i386 psABI section 4.4; AArch64). */
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Architecture, ImageImport, Patch } from "../image.ts";
import type { SymbolColumns } from "../symbol-list.ts";
import { ARM64_RULES, type InstructionField, withField } from "./arm64-fields.ts";
import { architectureOf } from "./machines.ts";
import type { Layout } from "./layout.ts";
import { type RelocatedWords, WordCollector } from "./pointers.ts";
import { actionsOf } from "./relocation-types.ts";
import { forEachRelocation, type Relocation, type RelocationTable } from "./relocations.ts";
import { SECTION_TYPE, type SectionHeader, sectionBytes } from "./section-headers.ts";

/** What the relocations of an object refer to. */
export interface ObjectLinks {
  readonly layout: Layout;
  readonly symbols: Pick<SymbolColumns, "rva" | "size">;
  readonly importOf: ReadonlyMap<number, number>;
  readonly imports: readonly ImageImport[];
  /** Rva from which slots for symbols reached through a global offset table are handed out. */
  readonly tableStart: number;
}

export interface LinkedObject {
  readonly patches: readonly Patch[];
  readonly words: RelocatedWords;
  /** Bytes of the slots handed out. */
  readonly tableSize: number;
}

/** Applies the tables of every section that is in memory. */
export function linkObject(links: ObjectLinks, issues: IssueList): LinkedObject {
  const linker = new ObjectLinker(links);
  const { sections, placement, file } = links.layout;
  let budget = file.length;
  for (const section of sections) {
    const form = FORMS.get(section.type);
    const target = sections[section.info];
    if (form === undefined || target === undefined || placement[target.index] === undefined) continue;
    const bytes = sectionBytes(file, section);
    budget -= bytes.length;
    if (target.type !== SECTION_TYPE.nobits && budget >= 0) linker.apply({ bytes, form }, target);
  }
  if (budget < 0)
    issues.add("elf_relocations_overlap", "relocation sections add up to more than the file; not all are read");
  if (linker.skipped > 0) {
    const message = `${linker.skipped} ${plural(linker.skipped, "relocation of a kind that is", "relocations of kinds that are")} not applied, or against places the file lacks`;
    issues.add("elf_relocations_not_applied", message);
  }
  return linker.finish();
}

const FORMS: ReadonlyMap<number, RelocationTable["form"]> = new Map([
  [SECTION_TYPE.rela, "rela"],
  [SECTION_TYPE.rel, "rel"],
]);

/**
 * How a value is made and stored: `S` symbol, `P` place, `G` slot of the symbol, the addend always added. A page is the
 * distance between two pages of 4 KiB.
 */
export interface FieldRule {
  readonly size: 1 | 2 | 4 | 8;
  readonly value: "S" | "S-P" | "G" | "G-P" | "size" | "page" | "G page";
  /** The part of an instruction that takes the value; absent when whole bytes do. */
  readonly field?: InstructionField;
}

const X86_64_RULES: ReadonlyMap<number, FieldRule> = new Map([
  [1, { size: 8, value: "S" }],
  [2, { size: 4, value: "S-P" }],
  [4, { size: 4, value: "S-P" }],
  [9, { size: 4, value: "G-P" }],
  [10, { size: 4, value: "S" }],
  [11, { size: 4, value: "S" }],
  [12, { size: 2, value: "S" }],
  [13, { size: 2, value: "S-P" }],
  [14, { size: 1, value: "S" }],
  [15, { size: 1, value: "S-P" }],
  [24, { size: 8, value: "S-P" }],
  [32, { size: 4, value: "size" }],
  [33, { size: 8, value: "size" }],
  [41, { size: 4, value: "G-P" }],
  [42, { size: 4, value: "G-P" }],
]);

const X86_RULES: ReadonlyMap<number, FieldRule> = new Map([
  [1, { size: 4, value: "S" }],
  [2, { size: 4, value: "S-P" }],
  [4, { size: 4, value: "S-P" }],
  [20, { size: 2, value: "S" }],
  [21, { size: 2, value: "S-P" }],
  [22, { size: 1, value: "S" }],
  [23, { size: 1, value: "S-P" }],
]);

function rulesOf(architecture: Architecture): ReadonlyMap<number, FieldRule> {
  if (architecture === "x86_64") return X86_64_RULES;
  if (architecture === "arm64") return ARM64_RULES;
  return architecture === "x86" ? X86_RULES : new Map();
}

class ObjectLinker {
  skipped = 0;
  readonly #links: ObjectLinks;
  readonly #rules: ReadonlyMap<number, FieldRule>;
  readonly #wordTypes: ReadonlySet<number>;
  readonly #words = new WordCollector();
  readonly #patches: Patch[] = [];
  /** Rva of the slot of each symbol. */
  readonly #slots = new Map<number, number>();

  constructor(links: ObjectLinks) {
    this.#links = links;
    const { machine, bits } = links.layout.header;
    const architecture = architectureOf(machine, bits);
    this.#rules = rulesOf(architecture);
    const words = [...actionsOf(architecture)].filter(([, action]) => action === "absolute");
    this.#wordTypes = new Set(words.map(([type]) => type));
  }

  apply(table: RelocationTable, target: SectionHeader): void {
    const { layout } = this.#links;
    const bytes = sectionBytes(layout.file, target);
    const start = layout.placement[target.index] ?? 0;
    forEachRelocation(table, layout.space, true, (relocation) => {
      if (relocation.type === 0) return;
      const rule = this.#rules.get(relocation.type);
      const field = rule === undefined ? undefined : bytes.window(relocation.place, rule.size);
      const value = this.#symbolRva(relocation.symbol);
      if (value === undefined) {
        this.skipped++;
        return;
      }
      const rva = start + relocation.place;
      if (rule === undefined || field === undefined) {
        this.#noteWord(relocation, rva, value + relocation.addend);
        this.skipped++;
        return;
      }
      const addend = table.form === "rela" ? relocation.addend : signedField(field.data, rule.size);
      this.#noteWord(relocation, rva, value + addend);
      const stored = this.#stored(rule, relocation, rva, value, addend);
      const word = rule.field === undefined ? stored : BigInt(withField(field.u32(0), stored, rule.field));
      this.#patches.push({ rva, bytes: littleEndian(word, rule.size) });
    });
  }

  finish(): LinkedObject {
    const size = this.#slots.size * this.#links.layout.space.words.size;
    return { patches: this.#patches, words: this.#words.finish(), tableSize: size };
  }

  #stored({ value }: FieldRule, { symbol }: Relocation, rva: number, target: number, addend: number): bigint {
    const base = this.#links.layout.space.base;
    const place = BigInt(rva);
    switch (value) {
      case "S":
        return base + BigInt(target + addend);
      case "S-P":
        return BigInt(target + addend) - place;
      case "G":
        return base + BigInt(this.#slot(symbol, target) + addend);
      case "G-P":
        return BigInt(this.#slot(symbol, target) + addend) - place;
      case "size":
        return BigInt((this.#links.symbols.size[symbol] ?? 0) + addend);
      case "page":
        return pageOf(BigInt(target + addend)) - pageOf(place);
      case "G page":
        return pageOf(BigInt(this.#slot(symbol, target) + addend)) - pageOf(place);
    }
  }

  /** Whole words that hold an address are pointers or slots of imports. */
  #noteWord(relocation: Relocation, rva: number, target: number): void {
    if (!this.#wordTypes.has(relocation.type)) return;
    const imported = this.#links.importOf.get(relocation.symbol);
    if (imported === undefined) this.#words.addPointer(rva, target);
    else this.#words.addImport(rva, imported);
  }

  /** `undefined` for symbols without an address; the null symbol stands for address zero. */
  #symbolRva(index: number): number | undefined {
    const { importOf, imports, symbols, layout } = this.#links;
    const imported = importOf.get(index);
    if (imported !== undefined) return imports[imported]?.rva;
    if (index === 0) return -Number(layout.space.base);
    const rva = symbols.rva[index] ?? Number.NaN;
    return Number.isNaN(rva) ? undefined : rva;
  }

  #slot(symbol: number, target: number): number {
    const known = this.#slots.get(symbol);
    if (known !== undefined) return known;
    const { tableStart, importOf, layout } = this.#links;
    const slot = tableStart + this.#slots.size * layout.space.words.size;
    this.#slots.set(symbol, slot);
    const imported = importOf.get(symbol);
    if (imported === undefined) this.#words.addPointer(slot, target);
    else this.#words.addImport(slot, imported);
    return slot;
  }
}

function pageOf(address: bigint): bigint {
  return address - BigInt.asUintN(12, address);
}

/** The addend that REL relocations keep in their place. */
function signedField(bytes: Uint8Array, size: FieldRule["size"]): number {
  let value = 0;
  for (let at = size - 1; at >= 0; at--) value = value * 256 + (bytes[at] ?? 0);
  return value >= 2 ** (size * 8 - 1) ? value - 2 ** (size * 8) : value;
}

function littleEndian(value: bigint, size: FieldRule["size"]): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt.asIntN(64, value), true);
  return bytes.subarray(0, size);
}
