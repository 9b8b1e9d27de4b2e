/** Words for a command line that can be pasted into a POSIX shell. */

const SAFE = /^[\w@%+=:,./-]+$/u;

/** The word as a shell reads it back; control characters in `$'...'` form, so that the line stays one line. */
export function shellQuote(word: string): string {
  if (SAFE.test(word) && !word.startsWith("-")) return word;
  if (word.startsWith("-")) return shellQuote(`./${word}`);
  if (!CONTROL.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = word.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
  return `$'${escaped.replace(new RegExp(CONTROL, "gu"), octets)}'`;
}

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function octets(character: string): string {
  return [...Buffer.from(character)].map((octet) => `\\x${octet.toString(16).padStart(2, "0")}`).join("");
}
