/** One file of a tree: a function as C, named so that nothing a program calls its functions can lead elsewhere. */
import { sha256 } from "../../../base/digest.ts";
import { printable } from "../../../base/printable.ts";
import type { PseudocodeFact } from "../../../contracts/facts.ts";
import { notesOn } from "../views/pseudocode.ts";

/** `0x401120-main.c`: the address tells files apart, the name is for people. At most 90 characters. */
export function fileName(address: string, name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_]+/gu, "-").slice(0, LONGEST_NAME);
  return `${address}-${plain.replaceAll(/^-+|-+$/gu, "")}.c`.replace("-.c", ".c");
}

const LONGEST_NAME = 64;

/** The whole file. `key` is that of the analysis; a later run keeps the file while it is the same. */
export function fileText(fact: PseudocodeFact, key: string): string {
  const notes = notesOn(fact).map((note) => `// ${printable(note)}`);
  const lines = [headLine(fact.address, fact.name), keyLine(key, fact.address), ...textLines(fact.text), ...notes];
  return `${lines.join("\n")}\n`;
}

/** Whether a file holds the function as it would be written again. */
export function isCurrent(text: string, address: string, key: string): boolean {
  return text.split("\n", 2)[1] === keyLine(key, address);
}

function headLine(address: string, name: string): string {
  return `// ${printable(name)} at ${address}`;
}

function keyLine(key: string, address: string): string {
  return `// made from ${sha256(`${key} ${address}`).slice(0, 32)}`;
}

function textLines(text: string): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => printable(line.trimEnd()));
}
