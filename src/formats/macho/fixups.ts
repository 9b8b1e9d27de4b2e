/** Words that the dynamic linker sets before a linked file runs: pointers into the image, and slots of imports. */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { type RelocatedWords, WordCollector } from "../elf/pointers.ts";
import type { Memory } from "../memory.ts";
import { type Binding, type BindTable, readBindOpcodes } from "./bind-opcodes.ts";
import { readChainedFixups } from "./chained-fixups.ts";
import { readClassicRelocations } from "./classic-relocations.ts";
import type { ImportClaim, ImportCollector } from "./imports.ts";
import type { IndirectEntry } from "./indirect-symbols.ts";
import type { Layout } from "./layout.ts";
import { COMMAND, commandOf, linkedData } from "./load-commands.ts";
import { readRebaseOpcodes } from "./rebase-opcodes.ts";
import { ORDINAL } from "./symbols.ts";

/** What the fixups refer to. */
export interface FixupSources {
  readonly layout: Layout;
  readonly memory: Memory;
  readonly imports: ImportCollector;
  readonly indirect: readonly IndirectEntry[];
  /** Import of a symbol by its index. */
  readonly importOf: ReadonlyMap<number, number>;
  /** Rva of a symbol by its index. */
  readonly symbolRva: (index: number) => number | undefined;
  /** Rva of a name that this file defines and others may replace. */
  readonly ownName: (name: string) => number | undefined;
}

export interface Fixups extends RelocatedWords {
  /** `chained:64_offset`, `opcodes`, `relocations` or `none`. */
  readonly form: string;
}

/** Applies every table that the file has; linkers write one form of them. */
export function readFixups(sources: FixupSources, issues: IssueList): Fixups {
  const collector = new FixupCollector(sources);
  const forms = [
    chained(sources, collector, issues),
    opcodes(sources, collector, issues),
    relocations(sources, collector, issues),
  ];
  collector.addIndirect();
  const form = forms.filter((name) => name !== undefined).join("+");
  return { ...collector.finish(), form: form === "" ? "none" : form };
}

/** Imports outrank pointers: a lazy slot holds the address of its helper until the import is bound. */
class FixupCollector {
  readonly #sources: FixupSources;
  readonly #words = new WordCollector();
  readonly #bound = new Set<number>();
  readonly #rebased: number[] = [];

  constructor(sources: FixupSources) {
    this.#sources = sources;
  }

  /** A word that holds an address already. */
  rebase(slot: number): void {
    this.#rebased.push(slot);
  }

  pointer(slot: number, target: number): void {
    if (!this.#bound.has(slot)) this.#words.addPointer(slot, target);
  }

  import(slot: number, index: number): void {
    this.#bound.add(slot);
    this.#words.addImport(slot, index);
  }

  /** Adds an import whether or not a word is bound to it. */
  declare(claim: ImportClaim): void {
    if (this.#own(claim) === undefined) this.#sources.imports.add(claim);
  }

  bind({ slot, ...claim }: Binding): void {
    const own = this.#own(claim);
    if (own === undefined) this.import(slot, this.#sources.imports.add(claim));
    else {
      this.#bound.add(slot);
      this.#words.addPointer(slot, own);
    }
  }

  /** A weak binding names what this file may define itself. */
  #own({ name, ordinal }: ImportClaim): number | undefined {
    const isOwn = ordinal === ORDINAL.weakLookup || ordinal === ORDINAL.self;
    return isOwn ? this.#sources.ownName(name) : undefined;
  }

  /** What the tables of stubs and pointers say of slots that no binding names. */
  addIndirect(): void {
    const { indirect, importOf, symbolRva } = this.#sources;
    for (const { kind, rva, symbol } of indirect) {
      if (kind !== "pointer" || symbol === undefined || this.#bound.has(rva)) continue;
      const imported = importOf.get(symbol);
      const target = symbolRva(symbol);
      if (imported !== undefined) this.import(rva, imported);
      else if (target !== undefined) this.pointer(rva, target);
    }
  }

  finish(): RelocatedWords {
    const { layout, memory } = this.#sources;
    const { space } = layout;
    for (const slot of this.#rebased) {
      const word = this.#bound.has(slot) ? undefined : memory.window(slot, space.words.size);
      const target = word === undefined ? undefined : space.read(word, 0);
      if (target !== undefined) this.#words.addPointer(slot, target);
    }
    return this.#words.finish();
  }
}

function chained({ layout }: FixupSources, words: FixupCollector, issues: IssueList): string | undefined {
  const data = linkedData(layout.file, layout.commands, COMMAND.chainedFixups);
  if (data === undefined || data.length === 0) return undefined;
  const slots: number[] = [];
  const indexes: number[] = [];
  const found = readChainedFixups(data, layout, issues, {
    pointer: (slot, target) => words.pointer(slot, target),
    import: (slot, index) => {
      slots.push(slot);
      indexes.push(index);
    },
  });
  if (found === undefined) return "chained";
  for (const claim of found.imports) words.declare(claim);
  for (const [row, slot] of slots.entries()) {
    const claim = found.imports[indexes[row] ?? -1];
    if (claim !== undefined) words.bind({ ...claim, slot });
  }
  return found.format === "" ? "chained" : `chained:${found.format}`;
}

/** Fields of `dyld_info_command`: offset and size of each table. */
const TABLES = { rebase: 8, bind: 16, weak: 24, lazy: 32 } as const;

function opcodes({ layout }: FixupSources, words: FixupCollector, issues: IssueList): string | undefined {
  const command = commandOf(layout.commands, COMMAND.dyldInfo, 48);
  if (command === undefined) return undefined;
  const table = (field: number): Bytes => layout.file.clamp(command.u32(field), command.u32(field + 4));
  readRebaseOpcodes(table(TABLES.rebase), layout, issues, (slot) => words.rebase(slot));
  for (const name of ["bind", "lazy", "weak"] satisfies BindTable[]) {
    readBindOpcodes(table(TABLES[name]), name, layout, issues, (binding) => words.bind(binding));
  }
  return "opcodes";
}

function relocations(sources: FixupSources, words: FixupCollector, issues: IssueList): string | undefined {
  const { layout, importOf, symbolRva } = sources;
  let count = 0;
  readClassicRelocations(layout, issues, ({ slot, symbol }) => {
    count++;
    const imported = symbol === undefined ? undefined : importOf.get(symbol);
    const target = symbol === undefined ? undefined : symbolRva(symbol);
    if (imported !== undefined) words.import(slot, imported);
    else if (target !== undefined) words.pointer(slot, target);
    else words.rebase(slot);
  });
  return count === 0 ? undefined : "relocations";
}
