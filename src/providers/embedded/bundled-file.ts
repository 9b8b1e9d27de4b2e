/** Files that the build puts beside the bundle. */
import { existsSync } from "node:fs";
import path from "node:path";

/** Path of a file beside the bundle, whose chunks lie in dist/ and in dist/chunks/; `undefined` in the sources. */
export function besideBundle(name: string): string | undefined {
  const folders = [import.meta.dirname, path.dirname(import.meta.dirname)];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
