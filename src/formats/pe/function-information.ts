/** C++ exception tables of `__CxxFrameHandler3` (Visual C++, ehdata.h: `FuncInfo`, `TryBlockMapEntry`, `HandlerType`). */
import type { Bytes } from "../../base/bytes.ts";
import type { LandingPad } from "../landing-pads.ts";
import type { Memory } from "../memory.ts";
import { ENTRY_LIMIT, type HandledRange, type HandlerData, isCode } from "./handler-data.ts";

/** What a `FuncInfo` and the tables that it leads to say, whatever the architecture. */
export interface FunctionTables {
  /** Rvas of code that destroys objects. */
  readonly actions: readonly number[];
  readonly tryBlocks: readonly TryBlock[];
  /** Where in its code the function is in which state; on 32-bit x86 it keeps account of that itself. */
  readonly states: StateMap;
  /** Bytes that were read. */
  readonly size: number;
}

interface TryBlock {
  /** States of the code in the block: the first and the last. */
  readonly low: number;
  readonly high: number;
  /** Rvas of the catch blocks. */
  readonly catches: readonly number[];
}

interface StateMap {
  readonly rva: number;
  readonly count: number;
}

/** What differs between architectures. */
export interface TableForm {
  /** Bytes of a `HandlerType`. */
  readonly catchSize: number;
  /** The rva that the pointer at `at` leads to. */
  readonly rva: (table: Bytes, at: number) => number;
}

const X64: TableForm = { catchSize: 20, rva: (table, at) => table.u32(at) };

/**
 * Reads the table that the handler data points to. Catch blocks are functions, which return the place where their
 * function goes on; `sizes` are those of functions by rva.
 */
export function readFunctionInformation(
  range: HandledRange,
  memory: Memory,
  sizes: ReadonlyMap<number, number>,
): HandlerData | undefined {
  const at = memory.window(range.handlerData, 4)?.u32(0);
  const tables = at === undefined ? undefined : readFunctionTables(at, memory, X64);
  if (tables === undefined) return undefined;
  const states = readStates(memory, tables.states, range);
  const pads: LandingPad[] = [];
  let work = states.length;
  for (const { low, high, catches } of tables.tryBlocks) {
    work += states.length;
    if (work > WORK_LIMIT) break;
    const tried = states.filter(({ state }) => state >= low && state <= high);
    for (const block of catches) {
      const length = Math.min(sizes.get(block) ?? 0, CATCH_REACH);
      const places = continuations(memory, block, length, range);
      work += Math.ceil(length / 16) + tried.length * places.length;
      if (work > WORK_LIMIT) break;
      for (const pad of places) {
        for (const { start, end } of tried) pads.push({ start: start - 1, end: end - 1, pad });
      }
    }
  }
  const functions = [...tables.actions, ...tables.tryBlocks.flatMap(({ catches }) => catches)];
  return { pads, functions, size: tables.size + work };
}

/** Whether a `FuncInfo` begins at `rva`. */
export function isFunctionInformation(rva: number, memory: Memory): boolean {
  return isMagic(memory.window(rva, HEADER_SIZE)?.u32(0) ?? 0);
}

/** `undefined` when there is no such table at `rva`, or something in it leads nowhere. */
export function readFunctionTables(rva: number, memory: Memory, form: TableForm): FunctionTables | undefined {
  const head = memory.window(rva, HEADER_SIZE);
  if (head === undefined || !isMagic(head.u32(0))) return undefined;
  const actions = readActions(memory, head, form);
  const blocks = readTryBlocks(memory, head, form);
  if (actions === undefined || blocks === undefined) return undefined;
  return {
    actions: actions.rows,
    tryBlocks: blocks.rows,
    states: { rva: form.rva(head, 24), count: head.u32(20) },
    size: HEADER_SIZE + actions.size + blocks.size,
  };
}

const HEADER_SIZE = 28;
const ACTION_SIZE = 8;
const TRY_BLOCK_SIZE = 20;
const STATE_SIZE = 8;

/** Bytes of a catch block that are looked through for where it leads. */
const CATCH_REACH = 0x1000;

