/** Amounts as people type them. */
import { Failure } from "../../base/failure.ts";

const UNITS: Readonly<Record<string, number>> = { "": 0, k: 1, m: 2, g: 3, t: 4 };

/** Bytes of `1073741824`, `512MB` (powers of 1000), `2GiB` and `2G` (powers of 1024); at least 1. */
export function parseBytes(flag: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?b?)$/iu.exec(text);
  const [, amount = "", prefix = "", suffix = ""] = match ?? [];
  const base = suffix.toLowerCase() === "b" ? 1000 : 1024;
  const bytes = Math.floor(Number(amount) * base ** (UNITS[prefix.toLowerCase()] ?? 0));
  if (match !== null && bytes >= 1 && Number.isSafeInteger(bytes)) return bytes;
  throw invalid(flag, text, "a number of bytes such as 1073741824, 500MB or 2GiB");
}

/** Value of `--max-sample-bytes`. */
export function parseSampleLimit(text: string): number {
  const flag = "--max-sample-bytes";
  const bytes = parseBytes(flag, text);
  if (bytes <= LARGEST_SAMPLE) return bytes;
  const message = `${flag} takes no more than ${LARGEST_SAMPLE} bytes (2GiB - 1), not '${text}'`;
  throw new Failure("invalid_arguments", message, { argument: flag, value: text, largest: LARGEST_SAMPLE });
}

/** What Node hashes at once, in bytes. */
const LARGEST_SAMPLE = 2_147_483_647;

/** Milliseconds of a positive number of seconds. */
export function parseSeconds(flag: string, text: string): number {
  const seconds = /^\d*\.?\d+$/u.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= LONGEST_SECONDS) return seconds * 1000;
  throw invalid(flag, text, "a positive number of seconds such as 30 or 0.5");
}

const LONGEST_SECONDS = 30 * 24 * 3600;

/** A number in decimal or `0x` hexadecimal. */
export function parseNumber(flag: string, text: string): number {
  if (/^(?:-?\d+(?:\.\d+)?|0x[0-9a-f]+)$/iu.test(text)) return Number(text);
  throw invalid(flag, text, "a number");
}

function invalid(flag: string, text: string, expected: string): Failure {
  return new Failure("invalid_arguments", `${flag} takes ${expected}, not '${text}'`, { argument: flag, value: text });
}
