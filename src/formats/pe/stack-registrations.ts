/**
 * Exception handlers that 32-bit functions register on the stack (Visual C++, exsup.inc and ehdata.h). No table of the
 * file leads to them: the instruction that registers one names the scope table of its function, or the piece of code
 * that hands the C++ tables of its function to the common handler.
 */
import type { IssueList } from "../../base/issue.ts";
import type { Region } from "../image.ts";
import type { LandingPad, LandingPads } from "../landing-pads.ts";
import type { Memory } from "../memory.ts";
import type { HandlerGround } from "./exception-handlers.ts";
import { isFunctionInformation, readFunctionTables, type TableForm } from "./function-information.ts";
import { ENTRY_LIMIT, isCode } from "./handler-data.ts";

/**
 * Adds what follows from the registrations in the code of `regions`: landing pads, of which the instruction that
 * registers is the protected code. Gives the rvas of the functions that handlers call.
 */
export function addRegistrations(
  regions: readonly Region[],
  ground: HandlerGround,
  pads: LandingPads,
  issues: IssueList,
): ReadonlySet<number> {
  const functions = new Set<number>();
  const reader = new RegistrationReader(ground, (bytes) => pads.spend(bytes, issues));
  const found = reader.registrations(regions.filter(({ permissions }) => permissions.execute));
  for (const [index, { start, end, blocks }] of found.entries()) {
    const pieces = reader.pieces(blocks, start, found[index + 1]?.start ?? Infinity);
    if (pieces === undefined) break;
    pads.addAll(
      pieces.map((pad): LandingPad => ({ start, end, pad })),
      true,
    );
    for (const rva of blocks.functions) functions.add(rva);
  }
  return functions;
}

/** Code that a table leads to. */
interface Blocks {
  /** Rvas of code with a frame of its own. */
  readonly functions: readonly number[];
  /** Rvas of code that runs in the frame of the function, so that it is a part of it. */
  readonly parts: readonly number[];
  /** Rvas of catch blocks, in one way or the other. */
  readonly catches: readonly number[];
  /** Bytes that were read. */
  readonly size: number;
}

interface Registration {
  /** The instruction that registers. */
  readonly start: number;
  readonly end: number;
  readonly blocks: Blocks;
}

/** An instruction that may register, and the rva that it names. */
interface Site {
  readonly start: number;
  readonly end: number;
  readonly named: number;
}

class RegistrationReader {
  readonly #memory: Memory;
  readonly #form: TableForm;
  /** Whether so many more bytes may be read. */
  readonly #spend: (bytes: number) => boolean;
  /** Rvas that instructions name which may register. */
  readonly #named = new Set<number>();
  /** What lies there. */
  readonly #known = new Map<number, Blocks | undefined>();

  constructor({ memory, space }: HandlerGround, spend: (bytes: number) => boolean) {
    this.#memory = memory;
    this.#spend = spend;
    this.#form = { catchSize: 16, rva: (table, at) => space.read(table, at) ?? -1 };
  }

