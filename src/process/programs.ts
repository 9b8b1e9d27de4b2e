/** Programs that are found as a shell finds them. */
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

/** Absolute path of an executable file in the directories of a search path, or `undefined`. */
export function findProgram(name: string, searchPath: string | undefined): string | undefined {
  return (searchPath ?? "")
    .split(path.delimiter)
    .filter((directory) => path.isAbsolute(directory))
    .map((directory) => path.join(directory, name))
    .find((file) => isExecutable(file));
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
