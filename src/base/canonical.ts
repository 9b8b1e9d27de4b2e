/**
 * Canonical JSON (RFC 8785): one text for one value, so that it can be hashed.
 *
 * The package is a CommonJS function whose declaration speaks of an ES default export; the cast says what it is.
 */
import canonicalize from "canonicalize";

const serialize = canonicalize as unknown as (value: unknown) => string | undefined;

/** The canonical text of a JSON value; throws on a value that JSON does not have. */
export function canonicalJson(value: unknown): string {
  const text = serialize(value);
  if (text === undefined) throw new TypeError("there is no JSON for this value");
  return text;
}
