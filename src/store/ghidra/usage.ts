/** What a part of the store takes up, counted without following a link. */
import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Usage } from "../../contracts/ghidr/results.ts";

export const NO_USAGE: Usage = { logical_bytes: 0, allocated_bytes: 0 };

/** The usage of a file or a tree; of nothing when it is not there. `except` names entries of the top that do not count. */
export function usageOf(place: string, except: ReadonlySet<string> = new Set()): Usage {
  const state = lstatSync(place, { throwIfNoEntry: false });
  if (state === undefined) return NO_USAGE;
  const own = { logical_bytes: state.isFile() ? state.size : 0, allocated_bytes: state.blocks * BLOCK_BYTES };
  if (!state.isDirectory()) return own;
  return list(place)
    .filter((name) => !except.has(name))
    .map((name) => usageOf(path.join(place, name)))
    .reduce(addUsage, own);
}

export function addUsage(left: Usage, right: Usage): Usage {
  return {
    logical_bytes: left.logical_bytes + right.logical_bytes,
    allocated_bytes: left.allocated_bytes + right.allocated_bytes,
  };
}

/** stat(2) counts blocks of this size, whatever the filesystem has. */
const BLOCK_BYTES = 512;

/** A directory that goes while it is counted holds nothing. */
function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
