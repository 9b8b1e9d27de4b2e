/** Symbols of the file, by address, then name; the ones without an address last. */
import { rvaColumn, textColumn } from "../../../engine/columns.ts";
import type { RvaColumn, TextColumn } from "../../../engine/program.ts";
import type { ImageSymbol, SymbolBinding, SymbolKind } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { ascending, itemsAt, sortEqualRuns } from "../row-order.ts";
import { exactCount } from "../address-space.ts";
import { Fields, storedText } from "./fields.ts";

export const SYMBOL_KINDS: readonly SymbolKind[] = [
  "function",
  "object",
  "tls",
  "section",
  "file",
  "ifunc",
  "notype",
  "other",
];
export const SYMBOL_BINDINGS: readonly SymbolBinding[] = ["global", "unique", "weak", "local", "other"];
export const SYMBOL_SOURCES: readonly ImageSymbol["source"][] = ["symtab", "dynsym", "go_pclntab", "debug"];

export interface SymbolRows {
  /** Shorter than the other columns: the rows past its end have no address. */
  readonly rva: RvaColumn;
  readonly size: Float64Array;
  /** Index in `SYMBOL_KINDS`. */
  readonly kind: Uint8Array;
  /** Index in `SYMBOL_BINDINGS`. */
  readonly binding: Uint8Array;
  /** Index in `SYMBOL_SOURCES`. */
  readonly source: Uint8Array;
  readonly raw: TextColumn;
  /** Demangled name; empty when it is the raw one. */
  readonly shown: TextColumn;
}

/** `shownName` gives the name to show for a raw one. Nameless symbols are left out. */
export function storeSymbols(symbols: readonly ImageSymbol[], shownName: (raw: string) => string): ContainerValue {
  const rows = inOrder(symbols.filter(({ name }) => name !== ""));
  const raw = rows.map(({ name }) => name);
  const shown = raw.map((name) => {
    const text = shownName(name);
    return text === name ? "" : text;
  });
  return {
    rva: rvaColumn(rows.map(({ rva }) => rva).filter((rva) => rva !== undefined)),
    size: Float64Array.from(rows, ({ size }) => exactCount(size)),
    kind: Uint8Array.from(rows, ({ kind }) => SYMBOL_KINDS.indexOf(kind)),
    binding: Uint8Array.from(rows, ({ binding }) => SYMBOL_BINDINGS.indexOf(binding)),
    source: Uint8Array.from(rows, ({ source }) => SYMBOL_SOURCES.indexOf(source)),
    raw: storedText(textColumn(raw)),
    shown: storedText(textColumn(shown)),
  };
}

export function readSymbols(value: ContainerValue): SymbolRows {
  const fields = new Fields("symbols", value);
  return {
    rva: fields.rva("rva"),
    size: fields.f64("size"),
    kind: fields.u8("kind"),
    binding: fields.u8("binding"),
    source: fields.u8("source"),
    raw: fields.text("raw"),
    shown: fields.text("shown"),
  };
}

/** By address, then name, then source; without an address last. */
function inOrder(symbols: readonly ImageSymbol[]): ImageSymbol[] {
  const placed = symbols.filter(({ rva }) => rva !== undefined);
  const others = symbols.filter(({ rva }) => rva === undefined);
  const addresses = placed.map(({ rva }) => rva ?? 0);
  const rows = ascending(addresses);
  sortEqualRuns(rows, addresses, (left, right) => compareSymbols(placed[left], placed[right]) || left - right);
  return [...itemsAt(placed, rows), ...others.sort(compareSymbols)];
}

function compareSymbols(left: ImageSymbol | undefined, right: ImageSymbol | undefined): number {
  return compareNames(left?.name ?? "", right?.name ?? "") || compareNames(left?.source ?? "", right?.source ?? "");
}

/** Order by UTF-16 code units: the same on every machine. */
export function compareNames(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
