/** The table of functions, once code is cut into blocks and every block has an owner. */
import type { Image } from "../formats/image.ts";
import { rvaColumn, uint32Of } from "./columns.ts";
import type { Descent } from "./discovery/descent.ts";
import { EVIDENCE_BIT } from "./discovery/functions.ts";
import { findMain } from "./discovery/main-function.ts";
import { MARK } from "./discovery/marks.ts";
import { STATE } from "./discovery/returns.ts";
import { BLOCK, type BlockRows } from "./flow/block-rows.ts";
import { FunctionNames } from "./function-names.ts";
import type { NamingSymbols } from "./names.ts";
import { FUNCTION_FLAGS } from "./program.ts";
import type { BlockTable, FunctionTable } from "./program.ts";

/** The functions of the program, ascending by rva: those found in code, and stand-ins for imports of relocatable files. */
export interface FoundRows {
  readonly count: number;
  readonly rva: Float64Array;
  /** Index in the order of discovery, -1 for the stand-in of an import. */
  readonly found: Int32Array;
  readonly import: Int32Array;
}

/** All functions; `placeholders` are the rvas of the stand-ins. */
export function functionRows(descent: Descent, placeholders: ReadonlySet<number>): FoundRows {
  const { functions, ground } = descent;
  const starts = functions.ascendingStarts();
  const standIns = Float64Array.from(placeholders).sort();
  const count = starts.length + standIns.length;
  const rows = { count, rva: new Float64Array(count), found: new Int32Array(count), import: new Int32Array(count) };
  let nextStandIn = 0;
  for (let row = 0, next = 0; row < count; row++) {
    const rva = next < starts.length ? ground.space.rvaOf(starts[next] ?? 0) : Infinity;
    const standIn = standIns[nextStandIn] ?? Infinity;
    if (standIn < rva) {
      nextStandIn++;
      rows.rva[row] = standIn;
      rows.found[row] = -1;
      rows.import[row] = ground.imports.ofPlaceholder(standIn);
    } else {
      const found = descent.functionAt(starts[next++] ?? 0);
      rows.rva[row] = rva;
      rows.found[row] = found;
      rows.import[row] = functions.importOf(found);
    }
  }
  return rows;
}

/** What the table is made of. */
export interface FunctionParts {
  readonly image: Image;
  readonly rows: FoundRows;
  readonly descent: Descent;
  readonly blocks: BlockTable;
  readonly firstBlock: Uint32Array;
  readonly callers: Uint32Array;
  readonly names: NamingSymbols;
  /** Blocks that run into bytes that are no instruction, by rva of their start. */
  readonly badBlocks: ReadonlySet<number>;
  /** Import slots of calls and jumps through registers, by their rva. */
  readonly named: ReadonlyMap<number, number>;
}

export function functionTable(parts: FunctionParts): FunctionTable {
  const { rows, descent, blocks, firstBlock } = parts;
  const instructions = new Uint32Array(rows.count);
  for (let row = 0; row < rows.count; row++) {
    let sum = 0;
    for (let block = firstBlock[row] ?? 0; block < (firstBlock[row + 1] ?? 0); block++) {
      sum += blocks.instructions[block] ?? 0;
    }
    instructions[row] = sum;
  }
  return {
    rva: rvaColumn(rows.rva),
    size: uint32Of(rows.count, (row) => sizeOf(parts, row)),
    evidence: uint32Of(rows.count, (row) => evidenceOf(descent, rows.found[row] ?? -1)),
    flags: flagsOf(parts),
    import: rows.import,
    instructions,
    firstBlock,
    callers: parts.callers,
    name: functionNames(parts),
  };
}

function evidenceOf({ functions }: Descent, found: number): number {
  return found < 0 ? EVIDENCE_BIT.import_stub : functions.evidenceOf(found);
}

