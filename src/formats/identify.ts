/** Names what a file that is no supported program looks like, from its first bytes. */

export interface Identity {
  readonly looksLike: string;
  readonly detail: string;
}

/** Identifies any file; the last resort is unknown data. */
export function identify(file: Uint8Array): Identity {
  if (file.length === 0) return { looksLike: "empty file", detail: "the file has no bytes" };
  return { looksLike: "unknown data", detail: "no known signature" };
}
