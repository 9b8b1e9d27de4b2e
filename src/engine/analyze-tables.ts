/** What is known of an image without decoding its code: functions from tables, pointers in data, strings. */
import type { Image } from "../formats/image.ts";
import { FUNCTION, INDIRECT_FUNCTION, PIECE, SYMBOL_SOURCES } from "../formats/symbol-list.ts";
import type { Task } from "./analyze.ts";
import { rvaColumn } from "./columns.ts";
import { dataPointers } from "./data-pointers.ts";
import { EVIDENCE_BIT } from "./discovery/functions.ts";
import { absoluteAddresses } from "./discovery/operands.ts";
import { ReferenceRows, referenceTable } from "./flow/reference-rows.ts";
import { FunctionNames } from "./function-names.ts";
import { type NamingSymbols, namingSymbols, symbolsByAddress } from "./names.ts";
import { FUNCTION_FLAGS, type FunctionTable, type Program } from "./program.ts";
import { searchedData } from "./searched-regions.ts";
import { findStrings } from "./strings/find.ts";

/** For architectures without a decoder. */
export function programFromTables(task: Task): Program {
  const { image, memory } = task;
  const rows = new ReferenceRows(dataPointers(image, memory, absoluteAddresses(image)), 0);
  rows.finish();
  const references = referenceTable(rows);
  const symbolOrder = symbolsByAddress(image.symbols);
  const functions = tabledFunctions(task, symbolOrder);
  return {
    functions,
    blocks: {
      rva: new Uint32Array(0),
      size: new Uint32Array(0),
      instructions: new Uint32Array(0),
      firstEdge: new Uint32Array(1),
    },
    edges: { to: new Uint32Array(0), kind: new Uint8Array(0) },
    references,
    unresolved: { rva: new Uint32Array(0), kind: new Uint8Array(0) },
    strings: findStrings(image, memory, references),
    symbolOrder,
    counts: { instructions: 0, jumpTables: 0, unclaimedCodeBytes: 0, codeAnalysed: false },
    issues: searchedData(image).issues,
  };
}

interface Tabled {
  size: number;
  evidence: number;
}

function tabledFunctions({ image, memory, believe, sources }: Task, symbolOrder: Uint32Array): FunctionTable {
  const found = new Map<number, Tabled>();
  const add = (rva: number | undefined, size: number, evidence: number): void => {
    if (rva === undefined || Number.isNaN(rva) || memory.regionAt(rva)?.permissions.execute !== true) return;
    const known = found.get(rva) ?? { size: 0, evidence: 0 };
    found.set(rva, { size: Math.max(known.size, size), evidence: known.evidence | evidence });
  };
  add(image.entry, 0, EVIDENCE_BIT.entry);
  for (const { rva, size, source, fragment } of image.functionHints) {
    if (!fragment && (sources.unwind || source === "init_array")) add(rva, size ?? 0, EVIDENCE_BIT[source]);
  }
  addNamed(image, believe, add);

  const stubs = stubImports(image);
  for (const rva of stubs.keys()) add(rva, 0, EVIDENCE_BIT.import_stub);
  const starts = Float64Array.from(found.keys()).sort();
  return {
    rva: rvaColumn(starts),
    size: Uint32Array.from(starts, (rva) => found.get(rva)?.size ?? 0),
    evidence: Uint32Array.from(starts, (rva) => found.get(rva)?.evidence ?? 0),
    flags: Uint16Array.from(starts, (rva) => (stubs.has(rva) ? FUNCTION_FLAGS.importStub : 0)),
    import: Int32Array.from(starts, (rva) => stubs.get(rva) ?? -1),
    instructions: new Uint32Array(starts.length),
    firstBlock: new Uint32Array(starts.length + 1),
    callers: new Uint32Array(starts.length),
    name: tabledNames(image, namingSymbols(image.symbols, symbolOrder, believe), stubs, starts),
  };
}

function addNamed(
  { symbols, exports }: Image,
  believe: Task["believe"],
  add: (rva: number | undefined, size: number, evidence: number) => void,
): void {
  const believed = SYMBOL_SOURCES.map(believe);
  for (const [row, kind] of symbols.kind.entries()) {
    if ((kind !== FUNCTION && kind !== INDIRECT_FUNCTION) || believed[symbols.source[row] ?? 0] === false) continue;
    if (symbols.piece[row] !== PIECE.cold) add(symbols.rva[row], symbols.size[row] ?? 0, EVIDENCE_BIT.symbol);
  }
  for (const [row, kind] of exports.kind.entries()) {
    if (kind === FUNCTION) add(exports.rva[row], exports.size[row] ?? 0, EVIDENCE_BIT.export);
  }
}

function tabledNames(
  image: Image,
  names: NamingSymbols,
  stubs: ReadonlyMap<number, number>,
  starts: Float64Array,
): FunctionNames {
  const symbol = names.ofAll(starts);
  const unnamed = [...symbol.keys()].filter((row) => symbol[row] === -1);
  const others = new Map(unnamed.map((row) => [row, nameOfPlace(image, stubs, starts[row] ?? 0)]));
  return new FunctionNames(image.symbols.name, symbol, others);
}

/** Import of each stub that a table of the file names, by its rva. */
function stubImports({ stubs }: Image): ReadonlyMap<number, number> {
  return new Map(Array.from(stubs?.rva ?? [], (rva, row) => [rva, stubs?.import[row] ?? -1]));
}

function nameOfPlace(image: Image, stubs: ReadonlyMap<number, number>, rva: number): string {
  const imported = image.imports[stubs.get(rva) ?? -1]?.name;
  if (imported !== undefined) return imported;
  if (rva !== image.entry) return "";
  return image.entryIsMain === true ? "main" : "_start";
}
