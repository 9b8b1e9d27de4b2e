/** Names of functions: the best that a table gives, or one made of their place. */
import type { Image, ImageSymbol } from "../formats/image.ts";
import { firstAtLeast, float64Of, rvaColumn } from "./columns.ts";
import type { FunctionTable } from "./program.ts";
import { orderOf } from "./radix-sort.ts";

/** What names places. */
export interface SymbolNames {
  /** The symbol that names `rva`. */
  get(rva: number): ImageSymbol | undefined;
}

/** The symbol that names each rva: global symbols of .symtab before local ones, then .dynsym, then Go's table. */
export function symbolNames(image: Image, believe: (symbol: ImageSymbol) => boolean): SymbolNames {
  const symbols = image.symbols.filter(
    (symbol) => symbol.rva !== undefined && symbol.name !== "" && NAMING.has(symbol.kind) && believe(symbol),
  );
  const rvas = rvaColumn(float64Of(symbols.length, (index) => symbols[index]?.rva ?? 0));
  const places = new Float64Array(symbols.length);
  const best: ImageSymbol[] = [];
  for (const row of orderOf(rvas)) {
    const symbol = symbols[row];
    const last = best.length - 1;
    const known = best[last];
    if (symbol === undefined) continue;
    if (known === undefined || places[last] !== rvas[row]) {
      places[best.length] = rvas[row] ?? 0;
      best.push(symbol);
    } else if (rankOf(symbol) < rankOf(known)) best[last] = symbol;
  }
  const named = places.subarray(0, best.length);
  return {
    get(rva) {
      const at = firstAtLeast(named, rva);
      return named[at] === rva ? best[at] : undefined;
    },
  };
}

const NAMING: ReadonlySet<string> = new Set(["function", "ifunc", "notype"]);

/** Lower is better. Untyped labels only name what nothing else does. */
function rankOf({ source, binding, kind }: ImageSymbol): number {
  const bySource = SOURCE_RANK[source];
  const byBinding = binding === "local" ? 2 : binding === "weak" ? 1 : 0;
  return bySource + byBinding + (kind === "notype" ? 16 : 0);
}

const SOURCE_RANK = { symtab: 0, debug: 1, dynsym: 4, go_pclntab: 6 } as const;

/** Turns a mangled name into one to show; `undefined` when it is not mangled. */
export type Demangle = (name: string) => string | undefined;

/** The name to show of a function: demangled, or as it is, or of its place. Never empty. */
export function shownFunctionName(
  functions: Pick<FunctionTable, "rva" | "name">,
  index: number,
  base: bigint,
  demangle: Demangle,
): string {
  const name = functions.name[index] ?? "";
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
