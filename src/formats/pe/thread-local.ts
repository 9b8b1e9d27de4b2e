/** Functions that run when threads start and end (PE format, "The .tls Section"). */
import type { Memory } from "../memory.ts";
import type { AddressSpace } from "../words.ts";
import { DIRECTORY, directoryOf, type Header } from "./header.ts";

/** What is read from. */
export interface ThreadLocalSources {
  readonly header: Header;
  readonly memory: Memory;
  readonly space: AddressSpace;
}

/** Rvas of the callbacks in table order; the table ends with a zero or with what the file holds. */
export function threadLocalCallbacks({ header, memory, space }: ThreadLocalSources): number[] {
  const directory = directoryOf(header, DIRECTORY.threadLocal);
  const { size } = space.words;
  const fields = directory === undefined ? undefined : memory.window(directory.rva, size * 4);
  const table = fields === undefined ? undefined : space.read(fields, size * CALLBACKS_FIELD);
  const callbacks: number[] = [];
  if (table === undefined) return callbacks;
  for (let rva = table; ; rva += size) {
    const word = memory.window(rva, size);
    const target = word === undefined || space.words.unsigned(word, 0) === 0 ? undefined : space.read(word, 0);
    if (target === undefined || memory.regionAt(target)?.permissions.execute !== true) return callbacks;
    callbacks.push(target);
  }
}

/** `AddressOfCallBacks` is the fourth word. */
const CALLBACKS_FIELD = 3;
