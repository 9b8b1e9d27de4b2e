/** Where something is written before it takes its place in the store at once. */
import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { isAlive, INVOCATION_ID, newInvocationId } from "./invocation.ts";
import { findDirectory, makeDirectory, markLayout, onStore } from "./tree.ts";

/**
 * Gives `work` a new directory of its own in the store, which is gone afterwards unless `work` moved it away. What
 * dead processes left there is removed first. Rejects with `store_unwritable` when the file system refuses.
 */
export async function inStaging<T>(store: string, work: (directory: string, id: string) => Promise<T>): Promise<T> {
  return onStore(store, async () => {
    await removeAbandoned(store);
    const id = newInvocationId();
    const directory = makeDirectory(store, "staging", id);
    try {
      markLayout(store);
      return await work(directory, id);
    } finally {
      // Mostly it was moved away; to find that out `rm` compiles more than all else here.
      if (existsSync(directory)) await rm(directory, { recursive: true, force: true });
    }
  });
}

async function removeAbandoned(store: string): Promise<void> {
  const staging = findDirectory(store, "staging");
  if (staging === undefined) return;
  for (const name of readdirSync(staging)) {
    if (INVOCATION_ID.test(name) && !isAlive(name)) await rm(`${staging}/${name}`, { recursive: true, force: true });
  }
}
