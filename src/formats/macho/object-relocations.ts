/** Applies the relocations of object files for x86-64 and arm64 (Mach-O: `mach-o/x86_64/reloc.h`, `arm64/reloc.h`). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import { type RelocatedWords, WordCollector } from "../elf/pointers.ts";
import type { ImageImport, Patch } from "../image.ts";
import { ARM64, ARM64_SLOT_TYPES, arm64Field } from "./arm64-fields.ts";
import type { Layout } from "./layout.ts";
import { CPU } from "./machines.ts";
import { readRelocation, RELOCATION_SIZE, type RelocationEntry } from "./relocation-entry.ts";
import { type SectionHeader, sectionBytes } from "./segments.ts";
import type { SymbolEntry } from "./symbols.ts";

/** What the relocations of an object refer to. */
export interface ObjectLinks {
  readonly layout: Layout;
  readonly table: readonly SymbolEntry[];
  readonly imports: readonly ImageImport[];
  /** Position among the imports by symbol index. */
  readonly importOf: ReadonlyMap<number, number>;
  /** Rva from which slots for symbols reached through a global offset table are handed out. */
  readonly tableStart: number;
}

export interface LinkedObject {
  readonly patches: readonly Patch[];
  readonly words: RelocatedWords;
  /** Bytes of the slots handed out. */
  readonly tableSize: number;
  /** Imports that code calls. */
  readonly called: ReadonlySet<number>;
}

/** Applies the tables of all sections but those of debugging information; in all they are read as far as a file is long. */
export function linkObject(links: ObjectLinks, issues: IssueList): LinkedObject {
  const { layout } = links;
  const { file, header, sections } = layout;
  const linker = new ObjectLinker(links);
  let budget = file.length;
  for (const section of sections) {
    if (section.relocations === 0 || section.segmentName === "__DWARF") continue;
    const table = file.clamp(section.relocationOffset, section.relocations * RELOCATION_SIZE);
    budget -= table.length;
    if (budget < 0) {
      issues.add("macho_relocations_overlap", "relocation tables add up to more than the file; not all are read");
      break;
    }
    if (header.cpuType === CPU.x86_64) linker.applyX86(table, section);
    else if (header.cpuType === CPU.arm64) linker.applyArm64(table, section);
    else linker.skipped += table.length / RELOCATION_SIZE;
  }
  if (linker.skipped > 0) {
    const message = `${linker.skipped} ${plural(linker.skipped, "relocation of a kind that is", "relocations of kinds that are")} not applied, or against places the file lacks`;
    issues.add("macho_relocations_not_applied", message);
  }
  return linker.finish();
}

/** `X86_64_RELOC_*`. */
const X86 = { unsigned: 0, branch: 2, gotLoad: 3, got: 4, subtractor: 5, threadLocal: 9 } as const;
const X86_SLOT_TYPES: ReadonlySet<number> = new Set([X86.gotLoad, X86.got, X86.threadLocal]);

/** A place that a relocation changes. */
interface Place {
  readonly entry: RelocationEntry;
  readonly rva: number;
  readonly field: Bytes;
  /** The section is a table for linkers and unwinders: no data of the program. */
  readonly isTable: boolean;
}

class ObjectLinker {
  skipped = 0;
  readonly #links: ObjectLinks;
  readonly #words = new WordCollector();
  readonly #patches: Patch[] = [];
  readonly #called = new Set<number>();
  /** Rva of the slot of each symbol. */
  readonly #slots = new Map<number, number>();

  constructor(links: ObjectLinks) {
    this.#links = links;
  }

  applyX86(table: Bytes, section: SectionHeader): void {
    for (let at = 0; at + RELOCATION_SIZE <= table.length; at += RELOCATION_SIZE) {
      const place = this.#place(table, at, section);
      if (place === undefined) continue;
      const { entry } = place;
      if (entry.type === X86.unsigned) this.#absolute(place);
      else if (entry.type === X86.subtractor) {
        at += RELOCATION_SIZE;
        this.#difference(place, at + RELOCATION_SIZE <= table.length ? readRelocation(table, at) : undefined);
      } else this.#relativeX86(place);
    }
  }

  applyArm64(table: Bytes, section: SectionHeader): void {
    let addend = 0;
    for (let at = 0; at + RELOCATION_SIZE <= table.length; at += RELOCATION_SIZE) {
      const entry = readRelocation(table, at);
      if (entry?.type === ARM64.addend) {
        addend = (entry.symbol << 8) >> 8;
        continue;
      }
      const place = this.#place(table, at, section);
      if (place === undefined) continue;
      if (entry?.type === ARM64.unsigned) this.#absolute(place);
      else if (entry?.type === ARM64.subtractor) {
        at += RELOCATION_SIZE;
        this.#difference(place, at + RELOCATION_SIZE <= table.length ? readRelocation(table, at) : undefined);
      } else this.#instruction(place, addend);
      addend = 0;
    }
  }

