/** SHA-256 in the form that names samples, profiles and stored files. */
import { createHash } from "node:crypto";

/** The digest as 64 lower-case hexadecimal digits; text is hashed as UTF-8. */
export function sha256(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}

/** The digest of bytes that come in pieces. */
export function sha256OfPieces(pieces: Iterable<Uint8Array>): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

/** Whether a text is a SHA-256 in the form that `sha256` gives. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/u.test(text);
}
