import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Failure } from "../../../base/failure.ts";
import type { PseudocodeAnswer } from "../../provider.ts";
import type { DecompiledFunction, Decompiler, DecompileOutcome } from "./protocol.ts";
import { PseudocodeSource, type PseudocodeSourceOptions } from "./pseudocode.ts";

const SAMPLE = "a".repeat(64);

function textOf(address: bigint): DecompiledFunction {
  const text = `void f_${address}(void)\n{\n  shop__total();\n}\n`;
  return {
    kind: "text",
    text,
    lines: [[], [], [address + 4n], []],
    tokens: [{ start: text.indexOf("shop"), length: 11, kind: "function" }],
    signature: {
      name: "f",
      returnType: "void",
      parameters: [],
      variadic: false,
      noReturn: false,
      convention: "__stdcall",
    },
    locals: [],
    callees: [],
    strings: [],
    warnings: [{ message: "Subroutine does not return", address }, { message: "Unreachable block" }],
  };
}

/** Answers as told and counts what it is asked. */
class FakeDecompiler implements Decompiler {
  readonly asked: bigint[] = [];
  closed = false;
  readonly #answer: (address: bigint) => DecompileOutcome;

  constructor(answer: (address: bigint) => DecompileOutcome = textOf) {
    this.#answer = answer;
  }

  async decompile(address: bigint): Promise<DecompileOutcome> {
    this.asked.push(address);
    return this.#answer(address);
  }

