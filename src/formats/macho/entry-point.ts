/** Where a program starts (Mach-O: `mach-o/loader.h`, `LC_MAIN`, `LC_UNIXTHREAD`; `thread_status.h` of each processor). */
import type { Bytes } from "../../base/bytes.ts";
import type { Layout } from "./layout.ts";
import { COMMAND, commandOf } from "./load-commands.ts";
import { CPU } from "./machines.ts";

export interface EntryPoint {
  readonly rva: number;
  /** The dynamic linker calls it as C's `main`. */
  readonly isMain: boolean;
}

/** `undefined` for libraries and objects. */
export function entryPoint({ commands, headerRva, header, space }: Layout): EntryPoint | undefined {
  const main = commandOf(commands, COMMAND.main, 16);
  if (main !== undefined) return { rva: headerRva + Number(main.u64(8)), isMain: true };
  const thread = commandOf(commands, COMMAND.unixThread, 16);
  const state = STATES.get(header.cpuType);
  if (thread === undefined || state === undefined) return undefined;
  const register = programCounter(thread, state, space.words.size);
  const rva = register === undefined ? undefined : space.read(register, 0);
  return rva === undefined || rva < 0 ? undefined : { rva, isMain: false };
}

/** The general registers of a thread. */
interface ThreadState {
  readonly flavor: number;
  /** Position of the program counter among the registers. */
  readonly counter: number;
}

const STATES: ReadonlyMap<number, ThreadState> = new Map([
  [CPU.x86, { flavor: 1, counter: 10 }],
  [CPU.x86_64, { flavor: 4, counter: 16 }],
  [CPU.arm, { flavor: 1, counter: 15 }],
  [CPU.arm64, { flavor: 6, counter: 32 }],
  [CPU.powerpc, { flavor: 1, counter: 0 }],
  [CPU.powerpc64, { flavor: 5, counter: 0 }],
]);

/** A command holds states one after the other, each with its flavor and its count of 32-bit words. */
function programCounter(command: Bytes, { flavor, counter }: ThreadState, size: number): Bytes | undefined {
  for (let at = 8; at + 8 <= command.length; at += 8 + command.u32(at + 4) * 4) {
    if (command.u32(at) === flavor) return command.window(at + 8 + counter * size, size);
  }
  return undefined;
}
