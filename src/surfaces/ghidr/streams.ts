/** The standard streams: a success fills the one, a failure the other. */
import { writeSync } from "node:fs";
import { Failure } from "../../base/failure.ts";

export class Streams {
  constructor() {
    // Every write hears of its own error.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  }

  /** Whether a person can be asked. */
  get interactive(): boolean {
    return process.stdin.isTTY && process.stderr.isTTY;
  }

  /** Writes the document of a success. A reader that closes its end is no failure; a full disk is. */
  async succeed(text: string): Promise<void> {
    const error = await write(process.stdout, text);
    if (error === undefined || error === "EPIPE") return;
    throw new Failure("output_unwritable", `the response could not be written (${error})`, { reason: error });
  }

  /** Writes the document of a failure; when that cannot be read either, the exit status is all that can be said. */
  async fail(text: string): Promise<void> {
    await write(process.stderr, text);
  }

  /** A line for people, in human mode alone. */
  note(line: string): void {
    try {
      writeSync(process.stderr.fd, `${line}\n`);
    } catch {
      // Nobody reads it.
    }
  }
}

async function write(stream: NodeJS.WriteStream, text: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    stream.write(text, (error) => resolve(error === undefined || error === null ? undefined : codeOf(error)));
  });
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : error.message;
}
