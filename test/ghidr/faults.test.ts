/** Damaged and hostile samples, small limits and wrong selections, through the command on the real Ghidra. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "../command-run.ts";
import { failed, ghidr, succeeded } from "./command.ts";
import { CANNOT_RUN_GHIDRA, GHIDRA_JAR, JAVA_17, lendEngines } from "./engine/prepared.ts";

const HELLO = readFileSync(path.resolve("test/corpus/bin/hello-o2"));

describe.skipIf(CANNOT_RUN_GHIDRA)("with Ghidra 10.3", () => {
  let folder: string;
  let store: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "ghidr-faults-"));
    store = path.join(folder, "store");
    await lendEngines(store);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...words: string[]): Run =>
    ghidr([...words, "--store", store, "--ghidra", GHIDRA_JAR ?? "", "--java", JAVA_17 ?? ""]);

  function sample(name: string, content: Uint8Array | string): string {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  }

  /** The store holds no Analysis of this sample and no staging, and a cleanup leaves nothing of it. */
  function expectClean(file: string): void {
    const sum = execFileSync("sha256sum", [file], { encoding: "utf8" }).slice(0, 64);
    const find = (part: string) => execFileSync("find", [store, "-path", `*/${part}/*`], { encoding: "utf8" });
    expect(find(`analyses/${sum}`)).toBe("");
    expect(find("staging")).toBe("");
    expect(succeeded(ghidr(["clean", file, "--store", store]))["data"]).toMatchObject({ removed: { analyses: 0 } });
    expect(find(sum)).toBe("");
  }

  /** A file of Ghidra's liking: it loads, perhaps with complaints. */
  function messages(answer: Record<string, unknown>): string[] {
    const warnings = answer["warnings"] as { readonly code: string; readonly details: { readonly text: string } }[];
    return warnings.filter(({ code }) => code === "loader_message").map(({ details }) => details.text);
  }

  test.each<[string, () => Uint8Array | string]>([
    ["an empty file", () => ""],
    ["text", () => "just words\n".repeat(100)],
    ["random bytes", () => pseudorandom(4096)],
    ["an ELF of an unknown machine", () => patched(0x12, 0xee, 0xee)],
  ])("%s is not recognised", (name, content) => {
    const file = sample(name, content());

    const error = failed(run("inspect", file), 1);

    expect(error).toMatchObject({ code: "target_unrecognized", retryable: false });
    expectClean(file);
  });

  test.each([353, 5000, 9000, 12_715])(
    "a program cut at %i is answered with what the loader says, again when reused",
    (left) => {
      const file = sample(`cut-${left}`, HELLO.subarray(0, left));

      const created = succeeded(run("inspect", file));
      const reused = succeeded(run("inspect", file));

      expect(messages(created).join("\n")).toMatch(/truncated|missing|section header/iu);
      expect(messages(reused)).toEqual(messages(created));
    },
  );

  test("a program that is nothing but a part of its header has no addresses and no functions", () => {
    const file = sample("header", HELLO.subarray(0, 40));

    const answer = succeeded(run("inspect", file));

    expect(answer["data"]).toMatchObject({
      sample: { size_bytes: 40 },
      program: { image_base: null, minimum_address: null, maximum_address: null, function_count: 0 },
    });
  });

  test.each<[string, () => Uint8Array]>([
    ["e_shnum of 65,535", () => patched(0x3c, 0xff, 0xff)],
    ["e_phnum of 65,535", () => patched(0x38, 0xff, 0xff)],
    ["a p_memsz of 2^62", () => patchedSegment()],
    ["MZ and zeros", () => Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)])],
  ])("%s ends with an answer or with a typed error within its limits", (name, content) => {
    const file = sample(name, content());

    const outcome = run("inspect", file, "--analysis-timeout-seconds", "120");

    if (outcome.status === 0) {
      expect(succeeded(outcome)).toMatchObject({ kind: "inspection" });
    } else {
      expect(failed(outcome, 1).code).toMatch(/^(?:target_unrecognized|analysis_failed|analysis_out_of_memory)$/u);
      expectClean(file);
    }
  });

  test("a heap that is too small is told as that", () => {
    const file = sample("heap", HELLO);

    const error = failed(run("inspect", file, "--max-heap-mib", "48"), 1);

    expect(error).toMatchObject({ code: "analysis_out_of_memory", details: { max_heap_mib: 48 } });
    expect(error.details["diagnostic_log"]).toMatchObject({ sensitive: true, media_type: "application/json" });
    expectClean(file);
  });

  test("an analysis that does not end in time is a timeout, and cannot answer a later question", () => {
    const file = sample("slow", readFileSync("/bin/bash"));

    const error = failed(run("inspect", file, "--analysis-timeout-seconds", "1"), 124);

    expect(error).toMatchObject({ code: "analysis_timeout", details: { timeout_seconds: 1 } });
    expectClean(file);
  });

  test("a decompilation that does not end in time is a timeout without text, and its Analysis stays", () => {
    const file = path.join(folder, "long");
    execFileSync("gcc", ["-O1", "-x", "c", "-o", file, "-"], { input: longFunction(4000) });

    const error = failed(run("decompile", file, "--name", "long_one", "--decompile-timeout-seconds", "1"), 124);

    expect(error).toMatchObject({
      code: "decompile_timeout",
      details: { timeout_seconds: 1, function: { name: "long_one" } },
    });
    expect(succeeded(run("inspect", file))["data"]).toMatchObject({ analysis: { disposition: "reused" } });
  });
});

function pseudorandom(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let index = 0, state = 12345; index < size; index++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[index] = state >>> 16;
  }
  return bytes;
}

function patched(offset: number, ...bytes: number[]): Uint8Array {
  const copy = Buffer.from(HELLO);
  copy.set(bytes, offset);
  return copy;
}

/** The first PT_LOAD of the program claims 2^62 bytes of memory. */
function patchedSegment(): Uint8Array {
  const copy = Buffer.from(HELLO);
  const table = Number(copy.readBigUInt64LE(0x20));
  for (let entry = table; entry < table + 56 * copy.readUInt16LE(0x38); entry += 56) {
    if (copy.readUInt32LE(entry) !== 1) continue;
    copy.writeBigUInt64LE(2n ** 62n, entry + 0x28);
    return copy;
  }
  throw new Error("no segment");
}

/** Straight code in which everything depends on everything before. */
function longFunction(statements: number): string {
  const lines = Array.from({ length: statements }, (_, index) => {
    const [a, b] = [index % 7, (index * 3 + 1) % 7];
    return `  v[${a}] = v[${a}] * ${index + 3} + (v[${b}] ^ v[${(a + b) % 7}]); if (v[${b}] & ${1 << (index % 20)}) v[${a}] += v[${b}];`;
  });
  return `long v[7];\nlong long_one(void) {\n${lines.join("\n")}\n  return v[0];\n}\nint main(void) { return (int)long_one(); }\n`;
}
