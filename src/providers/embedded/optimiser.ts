/** How V8 optimises while a program is analysed. */
import { setFlagsFromString } from "node:v8";

/**
 * By default V8 optimises functions early and inlines much, which took a third of the time of an analysis of several
 * megabytes: from here on it waits longer (bytes of bytecode run), inlines less (bytes) and leaves out what doubles
 * loops or looks for their variables, which costs more than it brings to loops over columns. The settings are those
 * of the whole process, and V8 accepts code compiled ahead only under the settings it was compiled with: what can be
 * loaded before is loaded before.
 */
export function optimiseLate(): void {
  setFlagsFromString("--interrupt-budget=500000");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=400");
  setFlagsFromString("--no-turbo-loop-peeling");
  setFlagsFromString("--no-turbo-loop-variable");
}
