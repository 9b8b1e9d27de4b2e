/** Directories that are made with what leads to them. */
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Makes a directory and what leads to it, with this mode; one that is there stays as it is. Throws the error of the
 * system. Node's own way to do so never returns where a filesystem answers that there is no such file to whoever makes
 * a directory, as /proc does.
 */
export function makeDirectories(directory: string, mode: number): void {
  if (isDirectory(directory)) return;
  const parent = path.dirname(directory);
  if (parent !== directory) makeDirectories(parent, mode);
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    // Another command may have been first.
    if (!isDirectory(directory)) throw error;
  }
}

function isDirectory(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}
