import { expect, test } from "vitest";
import { takeApart, wantsHuman } from "./words.ts";
import { readRequest, type Request } from "./requests.ts";

const bytes = (line: readonly (string | Buffer)[]) => line.map((word) => Buffer.from(word));

/** What a command line asks for. */
function requested(...line: (string | Buffer)[]): Request {
  const words = takeApart(bytes(line));
  if (words.kind !== "command") throw new Error(words.kind);
  return readRequest(words);
}

test("every flag has the default of the document", () => {
  expect(requested("decompile", "./sample", "--name", "main")).toMatchObject({
    command: "decompile",
    format: "json",
    budget: 65_536,
    store: undefined,
    selector: { kind: "name", value: "main" },
    decompileTimeout: 60,
    sample: {
      source: Buffer.from("./sample"),
      maxSampleBytes: 1_073_741_824,
      installation: { sandbox: "bubblewrap" },
      policy: { maxHeapMib: 2048, maxCpu: 2, analysisTimeoutSeconds: 600, decompileTimeoutSeconds: 60 },
    },
  });
  expect(requested("functions", "s")).toMatchObject({ window: { offset: 0, limit: 100 } });
  expect(requested("functions", "s", "--all")).toMatchObject({ window: { offset: 0, limit: null } });
});

test("flags stand before or after the command, with a space or an equals sign", () => {
  const expected = { command: "inspect", format: "human", budget: 5, sample: { source: Buffer.from("s") } };

  expect(requested("--format", "human", "inspect", "s", "--max-inline-bytes=5")).toMatchObject(expected);
  expect(requested("inspect", "--format=human", "s", "--max-inline-bytes", "5")).toMatchObject(expected);
});

test("a value may look like a command, and what follows -- is a path", () => {
  expect(requested("--store", "clean", "inspect", "s")).toMatchObject({
    command: "inspect",
    store: Buffer.from("clean"),
  });
  expect(requested("inspect", "--", "--help")).toMatchObject({ sample: { source: Buffer.from("--help") } });
});

test("a path keeps bytes that are no UTF-8", () => {
  const odd = Buffer.from([0x61, 0xff]);

  expect(requested("inspect", odd)).toMatchObject({ sample: { source: odd } });
});

test("an address has a space, which may hold colons, and an offset", () => {
  expect(requested("decompile", "s", "--address", "ram:0x0000000000401120")).toMatchObject({
    selector: { kind: "address", value: { space: "ram", offset: "0x0000000000401120" } },
  });
  expect(requested("decompile", "s", "--address", "a::b:0x1")).toMatchObject({
    selector: { value: { space: "a::b", offset: "0x1" } },
  });
});

test("references are chosen by one of three, code by one of three, calls by one of two or none", () => {
  expect(requested("xrefs", "s", "--to", "ram:0x1")).toMatchObject({
    target: { kind: "to", address: { space: "ram", offset: "0x1" } },
  });
  expect(requested("xrefs", "s", "--from", "stack:0xfffffff8")).toMatchObject({ target: { kind: "from" } });
  expect(requested("xrefs", "s", "--name", "main")).toMatchObject({ target: { kind: "name", name: "main" } });
  expect(requested("disassemble", "s", "--range", "a..b:0x10..a..b:0x10")).toMatchObject({
    selector: { kind: "range", value: { space: "a..b", start: "0x10", end: "0x10" } },
  });
  expect(requested("disassemble", "s", "--range", "ram:0x0..ram:0xfffff")).toMatchObject({
    selector: { value: { end: "0xfffff" } },
  });
  expect(requested("calls", "s")).toMatchObject({ around: undefined });
  expect(requested("calls", "s", "--name", "main")).toMatchObject({ around: { direction: "both" } });
  expect(requested("calls", "s", "--address", "ram:0x1", "--direction", "callees")).toMatchObject({
    around: { selector: { kind: "address" }, direction: "callees" },
  });
});

test("help and version need no valid command line", () => {
  expect(takeApart(bytes(["decompile", "--help", "--bogus"]))).toEqual({ kind: "help", command: "decompile" });
  expect(takeApart(bytes(["--help"]))).toEqual({ kind: "help", command: undefined });
  expect(takeApart(bytes(["--format", "json", "--version"]))).toEqual({ kind: "version" });
});

