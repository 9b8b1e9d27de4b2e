/** C++ exception tables of `__CxxFrameHandler4` (Visual C++ 2019, ehdata4_export.h: `FuncInfo4` and its maps). */
import { Cursor } from "../cursor.ts";
import type { LandingPad } from "../landing-pads.ts";
import type { Memory } from "../memory.ts";
import { ENTRY_LIMIT, type HandledRange, type HandlerData, isCode } from "./handler-data.ts";

/** Reads the tables that the handler data points to; `undefined` when they are cut or one of them leads nowhere. */
export function readCompactFunctionInformation(range: HandledRange, memory: Memory): HandlerData | undefined {
  const maps = readMaps(memory, memory.window(range.handlerData, 4)?.u32(0) ?? 0, range.rva);
  if (maps === undefined) return undefined;
  const reader = new MapReader(memory, range);
  if (maps.unwind !== 0) reader.readActions(maps.unwind);
  if (maps.tryBlocks !== 0) reader.readTryBlocks(maps.tryBlocks, maps.states);
  return reader.failed ? undefined : { pads: reader.pads, functions: reader.functions, size: maps.size + reader.size };
}

/** Rvas of the maps of a function, 0 for those it has not, and the size of what names them. */
interface Maps {
  readonly unwind: number;
  readonly tryBlocks: number;
  readonly states: number;
  readonly size: number;
}

/** `FuncInfo4` at `rva`, of the function or piece of one that starts at `start`. */
function readMaps(memory: Memory, rva: number, start: number): Maps | undefined {
  const cursor = rva === 0 ? undefined : tableAt(memory, rva);
  const header = cursor?.u8() ?? 0;
  if (cursor === undefined || (header & HEADER.reserved) !== 0 || (header & HEADER.any) === 0) return undefined;
  if ((header & HEADER.flags) !== 0) compressed(cursor);
  const unwind = (header & HEADER.unwindMap) === 0 ? 0 : cursor.u32();
  const tryBlocks = (header & HEADER.tryBlockMap) === 0 ? 0 : cursor.u32();
  const last = cursor.u32();
  if (cursor.failed) return undefined;
  const states = (header & HEADER.separated) === 0 ? last : segmentMap(memory, last, start);
  return { unwind, tryBlocks, states, size: cursor.at };
}

/** `any`: a function without maps and without `noexcept` needs no table. */
const HEADER = { separated: 2, flags: 4, unwindMap: 8, tryBlockMap: 16, any: 8 | 16 | 64, reserved: 128 } as const;

/** Kinds of entries in the unwind map: what comes behind the link to the next. */
const ACTION = { none: 0, object: 1, pointer: 2, code: 3 } as const;

const CATCH = { adjectives: 1, type: 2, object: 4, continuationIsRva: 8, reserved: 0xc0 } as const;

class MapReader {
  readonly functions: number[] = [];
  readonly pads: LandingPad[] = [];
  /** Bytes that were read. */
  size = 0;
  failed = false;
  #entries = 0;
  readonly #memory: Memory;
  readonly #range: HandledRange;

  constructor(memory: Memory, range: HandledRange) {
    this.#memory = memory;
    this.#range = range;
  }

