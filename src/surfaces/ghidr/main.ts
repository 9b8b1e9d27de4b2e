/** From the command line to the exit status: one document on standard output, or one on standard error. */
import "../rea/schema-mode.ts";
import { Failure, FAILURES } from "../../base/failure.ts";
import { VERSION } from "../../base/version.ts";
import { printable } from "../../base/printable.ts";
import { errorText } from "./error-document.ts";
import { failureView } from "./human.ts";
import { watchInterrupts, type Interrupts } from "./interrupts.ts";
import { rawArguments } from "./raw-arguments.ts";
import { takeApart, wantsHuman, type Words } from "./words.ts";
import { Streams } from "./streams.ts";

/** Runs one command line; the result is the exit status. Never rejects. */
export async function main(decoded: readonly string[]): Promise<number> {
  const argv = rawArguments(decoded);
  const human = wantsHuman(argv);
  const streams = new Streams();
  keepStreamsClean(streams, human);
  const interrupts = watchInterrupts();
  try {
    await follow(takeApart(argv), streams, interrupts);
    return 0;
  } catch (error) {
    const failure = failureOf(error, interrupts.signal);
    if (process.env["REA_DEBUG"] === "1" && human) streams.note(String(error instanceof Error ? error.stack : error));
    await streams.fail(human ? failureView(failure) : errorText(failure));
    return FAILURES[failure.code].exit;
  } finally {
    interrupts.ignore();
  }
}

/** Whatever else Node would print breaks the framing: its warnings go, and a stray fault becomes a document. */
function keepStreamsClean(streams: Streams, human: boolean): void {
  process.removeAllListeners("warning");
  process.once("uncaughtException", (error) => {
    const failure = failureOf(error, new AbortController().signal);
    streams.note((human ? failureView(failure) : errorText(failure)).trimEnd());
    process.exit(FAILURES[failure.code].exit);
  });
}

async function follow(words: Words, streams: Streams, interrupts: Interrupts): Promise<void> {
  switch (words.kind) {
    case "version":
      return streams.succeed(`ghidr ${VERSION}\n`);
    case "help": {
      const { helpPage } = await import("./help.ts");
      return streams.succeed(helpPage(words.command));
    }
    case "command": {
      const { readRequest } = await import("./requests.ts");
      const request = readRequest(words);
      const { runRequest } = await import("./run.ts");
      return runRequest(request, streams, interrupts);
    }
  }
}

/** What was thrown, as a failure of the table; a fault of this program is told without its inner words. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof Failure) return error;
  // Work that was given up reports the signal's reason in its own way.
  if (signal.aborted && signal.reason instanceof Failure) return signal.reason;
  const reason = error instanceof Error ? printable(error.message) : "unknown";
  return new Failure("internal_error", `a fault of this program: ${reason}`, { reason }, error);
}
