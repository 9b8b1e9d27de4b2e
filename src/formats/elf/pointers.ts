/** Words whose run-time value dynamic relocations fix: pointers inside the image and slots of imports. */
import type { Architecture, ImportSlotColumns, PointerColumns } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { SymbolColumns } from "../symbol-list.ts";
import { actionsOf, type RelocationAction } from "./relocation-types.ts";
import { forEachRelativeWord, forEachRelocation, type Relocation, type RelocationTable } from "./relocations.ts";
import type { AddressSpace } from "../words.ts";

export interface RelocatedWords {
  readonly pointers: PointerColumns;
  readonly importSlots: ImportSlotColumns;
}

/** What the relocations of a linked file refer to. */
export interface RelocationContext {
  readonly architecture: Architecture;
  readonly space: AddressSpace;
  readonly memory: Memory;
  readonly symbols: Pick<SymbolColumns, "rva">;
  /** Index in the imports of the image by symbol index; absent for symbols that are not imports. */
  readonly importOf: ReadonlyMap<number, number>;
}

/** Applies every table. Words outside the mapped memory and values too far from the base are left out. */
export function relocatedWords(tables: readonly RelocationTable[], context: RelocationContext): RelocatedWords {
  const words = new WordCollector();
  const actions = actionsOf(context.architecture);
  for (const table of tables) {
    if (table.form === "relr") {
      forEachRelativeWord(table.bytes, context.space, (slot) => words.addPointer(slot, valueAt(slot, context)));
      continue;
    }
    forEachRelocation(table, context.space, false, (relocation) => {
      const action = actions.get(relocation.type);
      if (action !== undefined) applyRelocation(relocation, action, table.form === "rel", context, words);
    });
  }
  return words.finish();
}

/** Collects words in any order and sorts them by slot; of two for one slot the later one counts. */
export class WordCollector {
  readonly #pointers = new PairList();
  readonly #imports = new PairList();

  addPointer(slot: number, target: number): void {
    if (slot >= 0 && target >= 0) this.#pointers.push(slot, target);
  }

  addImport(slot: number, index: number): void {
    if (slot >= 0) this.#imports.push(slot, index);
  }

  finish(): RelocatedWords {
    const pointers = this.#pointers.sorted();
    const imports = this.#imports.sorted();
    return {
      pointers: { slot: pointers.keys, target: pointers.values },
      importSlots: { slot: imports.keys, import: Uint32Array.from(imports.values) },
    };
  }
}

function applyRelocation(
  relocation: Relocation,
  action: RelocationAction,
  addendInPlace: boolean,
  context: RelocationContext,
  words: WordCollector,
): void {
  const { place, symbol } = relocation;
  if (action === "relative" || action === "resolver" || (action === "absolute" && symbol === 0)) {
    words.addPointer(place, addendInPlace ? valueAt(place, context) : relocation.addendRva);
    return;
  }
  const imported = context.importOf.get(symbol);
  if (imported !== undefined) {
    words.addImport(place, imported);
    return;
  }
  const target = context.symbols.rva[symbol] ?? Number.NaN;
  if (Number.isNaN(target)) return;
  words.addPointer(place, action === "slot" ? target : target + addend(relocation, addendInPlace, context));
}

function addend(relocation: Relocation, inPlace: boolean, { space, memory }: RelocationContext): number {
  if (!inPlace) return relocation.addend;
  const word = memory.window(relocation.place, space.words.size);
  return word === undefined ? 0 : space.words.signed(word, 0);
}

/** The address that the file holds at `slot`, as an rva; NaN when it holds none. */
function valueAt(slot: number, { space, memory }: RelocationContext): number {
  const word = memory.window(slot, space.words.size);
  return (word === undefined ? undefined : space.read(word, 0)) ?? Number.NaN;
}

interface Pairs {
  readonly keys: Float64Array;
  readonly values: Float64Array;
}

/** Growing pairs of numbers. */
class PairList {
  #keys = new Float64Array(64);
  #values = new Float64Array(64);
  #count = 0;
  #ascending = true;

  push(key: number, value: number): void {
    if (this.#count === this.#keys.length) this.#grow();
    const last = this.#count === 0 ? -1 : (this.#keys[this.#count - 1] ?? 0);
    if (key <= last) this.#ascending = false;
    this.#keys[this.#count] = key;
    this.#values[this.#count] = value;
    this.#count++;
  }

  sorted(): Pairs {
    const keys = this.#keys.slice(0, this.#count);
    const values = this.#values.slice(0, this.#count);
    return this.#ascending ? { keys, values } : sortedPairs(keys, values);
  }

  #grow(): void {
    const keys = new Float64Array(this.#count * 2);
    const values = new Float64Array(this.#count * 2);
    keys.set(this.#keys);
    values.set(this.#values);
    this.#keys = keys;
    this.#values = values;
  }
}

function sortedPairs(keys: Float64Array, values: Float64Array): Pairs {
  const order = Uint32Array.from(keys, (_, index) => index);
  order.sort((left, right) => (keys[left] ?? 0) - (keys[right] ?? 0) || left - right);
  const last = order.filter((row, index) => keys[row] !== keys[order[index + 1] ?? -1]);
  return {
    keys: Float64Array.from(last, (row) => keys[row] ?? 0),
    values: Float64Array.from(last, (row) => values[row] ?? 0),
  };
}
