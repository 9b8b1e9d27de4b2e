/** A JSON document in a file that begins with its own SHA-256, so that damage to it is seen. */
import { sha256 } from "../base/digest.ts";

/** The text of the file. */
export function seal(document: unknown): string {
  const text = JSON.stringify(document);
  return `${sha256(text)}\n${text}`;
}

/** The document in the text of a file; `undefined` when there is none, or not the one that was sealed. */
export function unseal(file: string | undefined): unknown {
  const end = file?.indexOf("\n") ?? -1;
  if (file === undefined || end <= 0) return undefined;
  const text = file.slice(end + 1);
  if (sha256(text) !== file.slice(0, end)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
