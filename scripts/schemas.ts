/** Writes schemas/ from the operation tables; part of `npm run update`. */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ghidrSchemaFiles } from "../src/surfaces/ghidr/schema-files.ts";
import { schemaFiles } from "../src/surfaces/mcp/schema-files.ts";

const FOLDER = "schemas";

/** The contract of `ghidr`. */
const GHIDR_FOLDER = path.join(FOLDER, "v1");

export async function updateSchemas(): Promise<void> {
  await write(FOLDER, await schemaFiles());
  await write(GHIDR_FOLDER, ghidrSchemaFiles());
}

async function write(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const stale = (await readdir(folder)).filter((name) => name.endsWith(".json") && !files.has(name));
  for (const name of stale) await rm(path.join(folder, name));
  for (const [name, text] of files) await writeFile(path.join(folder, name), text);
}
