/** The table of functions, once code is cut into blocks and every block has an owner. */
import type { Image } from "../formats/image.ts";
import { rvaColumn } from "./columns.ts";
import type { Descent } from "./discovery/descent.ts";
import { EVIDENCE_BIT } from "./discovery/functions.ts";
import { findMain } from "./discovery/main-function.ts";
import { MARK } from "./discovery/marks.ts";
import { STATE } from "./discovery/returns.ts";
import type { BlockRows } from "./flow/block-rows.ts";
import type { SymbolNames } from "./names.ts";
import { FUNCTION_FLAGS } from "./program.ts";
import type { BlockTable, FunctionTable } from "./program.ts";

/** A function of the program: found in code, or standing for an import of a relocatable file. */
export interface FunctionRow {
  readonly rva: number;
  /** Index in the order of discovery, -1 for the stand-in of an import. */
  readonly found: number;
  readonly import: number;
}

/** All functions, ascending by rva. */
export function functionRows(descent: Descent, placeholders: ReadonlySet<number>): FunctionRow[] {
  const { functions, ground } = descent;
  const rows: FunctionRow[] = [];
  for (const start of functions.starts.view().slice().sort()) {
    const found = descent.functionAt(start);
    rows.push({ rva: ground.space.rvaOf(start), found, import: functions.importOf(found) });
  }
  const standIns = Array.from(placeholders, (rva) => ({ rva, found: -1, import: ground.imports.ofPlaceholder(rva) }));
  if (standIns.length === 0) return rows;
  return [...rows, ...standIns].sort((left, right) => left.rva - right.rva);
}

/** What the table is made of. */
export interface FunctionParts {
  readonly image: Image;
  readonly rows: readonly FunctionRow[];
  readonly descent: Descent;
  readonly blocks: BlockTable;
  readonly firstBlock: Uint32Array;
  readonly callers: Uint32Array;
  readonly names: SymbolNames;
  /** Blocks that run into bytes that are no instruction, by rva of their start. */
  readonly badBlocks: ReadonlySet<number>;
  /** Import slots of calls and jumps through registers, by their rva. */
  readonly named: ReadonlyMap<number, number>;
}

export function functionTable(parts: FunctionParts): FunctionTable {
  const { rows, descent, blocks, firstBlock } = parts;
  const instructions = new Uint32Array(rows.length);
  for (let block = 0; block < blocks.function.length; block++) {
    const owner = blocks.function[block] ?? 0;
    instructions[owner] = (instructions[owner] ?? 0) + (blocks.instructions[block] ?? 0);
  }
  return {
    rva: rvaColumn(Float64Array.from(rows, (row) => row.rva)),
    size: Uint32Array.from(rows, (row, index) => sizeOf(parts, row, index)),
    evidence: Uint32Array.from(rows, ({ found }) =>
      found < 0 ? EVIDENCE_BIT.import_stub : descent.functions.evidenceOf(found),
    ),
    flags: flagsOf(parts),
    import: Int32Array.from(rows, (row) => row.import),
    instructions,
    firstBlock,
    callers: parts.callers,
    name: functionNames(parts),
  };
}

/** The range that a table gives, else the blocks from the start on that lie one behind the other. */
function sizeOf({ blocks, firstBlock, descent }: FunctionParts, { rva, found }: FunctionRow, index: number): number {
  if (found < 0) return 0;
  const { space } = descent.ground;
  const end = descent.functions.endOf(found);
  if (end > 0) return end - descent.functions.startOf(found);
  let size = 0;
  for (let block = firstBlock[index] ?? 0; block < (firstBlock[index + 1] ?? 0); block++) {
    const start = (blocks.rva[block] ?? 0) - rva;
    if (start < 0) continue;
    if (start > size && !isFilling(space.bytes, descent.marks, descent.functions.startOf(found), size, start)) break;
    size = Math.max(size, start + (blocks.size[block] ?? 0));
  }
  return size;
}

/** Whether only alignment or a jump table lies between two blocks of a function. */
function isFilling(bytes: Uint8Array, marks: Uint8Array, origin: number, from: number, to: number): boolean {
  if (to - from < 16) return true;
  for (let at = origin + from; at < origin + to; at++) {
    const isTable = ((marks[at] ?? 0) & MARK.TABLE) !== 0;
    if (!isTable && bytes[at] !== 0xcc && bytes[at] !== 0) return false;
  }
  return true;
}