test.each<[string, string[]]>([
  ["command", []],
  ["command", ["frobnicate"]],
  ["command", ["sample"]],
  ["--bogus", ["inspect", "s", "--bogus"]],
  ["--limit", ["inspect", "s", "--limit", "5"]],
  ["SAMPLE", ["inspect"]],
  ["SAMPLE", ["inspect", "a", "b"]],
  ["SAMPLE", ["inspect", ""]],
  ["SAMPLE", ["doctor", "a"]],
  ["--format", ["inspect", "s", "--format", "yaml"]],
  ["--format", ["inspect", "s", "--format"]],
  ["--format", ["inspect", "s", "--format", "json", "--format", "json"]],
  ["--limit", ["functions", "s", "--limit", "0"]],
  ["--limit", ["functions", "s", "--limit", "-1"]],
  ["--limit", ["functions", "s", "--limit", "1e3"]],
  ["--limit", ["functions", "s", "--limit", "0x10"]],
  ["--limit", ["functions", "s", "--limit", "010"]],
  ["--offset", ["functions", "s", "--offset", "x"]],
  ["--all", ["functions", "s", "--all", "--limit", "1"]],
  ["--all", ["functions", "s", "--all", "--offset", "0"]],
  ["--all", ["functions", "s", "--all=yes"]],
  ["--max-inline-bytes", ["inspect", "s", "--max-inline-bytes", "0"]],
  ["--max-inline-bytes", ["inspect", "s", "--max-inline-bytes", "64k"]],
  ["--max-inline-bytes", ["inspect", "s", "--max-inline-bytes", "-1"]],
  ["--max-sample-bytes", ["inspect", "s", "--max-sample-bytes", "0"]],
  ["--max-heap-mib", ["inspect", "s", "--max-heap-mib", "0"]],
  ["--max-cpu", ["inspect", "s", "--max-cpu", "-2"]],
  ["--analysis-timeout-seconds", ["inspect", "s", "--analysis-timeout-seconds", "0"]],
  ["--decompile-timeout-seconds", ["decompile", "s", "--name", "f", "--decompile-timeout-seconds", "0"]],
  ["--sandbox", ["inspect", "s", "--sandbox", "none"]],
  ["--name", ["decompile", "s"]],
  ["--name", ["decompile", "s", "--name", ""]],
  ["--address", ["decompile", "s", "--name", "f", "--address", "ram:0x1"]],
  ["--address", ["decompile", "s", "--address", "0x401120"]],
  ["--address", ["decompile", "s", "--address", "ram:401120"]],
  ["--address", ["decompile", "s", "--address", "ram:0x40112G"]],
  ["--address", ["decompile", "s", "--address", "ram:0xABC"]],
  ["--address", ["decompile", "s", "--address", ":0x1"]],
  ["--to", ["xrefs", "s"]],
  ["--from", ["xrefs", "s", "--to", "ram:0x1", "--from", "ram:0x2"]],
  ["--name", ["xrefs", "s", "--to", "ram:0x1", "--name", "f"]],
  ["--address", ["xrefs", "s", "--address", "ram:0x1"]],
  ["--direction", ["calls", "s", "--direction", "callers"]],
  ["--direction", ["calls", "s", "--name", "f", "--direction", "up"]],
  ["--name", ["function", "s"]],
  ["--limit", ["function", "s", "--name", "f", "--limit", "1"]],
  ["--name", ["disassemble", "s"]],
  ["--range", ["disassemble", "s", "--name", "f", "--range", "ram:0x1..ram:0x2"]],
  ["--range", ["disassemble", "s", "--range", "ram:0x1-ram:0x2"]],
  ["--range", ["disassemble", "s", "--range", "ram:0x2..ram:0x1"]],
  ["--range", ["disassemble", "s", "--range", "ram:0x1..rom:0x2"]],
  ["--range", ["disassemble", "s", "--range", "ram:0x0..ram:0x100000"]],
  ["--limit", ["strings", "s", "--limit", "0"]],
  ["target", ["clean"]],
  ["target", ["clean", "s", "--all"]],
  ["target", ["clean", "--all", "--digest", "a".repeat(64)]],
  ["--digest", ["clean", "--digest", "a".repeat(63)]],
  ["--digest", ["clean", "--digest", "g".repeat(64)]],
])("%s is named as the wrong argument of %j", (argument, line) => {
  expect(() => requested(...line)).toThrow(
    expect.objectContaining({ code: "invalid_arguments", details: expect.objectContaining({ argument }) }),
  );
});

test("who asks for text gets text, also when the command line is wrong", () => {
  expect(wantsHuman(bytes(["--format", "human", "frobnicate"]))).toBe(true);
  expect(wantsHuman(bytes(["frobnicate", "--format=human"]))).toBe(true);
  expect(wantsHuman(bytes(["inspect", "--", "--format=human"]))).toBe(false);
  expect(wantsHuman(bytes(["inspect", "human"]))).toBe(false);
});
