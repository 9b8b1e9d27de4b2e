/** Keeps what a child prints, within bounds: all of it, or its beginning and its end. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { CAPTURE_LIMIT, type CapturedSegment, type CapturedStream } from "../contracts/ghidr/captured-stream.ts";

const HALF = CAPTURE_LIMIT / 2;

/** Reads a stream as fast as it comes, so that a full pipe never blocks the child. Holds at most 8 MiB. */
export class Capture {
  readonly #head: Buffer[] = [];
  #headLength = 0;
  /** The last bytes after the head, as a ring; made when the head is full. */
  #ring: Buffer | undefined;
  #total = 0;

  constructor(stream: Readable) {
    stream.on("data", (chunk: Buffer) => this.#add(chunk));
    // The stream of a child that was killed may break; what it gave counts.
    stream.on("error", () => {});
  }

  /** Whether the kept bytes hold an ASCII text. */
  includes(text: string): boolean {
    return this.#segments().some(({ bytes }) => bytes.includes(text, 0, "latin1"));
  }

  /**
   * Writes what was kept as `<name>.log`, or as `<name>.head.log` and `<name>.tail.log`, mode 0600. Where the file
   * system has no room for them there are no segments.
   */
  async save(directory: string, name: string): Promise<CapturedStream> {
    const kept = this.#segments();
    const segments: CapturedSegment[] = [];
    try {
      for (const [index, { bytes, offset }] of kept.entries()) {
        const part = kept.length === 1 ? "" : index === 0 ? ".head" : ".tail";
        const file = path.join(directory, `${name}${part}.log`);
        await writeFile(file, bytes, { flag: "wx", mode: 0o600 });
        segments.push({ file, offset, length: bytes.length });
      }
    } catch {
      return { totalBytes: this.#total, segments: [] };
    }
    return { totalBytes: this.#total, segments };
  }

  #add(chunk: Buffer): void {
    const forHead = Math.min(HALF - this.#headLength, chunk.length);
    if (forHead > 0) {
      // A copy: the chunk's memory belongs to a larger pool.
      this.#head.push(Buffer.from(chunk.subarray(0, forHead)));
      this.#headLength += forHead;
    }
    this.#total += forHead;
    this.#addToRing(chunk.subarray(forHead));
  }

  #addToRing(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const ring = (this.#ring ??= Buffer.alloc(HALF));
    const last = bytes.subarray(Math.max(0, bytes.length - HALF));
    this.#total += bytes.length - last.length;
    const at = (this.#total - HALF) % HALF;
    const copied = last.copy(ring, at);
    last.copy(ring, 0, copied);
    this.#total += last.length;
  }

  #segments(): { readonly bytes: Buffer; readonly offset: number }[] {
    const head = Buffer.concat(this.#head);
    const after = this.#total - head.length;
    if (this.#ring === undefined || after === 0) return [{ bytes: head, offset: 0 }];
    if (after <= HALF) return [{ bytes: Buffer.concat([head, this.#ring.subarray(0, after)]), offset: 0 }];
    const seam = after % HALF;
    const tail = Buffer.concat([this.#ring.subarray(seam), this.#ring.subarray(0, seam)]);
    return [
      { bytes: head, offset: 0 },
      { bytes: tail, offset: this.#total - HALF },
    ];
  }
}
