/** Paths in JSON: exact also when their bytes are no UTF-8 (spec 002 "Structured output"). */
import { z } from "zod";

export const taggedPathSchema = z.discriminatedUnion("encoding", [
  z.strictObject({ encoding: z.literal("utf8"), value: z.string() }),
  /** Standard padded Base64 of the bytes. */
  z.strictObject({ encoding: z.literal("unix_bytes_base64"), value: z.base64() }),
]);
export type TaggedPath = z.infer<typeof taggedPathSchema>;

/** The path as given: neither made absolute nor normalized. */
export function taggedPath(path: string | Uint8Array): TaggedPath {
  if (typeof path === "string") return { encoding: "utf8", value: path };
  const text = utf8Text(path);
  if (text !== undefined) return { encoding: "utf8", value: text };
  return { encoding: "unix_bytes_base64", value: Buffer.from(path).toString("base64") };
}

/** The text that these bytes are in UTF-8, or `undefined` when they are none. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    // A byte-order mark is part of a path, too.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
