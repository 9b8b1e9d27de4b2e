/** Writes schemas/ from the operation table; part of `npm run update`. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { schemaFiles } from "../src/surfaces/mcp/schema-files.ts";

const FOLDER = "schemas";

export async function updateSchemas(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const files = await schemaFiles();
  const stale = (await readdir(FOLDER)).filter((name) => name.endsWith(".json") && !files.has(name));
  for (const name of stale) await rm(path.join(FOLDER, name));
  for (const [name, text] of files) await writeFile(path.join(FOLDER, name), text);
}
