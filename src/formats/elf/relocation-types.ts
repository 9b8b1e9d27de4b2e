/** What the dynamic relocations of each machine store (processor supplements of the System V gABI, glibc's elf.h). */
import type { Architecture } from "../image.ts";

/**
 * `relative`: image base plus addend. `absolute`: symbol plus addend. `slot`: symbol, the addend is not used.
 * `resolver`: result of calling the function at base plus addend.
 */
export type RelocationAction = "relative" | "absolute" | "slot" | "resolver";

type Actions = ReadonlyMap<number, RelocationAction>;

/** Actions on whole words; other types (thread-local storage, copies, parts of instructions) have none. */
export function actionsOf(architecture: Architecture): Actions {
  return ACTIONS.get(architecture) ?? new Map();
}

function actions(relative: number, absolute: number, slots: readonly number[], resolver?: number): Actions {
  const table = new Map<number, RelocationAction>([
    [relative, "relative"],
    [absolute, "absolute"],
  ]);
  for (const slot of slots) table.set(slot, "slot");
  if (resolver !== undefined) table.set(resolver, "resolver");
  return table;
}

const ACTIONS: ReadonlyMap<Architecture, Actions> = new Map([
  ["x86_64", actions(8, 1, [6, 7], 37)],
  ["x86", actions(8, 1, [6, 7], 42)],
  ["arm64", actions(1027, 257, [1025, 1026], 1032)],
  ["arm", actions(23, 2, [21, 22], 160)],
  ["riscv64", actions(3, 2, [5], 58)],
  ["riscv32", actions(3, 1, [5], 58)],
  ["powerpc64", actions(22, 38, [20, 21], 248)],
  ["powerpc", actions(22, 1, [20, 21], 248)],
  ["s390x", actions(12, 22, [10, 11], 61)],
  ["sparc64", actions(22, 32, [20], 249)],
  ["sparc", actions(22, 3, [20], 249)],
  ["loongarch64", actions(3, 2, [5], 12)],
]);
