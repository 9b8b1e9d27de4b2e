/** Symbols of a file as columns: large programs have hundreds of thousands, of which few are ever shown. */
import type { ImageSymbol, SymbolBinding, SymbolKind, SymbolSource, SymbolVisibility } from "./image.ts";
import { NameSlices } from "./name-slices.ts";

/** What the codes in the columns stand for; stored parts have the same. */
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
/** Codes of kinds that passes over the columns look for. */
export const FUNCTION = SYMBOL_KINDS.indexOf("function");
export const INDIRECT_FUNCTION = SYMBOL_KINDS.indexOf("ifunc");
export const SECTION = SYMBOL_KINDS.indexOf("section");

export const SYMBOL_BINDINGS: readonly SymbolBinding[] = ["global", "unique", "weak", "local", "other"];
export const SYMBOL_SOURCES: readonly SymbolSource[] = ["symtab", "dynsym", "go_pclntab", "debug"];
export const SYMBOL_VISIBILITIES: readonly SymbolVisibility[] = ["default", "internal", "hidden", "protected"];

/** What symbols and exports have in common, an entry a row. */
export interface NamedColumns {
  readonly name: NameSlices;
  /** Not a number where there is none. */
  readonly rva: Float64Array;
  readonly size: Float64Array;
  /** Index in `SYMBOL_KINDS`. */
  readonly kind: Uint8Array;
  /** Index in `versions`. */
  readonly version: Uint32Array;
  /** The first one is empty: that of rows without a version. */
  readonly versions: readonly string[];
}

/** What lists of symbols and of exports have in common. */
export class NamedList implements NamedColumns {
  readonly name: NameSlices;
  readonly rva: Float64Array;
  readonly size: Float64Array;
  readonly kind: Uint8Array;
  readonly version: Uint32Array;
  readonly versions: readonly string[];

  constructor(columns: NamedColumns) {
    this.name = columns.name;
    this.rva = columns.rva;
    this.size = columns.size;
    this.kind = columns.kind;
    this.version = columns.version;
    this.versions = columns.versions;
  }

  get length(): number {
    return this.rva.length;
  }
}

/** An entry a symbol. */
export interface SymbolColumns extends NamedColumns {
  /** Index in `SYMBOL_BINDINGS`. */
  readonly binding: Uint8Array;
  /** Index in `SYMBOL_SOURCES`. */
  readonly source: Uint8Array;
  /** Index in `SYMBOL_VISIBILITIES`. */
  readonly visibility: Uint8Array;
  /** One of `PIECE`. */
  readonly piece: Uint8Array;
}

/** What a name says of the code at its symbol: a whole function, a piece that compilers split off one, a cold piece. */
export const PIECE = { none: 0, piece: 1, cold: 2 } as const;

/** The `PIECE` of a name. */
export function pieceOf(name: string): number {
  if (!PIECE_NAME.test(name)) return PIECE.none;
  return COLD_NAME.test(name) ? PIECE.cold : PIECE.piece;
}

/** GCC and LLVM: `name.cold`, `name.cold.12`, `name.part.0`, `name.constprop.0.cold`. */
const PIECE_NAME = /\.(cold|part)(\.\d+)*(\.|$)/u;
const COLD_NAME = /\.cold(?:\.\d+)?$/u;

/** Symbols in the order of the file; to walk over them makes an object of each. */
export class SymbolList extends NamedList implements SymbolColumns {
  readonly binding: Uint8Array;
  readonly source: Uint8Array;
  readonly visibility: Uint8Array;
  readonly piece: Uint8Array;

  constructor(columns: SymbolColumns) {
    super(columns);
    this.binding = columns.binding;
    this.source = columns.source;
    this.visibility = columns.visibility;
    this.piece = columns.piece;
  }

  static of(symbols: readonly ImageSymbol[]): SymbolList {
    return new SymbolList({
      ...namedColumns(symbols),
      binding: Uint8Array.from(symbols, ({ binding }) => SYMBOL_BINDINGS.indexOf(binding)),
      source: Uint8Array.from(symbols, ({ source }) => SYMBOL_SOURCES.indexOf(source)),
      visibility: Uint8Array.from(symbols, ({ visibility }) => SYMBOL_VISIBILITIES.indexOf(visibility ?? "default")),
      piece: Uint8Array.from(symbols, ({ name }) => pieceOf(name)),
    });
  }

  /** The same symbols at other addresses. */
  placedAt(rva: Float64Array): SymbolList {
    const { name, size, kind, version, versions, binding, source, visibility, piece } = this;
    return new SymbolList({ name, rva, size, kind, version, versions, binding, source, visibility, piece });
  }

  *[Symbol.iterator](): Generator<ImageSymbol, undefined> {
    for (let row = 0; row < this.length; row++) {
      const visibility = SYMBOL_VISIBILITIES[this.visibility[row] ?? 0] ?? "default";
      const rva = this.rva[row] ?? Number.NaN;
      yield {
        ...namedRow(this, row),
        ...(Number.isNaN(rva) ? {} : { rva }),
        binding: SYMBOL_BINDINGS[this.binding[row] ?? 0] ?? "other",
        source: SYMBOL_SOURCES[this.source[row] ?? 0] ?? "symtab",
        ...(visibility === "default" ? {} : { visibility }),
      };
    }
  }

