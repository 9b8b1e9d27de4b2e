/** Disassembly: address, machine code, instruction, and what its operands mean. */
import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { InstructionFact } from "../../../contracts/facts.ts";
import type { Sheet } from "../text/sheet.ts";
import { padEnd } from "../text/width.ts";
import type { Items, Scene, View } from "./view.ts";

interface Listing extends Items<InstructionFact> {
  readonly procedure: { readonly address: string; readonly name: string; readonly size: number };
}

export const assembly: View = {
  noun: ["instruction", "instructions"],
  *lines({ procedure, items }: Listing, { sheet }: Scene): Iterable<string> {
    const { address, name, size } = procedure;
    yield `${sheet.style.bold(printable(name))} at ${sheet.style.cyan(address)}, ${size} ${plural(size, "byte")}`;
    if (items.length === 0) yield "No instructions.";
    yield* instructionLines(items, sheet);
  },
};

/** Machine code of longer instructions is shown as far as the column goes, with a mark; the longest has 15 bytes. */
const SHOWN_BYTES = 11;
const COMMENT_COLUMN = 34;

/** One line an instruction; a blank line before each block that a jump leads to or leaves behind. */
export function* instructionLines(items: readonly InstructionFact[], sheet: Sheet): Iterable<string> {
  const targets = new Set(items.map(({ target }) => target));
  const width = Math.max(0, ...items.slice(0, SAMPLE).map(({ address }) => address.length));
  let ended = false;
  for (const item of items) {
    if (ended || targets.has(item.address)) yield "";
    yield instructionLine(item, width, sheet);
    ended = ENDS_BLOCK.test(item.mnemonic);
  }
}

/** All addresses of one program are about as long. */
const SAMPLE = 1000;
const ENDS_BLOCK = /^(?:j\w+|ret\w*|iret\w*|hlt|ud2|b|br)$/u;

function instructionLine(item: InstructionFact, width: number, sheet: Sheet): string {
  const { style } = sheet;
  const code = printable(`${padEnd(item.mnemonic, 7)} ${item.operands}`).trimEnd();
  const bytes = bytesText(item.bytes);
  const used = width + bytes.length + 4;
  const note = item.comment === undefined ? "" : `; ${item.comment}`;
  const left = `${style.cyan(padEnd(item.address, width))}  ${style.dim(bytes)}  `;
  if (note === "") return `${left}${paintCode(item, sheet.fit(code, used), style)}`;
  const padded = padEnd(code, COMMENT_COLUMN);
  return `${left}${paintCode(item, padded, style)} ${style.green(sheet.fit(note, used + padded.length + 1))}`;
}

function bytesText(hex: string): string {
  const octets = hex.match(/../gu) ?? [];
  const shown = octets.length > SHOWN_BYTES ? [...octets.slice(0, SHOWN_BYTES - 1), "…"] : octets;
  return shown.join(" ").padEnd(SHOWN_BYTES * 3 - 1);
}

function paintCode({ mnemonic }: InstructionFact, code: string, style: Sheet["style"]): string {
  if (/^(?:call|syscall|int)/u.test(mnemonic)) return style.yellow(code);
  return ENDS_BLOCK.test(mnemonic) ? style.magenta(code) : code;
}
