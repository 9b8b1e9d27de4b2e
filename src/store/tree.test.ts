/** Directories of a store on filesystems that take none. */
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeStoreDirectory } from "./tree.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "rea-tree-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("the directories of a store", () => {
  it("are made with what leads to them, for their user alone", () => {
    const directory = makeStoreDirectory(path.join(root, "a/b"), "staging");
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(root, "a")).mode & 0o777).toBe(0o700);
    expect(makeStoreDirectory(path.join(root, "a/b"), "staging")).toBe(directory);
  });

  // /proc says that there is no such file, and Node's recursive way then tries again for ever.
  it.runIf(process.platform === "linux").each(["/proc/no-such-store", "/proc/a/b"])("are refused at %s", (store) => {
    expect(() => makeStoreDirectory(store, "staging")).toThrow(expect.objectContaining({ code: "ENOENT" }));
  });

  it.runIf(process.platform === "linux")("are refused in /proc itself", () => {
    expect(() => makeStoreDirectory("/proc", "staging")).toThrow(expect.objectContaining({ code: "ENOENT" }));
  });

  it("are refused behind a link to nothing and below a file", () => {
    symlinkSync(path.join(root, "nowhere"), path.join(root, "link"));
    writeFileSync(path.join(root, "file"), "");
    expect(() => makeStoreDirectory(path.join(root, "link"))).toThrow(expect.objectContaining({ code: "EEXIST" }));
    expect(() => makeStoreDirectory(path.join(root, "file/below"))).toThrow(
      expect.objectContaining({ code: "ENOTDIR" }),
    );
  });
});