  /** Registrations in the code of `regions`, in ascending order. */
  registrations(regions: readonly Region[]): Registration[] {
    const sites = regions.flatMap((region) => this.#sites(region));
    for (const { named } of sites) this.#named.add(named);
    return sites.flatMap(({ named, ...instruction }) => {
      const blocks = this.#blocksOf(named);
      return blocks === undefined ? [] : [{ ...instruction, blocks }];
    });
  }

  #sites(region: Region): Site[] {
    const sites: Site[] = [];
    const code = this.#memory.from(region.rva, region.size);
    if (code === undefined) return sites;
    for (let at = 0; at + LONGEST <= code.length; at++) {
      const operand = operandAt(code.data, at);
      if (operand === 0) continue;
      const named = this.#form.rva(code, at + operand);
      if (!this.#mayBeTable(named)) continue;
      if (!this.#spend(SITE_COST)) return sites;
      const start = region.rva + at;
      sites.push({ start, end: start + operand + 4, named });
    }
    return sites;
  }

  /** Whether what instructions name has the first byte of code that names a table, or the first words of one. */
  #mayBeTable(rva: number): boolean {
    const region = this.#memory.regionAt(rva);
    if (region === undefined) return false;
    const head = this.#memory.window(rva, region.permissions.execute ? 1 : SCOPE_SIZE);
    if (head === undefined) return false;
    if (region.permissions.execute) return THUNK_STARTS.has(head.u8(0));
    return head.i32(0) === -1 || this.#memory.window(rva + COOKIES_SIZE, 4)?.i32(0) === -2;
  }

  /**
   * Parts of the function that registers `blocks` at `start`, among them those where it goes on behind its catch
   * blocks; the next function registers at `next`. `undefined` when too much was read.
   */
  pieces({ parts, catches, size }: Blocks, start: number, next: number): readonly number[] | undefined {
    if (!this.#spend(size)) return undefined;
    const pieces = new Set(parts);
    for (const block of catches) {
      const code = this.#memory.from(block, CATCH_REACH);
      if (code === undefined || !this.#spend(CATCH_COST)) return undefined;
      for (let at = 0; at + 5 < code.length; at++) {
        if (code.u8(at) !== OPCODE.moveToEax || !isReturn(code.data, at + 5)) continue;
        const place = this.#form.rva(code, at + 1);
        // Past the end of the catch block the same may be said of another function.
        if (place > start && place < next && isCode(this.#memory, place)) pieces.add(place);
      }
    }
    return [...pieces];
  }

  #blocksOf(rva: number): Blocks | undefined {
    if (this.#known.has(rva)) return this.#known.get(rva);
    if (!this.#spend(0)) return undefined;
    const read = isCode(this.#memory, rva) ? this.#functionTables(rva) : this.#scopeTable(rva);
    const blocks = read === undefined || this.#spend(read.size) ? read : undefined;
    this.#known.set(rva, blocks);
    return blocks;
  }

  /**
   * `mov eax, offset FuncInfo` and `jmp __CxxFrameHandler3`, alone or behind checks of the cookies on the stack, which
   * begin with `mov edx, [esp + 8]`.
   */
  #functionTables(rva: number): Blocks | undefined {
    const code = this.#memory.from(rva, THUNK_REACH);
    if (code === undefined || !THUNK_STARTS.has(code.data[0] ?? 0)) return undefined;
    for (let at = 0; at + 10 <= code.length; at++) {
      if (code.u8(at) !== OPCODE.moveToEax || code.u8(at + 5) !== OPCODE.jump) continue;
      const information = this.#form.rva(code, at + 1);
      if (!isFunctionInformation(information, this.#memory)) continue;
      const tables = readFunctionTables(information, this.#memory, this.#form);
      if (tables === undefined) {
        this.#spend(ENTRY_LIMIT);
        return undefined;
      }
      const catches = tables.tryBlocks.flatMap((block) => block.catches);
      const parts = catches.filter((block) => !this.#hasFrame(block));
      const functions = [...tables.actions, ...catches.filter((block) => this.#hasFrame(block))];
      return { functions, parts, catches, size: tables.size };
    }
    return undefined;
  }

  /** Scope tables of `_except_handler3`, or of `_except_handler4` with the places of the cookies in front. */
  #scopeTable(rva: number): Blocks | undefined {
    const cookies = this.#memory.window(rva, COOKIES_SIZE);
    const plain = this.#scopes(rva, -1);
    if (plain !== undefined || cookies === undefined || (cookies.i32(8) & 3) !== 0) return plain;
    return this.#scopes(rva + COOKIES_SIZE, -2);
  }

  /**
   * Scopes up to the next table or the first words that are none: the scope around (`outermost` for none), the filter (0 for a
   * termination handler) and the handler.
   */
  #scopes(rva: number, outermost: number): Blocks | undefined {
    const table = this.#memory.from(rva, ENTRY_LIMIT * SCOPE_SIZE);
    const [functions, parts]: [number[], number[]] = [[], []];
    if (table === undefined) return undefined;
    let at = 0;
    for (; at + SCOPE_SIZE <= table.length; at += SCOPE_SIZE) {
      if (at > 0 && this.#named.has(rva + at)) break;
      const around = table.i32(at);
      if (around !== outermost && (around < 0 || around >= at / SCOPE_SIZE)) break;
      const isFiltered = table.u32(at + 4) !== 0;
      const [filter, handler] = [this.#form.rva(table, at + 4), this.#form.rva(table, at + 8)];
      if (!isCode(this.#memory, handler) || (isFiltered && !isCode(this.#memory, filter))) break;
      const callees = isFiltered ? [filter] : [handler];
      for (const callee of callees) (this.#hasFrame(callee) ? functions : parts).push(callee);
      if (isFiltered) parts.push(handler);
    }
    return at === 0 ? undefined : { functions, parts, catches: [], size: at };
  }

  /** Code that begins with `push ebp` sets up a frame; Visual C++ has filters and catch blocks use that of the function. */
  #hasFrame(rva: number): boolean {
    return this.#memory.window(rva, 1)?.u8(0) === OPCODE.pushEbp;
  }
}

const OPCODE = { pushEbp: 0x55, push: 0x68, moveToEax: 0xb8, store: 0xc7, call: 0xe8, jump: 0xe9 } as const;

/** First bytes of `mov eax, imm32`, of `mov edx, [esp + 8]` and of a filling in front of it. */
const THUNK_STARTS: ReadonlySet<number> = new Set([0xb8, 0x8b, 0x90]);

/** Bytes of the longest instruction that registers, and one more. */
const LONGEST = 11;

/** What is kept of an instruction that may register, in bytes of tables. */
const SITE_COST = 64;

const THUNK_REACH = 64;
const SCOPE_SIZE = 12;
/** `GSCookieOffset`, `GSCookieXOROffset`, `EHCookieOffset`, `EHCookieXOROffset`. */
const COOKIES_SIZE = 16;

/** Bytes of a catch block that are looked through for where it leads, and what that costs beside the reading of tables. */
const CATCH_REACH = 0x400;
const CATCH_COST = CATCH_REACH / 16;

/**
 * Where the instruction at `at` has the address that it may register, in bytes from its start; 0 for others. That is
 * `push` before another one or a call, `mov eax`, and `mov` into the frame.
 */
function operandAt(code: Uint8Array, at: number): number {
  switch (code[at]) {
    case OPCODE.push:
      return code[at + 5] === OPCODE.push || code[at + 5] === OPCODE.call || code[at + 5] === FS_PREFIX ? 1 : 0;
    case OPCODE.moveToEax:
      return code[at + 5] === OPCODE.call ? 1 : 0;
    case OPCODE.store:
      return STORES.get(code[at + 1] ?? 0) ?? 0;
    default:
      return 0;
  }
}

/** In front of `mov eax, fs:[0]`. */
const FS_PREFIX = 0x64;

/** `mov [ebp + disp8]`, `mov [ebp + disp32]`, `mov [esp + disp8]`, `mov [esp + disp32]`: second byte, place of the operand. */
const STORES: ReadonlyMap<number, number> = new Map([
  [0x45, 3],
  [0x85, 6],
  [0x44, 4],
  [0x84, 7],
]);

/** Whether the code at `at` only gives up the frame and returns. */
function isReturn(code: Uint8Array, at: number): boolean {
  for (let step = 0; step < LONGEST_EPILOGUE; step++) {
    const byte = code[at] ?? 0;
    if (byte === 0xc3) return true;
    // `pop`, `nop`, `leave`; `add esp, imm8`, `lea esp, [ebp + disp8]`; `add esp, imm32`.
    if ((byte & 0xf8) === 0x58 || byte === 0x90 || byte === 0xc9) at += 1;
    else if ((byte === 0x83 && code[at + 1] === 0xc4) || (byte === 0x8d && code[at + 1] === 0x65)) at += 3;
    else if (byte === 0x81 && code[at + 1] === 0xc4) at += 6;
    else return false;
  }
  return false;
}

const LONGEST_EPILOGUE = 8;
