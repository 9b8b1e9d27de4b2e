/** Words in lines of a given width. */
import { displayWidth } from "./width.ts";

/** At least one line; a word that is wider than a line has one to itself. */
export function flow(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
