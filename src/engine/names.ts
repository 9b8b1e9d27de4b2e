/** Names of functions: the best that a table gives, or one made of their place. */
import { SYMBOL_BINDINGS, SYMBOL_KINDS, SYMBOL_SOURCES, type SymbolList } from "../formats/symbol-list.ts";
import { firstAtLeast } from "./columns.ts";
import type { Believe } from "./analyze.ts";
import type { FunctionTable } from "./program.ts";
import { orderOf } from "./radix-sort.ts";

/** The symbols that name places: of several at one place the best. */
export class NamingSymbols {
  /** Ascending. */
  readonly #rva: Float64Array;
  readonly #row: Uint32Array;

  constructor(rva: Float64Array, row: Uint32Array) {
    this.#rva = rva;
    this.#row = row;
  }

  /** Row of the symbol that names `rva`, -1 when none does. */
  at(rva: number): number {
    const at = firstAtLeast(this.#rva, rva);
    return this.#rva[at] === rva ? (this.#row[at] ?? -1) : -1;
  }

  /** What `at` gives for each of `rvas`, which ascend. */
  ofAll(rvas: Float64Array): Int32Array {
    const rows = new Int32Array(rvas.length);
    let at = 0;
    for (let index = 0; index < rvas.length; index++) {
      const rva = rvas[index] as number;
      while (at < this.#rva.length && (this.#rva[at] as number) < rva) at++;
      rows[index] = this.#rva[at] === rva ? (this.#row[at] as number) : -1;
    }
    return rows;
  }
}

/** Rows of the symbols that have an address, ascending by it; those at one address in the order of the file. */
export function symbolsByAddress({ rva }: SymbolList): Uint32Array {
  const rows = new Uint32Array(rva.length);
  let count = 0;
  let lowest = 0;
  let highest = 0;
  for (let row = 0; row < rva.length; row++) {
    const place = rva[row] as number;
    if (Number.isNaN(place)) continue;
    rows[count++] = row;
    if (place < lowest) lowest = place;
    if (place > highest) highest = place;
  }
  // Symbols may lie below the image base.
  const keys = highest - lowest > 0xffff_ffff ? new Float64Array(count) : new Uint32Array(count);
  for (let index = 0; index < count; index++) keys[index] = (rva[rows[index] as number] as number) - lowest;
  const order = orderOf(keys);
  for (let index = 0; index < count; index++) order[index] = rows[order[index] as number] as number;
  return order;
}

/**
 * Of the symbols in `order`, which ascend by address, those that name places: global ones of .symtab before local ones,
 * then .dynsym, then Go's table.
 */
export function namingSymbols(symbols: SymbolList, order: Uint32Array, believe: Believe): NamingSymbols {
  const { rva, source, binding, kind } = symbols;
  const sourceRank = SYMBOL_SOURCES.map((name) => (believe(name) ? SOURCE_RANK[name] : NAMELESS));
  const places = new Float64Array(order.length);
  const best = new Uint32Array(order.length);
  let last = -1;
  let lastRank = NAMELESS;
  for (let index = 0; index < order.length; index++) {
    const row = order[index] as number;
    const rank =
      (sourceRank[source[row] as number] as number) +
      (BINDING_RANK[binding[row] as number] as number) +
      (KIND_RANK[kind[row] as number] as number);
    if (rank >= NAMELESS) continue;
    const place = rva[row] as number;
    const isNew = last < 0 || places[last] !== place;
    if (!isNew && rank >= lastRank) continue;
    if (isNew) places[++last] = place;
    best[last] = row;
    lastRank = rank;
  }
  return new NamingSymbols(places.subarray(0, last + 1), best.subarray(0, last + 1));
}

/** Of several symbols at one place the one with the lowest sum of ranks names it. Untyped labels only name what nothing else does. */
const NAMELESS = 0xff;
const SOURCE_RANK = { symtab: 0, debug: 1, dynsym: 4, go_pclntab: 6 } as const;
const BINDING_RANK = SYMBOL_BINDINGS.map((binding) => (binding === "local" ? 2 : binding === "weak" ? 1 : 0));
const KIND_RANK = SYMBOL_KINDS.map((kind) => {
  if (kind === "notype") return 16;
  return kind === "function" || kind === "ifunc" ? 0 : NAMELESS;
});

/** Turns a mangled name into one to show; `undefined` when it is not mangled. */
export type Demangle = (name: string) => string | undefined;

/** The name to show of a function: demangled, or as it is, or of its place. Never empty. */
export function shownFunctionName(
  functions: Pick<FunctionTable, "rva" | "name">,
  index: number,
  base: bigint,
  demangle: Demangle,
): string {
  const name = functions.name.at(index);
  return name === "" ? placeName(base, functions.rva[index] ?? 0) : (demangle(name) ?? name);
}

/** `sub_401120`: the name of a function that nothing names. */
export function placeName(base: bigint, rva: number): string {
  return `sub_${BigInt.asUintN(64, base + BigInt(rva)).toString(16)}`;
}

/** The rva in a name that `placeName` made; `undefined` for other names. */
export function rvaOfPlace(base: bigint, name: string): number | undefined {
  const digits = /^sub_([0-9a-f]{1,16})$/u.exec(name)?.[1];
  return digits === undefined ? undefined : Number(BigInt.asIntN(64, BigInt(`0x${digits}`) - base));
}