  async decompileAll(...[addresses, { signal, each }]: Parameters<Decompiler["decompileAll"]>): Promise<void> {
    for (const address of addresses) {
      await Promise.resolve();
      signal.throwIfAborted();
      each(address, await this.decompile(address));
    }
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

function sourceWith(
  decompiler: Decompiler,
  options: Partial<PseudocodeSourceOptions> = {},
  version = "1",
): PseudocodeSource {
  const meanings = new Map([["shop__total", { name: "shop::total(int)", address: 0x10n }]]);
  return new PseudocodeSource({
    sample: SAMPLE,
    profile: "profile",
    store: undefined,
    load: async () => ({ name: "fake", version, digest: version, open: () => decompiler }),
    feeding: async () => "feeding",
    feed: async () => ({
      feed: {
        machine: { format: "elf", architecture: "x86_64", bits: 64, endian: "little" },
        ...{ regions: [], functions: [], imports: [], labels: [], readOnly: [], types: [] },
      },
      meanings,
    }),
    describe: async (address) => ({ name: `f::${address}`, callees: [], strings: [] }),
    ...options,
  });
}

async function ask(source: PseudocodeSource, ...addresses: bigint[]): Promise<Map<bigint, PseudocodeAnswer>> {
  const answers = new Map<bigint, PseudocodeAnswer>();
  const each = (address: bigint, answer: PseudocodeAnswer): void => void answers.set(address, answer);
  await source.decompile(addresses, { signal: new AbortController().signal, deadlineMs: 1000, each });
  return answers;
}

function newStore(): string {
  const store = mkdtempSync(path.join(tmpdir(), "rea-pseudocode-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  return store;
}

test("the answer holds the text, the instructions of its lines, and what its identifiers stand for", async () => {
  const answers = await ask(sourceWith(new FakeDecompiler()), 0x40n);

  expect(answers.get(0x40n)).toMatchObject({
    kind: "text",
    fact: {
      address: "0x40",
      name: "f::64",
      lines: [{ line: 3, addresses: ["0x44"] }],
      names: [{ identifier: "shop__total", name: "shop::total(int)", address: "0x10" }],
      warnings: [{ message: "Unreachable block", address: null }],
      decompiler: { name: "fake", version: "1" },
    },
  });
});

test("a function that was asked for before is answered from the store, in any process, without a decompiler", async () => {
  const store = newStore();
  const first = await ask(sourceWith(new FakeDecompiler(), { store }), 1n, 2n);
  const decompiler = new FakeDecompiler();

  const second = await ask(sourceWith(decompiler, { store }), 2n, 1n);

  expect(decompiler.asked).toEqual([]);
  expect(JSON.stringify([second.get(1n), second.get(2n)])).toBe(JSON.stringify([first.get(1n), first.get(2n)]));
});

test.each([
  ["decompiler", {}, "2"],
  ["profile of the analysis", { profile: "other" }, "1"],
  ["sample", { sample: "b".repeat(64) }, "1"],
  ["feeding", { feeding: async () => "other" }, "1"],
])("a text that another %s made does not count", async (_what, options, version) => {
  const store = newStore();
  await ask(sourceWith(new FakeDecompiler(), { store }), 1n);
  const decompiler = new FakeDecompiler();

  await ask(sourceWith(decompiler, { store, ...options }, version), 1n);

  expect(decompiler.asked).toEqual([1n]);
});

test("what goes wrong with one function is its answer, is not kept, and stops no other", async () => {
  const store = newStore();
  const outcome = (address: bigint): DecompileOutcome =>
    address === 2n ? { kind: "failed", reason: "deadline", message: "30 s were not enough" } : textOf(address);
  const decompiler = new FakeDecompiler(outcome);
  const source = sourceWith(decompiler, { store });

  const answers = await ask(source, 1n, 2n, 3n);
  await ask(source, 2n);

  const failed = answers.get(2n);
  expect(failed?.kind === "failed" && failed.failure).toMatchObject({
    code: "decompile_timeout",
    details: { address: "0x2", reason: "deadline" },
  });
  expect([answers.get(1n)?.kind, answers.get(3n)?.kind]).toEqual(["text", "text"]);
  expect(decompiler.asked).toEqual([1n, 2n, 3n, 2n]);
});

test("each function is decompiled once, however often it is named", async () => {
  const decompiler = new FakeDecompiler();

  await ask(sourceWith(decompiler), 1n, 1n, 1n);

  expect(decompiler.asked).toEqual([1n]);
});

test("without a decompiler nothing is answered", async () => {
  const missing = new Failure("decompiler_missing", "none");
  const source = sourceWith(new FakeDecompiler(), { load: () => Promise.reject(missing) });

  await expect(ask(source, 1n)).rejects.toBe(missing);
  await expect(source.key()).rejects.toBe(missing);
});

test("an abort in the middle of many keeps what was told and tells no more", async () => {
  const decompiler = new FakeDecompiler();
  const stop = new AbortController();
  const told: bigint[] = [];
  const each = (address: bigint): void => {
    told.push(address);
    if (address === 2n) stop.abort(new Failure("interrupted", "enough"));
  };

  const asking = sourceWith(decompiler).decompile([1n, 2n, 3n, 4n], { signal: stop.signal, deadlineMs: 1, each });

  await expect(asking).rejects.toMatchObject({ code: "interrupted" });
  expect(told).toEqual([1n, 2n]);
});

test("what the caller throws ends the work", async () => {
  const decompiler = new FakeDecompiler();
  const full = new Failure("output_unwritable", "no room");
  const each = (): never => {
    throw full;
  };

  const asking = sourceWith(decompiler).decompile([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n], {
    signal: new AbortController().signal,
    deadlineMs: 1,
    each,
  });

  await expect(asking).rejects.toBe(full);
  expect(decompiler.asked.length).toBeLessThan(8);
});

test("a store that cannot be written is a warning, and the text is answered all the same", async () => {
  const file = path.join(newStore(), "file");
  writeFileSync(file, "");
  const source = sourceWith(new FakeDecompiler(), { store: file });

  const answers = await ask(source, 1n, 2n);

  expect([...answers.values()].map(({ kind }) => kind)).toEqual(["text", "text"]);
  expect(source.warnings).toMatchObject([{ code: "store_unwritable" }]);
});

test("nothing of an unfinished text lies in the store", async () => {
  const store = newStore();
  await ask(sourceWith(new FakeDecompiler(), { store }), 1n);

  expect(readdirSync(path.join(store, "rea", "staging"))).toEqual([]);
});

test("closing ends the decompiler, and is nothing when there was none", async () => {
  const decompiler = new FakeDecompiler();
  const source = sourceWith(decompiler);
  await sourceWith(new FakeDecompiler()).close();
  await ask(source, 1n);

  await source.close();

  expect(decompiler.closed).toBe(true);
});

test("a decompiler that nobody asks goes, and comes again with the next question", async () => {
  const decompiler = new FakeDecompiler();
  const source = sourceWith(decompiler, { idleMs: 1 });
  await ask(source, 1n);

  await vi.waitFor(() => expect(decompiler.closed).toBe(true));
  const answers = await ask(source, 2n);

  expect(answers.get(2n)?.kind).toBe("text");
});
