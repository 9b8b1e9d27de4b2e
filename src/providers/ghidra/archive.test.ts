import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyEntries } from "./archive-writer.ts";
import { Archive } from "./archive.ts";

let folder: string;
let bytes: Buffer;

/** Written by Python's zipfile: a deflated, a stored and an empty file, a directory, a comment behind everything. */
const SCRIPT = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as z:
    z.writestr("a/text.txt", "word " * 1000, zipfile.ZIP_DEFLATED)
    z.writestr("a/plain.bin", bytes(range(256)), zipfile.ZIP_STORED)
    z.writestr("empty", b"", zipfile.ZIP_DEFLATED)
    z.writestr("folder/", b"")
    z.writestr("ümlaut", "u", zipfile.ZIP_DEFLATED)
    z.comment = b"comment"
`;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "rea-archive-"));
  execFileSync("python3", ["-c", SCRIPT, path.join(folder, "x.zip")]);
  bytes = readFileSync(path.join(folder, "x.zip"));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function contents(archive: Archive): Promise<Record<string, string>> {
  const pairs = archive.entries.map(async (entry) => [entry.name, (await archive.read(entry)).toString("latin1")]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<string, string>;
}

test("every file of an archive is read as it was packed", async () => {
  expect(await contents(new Archive(bytes))).toEqual({
    "a/text.txt": "word ".repeat(1000),
    "a/plain.bin": Buffer.from(Array.from({ length: 256 }, (_, index) => index)).toString("latin1"),
    empty: "",
    "folder/": "",
    ümlaut: "u",
  });
});

test("copied entries make an archive that others accept", async () => {
  const source = new Archive(bytes);
  const copy = path.join(folder, "copy.zip");

  await copyEntries(source, source.entries.slice(0, 3), copy);

  const checked = execFileSync("python3", ["-c", CHECK, copy], { encoding: "utf8" });
  expect(checked).toBe("None ['a/text.txt', 'a/plain.bin', 'empty'] 5000\n");
});

const CHECK = `
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(z.testzip(), z.namelist(), len(z.read("a/text.txt")))
`;

test("an archive that is cut anywhere is refused, never misread", async () => {
  const whole = JSON.stringify(await contents(new Archive(bytes)));
  const misread: unknown[] = [];

  for (let cut = 0; cut < bytes.length; cut++) {
    const read = await Promise.resolve()
      .then(async () => JSON.stringify(await contents(new Archive(bytes.subarray(0, cut)))))
      .catch((error: unknown) => error);
    // Without the end of the comment nothing is lost.
    if (!(read instanceof RangeError) && read !== whole) misread.push(read);
  }

  expect(misread).toEqual([]);
});

test("a count of 65,535 entries costs no more than the file", () => {
  const damaged = Buffer.from(bytes);
  const end = damaged.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  damaged.writeUInt16LE(0xffff, end + 10);

  expect(() => new Archive(damaged)).toThrow(RangeError);
});

test("a file that unpacks to more than it claims is refused", async () => {
  const archive = new Archive(bytes);
  const [entry] = archive.entries;
  if (entry === undefined) throw new Error("the archive is empty");

  await expect(archive.read({ ...entry, size: 10 })).rejects.toThrow(/larger than|10/u);
});
