/** Which bytes and code points count as text. */

/** Classes of a byte in `BYTE_CLASS`. */
export const BYTE = { OTHER: 0, TEXT: 1, LEAD: 2 } as const;

/**
 * TEXT is printable ASCII and the controls that C has escapes for: tab, line feed, carriage return and the terminal's
 * (bell, backspace, vertical tab, form feed, escape); LEAD begins UTF-8.
 */
export const BYTE_CLASS = new Uint8Array(256);
BYTE_CLASS.fill(BYTE.TEXT, 0x20, 0x7f).fill(BYTE.LEAD, 0xc2, 0xf5);
for (const control of [0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]) BYTE_CLASS[control] = BYTE.TEXT;

/** Bell, backspace, vertical tab and form feed: in texts for terminals, and as numbers in tables. */
export function isRareControl(byte: number): boolean {
  return byte === 0x07 || byte === 0x08 || byte === 0x0b || byte === 0x0c;
}

/** Bytes of the UTF-8 sequence at `at`; 0 when it is invalid, cut or no printable character (RFC 3629). */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const second = continuation(bytes, at + 1);
  if (second < 0) return 0;
  if (lead < 0xe0) return PRINTABLE_TWO[((lead & 31) << 6) | second] === 1 ? 2 : 0;
  const third = continuation(bytes, at + 2);
  if (third < 0) return 0;
  if (lead < 0xf0) return isPrintable(((lead & 15) << 12) | (second << 6) | third, 0x800) ? 3 : 0;
  const fourth = continuation(bytes, at + 3);
  if (fourth < 0) return 0;
  return isPrintable(((lead & 7) << 18) | (second << 12) | (third << 6) | fourth, 0x10000) ? 4 : 0;
}

/** Whether a UTF-16 unit of the alphabets below U+0700 is text; controls of terminals are not, which take no UTF-16. */
export function isTextUnit(unit: number): boolean {
  return unit < 0x80
    ? BYTE_CLASS[unit] === BYTE.TEXT && unit !== 0x1b && !isRareControl(unit)
    : unit < 0x700 && PRINTABLE_TWO[unit] === 1;
}

/** The UTF-16 unit at `at`; `bigEndian` is 0 or 1. */
export function unitAt(bytes: Uint8Array, at: number, bigEndian: number): number {
  return (bytes[at + bigEndian] ?? 0) | ((bytes[at + 1 - bigEndian] ?? 0) << 8);
}

/** Controls, surrogates, private and unassigned code points are no text; format characters are. */
const NO_TEXT = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

/** 1 for the printable code points that take two bytes. */
const PRINTABLE_TWO = Uint8Array.from({ length: 0x800 }, (_, point) => (isPrintable(point, 0x80) ? 1 : 0));

function continuation(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  return (byte & 0xc0) === 0x80 ? byte & 63 : -1;
}

/** `lowest` is the first code point that needs as many bytes: a longer form of a smaller one is invalid. */
function isPrintable(point: number, lowest: number): boolean {
  return point >= lowest && point <= 0x10ffff && !NO_TEXT.test(String.fromCodePoint(point));
}
