/**
 * Text of a sample, made safe to print: no control sequence reaches a terminal and nothing reorders or hides what is
 * beside it. Unicode 15 general categories; see Unicode Technical Report 36, "Unicode Security Considerations".
 */

/**
 * Controls, format characters (bidirectional, zero width, tags), surrogates, private use, line separators, and the
 * fillers and variation selectors that render as nothing.
 */
const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{34f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{2800}\u{3164}\u{fe00}-\u{fe0f}\u{ffa0}\u{e0100}-\u{e01ef}]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** The text on one line, with every character that could act on a terminal written as `\x1b`, `\u202e`, `\u{e0001}`. */
export function escapeText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNSAFE, escapeCharacter);
}

/** Printable ASCII, the usual case. */
const PLAIN = /^[ -~]*$/u;

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return SHORT.get(character) ?? `\\x${digits.padStart(2, "0")}`;
  return code < 0x1_0000 ? `\\u${digits.padStart(4, "0")}` : `\\u{${digits}}`;
}
