/** Failures of a sample that name it by the exact bytes of its path. */
import { Failure } from "../../base/failure.ts";
import { printable } from "../../base/printable.ts";
import { taggedPath, utf8Text } from "../../contracts/ghidr/tagged-path.ts";

/** Does work on the file at a path; a failure of the sample carries the tagged path. */
export async function withSourcePath<T>(source: Uint8Array, work: (shown: string) => Promise<T>): Promise<T> {
  try {
    return await work(shownPath(source));
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.startsWith("sample_")) throw error;
    const { path: _path, size, max_sample_bytes, ...rest } = error.details;
    const sizes = size === undefined ? {} : { observed_at_least_bytes: size, limit_bytes: max_sample_bytes ?? 0 };
    const details = { ...rest, ...sizes };
    const tagged = { source_path: taggedPath(source), ...details };
    throw new Failure(error.code, error.message, tagged, error.cause);
  }
}

/** A path for people: bytes that are no UTF-8 and characters that steer a terminal are escaped. */
export function shownPath(path: Uint8Array): string {
  const text = utf8Text(path);
  if (text !== undefined) return printable(text);
  return [...Buffer.from(path)]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
    )
    .join("");
}