function flagsOf(parts: FunctionParts): Uint16Array {
  const { rows, descent, blocks, firstBlock, badBlocks } = parts;
  const flags = new Uint16Array(rows.length);
  const unresolved = unresolvedFunctions(parts);
  for (const [index, row] of rows.entries()) {
    let sum = 0;
    if (row.import >= 0) sum |= FUNCTION_FLAGS.importStub;
    if (row.found < 0) {
      if (descent.ground.imports.neverReturns(row.import)) sum |= FUNCTION_FLAGS.noReturn;
    } else {
      if (descent.returns.stateOf(row.found) === STATE.NEVER) sum |= FUNCTION_FLAGS.noReturn;
      if (unresolved.has(index)) sum |= FUNCTION_FLAGS.unresolvedJump;
      if (isThunk(parts, row, index)) sum |= FUNCTION_FLAGS.thunk;
    }
    for (let block = firstBlock[index] ?? 0; block < (firstBlock[index + 1] ?? 0); block++) {
      if (badBlocks.has(blocks.rva[block] ?? 0)) sum |= FUNCTION_FLAGS.badInstruction;
    }
    flags[index] = sum;
  }
  return flags;
}

/** Functions of the order of the table that have an indirect jump without known targets. */
function unresolvedFunctions({ descent, rows, named }: FunctionParts): ReadonlySet<number> {
  const found = new Set<number>();
  for (let row = 0; row < descent.unresolved.length; row += 2) {
    const jump = descent.unresolved.at(row + 1);
    if (descent.jumpTables.ofJump(jump) < 0 && !named.has(descent.ground.space.rvaOf(jump)))
      found.add(descent.unresolved.at(row));
  }
  const ranks = new Set<number>();
  for (const [index, row] of rows.entries()) if (found.has(row.found)) ranks.add(index);
  return ranks;
}

/** One block of one jump (perhaps behind `endbr64`) that leaves the function. */
function isThunk({ blocks, firstBlock, descent }: FunctionParts, row: FunctionRow, index: number): boolean {
  const block = firstBlock[index] ?? 0;
  if ((firstBlock[index + 1] ?? 0) - block !== 1 || (blocks.instructions[block] ?? 0) > 2) return false;
  if ((blocks.firstEdge[block + 1] ?? 0) > (blocks.firstEdge[block] ?? 0)) return false;
  return descent.leavesAtOnce(descent.functions.startOf(row.found));
}

function functionNames(parts: FunctionParts): readonly string[] {
  const { image, rows, names, descent } = parts;
  const main = findMain(image, descent);
  return rows.map((row) => names.get(row.rva)?.name ?? knownPlace(parts, row, main) ?? "");
}

/** Names that follow from what a function is: a stub's import, the entry, `main`, the start of `.init` and `.fini`. */
function knownPlace(
  { image, descent, names }: FunctionParts,
  row: FunctionRow,
  main: number | undefined,
): string | undefined {
  const imported = image.imports[row.import]?.name;
  if (imported !== undefined) return imported;
  if (row.rva === main) return "main";
  if (row.rva === image.entry && image.entryIsMain === true) return "main";
  if (row.rva === image.entry)
    return main === undefined && image.linkage.interpreter === undefined ? "entry" : "_start";
  const { ground, functions } = descent;
  const start = functions.startOf(row.found);
  const found = ground.space.regionAt(start);
  if (found?.start === start && found.region.name === ".init") return "_init";
  if (found?.start === start && found.region.name === ".fini") return "_fini";
  if (found?.region.content !== "stubs") return undefined;
  return names.get(ground.words.relocated(ground.imports.slotOfStub(start)))?.name;
}

/** Rva of the start of each block that is marked as bad. */
export function badBlocks(blocks: BlockRows, descent: Descent): ReadonlySet<number> {
  const bad = new Set<number>();
  for (let block = 0; block < blocks.count; block++) {
    if (blocks.bad.at(block) === 1) bad.add(descent.ground.space.rvaOf(blocks.start.at(block)));
  }
  return bad;
}