/** States, and sixteenths of catch blocks, that are looked at for one function. */
const WORK_LIMIT = 16 * ENTRY_LIMIT;

/** `EH_MAGIC_NUMBER1` to `3`; the three high bits are flags. */
function isMagic(value: number): boolean {
  const magic = value & 0x1fff_ffff;
  return magic >= 0x1993_0520 && magic <= 0x1993_0522;
}

interface Table<T> {
  readonly rows: readonly T[];
  readonly size: number;
}

/** `count` records of `size` bytes. */
function records(memory: Memory, rva: number, count: number, size: number): Bytes | undefined {
  return count > ENTRY_LIMIT ? undefined : memory.window(rva, count * size);
}

/** `UnwindMapEntry`: the next state, and what destroys the objects of this one. */
function readActions(memory: Memory, head: Bytes, form: TableForm): Table<number> | undefined {
  const count = head.u32(4);
  if (count === 0 || head.u32(8) === 0) return { rows: [], size: 0 };
  const table = records(memory, form.rva(head, 8), count, ACTION_SIZE);
  if (table === undefined) return undefined;
  const rows: number[] = [];
  for (let at = 0; at < table.length; at += ACTION_SIZE) {
    if (table.u32(at + 4) === 0) continue;
    const action = form.rva(table, at + 4);
    if (!isCode(memory, action)) return undefined;
    rows.push(action);
  }
  return { rows, size: table.length };
}

function readTryBlocks(memory: Memory, head: Bytes, form: TableForm): Table<TryBlock> | undefined {
  const count = head.u32(12);
  if (count === 0) return { rows: [], size: 0 };
  const table = records(memory, form.rva(head, 16), count, TRY_BLOCK_SIZE);
  if (table === undefined) return undefined;
  const rows: TryBlock[] = [];
  let size = table.length;
  for (let at = 0; at < table.length; at += TRY_BLOCK_SIZE) {
    const entries = records(memory, form.rva(table, at + 16), table.u32(at + 12), form.catchSize);
    if (entries === undefined) return undefined;
    size += entries.length;
    if (size > ENTRY_LIMIT * form.catchSize) return undefined;
    const catches: number[] = [];
    for (let row = 0; row < entries.length; row += form.catchSize) {
      const handler = form.rva(entries, row + 12);
      if (!isCode(memory, handler)) return undefined;
      catches.push(handler);
    }
    rows.push({ low: table.i32(at), high: table.i32(at + 4), catches });
  }
  return { rows, size };
}

interface State {
  readonly start: number;
  readonly end: number;
  readonly state: number;
}

/**
 * `IPtoStateMapEntry`: where each state begins, for the place that a call returns to: its last byte is one before.
 * Catch blocks are in the map too; only what lies in the range is of the function itself.
 */
function readStates(memory: Memory, { rva, count }: StateMap, range: HandledRange): State[] {
  const table = records(memory, rva, count, STATE_SIZE);
  if (table === undefined) return [];
  const last = range.rva + range.size;
  const states: State[] = [];
  for (let at = 0; at < table.length; at += STATE_SIZE) {
    const start = table.u32(at);
    const next = at + STATE_SIZE < table.length ? table.u32(at + STATE_SIZE) : last;
    if (start < range.rva || start >= last) continue;
    states.push({ start, end: next > start ? Math.min(next, last) : last, state: table.i32(at + 4) });
  }
  return states;
}

/** Places in the range that a catch block of `size` bytes returns: `lea rax, [rip + distance]`. */
function continuations(memory: Memory, rva: number, size: number, range: HandledRange): number[] {
  const code = memory.window(rva, size);
  const places: number[] = [];
  if (code === undefined) return places;
  for (let at = 0; at + LEA_SIZE <= size; at++) {
    if (code.u8(at) !== 0x48 || code.u8(at + 1) !== 0x8d || code.u8(at + 2) !== 0x05) continue;
    const place = rva + at + LEA_SIZE + code.i32(at + 3);
    if (place > range.rva && place < range.rva + range.size && !places.includes(place)) places.push(place);
  }
  return places;
}

const LEA_SIZE = 7;
