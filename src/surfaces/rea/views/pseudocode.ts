/** Decompiled functions: C with colours, on demand with the addresses behind each line. */
import { printable } from "../../../base/printable.ts";
import type { PseudocodeFact } from "../../../contracts/facts.ts";
import { paintC } from "../text/c-colour.ts";
import type { Sheet } from "../text/sheet.ts";
import { padEnd } from "../text/width.ts";
import type { Items, Scene, View } from "./view.ts";

/** How the text is shown. */
export interface Layout {
  /** Puts the first instruction behind each line beside it. */
  readonly annotate: boolean;
}

/** An item of `batch_decompile`. */
interface Decompiled {
  readonly address: string | null;
  readonly name: string;
  readonly pseudocode: PseudocodeFact | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export function pseudocodeView(layout: Layout): View {
  return {
    noun: ["function", "functions"],
    *lines(result: PseudocodeFact, { sheet }: Scene): Iterable<string> {
      yield* functionLines(result, layout, sheet);
    },
  };
}

export function pseudocodesView(layout: Layout): View {
  return {
    noun: ["function", "functions"],
    *lines({ items }: Items<Decompiled>, { sheet }: Scene): Iterable<string> {
      if (items.length === 0) yield "No functions.";
      for (const [index, item] of items.entries()) {
        if (index > 0) yield "";
        yield* item.pseudocode === null ? failureLines(item, sheet) : functionLines(item.pseudocode, layout, sheet);
      }
    },
  };
}

export const pseudocode = pseudocodeView({ annotate: false });
export const pseudocodes = pseudocodesView({ annotate: false });

/** What the lines and notes of a function are made from. */
export type ShownPseudocode = Pick<PseudocodeFact, "text" | "lines" | "names" | "warnings">;

/** A comment that names the function, its text, and comments with what is to be known about the text. */
function* functionLines(fact: PseudocodeFact, layout: Layout, sheet: Sheet): Iterable<string> {
  yield sheet.style.dim(`// ${printable(fact.name)} at ${fact.address}`);
  yield* textLines(fact, layout, sheet);
}

/** The text without its blank first lines, and notes under it. */
export function* textLines(fact: ShownPseudocode, { annotate }: Layout, sheet: Sheet): Iterable<string> {
  const margin = annotate ? marginOf(fact) : () => "";
  for (const [index, line] of fact.text.trimEnd().split("\n").entries()) {
    yield `${sheet.style.cyan(margin(index + 1))}${paintC(printable(line.trimEnd()), sheet.style)}`.trimEnd();
  }
  for (const note of notesOn(fact)) yield sheet.style.dim(`// ${printable(note)}`);
}

/** What the identifiers stand for that are not names of the program, and what the decompiler doubts. */
export function notesOn({ names, warnings }: ShownPseudocode): string[] {
  return [
    ...names.map(({ identifier, name }) => `${identifier} is ${name}`),
    ...warnings.map(({ message, address }) => `warning: ${message}${address === null ? "" : ` (${address})`}`),
  ];
}

/** Text of the column left of each line, all of one width: the first address, and how many follow it. */
function marginOf({ lines }: ShownPseudocode): (line: number) => string {
  const texts = new Map(
    lines.map(({ line, addresses: [first = "", ...others] }) => {
      return [line, others.length === 0 ? first : `${first} +${others.length}`];
    }),
  );
  const width = Math.max(0, ...[...texts.values()].map((text) => text.length)) + 2;
  return (line) => padEnd(texts.get(line) ?? "", width);
}

function* failureLines({ address, name, failure }: Decompiled, { style }: Sheet): Iterable<string> {
  const at = address === null ? "" : ` at ${address}`;
  yield style.dim(`// ${printable(name)}${at}`);
  yield style.yellow(`// ${failure?.code ?? "decompile_failed"}: ${printable(failure?.message ?? "")}`);
}
