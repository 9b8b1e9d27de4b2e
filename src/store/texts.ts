/** Decompiled text in a store: one file a function, believed only when its digest is right. */
import { rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { seal, unseal } from "./sealed-document.ts";
import { inStaging } from "./staging.ts";
import { findDirectory, makeDirectory, readSmall } from "./tree.ts";

/** What texts were made from. */
export interface TextKey {
  /** SHA-256 of the sample. */
  readonly sample: string;
  /** SHA-256 over everything else that a text depends on: engine, decompiler, names. */
  readonly making: string;
}

/** Name of a text's file: the address of its function. */
export const TEXT_FILE = /^[0-9a-f]{1,16}\.json$/u;

/** The document that was kept for the function at `address`; `undefined` when there is none that can be believed. */
export function readText(store: string, key: TextKey, address: bigint): unknown {
  const directory = findDirectory(store, FOLDER, key.sample, key.making);
  if (directory === undefined) return undefined;
  return unseal(readSmall(path.join(directory, fileName(address)), LARGEST_TEXT));
}

/** Keeps a document; one that is there already is replaced. Rejects with `store_unwritable`. */
export async function saveText(store: string, key: TextKey, address: bigint, document: unknown): Promise<void> {
  const sealed = seal(document);
  await inStaging(store, async (staging) => {
    const draft = path.join(staging, fileName(address));
    await writeFile(draft, sealed, { flag: "wx", mode: 0o600 });
    await rename(draft, path.join(makeDirectory(store, FOLDER, key.sample, key.making), fileName(address)));
  });
}

/** Folder of the tree. */
export const FOLDER = "texts";
/** Bytes. The largest functions of real programs have some hundred kilobytes. */
const LARGEST_TEXT = 0x400_0000;

function fileName(address: bigint): string {
  return `${address.toString(16)}.json`;
}
