import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Capture } from "./capture.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-capture-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const MIB = 1024 * 1024;

/** Bytes whose every position can be told from its neighbours. */
function pattern(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(at, at);
  return bytes;
}

async function capture(bytes: Buffer, chunk: number): Promise<Capture> {
  const stream = new PassThrough();
  const captured = new Capture(stream);
  for (let at = 0; at < bytes.length; at += chunk) stream.write(bytes.subarray(at, at + chunk));
  stream.end();
  await finished(stream);
  return captured;
}

test.each([0, 1, 4 * MIB, 4 * MIB + 1, 8 * MIB - 1, 8 * MIB])(
  "a stream of %i bytes is kept as it is",
  async (length) => {
    const bytes = pattern(length);

    const { totalBytes, segments } = await (await capture(bytes, 65_537)).save(folder, "stdout");

    const file = path.join(folder, "stdout.log");
    expect({ totalBytes, segments }).toEqual({ totalBytes: length, segments: [{ file, offset: 0, length }] });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  },
);

test.each([
  [8 * MIB + 1, 65_537],
  [20 * MIB + 3, 1000],
  [20 * MIB + 3, 5 * MIB],
  [20 * MIB + 3, 20 * MIB + 3],
])("of %i bytes in chunks of %i the first and the last four MiB are kept", async (length, chunk) => {
  const bytes = pattern(length);

  const { totalBytes, segments } = await (await capture(bytes, chunk)).save(folder, "stderr");

  const [head, tail] = ["stderr.head.log", "stderr.tail.log"].map((name) => path.join(folder, name));
  expect({ totalBytes, segments }).toEqual({
    totalBytes: length,
    segments: [
      { file: head, offset: 0, length: 4 * MIB },
      { file: tail, offset: length - 4 * MIB, length: 4 * MIB },
    ],
  });
  expect(readFileSync(head ?? "").equals(bytes.subarray(0, 4 * MIB))).toBe(true);
  expect(readFileSync(tail ?? "").equals(bytes.subarray(length - 4 * MIB))).toBe(true);
});

test("a text is found in what is kept, and not in what is not", async () => {
  const bytes = Buffer.alloc(12 * MIB, 0x20);
  bytes.write("beginning", 100);
  bytes.write("middle", 6 * MIB);
  bytes.write("end", bytes.length - 100);

  const captured = await capture(bytes, 65_537);

  expect(["beginning", "middle", "end"].map((text) => captured.includes(text))).toEqual([true, false, true]);
});

test("a place without room costs the segments, not the work", async () => {
  const captured = await capture(pattern(10), 10);

  expect(await captured.save(path.join(folder, "missing"), "stdout")).toEqual({ totalBytes: 10, segments: [] });
});
