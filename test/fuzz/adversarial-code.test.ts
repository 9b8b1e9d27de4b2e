/** Files whose code is dense beyond anything that compilers write: the built command bounds its memory and its time. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { REA, temporaryFolder } from "../e2e/cli-runner.ts";
import { timeAllowed } from "./probe.ts";

const MB = 2 ** 20;

/** Prints at its end what a process has used. */
const METER = `
const { isMainThread } = require("node:worker_threads");
if (isMainThread) process.on("exit", () => require("node:fs").writeSync(2, JSON.stringify(process.resourceUsage())));
`;

interface Use {
  /** Kilobytes. */
  readonly maxRSS: number;
  /** Microseconds. */
  readonly userCPUTime: number;
  readonly systemCPUTime: number;
}

function isUse(value: unknown): value is Use {
  return typeof value === "object" && value !== null && "maxRSS" in value && "userCPUTime" in value;
}

/** Analyses a file of `size` bytes of code that repeats `pattern`; what that took. */
function analyse(pattern: readonly number[], size: number): Use & { readonly status: number | null } {
  const folder = temporaryFolder();
  const [file, meter] = [path.join(folder, "sample"), path.join(folder, "meter.cjs")];
  writeFileSync(file, executable(pattern, size));
  writeFileSync(meter, METER);
  const { status, stderr } = spawnSync(process.execPath, ["--require", meter, REA, "analyze", file, "--json"], {
    env: { ...process.env, REA_STORE: path.join(folder, "store") },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const use: unknown = JSON.parse(stderr.slice(stderr.lastIndexOf("{")));
  if (!isUse(use)) throw new Error(`the command did not say what it used: ${stderr}`);
  return { ...use, status };
}

/** An ELF64 executable for x86-64 of one segment, which begins at its entry. */
function executable(pattern: readonly number[], size: number): Buffer {
  const file = Buffer.alloc(CODE + size);
  file.write("\x7fELF\x02\x01\x01", "latin1");
  file.writeUInt16LE(2, 0x10);
  file.writeUInt16LE(62, 0x12);
  file.writeUInt32LE(1, 0x14);
  file.writeBigUInt64LE(0x40_1000n, 0x18);
  file.writeBigUInt64LE(0x40n, 0x20);
  file.writeUInt16LE(0x40, 0x34);
  file.writeUInt16LE(0x38, 0x36);
  file.writeUInt16LE(1, 0x38);
  file.writeUInt32LE(1, 0x40);
  file.writeUInt32LE(5, 0x44);
  file.writeBigUInt64LE(BigInt(CODE), 0x48);
  file.writeBigUInt64LE(0x40_1000n, 0x50);
  file.writeBigUInt64LE(0x40_1000n, 0x58);
  file.writeBigUInt64LE(BigInt(size), 0x60);
  file.writeBigUInt64LE(BigInt(size), 0x68);
  file.writeBigUInt64LE(0x1000n, 0x70);
  file.fill(Uint8Array.from(pattern), CODE);
  return file;
}

const CODE = 0x1000;
const SIZE = 10 * MB;

test.each([
  ["branches to the next instruction", [0x74, 0x00]],
  ["calls over two returns", [0xe8, 0x01, 0, 0, 0, 0xc3, 0xc3]],
  ["jumps to what a register holds", [0xff, 0xe0]],
  ["branches, each before a jump to what a register holds", [0x74, 0x00, 0xff, 0xe0]],
])("ten megabytes of %s take 200 MB and twenty times their size at most", (_, pattern) => {
  const { status, maxRSS, userCPUTime, systemCPUTime } = analyse(pattern, SIZE);

  expect(status).toBe(0);
  expect(maxRSS * 1024).toBeLessThan(200 * MB + 20 * SIZE);
  expect((userCPUTime + systemCPUTime) / 1000).toBeLessThan(timeAllowed(SIZE));
});

// Every call finds a function: the rows of nearly two million of them take more than the bound of the others.
test("ten megabytes of calls over a return, each of the next call, take 700 MB at most", () => {
  const { status, maxRSS, userCPUTime, systemCPUTime } = analyse([0xe8, 0x01, 0, 0, 0, 0xc3], SIZE);

  expect(status).toBe(0);
  expect(maxRSS * 1024).toBeLessThan(700 * MB);
  expect((userCPUTime + systemCPUTime) / 1000).toBeLessThan(timeAllowed(SIZE));
});
