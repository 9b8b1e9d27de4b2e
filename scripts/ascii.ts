/** V8 keeps and scans text of other characters in twice the space, so bundles escape them. */
export function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\u007f]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(""),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
