/**
 * The file form of one part of an analysis: a JSON tree whose typed arrays lie beside it as raw columns, so that
 * opening a part costs its header and no copy of its columns.
 *
 * Layout, in the byte order of the host (the store never leaves its machine): magic, version, header size and zero as
 * 32-bit words; the JSON header; then the columns, each at a multiple of 8 from the start of the file.
 */

export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** JSON values and columns in any arrangement. Numbers are finite; `undefined` fields are left out. */
export type ContainerValue =
  | null
  | boolean
  | number
  | string
  | Column
  | readonly ContainerValue[]
  | { readonly [key: string]: ContainerValue | undefined };

/** The file form of `value` in pieces to be laid one behind the other: those of columns are views of them, not copies. */
export function containerPieces(value: ContainerValue): Uint8Array[] {
  const columns: PlacedColumn[] = [];
  const tree = detachColumns(value, [], columns);
  const text = JSON.stringify({ tree, columns: columns.map(describe) });
  const size = Buffer.byteLength(text);
  const head = new Uint8Array(aligned(PREFIX_SIZE + size));
  new Uint32Array(head.buffer, 0, PREFIX_SIZE / 4).set([MAGIC, VERSION, size, 0]);
  new TextEncoder().encodeInto(text, head.subarray(PREFIX_SIZE));
  const pieces: Uint8Array[] = [head];
  let end = 0;
  for (const { column, offset } of columns) {
    if (offset > end) pieces.push(new Uint8Array(offset - end));
    if (column.length > 0) pieces.push(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
    end = offset + column.byteLength;
  }
  return pieces;
}

/** The bytes of a file that comes in pieces: a lone piece itself, else in a buffer of their own. */
export function joinedPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const bytes = new Uint8Array(sizeOfPieces(pieces));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Bytes. */
export function sizeOfPieces(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/**
 * The value that `bytes` hold, or `undefined` when they are not a whole container of this version. Columns are views
 * of `bytes` when these start at a multiple of 8 in their buffer, else of one copy.
 */
export function decodeContainer(bytes: Uint8Array): ContainerValue | undefined {
  const whole = bytes.byteOffset % ALIGNMENT === 0 ? bytes : new Uint8Array(bytes);
  const header = readHeader(whole);
  if (header === undefined) return undefined;
  const root = { tree: header.tree };
  for (const { path, type, offset, length } of header.columns) {
    const column = viewColumn(whole, type, header.columnsStart + offset, length);
    if (column === undefined || !attach(root, path, column)) return undefined;
  }
  return root.tree;
}

const MAGIC = 0x0a61_6572;
const VERSION = 1;
const PREFIX_SIZE = 16;
const ALIGNMENT = 8;

const COLUMN_TYPES = {
  u8: { size: 1, view: (...place: Place) => new Uint8Array(...place) },
  u16: { size: 2, view: (...place: Place) => new Uint16Array(...place) },
  u32: { size: 4, view: (...place: Place) => new Uint32Array(...place) },
  i32: { size: 4, view: (...place: Place) => new Int32Array(...place) },
  f64: { size: 8, view: (...place: Place) => new Float64Array(...place) },
} as const;
type Place = [buffer: ArrayBufferLike, offset: number, length: number];
type ColumnType = keyof typeof COLUMN_TYPES;

/** Keys from the root of the tree to the place of a column. */
type Path = readonly (string | number)[];

interface PlacedColumn {
  readonly column: Column;
  readonly path: Path;
  /** From the start of the first column, in bytes. */
  readonly offset: number;
}

interface ColumnRecord {
  readonly path: Path;
  readonly type: ColumnType;
  readonly offset: number;
  /** Elements. */
  readonly length: number;
}

interface Header {
  tree: ContainerValue;
  readonly columns: readonly ColumnRecord[];
  readonly columnsStart: number;
}

function aligned(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}

/** The tree with null in the place of every column; the columns go to `columns`. What holds none is not copied. */
function detachColumns(value: ContainerValue | undefined, path: Path, columns: PlacedColumn[]): unknown {
  if (value === null || typeof value !== "object" || !holdsColumn(value)) return value;
  if (isColumn(value)) {
    const last = columns.at(-1);
    const offset = last === undefined ? 0 : aligned(last.offset + last.column.byteLength);
    columns.push({ column: value, path, offset });
    return null;
  }
  if (isList(value)) return value.map((item, index) => detachColumns(item, [...path, index], columns));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, detachColumns(item, [...path, key], columns)]),
  );
}

function holdsColumn(value: ContainerValue | undefined): boolean {
  if (value === null || typeof value !== "object") return false;
  return isColumn(value) || (isList(value) ? value : Object.values(value)).some(holdsColumn);
}

function isColumn(value: object): value is Column {
  return ArrayBuffer.isView(value);
}

function isList(value: object): value is readonly ContainerValue[] {
  return Array.isArray(value);
}

function describe({ column, path, offset }: PlacedColumn): ColumnRecord {
  return { path, type: typeOf(column), offset, length: column.length };
}

function typeOf(column: Column): ColumnType {
  if (column instanceof Uint8Array) return "u8";
  if (column instanceof Uint16Array) return "u16";
  if (column instanceof Uint32Array) return "u32";
  return column instanceof Int32Array ? "i32" : "f64";
}

function readHeader(bytes: Uint8Array): Header | undefined {
  if (bytes.length < PREFIX_SIZE) return undefined;
  const [magic, version, size = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, PREFIX_SIZE / 4);
  const end = PREFIX_SIZE + size;
  if (magic !== MAGIC || version !== VERSION || end > bytes.length) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + PREFIX_SIZE, size).toString("utf8");
  const parsed = parseJson(text);
  if (!isRecord(parsed) || !isValue(parsed["tree"]) || !Array.isArray(parsed["columns"])) return undefined;
  const columns = parsed["columns"].filter(isColumnRecord);
  if (columns.length !== parsed["columns"].length) return undefined;
  return { tree: parsed["tree"], columns, columnsStart: aligned(end) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Whatever JSON holds is a container value. */
function isValue(value: unknown): value is ContainerValue {
  return value !== undefined;
}

function isColumnRecord(value: unknown): value is ColumnRecord {
  if (!isRecord(value)) return false;
  const { path, type, offset, length } = value;
  return (
    Array.isArray(path) &&
    typeof type === "string" &&
    Object.hasOwn(COLUMN_TYPES, type) &&
    isSize(offset) &&
    isSize(length)
  );
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function viewColumn(bytes: Uint8Array, type: ColumnType, offset: number, length: number): Column | undefined {
  const { size, view } = COLUMN_TYPES[type];
  if (offset % ALIGNMENT !== 0 || offset + length * size > bytes.length) return undefined;
  return view(bytes.buffer, bytes.byteOffset + offset, length);
}

/** Puts a column where the tree has kept a null for it. */
function attach(root: { tree: ContainerValue }, path: Path, column: Column): boolean {
  let holder: unknown = root;
  let key: string | number = "tree";
  for (const next of path) {
    if (!isRecord(holder)) return false;
    holder = Object.hasOwn(holder, key) ? holder[key] : undefined;
    key = next;
  }
  if (!isRecord(holder) || !Object.hasOwn(holder, key) || holder[key] !== null) return false;
  holder[key] = column;
  return true;
}
