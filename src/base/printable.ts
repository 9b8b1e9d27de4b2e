/** Text of a sample made safe to show: no byte of it can steer a terminal or reorder what a reader sees. */

/**
 * Replaces control characters (C0, DEL, C1), bidirectional and zero-width marks, line separators, tags and lone
 * surrogates by visible escapes: `\n`, `\x1b`, `\u202e`. Everything else stays, the backslash too.
 */
export function printable(text: string): string {
  return HIDDEN.test(text) ? text.replace(HIDDEN_ALL, escaped) : text;
}

const CLASS =
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e" +
  "\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{e0000}-\\u{e0fff}\\p{Cs}]";
const HIDDEN = new RegExp(CLASS, "u");
const HIDDEN_ALL = new RegExp(CLASS, "gu");

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code > 0xffff) return `\\u{${digits}}`;
  return SHORT[character] ?? (code > 0xff ? `\\u${digits.padStart(4, "0")}` : `\\x${digits.padStart(2, "0")}`);
}
