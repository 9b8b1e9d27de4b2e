/** C++ exception tables of `__CxxFrameHandler3` (Visual C++, ehdata.h: `FuncInfo`, `TryBlockMapEntry`, `HandlerType`). */
import type { Bytes } from "../../base/bytes.ts";
import type { Memory } from "../memory.ts";
import { ENTRY_LIMIT, type HandledRange, type HandlerData, isCode } from "./handler-data.ts";

/**
 * Reads the table that the handler data points to. Catch blocks are functions, which tell the handler where their
 * function goes on only when they return.
 */
export function readFunctionInformation({ handlerData }: HandledRange, memory: Memory): HandlerData | undefined {
  const at = memory.window(handlerData, 4)?.u32(0);
  const head = at === undefined ? undefined : memory.window(at, HEADER_SIZE);
  if (head === undefined || !isMagic(head.u32(0))) return undefined;
  const actions = readActions(memory, head.u32(8), head.u32(4));
  const blocks = readTryBlocks(memory, head.u32(16), head.u32(12));
  if (actions === undefined || blocks === undefined) return undefined;
  return {
    pads: [],
    functions: [...actions.functions, ...blocks.functions],
    size: HEADER_SIZE + actions.size + blocks.size,
  };
}

const HEADER_SIZE = 28;
const ACTION_SIZE = 8;
const TRY_BLOCK_SIZE = 20;
const CATCH_SIZE = 20;

/** `EH_MAGIC_NUMBER1` to `3`; the three high bits are flags. */
function isMagic(value: number): boolean {
  const magic = value & 0x1fff_ffff;
  return magic >= 0x1993_0520 && magic <= 0x1993_0522;
}

interface Table {
  readonly functions: readonly number[];
  readonly size: number;
}

const EMPTY: Table = { functions: [], size: 0 };

/** `count` records of `size` bytes. */
function records(memory: Memory, rva: number, count: number, size: number): Bytes | undefined {
  return count > ENTRY_LIMIT ? undefined : memory.window(rva, count * size);
}

/** `UnwindMapEntry`: the next state, and what destroys the objects of this one. */
function readActions(memory: Memory, rva: number, count: number): Table | undefined {
  if (count === 0 || rva === 0) return EMPTY;
  const table = records(memory, rva, count, ACTION_SIZE);
  if (table === undefined) return undefined;
  const functions: number[] = [];
  for (let at = 0; at < table.length; at += ACTION_SIZE) {
    const action = table.u32(at + 4);
    if (action === 0) continue;
    if (!isCode(memory, action)) return undefined;
    functions.push(action);
  }
  return { functions, size: table.length };
}

function readTryBlocks(memory: Memory, rva: number, count: number): Table | undefined {
  if (count === 0) return EMPTY;
  const table = records(memory, rva, count, TRY_BLOCK_SIZE);
  if (table === undefined) return undefined;
  const functions: number[] = [];
  let size = table.length;
  for (let at = 0; at < table.length; at += TRY_BLOCK_SIZE) {
    const catches = records(memory, table.u32(at + 16), table.u32(at + 12), CATCH_SIZE);
    if (catches === undefined) return undefined;
    size += catches.length;
    if (size > ENTRY_LIMIT * CATCH_SIZE) return undefined;
    for (let row = 0; row < catches.length; row += CATCH_SIZE) {
      const handler = catches.u32(row + 12);
      if (!isCode(memory, handler)) return undefined;
      functions.push(handler);
    }
  }
  return { functions, size };
}
