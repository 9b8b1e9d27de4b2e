/** Scope tables of `__C_specific_handler` (winnt.h, `SCOPE_TABLE_AMD64`): structured exception handling of C. */
import type { LandingPad } from "../landing-pads.ts";
import type { Memory } from "../memory.ts";
import { ENTRY_LIMIT, type HandledRange, type HandlerData, isCode, isCodeRange } from "./handler-data.ts";

/** Reads a count and so many scopes; `undefined` when one of them leads nowhere. */
export function readScopeTable({ handlerData }: HandledRange, memory: Memory): HandlerData | undefined {
  const count = memory.window(handlerData, 4)?.u32(0) ?? 0;
  const table = memory.window(handlerData + 4, count * SCOPE_SIZE);
  if (table === undefined || count === 0 || count > ENTRY_LIMIT) return undefined;
  const pads: LandingPad[] = [];
  const functions: number[] = [];
  for (let at = 0; at < table.length; at += SCOPE_SIZE) {
    const [start, end, handler, target] = [table.u32(at), table.u32(at + 4), table.u32(at + 8), table.u32(at + 12)];
    const leads = (handler === ALWAYS || isCode(memory, handler)) && (target === 0 || isCode(memory, target));
    if (!leads || !isCodeRange(memory, start, end)) return undefined;
    if (handler !== ALWAYS) functions.push(handler);
    if (target !== 0) pads.push({ start, end, pad: target });
  }
  return { pads, functions, size: 4 + table.length };
}

const SCOPE_SIZE = 16;

/** `EXCEPTION_EXECUTE_HANDLER` in place of a filter. */
const ALWAYS = 1;