  /** The first row from `from` on that has one of the names, which are short; -1 when none has. */
  rowNamed(names: ReadonlySet<string>, from = 0): number {
    const { start, end } = this.name;
    const isSize = new Uint8Array(256);
    for (const name of names) isSize[Buffer.byteLength(name)] = 1;
    for (let row = from; row < start.length; row++) {
      if (isSize[(end[row] as number) - (start[row] as number)] === 1 && names.has(this.name.at(row))) return row;
    }
    return -1;
  }
}

/** A list, and which of its rows are meant; all of them unless told. */
export interface ChosenRows {
  readonly symbols: SymbolList;
  readonly rows?: Uint32Array;
}

/** The chosen rows of several lists, one list after the other. */
export function gathered(parts: readonly ChosenRows[]): SymbolList {
  const { bytes, shifts } = joinedBytes(parts.map(({ symbols }) => symbols.name.bytes));
  const columns = emptyColumns(parts.reduce((sum, { symbols, rows }) => sum + (rows ?? symbols).length, 0));
  const versions = [""];
  let at = 0;
  for (const [part, { symbols, rows }] of parts.entries()) {
    copyRows(symbols, rows ?? allRows(symbols.length), columns, {
      row: at,
      name: shifts[part] ?? 0,
      version: versions.length - 1,
    });
    at += (rows ?? symbols).length;
    for (const version of symbols.versions.slice(1)) versions.push(version);
  }
  return new SymbolList({ ...columns, name: new NameSlices(bytes, columns.name.start, columns.name.end), versions });
}

/** Columns for a number of symbols that are still to be put in. */
export function emptyColumns(count: number): SymbolColumns {
  return {
    name: new NameSlices(new Uint8Array(0), new Uint32Array(count), new Uint32Array(count)),
    rva: new Float64Array(count),
    size: new Float64Array(count),
    kind: new Uint8Array(count),
    version: new Uint32Array(count),
    versions: [""],
    binding: new Uint8Array(count),
    source: new Uint8Array(count),
    visibility: new Uint8Array(count),
    piece: new Uint8Array(count),
  };
}

/** How much further what a list counts lies in the list that is made. */
interface Shift {
  readonly row: number;
  readonly name: number;
  readonly version: number;
}

function copyRows(from: SymbolList, rows: Uint32Array, to: SymbolColumns, shift: Shift): void {
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number;
    const at = index + shift.row;
    const version = from.version[row] as number;
    to.name.start[at] = (from.name.start[row] as number) + shift.name;
    to.name.end[at] = (from.name.end[row] as number) + shift.name;
    to.rva[at] = from.rva[row] as number;
    to.size[at] = from.size[row] as number;
    to.kind[at] = from.kind[row] as number;
    to.version[at] = version === 0 ? 0 : version + shift.version;
    to.binding[at] = from.binding[row] as number;
    to.source[at] = from.source[row] as number;
    to.visibility[at] = from.visibility[row] as number;
    to.piece[at] = from.piece[row] as number;
  }
}

function allRows(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}

/** One run of bytes that holds all, and how far each lies in it: views of one buffer need no copy. */
function joinedBytes(parts: readonly Uint8Array[]): { readonly bytes: Uint8Array; readonly shifts: readonly number[] } {
  const [shared, ...others] = new Set(parts.map(({ buffer }) => buffer));
  if (shared !== undefined && others.length === 0) {
    return { bytes: new Uint8Array(shared), shifts: parts.map(({ byteOffset }) => byteOffset) };
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  const shifts = parts.map((part) => {
    bytes.set(part, end);
    end += part.length;
    return end - part.length;
  });
  return { bytes, shifts };
}

type Named = Pick<ImageSymbol, "name" | "version" | "rva" | "size" | "kind">;

/** The columns of objects. */
export function namedColumns(list: readonly Named[]): NamedColumns {
  const versions = [...new Set(["", ...list.map(({ version }) => version ?? "")])];
  const rowOf = new Map(versions.map((version, row) => [version, row]));
  return {
    name: NameSlices.of(list.map(({ name }) => name)),
    rva: Float64Array.from(list, ({ rva }) => rva ?? Number.NaN),
    size: Float64Array.from(list, ({ size }) => size),
    kind: Uint8Array.from(list, ({ kind }) => SYMBOL_KINDS.indexOf(kind)),
    version: Uint32Array.from(list, ({ version }) => rowOf.get(version ?? "") ?? 0),
    versions,
  };
}

/** What `columns` say of the object in a row. */
export function namedRow(
  { name, version, versions, size, kind }: NamedColumns,
  row: number,
): Pick<ImageSymbol, "name" | "version" | "size" | "kind"> {
  const text = versions[version[row] ?? 0] ?? "";
  return {
    name: name.at(row),
    ...(text === "" ? {} : { version: text }),
    size: size[row] ?? 0,
    kind: SYMBOL_KINDS[kind[row] ?? 0] ?? "other",
  };
}