/** The range that a table gives, else the blocks from the start on that lie one behind the other. */
function sizeOf({ rows, blocks, firstBlock, descent }: FunctionParts, row: number): number {
  const found = rows.found[row] ?? -1;
  if (found < 0) return 0;
  const { space } = descent.ground;
  const rva = rows.rva[row] ?? 0;
  const end = descent.functions.endOf(found);
  if (end > 0) return end - descent.functions.startOf(found);
  let size = 0;
  for (let block = firstBlock[row] ?? 0; block < (firstBlock[row + 1] ?? 0); block++) {
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
  const { rows, firstBlock, blocks, badBlocks } = parts;
  const flags = new Uint16Array(rows.count);
  const unresolved = unresolvedFunctions(parts);
  for (let row = 0; row < rows.count; row++) {
    let sum = (rows.import[row] ?? -1) >= 0 ? FUNCTION_FLAGS.importStub : 0;
    sum |= flowFlags(parts, row, unresolved);
    if (badBlocks.size > 0) {
      for (let block = firstBlock[row] ?? 0; block < (firstBlock[row + 1] ?? 0); block++) {
        if (badBlocks.has(blocks.rva[block] ?? 0)) sum |= FUNCTION_FLAGS.badInstruction;
      }
    }
    flags[row] = sum;
  }
  return flags;
}

function flowFlags(parts: FunctionParts, row: number, unresolved: Uint8Array): number {
  const { rows, descent } = parts;
  const found = rows.found[row] ?? -1;
  if (found < 0) return descent.ground.imports.neverReturns(rows.import[row] ?? -1) ? FUNCTION_FLAGS.noReturn : 0;
  let sum = descent.returns.stateOf(found) === STATE.NEVER ? FUNCTION_FLAGS.noReturn : 0;
  if (unresolved[found] === 1) sum |= FUNCTION_FLAGS.unresolvedJump;
  return isThunk(parts, row) ? sum | FUNCTION_FLAGS.thunk : sum;
}

/** 1 for functions, in the order of discovery, that have an indirect jump without known targets. */
function unresolvedFunctions({ descent, named }: FunctionParts): Uint8Array {
  const { functions, unresolved, jumpTables, ground } = descent;
  const found = new Uint8Array(functions.count);
  for (let row = 0; row < unresolved.length; row += 2) {
    const jump = unresolved.at(row + 1);
    if (jumpTables.ofJump(jump) < 0 && !named.has(ground.space.rvaOf(jump))) found[unresolved.at(row)] = 1;
  }
  return found;
}

/** One block of one jump (perhaps behind `endbr64`) that leaves the function. */
function isThunk({ rows, blocks, firstBlock, descent }: FunctionParts, row: number): boolean {
  const block = firstBlock[row] ?? 0;
  if ((firstBlock[row + 1] ?? 0) - block !== 1 || (blocks.instructions[block] ?? 0) > 2) return false;
  if ((blocks.firstEdge[block + 1] ?? 0) > (blocks.firstEdge[block] ?? 0)) return false;
  return descent.leavesAtOnce(descent.functions.startOf(rows.found[row] ?? -1));
}

function functionNames(parts: FunctionParts): FunctionNames {
  const { image, rows, names, descent } = parts;
  const main = findMain(image, descent);
  const symbol = names.ofAll(rows.rva);
  const others = new Map<number, string>();
  for (let row = 0; row < symbol.length; row++) {
    const known = (symbol[row] as number) < 0 ? knownPlace(parts, row, main) : undefined;
    if (known !== undefined) others.set(row, known);
  }
  return new FunctionNames(image.symbols.name, symbol, others);
}

/** Names that follow from what a function is: a stub's import, the entry, `main`, the start of `.init` and `.fini`. */
function knownPlace(
  { image, rows, descent, names }: FunctionParts,
  row: number,
  main: number | undefined,
): string | undefined {
  const imported = image.imports[rows.import[row] ?? -1]?.name;
  if (imported !== undefined) return imported;
  const rva = rows.rva[row];
  if (rva === main) return "main";
  if (rva === image.entry && image.entryIsMain === true) return "main";
  if (rva === image.entry) return main === undefined && image.linkage.interpreter === undefined ? "entry" : "_start";
  const { ground, functions } = descent;
  const start = functions.startOf(rows.found[row] ?? -1);
  const found = ground.space.regionAt(start);
  if (found?.start === start && found.region.name === ".init") return "_init";
  if (found?.start === start && found.region.name === ".fini") return "_fini";
  if (found?.region.content !== "stubs") return undefined;
  const named = names.at(ground.words.relocated(ground.imports.slotOfStub(start)));
  return named < 0 ? undefined : image.symbols.name.at(named);
}

/** Rva of the start of each block that is marked as bad. */
export function badBlocks({ count, flags, start }: BlockRows, descent: Descent): ReadonlySet<number> {
  const bad = new Set<number>();
  for (let block = 0; block < count; block++) {
    if (((flags[block] as number) & BLOCK.BAD) !== 0) bad.add(descent.ground.space.rvaOf(start[block] as number));
  }
  return bad;
}