  finish(): LinkedObject {
    const tableSize = this.#slots.size * this.#links.layout.space.words.size;
    return { patches: this.#patches, words: this.#words.finish(), tableSize, called: this.#called };
  }

  #place(table: Bytes, at: number, section: SectionHeader): Place | undefined {
    const { file, space } = this.#links.layout;
    const entry = readRelocation(table, at);
    const start = space.rvaOf(section.address);
    const field = entry === undefined ? undefined : sectionBytes(file, section).window(entry.address, entry.size);
    if (entry === undefined || field === undefined || start === undefined || start < 0) {
      this.skipped++;
      return undefined;
    }
    const isTable = section.segmentName === "__LD" || section.name === "__eh_frame";
    return { entry, rva: start + entry.address, field, isTable };
  }

  /** Objects keep addends in place; against a section the place holds the target's address already. */
  #absolute({ entry, rva, field, isTable }: Place): void {
    const imported = entry.external ? this.#links.importOf.get(entry.symbol) : undefined;
    const value = entry.external ? this.#symbolRva(entry.symbol) : 0;
    if (value === undefined) {
      this.skipped++;
      return;
    }
    const target = value + signedField(field);
    if (entry.size === this.#links.layout.space.words.size && !isTable) {
      if (imported === undefined) this.#words.addPointer(rva, target);
      else this.#words.addImport(rva, imported);
    }
    if (entry.external) this.#patch(rva, BigInt(target), entry.size);
  }

  /** The second entry is what the first is subtracted from. */
  #difference({ entry, rva, field }: Place, next: RelocationEntry | undefined): void {
    const minus = entry.external ? this.#symbolRva(entry.symbol) : 0;
    const plus = next?.external === true ? this.#symbolRva(next.symbol) : 0;
    if (minus === undefined || plus === undefined || next === undefined) this.skipped++;
    else this.#patch(rva, BigInt(plus - minus + signedField(field)), entry.size);
  }

  #relativeX86({ entry, rva, field }: Place): void {
    // Against a section the displacement is right as it stands: sections keep their addresses.
    if (!entry.external) return;
    const symbol = this.#symbolRva(entry.symbol);
    if (symbol === undefined || entry.size !== 4) {
      this.skipped++;
      return;
    }
    if (entry.type === X86.branch) this.#noteCall(entry.symbol);
    const target = X86_SLOT_TYPES.has(entry.type) ? this.#slot(entry.symbol, symbol) : symbol;
    this.#patch(rva, BigInt(target + signedField(field) - (rva + 4)), 4);
  }

  #instruction({ entry, rva, field }: Place, addend: number): void {
    const symbol = entry.external ? this.#symbolRva(entry.symbol) : undefined;
    if (symbol === undefined) {
      this.skipped++;
      return;
    }
    if (entry.type === ARM64.branch) this.#noteCall(entry.symbol);
    const target = ARM64_SLOT_TYPES.has(entry.type) ? this.#slot(entry.symbol, symbol) : symbol + addend;
    if (entry.type === ARM64.pointerToSlot) {
      this.#patch(rva, BigInt(entry.relative ? target - rva : target), entry.size);
      return;
    }
    const value = entry.size === 4 ? arm64Field(entry.type, field.u32(0), target, rva) : undefined;
    if (value === undefined) this.skipped++;
    else this.#patch(rva, BigInt(value), 4);
  }

  #noteCall(symbol: number): void {
    const imported = this.#links.importOf.get(symbol);
    if (imported !== undefined) this.#called.add(imported);
  }

  #patch(rva: number, value: bigint, size: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, BigInt.asIntN(64, value), true);
    this.#patches.push({ rva, bytes: bytes.subarray(0, size) });
  }

  #symbolRva(index: number): number | undefined {
    const { importOf, imports, table } = this.#links;
    const imported = importOf.get(index);
    return imported === undefined ? table[index]?.rva : imports[imported]?.rva;
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

/** Fields of 8 bytes hold addresses and small addends: above 2^53 they are rounded. */
function signedField(field: Bytes): number {
  switch (field.length) {
    case 8:
      return Number(field.i64(0));
    case 4:
      return field.i32(0);
    case 2:
      return (field.u16(0) << 16) >> 16;
    default:
      return (field.u8(0) << 24) >> 24;
  }
}
