/** Names of functions: the best that a table gives, or one made of their place. */
import { SYMBOL_BINDINGS, SYMBOL_KINDS, SYMBOL_SOURCES, type SymbolList } from "../formats/symbol-list.ts";
import { firstAtLeast, rvaColumn } from "./columns.ts";
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

/** Global symbols of .symtab name places before local ones, then .dynsym, then Go's table. */
export function namingSymbols(symbols: SymbolList, believe: Believe): NamingSymbols {
  const ranks = rankColumn(symbols, believe);
  const rows = new Uint32Array(symbols.length);
  let count = 0;
  for (let row = 0; row < symbols.length; row++) if (ranks[row] !== NAMELESS) rows[count++] = row;
  const rvas = new Float64Array(count);
  for (let index = 0; index < count; index++) rvas[index] = symbols.rva[rows[index] as number] as number;
  const places = new Float64Array(count);
  const best = new Uint32Array(count);
  let last = -1;
  for (const index of orderOf(rvaColumn(rvas))) {
    const row = rows[index] as number;
    if (last < 0 || places[last] !== rvas[index]) {
      places[++last] = rvas[index] as number;
      best[last] = row;
    } else if ((ranks[row] as number) < (ranks[best[last] as number] as number)) best[last] = row;
  }
  return new NamingSymbols(places.subarray(0, last + 1), best.subarray(0, last + 1));
}

/** Of each symbol, lower is better. Untyped labels only name what nothing else does. */
function rankColumn({ rva, source, binding, kind }: SymbolList, believe: Believe): Uint8Array {
  const bySource = SYMBOL_SOURCES.map((name) => (believe(name) ? SOURCE_RANK[name] : NAMELESS));
  const ranks = new Uint8Array(rva.length).fill(NAMELESS);
  for (let row = 0; row < ranks.length; row++) {
    const ofSource = bySource[source[row] as number] as number;
    const ofKind = KIND_RANK[kind[row] as number] as number;
    if (ofSource === NAMELESS || ofKind === NAMELESS || Number.isNaN(rva[row])) continue;
    ranks[row] = ofSource + (BINDING_RANK[binding[row] as number] as number) + ofKind;
  }
  return ranks;
}

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
