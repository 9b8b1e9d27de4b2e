/** Writing to the standard streams in order, and noticing when nobody reads any more. */
import type { WriteStream } from "node:tty";
import { Failure } from "../../base/failure.ts";

/** Characters written at a time. */
const BATCH = 65_536;

/** A standard stream. A reader that closes its end (`| head`) ends the output quietly. */
export class Output {
  readonly #stream: WriteStream;

  constructor(stream: WriteStream) {
    this.#stream = stream;
    // Every write hears of its own error.
    stream.on("error", () => {});
  }

  /** True on a terminal. */
  get terminal(): boolean {
    return this.#stream.isTTY;
  }

  /** Columns of the terminal; null on a pipe and in a file, where nothing is cut to a width. */
  get columns(): number | null {
    return this.terminal ? this.#stream.columns || DEFAULT_COLUMNS : null;
  }

  /** Resolves when the system has taken the text, or nobody wants it. Rejects with `output_unwritable`. */
  async write(text: string): Promise<void> {
    if (text === "" || this.#stream.destroyed) return;
    const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
      this.#stream.write(text, resolve);
    });
    if (error === undefined || error === null || CLOSED.has(error.code ?? "")) return;
    throw new Failure("output_unwritable", `the output could not be written: ${error.message}`, {}, error);
  }

  /** Each line with a line end, as many as somebody reads. */
  async writeLines(lines: Iterable<string>): Promise<void> {
    let batch = "";
    for (const line of lines) {
      batch += `${line}\n`;
      if (batch.length < BATCH) continue;
      await this.write(batch);
      if (this.#stream.destroyed) return;
      batch = "";
    }
    await this.write(batch);
  }
}

/** For a terminal that does not say how wide it is. */
const DEFAULT_COLUMNS = 80;

/** The reader has gone, or the stream was given up after it had. */
const CLOSED: ReadonlySet<string> = new Set(["EPIPE", "ERR_STREAM_DESTROYED"]);
