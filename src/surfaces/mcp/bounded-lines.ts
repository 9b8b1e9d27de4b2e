/** The lines of a stream, none of them longer than a bound: a message that nobody could keep must not end the server. */
import { Transform } from "node:stream";

/** Both ends of a line that was left out. */
export interface LeftOut {
  readonly head: string;
  readonly tail: string;
}

/**
 * Passes whole lines of at most `limit` bytes, their ends included. Longer ones are left out while they come in, and
 * `refuse` is told of each at its end.
 */
export function boundedLines(limit: number, refuse: (line: LeftOut) => void): Transform {
  let line = new Line(limit);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length;) {
        const newline = chunk.indexOf(NEWLINE, at);
        const end = newline < 0 ? chunk.length : newline + 1;
        line.add(chunk.subarray(at, end));
        at = end;
        if (newline < 0) break;
        if (line.leftOut === undefined) this.push(line.bytes());
        else refuse(line.leftOut);
        line = new Line(limit);
      }
      done();
    },
  });
}

const NEWLINE = 0x0a;

/** A line that comes in pieces; past the limit only its ends are kept. */
class Line {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #length = 0;
  #head = "";
  #tail = Buffer.alloc(0);

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(piece: Buffer): void {
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#length <= this.#limit) return;
    const known = Buffer.concat([this.#tail, ...this.#pieces]);
    if (this.#head === "") this.#head = known.toString("utf8", 0, KEPT_OF_AN_END);
    // A copy, so that what is left out is not held by it.
    this.#tail = Buffer.from(known.subarray(-KEPT_OF_AN_END));
    this.#pieces = [];
  }

  get leftOut(): LeftOut | undefined {
    return this.#length <= this.#limit ? undefined : { head: this.#head, tail: this.#tail.toString("utf8") };
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/** Bytes. */
const KEPT_OF_AN_END = 256;
