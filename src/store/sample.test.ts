import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSample, readWholeSample } from "./sample.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-sample-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(content: string | Uint8Array, name = "sample"): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

test("a sample is named by the digest that sha256sum prints", async () => {
  const expected = execFileSync("sha256sum", [process.execPath], { encoding: "utf8" }).slice(0, 64);

  const sample = await openSample(process.execPath);

  expect(sample.sha256).toBe(expected);
  expect(sample.size).toBe(statSync(process.execPath).size);
  await sample.close();
});

test("any range reads as the file has it, cut at its end", async () => {
  const content = Buffer.from(Array.from({ length: 5000 }, (_, index) => index & 0xff));
  const sample = await openSample(write(content));

  expect(await sample.read(10, 20)).toEqual(new Uint8Array(content.subarray(10, 30)));
  expect(await sample.read(4990, 100)).toEqual(new Uint8Array(content.subarray(4990)));
  expect(await sample.read(9000, 1)).toHaveLength(0);
  expect(Buffer.from(readWholeSample(sample.descriptor, sample.path, sample.size)).equals(content)).toBe(true);
  await sample.close();
});

test("a link to a regular file is the file", async () => {
  const file = write("content");
  symlinkSync(file, path.join(folder, "link"));

  const sample = await openSample(path.join(folder, "link"));

  expect(sample.size).toBe(7);
  await sample.close();
});

test.each([
  ["a path that does not exist", "absent"],
  ["a path through a file", "file/inner"],
  ["a loop of links", "loop"],
  ["a name that no file can have", "a".repeat(300)],
  ["a path with a NUL", "a\0b"],
])("%s is sample_missing", async (_, name) => {
  write("x", "file");
  symlinkSync("loop", path.join(folder, "loop"));

  await expect(openSample(path.join(folder, name))).rejects.toMatchObject({ code: "sample_missing" });
});

test("a directory, a FIFO, a socket and a device are each refused by kind, without waiting", async () => {
  mkdirSync(path.join(folder, "directory"));
  execFileSync("mkfifo", [path.join(folder, "fifo")]);
  const server = createServer().listen(path.join(folder, "socket"));
  const code = "sample_not_regular";

  await expect(openSample(path.join(folder, "directory"))).rejects.toMatchObject({
    code,
    details: { found: "directory" },
  });
  await expect(openSample(path.join(folder, "fifo"))).rejects.toMatchObject({ code, details: { found: "FIFO" } });
  await expect(openSample(path.join(folder, "socket"))).rejects.toMatchObject({ code });
  await expect(openSample("/dev/null")).rejects.toMatchObject({ code, details: { found: "character device" } });
  server.close();
});

test("an empty file and one over the ceiling are refused before anything is read", async () => {
  const empty = write("");
  const sparse = write("", "sparse");
  truncateSync(sparse, 5_000_000_000);

  const started = performance.now();
  await expect(openSample(empty)).rejects.toMatchObject({ code: "sample_empty" });
  await expect(openSample(sparse)).rejects.toMatchObject({
    code: "sample_too_large",
    message: expect.stringContaining("--max-sample-bytes"),
    details: { size: 5_000_000_000, max_sample_bytes: 1_073_741_824 },
  });
  expect(performance.now() - started).toBeLessThan(500);
});

test("a file of exactly the ceiling is taken, one byte more is not", async () => {
  const file = write("12345678");

  await (await openSample(file, { maxBytes: 8 })).close();

  await expect(openSample(file, { maxBytes: 7 })).rejects.toMatchObject({ code: "sample_too_large" });
});

test("a file that grows or shrinks while it is hashed is sample_changed", async () => {
  for (const size of [3_000_000, 9_000_000]) {
    const file = write(new Uint8Array(6_000_000));
    const progress = (): void => truncateSync(file, size);

    await expect(openSample(file, { progress })).rejects.toMatchObject({ code: "sample_changed" });
  }
});

test("bytes are not read any more once the file has others", async () => {
  const file = write("first content");
  const sample = await openSample(file);

  writeFileSync(file, "other content");

  await expect(sample.read(0, 5)).rejects.toMatchObject({ code: "sample_changed" });
  await sample.close();
});

test("a file that is only renamed, touched or replaced by another stays the sample", async () => {
  const file = write("first content");
  const sample = await openSample(file);

  utimesSync(file, 1, 1);
  renameSync(file, path.join(folder, "renamed"));
  write("something else");

  expect(Buffer.from(await sample.read(0, 5)).toString()).toBe("first");
  await sample.close();
});

test("an abort stops the hashing with its reason", async () => {
  const file = write(new Uint8Array(8_000_000));
  const controller = new AbortController();
  const reason = new Error("enough");

  const opening = openSample(file, { signal: controller.signal, progress: () => controller.abort(reason) });

  await expect(opening).rejects.toBe(reason);
});

test("no descriptor stays open after a refusal or a close", async () => {
  const file = write("content");
  const open = (): readonly string[] => readdirSync("/proc/self/fd");
  const before = open();

  await openSample(file, { maxBytes: 2 }).catch(() => undefined);
  await openSample(folder).catch(() => undefined);
  await (await openSample(file)).close();

  expect(open()).toEqual(before);
});

test("a file that this user may not read is sample_unreadable", async () => {
  const file = write("secret");
  chmodSync(folder, 0o755);
  chmodSync(file, 0o000);

  await asOrdinaryUser(async () => {
    await expect(openSample(file)).rejects.toMatchObject({ code: "sample_unreadable", details: { reason: "EACCES" } });
  });
});

/** Root reads everything, so the work is done as nobody. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    if (root) process.seteuid?.(0);
  }
}