  readActions(rva: number): void {
    this.#read(rva, (cursor) => {
      const kind = compressed(cursor) & 3;
      if (kind === ACTION.none) return;
      this.#addFunction(cursor.u32());
      if (kind !== ACTION.code) compressed(cursor);
    });
  }

  /** States are those of the place that a call returns to: its last byte is one before. */
  readTryBlocks(rva: number, stateMap: number): void {
    const states = stateMap === 0 ? [] : this.#readStates(stateMap);
    this.#read(rva, (cursor) => {
      const [low, high] = [compressed(cursor), compressed(cursor)];
      compressed(cursor);
      const continuations = this.#readCatches(cursor.u32());
      for (const pad of continuations) {
        if (!this.#spend(states.length)) return;
        const tried = states.filter(({ state }) => state >= low && state <= high);
        for (const { start, end } of tried) this.pads.push({ start: start - 1, end: end - 1, pad });
      }
    });
  }

  /** `HandlerMap4`: adds the catch blocks; gives the places where the function can go on behind them. */
  #readCatches(rva: number): number[] {
    const continuations: number[] = [];
    this.#read(rva, (cursor) => {
      const header = cursor.u8();
      if ((header & CATCH.reserved) !== 0) this.failed = true;
      if ((header & CATCH.adjectives) !== 0) compressed(cursor);
      if ((header & CATCH.type) !== 0) cursor.u32();
      if ((header & CATCH.object) !== 0) compressed(cursor);
      this.#addFunction(cursor.u32());
      for (let left = (header >> 4) & 3; left > 0; left--) {
        const isRva = (header & CATCH.continuationIsRva) !== 0;
        const place = isRva ? cursor.u32() : this.#range.rva + compressed(cursor);
        if (!isCode(this.#memory, place)) this.failed = true;
        continuations.push(place);
      }
    });
    return continuations;
  }

  /** `IPtoStateMap4`: where each state begins, as distances; the last one reaches to the end of the function. */
  #readStates(rva: number): { start: number; end: number; state: number }[] {
    const states: { start: number; end: number; state: number }[] = [];
    let start = this.#range.rva;
    this.#read(rva, (cursor) => {
      start += compressed(cursor);
      const last = states.at(-1);
      if (last !== undefined) last.end = start;
      states.push({ start, end: start, state: compressed(cursor) - 1 });
    });
    const last = states.at(-1);
    if (last !== undefined) last.end = Math.max(start, this.#range.rva + this.#range.size);
    return states;
  }

  /** Reads a count and calls `entry` for so many entries, as long as all goes well. */
  #read(rva: number, entry: (cursor: Cursor) => void): void {
    const cursor = tableAt(this.#memory, rva);
    const count = cursor === undefined ? 0 : compressed(cursor);
    if (cursor === undefined || cursor.failed) this.failed = true;
    if (cursor === undefined || !this.#spend(count)) return;
    for (let index = 0; index < count && !this.failed; index++) {
      entry(cursor);
      this.failed ||= cursor.failed;
    }
    this.size += cursor.at;
  }

  /** Counts entries that are looked at; false, and failed, when there are too many. */
  #spend(entries: number): boolean {
    this.#entries += entries;
    this.failed ||= this.#entries > ENTRY_LIMIT;
    return !this.failed;
  }

  #addFunction(rva: number): void {
    if (isCode(this.#memory, rva)) this.functions.push(rva);
    else this.failed = true;
  }
}

/** The map of the piece that starts at `start`, of a function that lies in several; 0 when it has none. */
function segmentMap(memory: Memory, rva: number, start: number): number {
  const cursor = tableAt(memory, rva);
  if (cursor === undefined) return 0;
  const count = Math.min(compressed(cursor), ENTRY_LIMIT);
  for (let index = 0; index < count; index++) {
    const [segment, map] = [cursor.u32(), cursor.u32()];
    if (segment === start && !cursor.failed) return map;
  }
  return 0;
}

function tableAt(memory: Memory, rva: number): Cursor | undefined {
  const region = memory.regionAt(rva);
  if (region === undefined || region.permissions.execute || region.name === "headers") return undefined;
  const bytes = memory.from(rva, region.size);
  return bytes === undefined ? undefined : new Cursor(bytes);
}

/**
 * A number in one to five bytes: ones at the low end of the first byte, up to four, say how many bytes follow; the rest
 * is the value, or the four bytes behind a first one of `1111`.
 */
function compressed(cursor: Cursor): number {
  const first = cursor.u8();
  let more = 0;
  while (more < 4 && ((first >> more) & 1) === 1) more++;
  if (more === 4) return cursor.u32();
  let value = first >> (more + 1);
  for (let byte = 0; byte < more; byte++) value += cursor.u8() * 2 ** (7 - more + 8 * byte);
  return value;
}
