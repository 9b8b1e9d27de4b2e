/** How V8 optimises while a program is analysed. */
import { setFlagsFromString } from "node:v8";

/**
 * By default V8 optimises functions early, thoroughly and with much inlining, which took a third of the time of an
 * analysis of several megabytes: most of its loops run for milliseconds. The settings are those of the whole process,
 * and V8 accepts code compiled ahead only under the settings it was compiled with: what can be loaded before is loaded
 * before.
 */
export function optimiseLate(): void {
  for (const setting of SETTINGS) setFlagsFromString(setting);
}

const SETTINGS = [
  // Bytes of bytecode that run before a function is optimised, and that may come into it from others.
  "--interrupt-budget=500000",
  "--max-inlined-bytecode-size-cumulative=400",
  // What looks for more in loops and objects than loops over columns have, and takes longer than it saves.
  "--no-turbo-loop-peeling",
  "--no-turbo-loop-variable",
  "--no-turbo-loop-rotation",
  "--no-turbo-escape",
  // Registers are given out in the simpler way that V8 keeps for huge functions.
  "--turbo-force-mid-tier-regalloc",
  // Patterns are compiled once, and not for an interpreter first.
  "--no-regexp-tier-up",
];
