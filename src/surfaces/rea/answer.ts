/** Prints an answer: one JSON document, or text for people with notes under it. */
import type { Envelope } from "../../contracts/envelope.ts";
import type { WriteArtifact } from "../../operations/budget.ts";
import type { Environment } from "./environment.ts";
import type { Globals } from "./global-flags.ts";
import { cautions, pageNote, provenance, type Making } from "./notes.ts";
import { Sheet } from "./text/sheet.ts";
import { shellQuote } from "./text/shell-quote.ts";
import { styleFor } from "./text/style.ts";
import { viewOf } from "./views/lookup.ts";
import type { View } from "./views/view.ts";

export interface Answered extends Making {
  readonly envelope: Envelope;
  /** Instead of the operation's own. */
  readonly view?: View;
  /** As the caller named it. */
  readonly file: string;
}

/** Writes the envelope as one document on one line, or indented on a terminal. */
export async function printJson(
  envelope: Envelope,
  { maxInlineBytes: limit }: Globals,
  writeArtifact: WriteArtifact | undefined,
  { stdout }: Environment,
): Promise<void> {
  const answer = limit === undefined ? envelope : await withinBudget(envelope, limit, writeArtifact);
  await stdout.write(`${JSON.stringify(answer, null, stdout.terminal ? 2 : 0)}\n`);
}

async function withinBudget(envelope: Envelope, limit: number, write: WriteArtifact | undefined): Promise<Envelope> {
  const { fitBudget } = await import("../../operations/budget.ts");
  return fitBudget(envelope, { limit, unit: "bytes", raiseWith: "--max-inline-bytes" }, write);
}

/** Writes the answer as text: data and notes to stdout; with `quiet` the data alone, and cautions to stderr. */
export async function printText(answered: Answered, globals: Globals, environment: Environment): Promise<void> {
  const { stdout, stderr, variables } = environment;
  const { envelope, file } = answered;
  const view = answered.view ?? (await viewOf(envelope.operation));
  const style = styleFor(globals.color, variables, stdout.terminal);
  const sheet = new Sheet(style, stdout.columns);
  const verbatim = view.verbatim?.(envelope.result) ?? null;
  if (verbatim !== null) {
    // Another program reads it: what there is to say goes where a person looks.
    await stdout.writeLines([verbatim.trimEnd()]);
    await stderr.writeLines(cautions(envelope, styleFor(globals.color, variables, stderr.terminal)));
    return;
  }
  const { page } = envelope;
  await stdout.writeLines(view.lines(envelope.result, { sheet, file: shellQuote(file), page }));
  const counted = page !== undefined && (page.has_more || !globals.quiet) ? pageNote(page, view.noun) : undefined;
  const notes = [
    ...(counted === undefined ? [] : [counted]),
    ...cautions(envelope, style),
    ...(sheet.hasCuts ? [CUT_NOTE] : []),
  ];
  if (globals.quiet) await stderr.writeLines(notes);
  else await stdout.writeLines(["", ...notes, style.dim(provenance(envelope, answered))]);
}

const CUT_NOTE = "What ends in … is cut to the terminal: `| cat` shows it whole, --json too.";
