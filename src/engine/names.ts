/** Names of functions: the best that a table gives, raw and for display. */
import type { Image, ImageSymbol } from "../formats/image.ts";

/** Turns a mangled name into one to show; `undefined` when it is not mangled. */
export type Demangle = (name: string) => string | undefined;

/** Raw names by rva: global symbols of .symtab before local ones, then .dynsym, then Go's table. */
export function symbolNames(image: Image, believe: (symbol: ImageSymbol) => boolean): Map<number, string> {
  const names = new Map<number, string>();
  const ranks = new Map<number, number>();
  for (const symbol of image.symbols) {
    if (symbol.rva === undefined || symbol.name === "" || !NAMING.has(symbol.kind) || !believe(symbol)) continue;
    const rank = rankOf(symbol);
    if (rank >= (ranks.get(symbol.rva) ?? Infinity)) continue;
    ranks.set(symbol.rva, rank);
    names.set(symbol.rva, symbol.name);
  }
  return names;
}

const NAMING: ReadonlySet<string> = new Set(["function", "ifunc", "notype"]);

/** Lower is better. Untyped labels only name what nothing else does. */
function rankOf({ source, binding, kind }: ImageSymbol): number {
  const bySource = { symtab: 0, debug: 1, dynsym: 4, go_pclntab: 6 }[source];
  const byBinding = binding === "local" ? 2 : binding === "weak" ? 1 : 0;
  return bySource + byBinding + (kind === "notype" ? 16 : 0);
}

/** `sub_401120`: the name of a function that nothing names. */
export function placeName(base: bigint, rva: number): string {
  return `sub_${BigInt.asUintN(64, base + BigInt(rva)).toString(16)}`;
}
