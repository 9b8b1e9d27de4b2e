/** What is derived from an Analysis answers without a worker, is never believed unchecked, and is made again. */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Failure } from "../../base/failure.ts";
import { RESPONSES } from "../../contracts/ghidr/envelope.ts";
import type { ExtractReport } from "../../providers/ghidra/extracts.ts";
import {
  DETAILS,
  EXTERNAL_PUTS,
  FUNCTIONS,
  MAIN,
  PUTS,
  ram,
  reference,
  STRING,
} from "../../../test/ghidr/fake-extracts.ts";
import { fakeGhidra, works, type Behaviour, type FakeGhidra } from "../../../test/ghidr/fake-ghidra.ts";
import { rejection, World } from "../../../test/ghidr/world.ts";
import { calls } from "./calls.ts";
import { decompile } from "./decompile.ts";
import { disassemble } from "./disassemble.ts";
import { functionDetail } from "./function.ts";
import { functions } from "./functions.ts";
import { inspect } from "./inspect.ts";
import type { Answer } from "./operation.ts";
import { respond } from "./respond.ts";
import { strings } from "./strings.ts";
import { xrefs } from "./xrefs.ts";

let world: World;
let source: Buffer;
beforeEach(() => {
  world = new World();
  source = world.sample();
});
afterEach(() => world.close());

const ALL = { offset: 0, limit: null };
const NAMED = { kind: "name", value: "main" } as const;

/** Every query that extracts answer, and those whose answers are kept. */
const QUESTIONS = {
  inspect: (ghidra: FakeGhidra) => inspect(world.context(ghidra), world.request(source)),
  functions: (ghidra: FakeGhidra) => functions(world.context(ghidra), { ...world.request(source), window: ALL }),
  function: (ghidra: FakeGhidra) =>
    functionDetail(world.context(ghidra), { ...world.request(source), selector: NAMED }),
  strings: (ghidra: FakeGhidra) => strings(world.context(ghidra), { ...world.request(source), window: ALL }),
  xrefs: (ghidra: FakeGhidra) =>
    xrefs(world.context(ghidra), { ...world.request(source), target: { kind: "name", name: "main" }, window: ALL }),
  calls: (ghidra: FakeGhidra) => calls(world.context(ghidra), { ...world.request(source), window: ALL }),
  decompile: (ghidra: FakeGhidra) =>
    decompile(world.context(ghidra), { ...world.request(source), selector: NAMED, decompileTimeout: 60 }),
  disassemble: (ghidra: FakeGhidra) =>
    disassemble(world.context(ghidra), { ...world.request(source), selector: NAMED, window: ALL }),
} as const;
type Name = keyof typeof QUESTIONS;
const NAMES = Object.keys(QUESTIONS) as Name[];

/** The data of an answer that is valid against its schema. */
async function told(answer: Answer): Promise<object> {
  const { envelope } = await respond(answer, world.store, 10_000_000);
  RESPONSES[envelope.kind].parse(JSON.parse(JSON.stringify(envelope)));
  return answer.kind === "inspection" ? { ...answer.data, analysis: undefined } : answer.data;
}

/** The directory of what is derived from the one Analysis. */
function derived(...names: readonly string[]): string {
  return path.join(world.store, "derived", world.analyses()[0] ?? "", ...names);
}

describe.each(NAMES)("%s", (name) => {
  test("answers a known sample without a worker, with what it said the first time", async () => {
    const first = fakeGhidra(works);
    const expected = await told(await QUESTIONS[name](first));

    const second = fakeGhidra(works);
    const answer = await QUESTIONS[name](second);

    expect(await told(answer)).toEqual(expected);
    expect(first.requests).toHaveLength(1);
    expect(second.requests).toEqual([]);
    expect(world.below("staging")).toEqual([]);
  });

  test("an Analysis from before there were derived data is extracted, and not made again", async () => {
    const expected = await told(await QUESTIONS[name](fakeGhidra(works)));
    const manifest = readFileSync(path.join(world.store, "analyses", world.analyses()[0] ?? "", "manifest.json"));
    rmSync(path.join(world.store, "derived"), { recursive: true });

    const ghidra = fakeGhidra(works);
    expect(await told(await QUESTIONS[name](ghidra))).toEqual(expected);

    expect(ghidra.requests).toMatchObject([{ analysis: { mode: "read_only", extract: true } }]);
    expect(readFileSync(path.join(world.store, "analyses", world.analyses()[0] ?? "", "manifest.json"))).toEqual(
      manifest,
    );
    expect(world.below("staging")).toEqual([]);
  });
});

test("functions are asked for by name or by entry, and the text is kept once", async () => {
  const ghidra = fakeGhidra(works);
  await QUESTIONS.decompile(ghidra);
  const byEntry = { kind: "address", value: MAIN.entry } as const;

  await decompile(world.context(ghidra), { ...world.request(source), selector: byEntry, decompileTimeout: 1 });

  expect(ghidra.requests).toHaveLength(1);
  expect(world.below("derived").filter((file) => file.includes("/decompile/"))).toHaveLength(1);
});

test("a range is asked for once, however its ends are written", async () => {
  const ghidra = fakeGhidra(works);
  const of = (start: string) => ({ kind: "range", value: { space: "ram", start, end: "0x401147" } }) as const;

  for (const start of ["0x401120", "0x0000000000401120"]) {
    await disassemble(world.context(ghidra), { ...world.request(source), selector: of(start), window: ALL });
  }

  expect(ghidra.requests).toHaveLength(1);
});

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  "a file that is gone": (file) => rmSync(file),
  "a byte that was flipped": (file) => {
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  },
  "a file cut short": (file) => truncateSync(file, readFileSync(file).length >> 1),
  "an empty file": (file) => truncateSync(file, 0),
  "a directory": (file) => {
    rmSync(file);
    mkdirSync(path.join(file, "within"), { recursive: true });
  },
  "a link to the very bytes": (file) => {
    renameSync(file, path.join(world.folder, "moved"));
    symlinkSync(path.join(world.folder, "moved"), file);
  },
};

describe.each(Object.keys(DAMAGES))("%s is made again, not believed", (kind) => {
  const damage = DAMAGES[kind] ?? (() => {});

  test.each([
    ["extracts/inspect", "inspect"],
    ["extracts/functions", "functions"],
    ["extracts/function", "function"],
    ["extracts/strings", "strings"],
    ["extracts/xrefs", "xrefs"],
    ["extracts/calls", "calls"],
    ["extracts/digests.json", "strings"],
  ] as const)("%s", async (file, name) => {
    const expected = await told(await QUESTIONS[name](fakeGhidra(works)));
    damage(derived(file));
    const ghidra = fakeGhidra(works);

    expect(await told(await QUESTIONS[name](ghidra))).toEqual(expected);
    expect(ghidra.requests).toMatchObject([{ operation: "extract", analysis: { mode: "read_only", extract: true } }]);
    expect(await told(await QUESTIONS[name](ghidra))).toEqual(expected);
    expect(ghidra.requests).toHaveLength(1);
  });

  test.each(["decompile", "disassemble"] as const)("an answer of %s", async (name) => {
    const expected = await told(await QUESTIONS[name](fakeGhidra(works)));
    const [file = ""] = world.below("derived").filter((entry) => entry.includes(`/${name}/`));
    damage(path.join(world.store, "derived", file));
    const ghidra = fakeGhidra(works);

    expect(await told(await QUESTIONS[name](ghidra))).toEqual(expected);
    expect(ghidra.requests).toMatchObject([{ operation: name, analysis: { mode: "read_only", extract: false } }]);
    expect(await told(await QUESTIONS[name](ghidra))).toEqual(expected);
    expect(ghidra.requests).toHaveLength(1);
  });
});

test.each([
  ["another version of the list", { derived_version: 2 }],
  ["extracts of another version", { extracts_version: 0 }],
  ["another Analysis", { analysis_invocation_id: "0".repeat(32) }],
  ["a field that nobody knows", { more: 1 }],
])("a digest list of %s is not believed", async (_, change) => {
  await QUESTIONS.strings(fakeGhidra(works));
  const list = JSON.parse(readFileSync(derived("extracts", "digests.json"), "utf8")) as object;
  writeFileSync(derived("extracts", "digests.json"), JSON.stringify({ ...list, ...change }));
  const ghidra = fakeGhidra(works);

  await QUESTIONS.strings(ghidra);

  expect(ghidra.requests).toMatchObject([{ analysis: { extract: true } }]);
});

test("a file is not believed that has more bytes than any extract, though the list says so", async () => {
  const expected = await told(await QUESTIONS.strings(fakeGhidra(works)));
  const list = JSON.parse(readFileSync(derived("extracts", "digests.json"), "utf8")) as { files: object[] };
  const files = list.files.map((file) => ({ ...file, size_bytes: 2 ** 42 }));
  writeFileSync(derived("extracts", "digests.json"), JSON.stringify({ ...list, files }));
  truncateSync(derived("extracts", "strings"), 2 ** 42);

  expect(await told(await QUESTIONS.strings(fakeGhidra(works)))).toEqual(expected);
});

test("the answer of one command is not believed to be that of another", async () => {
  await QUESTIONS.decompile(fakeGhidra(works));
  const expected = await told(await QUESTIONS.disassemble(fakeGhidra(works)));
  const [text = "", instructions = ""] = ["decompile", "disassemble"].map((name) => {
    const file = world.below("derived").find((entry) => entry.includes(`/${name}/`));
    return path.join(world.store, "derived", file ?? "");
  });
  copyFileSync(text, instructions);
  const ghidra = fakeGhidra(works);

  expect(await told(await QUESTIONS.disassemble(ghidra))).toEqual(expected);
  expect(ghidra.requests).toMatchObject([{ operation: "disassemble", analysis: { extract: false } }]);
});

test("commands that make the same derived data at once all answer", async () => {
  const expected = await told(await QUESTIONS.decompile(fakeGhidra(works)));
  rmSync(derived(), { recursive: true });

  const answers = await Promise.all([1, 2, 3, 4].map(() => QUESTIONS.decompile(fakeGhidra(works))));

  for (const answer of answers) expect(await told(answer)).toEqual(expected);
  expect(world.below("staging")).toEqual([]);
});

test("what was derived from an Analysis that was damaged is not told of the one that takes its place", async () => {
  await QUESTIONS.decompile(fakeGhidra(works));
  writeFileSync(path.join(world.store, "analyses", world.analyses()[0] ?? "", "project", "stray"), "");
  const ghidra = fakeGhidra(works);

  const answer = await QUESTIONS.decompile(ghidra);

  expect(answer.warnings).toMatchObject([{ code: "corrupt_analysis_rebuilt" }]);
  expect(ghidra.requests).toMatchObject([{ operation: "decompile", analysis: { mode: "create", extract: true } }]);
});

/** Works, but for what it makes of one extract. */
function extracts(change: (report: ExtractReport, directory: string) => ExtractReport): Behaviour {
  return async (request, options) => {
    const outcome = await works(request, options);
    if (outcome.kind !== "response" || !("response" in outcome) || outcome.response === undefined) return outcome;
    const { response } = outcome;
    const directory = path.join(options.invocationDirectory, "extracts");
    const reports = response.extracts?.map((report) => change(report, directory)) ?? null;
    return { ...outcome, response: { ...response, extracts: reports } };
  };
}

const rewritten =
  (name: string, edit: (text: string) => string): Parameters<typeof extracts>[0] =>
  (report, directory) => {
    if (report.name !== name || report.state !== "written") return report;
    const file = path.join(directory, `${name}.jsonl`);
    const bytes = Buffer.from(edit(readFileSync(file, "utf8")));
    writeFileSync(file, bytes);
    return { ...report, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  };

test.each<[string, Parameters<typeof extracts>[0]]>([
  ["another digest", (report) => (report.state === "written" ? { ...report, sha256: "0".repeat(64) } : report)],
  ["another size", (report) => (report.state === "written" ? { ...report, bytes: report.bytes + 1 } : report)],
  ["a line too few", (report) => (report.state === "written" ? { ...report, records: report.records + 1 } : report)],
  ["a line too many", (report) => (report.state === "written" ? { ...report, records: 0 } : report)],
  ["no file", (report, directory) => (rmSync(path.join(directory, `${report.name}.jsonl`), { force: true }), report)],
  [
    "a link",
    (report, directory) => {
      const file = path.join(directory, `${report.name}.jsonl`);
      renameSync(file, `${file}-moved`);
      symlinkSync(`${file}-moved`, file);
      return report;
    },
  ],
  ["a line that is no JSON", rewritten("strings", (text) => text.replace("{", "["))],
  ["an item with a field too many", rewritten("strings", (text) => text.replace("{", '{"more":1,'))],
  ["a row of another length", rewritten("xrefs", (text) => text.replace(",0]", ",0,0]"))],
  ["a row of a type that is not in the table", rewritten("xrefs", (text) => text.replace('"DATA",', ""))],
  ["an offset that is none", rewritten("xrefs", (text) => text.replace('"401030"', '"0x401030"'))],
  ["a reason that is not in the table", rewritten("calls", (text) => text.replace(",-1,0,-1,", ",-1,7,-1,"))],
  ["a row that is no list", rewritten("calls", (text) => text.replace(/\[0,0,[^\n]*/u, "{}"))],
])("extracts with %s are a violation of the protocol, and nothing is kept of them", async (_, change) => {
  const error = await rejection(QUESTIONS.inspect(fakeGhidra(extracts(change))));

  expect(error).toBeInstanceOf(Failure);
  expect(error).toMatchObject({ code: "protocol_violation" });
  expect(world.below("derived")).toEqual([]);
  expect(world.below("staging")).toEqual([]);
  expect(await told(await QUESTIONS.strings(fakeGhidra(works)))).toMatchObject({ page: { total: 1 } });
});

test("a worker that was to extract and reports no extracts violates the protocol", async () => {
  const none: Behaviour = async (request, options) => {
    const outcome = await works(request, options);
    if (outcome.kind !== "response" || !("response" in outcome) || outcome.response === undefined) return outcome;
    return { ...outcome, response: { ...outcome.response, extracts: null } };
  };

  expect(await rejection(QUESTIONS.strings(fakeGhidra(none)))).toMatchObject({ code: "protocol_violation" });
  expect(world.below("staging")).toEqual([]);
});

test("what Ghidra could not extract is told of the questions that need it, and of no other", async () => {
  const partly = extracts((report) => {
    if (report.name === "strings") return { name: "strings", state: "failed", reason: "a cycle" };
    return report.name === "xrefs" ? { name: "xrefs", state: "too_large", observed_at_least_bytes: 3e8 } : report;
  });
  await QUESTIONS.functions(fakeGhidra(partly));
  const ghidra = fakeGhidra(works);

  expect(await rejection(QUESTIONS.strings(ghidra))).toMatchObject({
    code: "analysis_failed",
    details: { reason: "a cycle" },
  });
  expect(await rejection(QUESTIONS.xrefs(ghidra))).toMatchObject({
    code: "result_too_large",
    details: { limit_bytes: 268_435_456, observed_at_least_bytes: 3e8, operation: "xrefs" },
  });
  expect(await told(await QUESTIONS.calls(ghidra))).toMatchObject({ page: { total: 5 } });
  expect(ghidra.requests).toEqual([]);
});

describe("of a known sample", () => {
  beforeEach(async () => void (await QUESTIONS.inspect(fakeGhidra(works))));
  const ghidra = () => world.context(fakeGhidra());

  test("functions and strings are pages of what was extracted", async () => {
    const page = { ...world.request(source), window: { offset: 1, limit: 1 } };

    expect((await functions(ghidra(), page)).data).toEqual({
      page: {
        order: "location_then_entry_ascending",
        offset: 1,
        limit: 1,
        returned: 1,
        total: 3,
        has_more: true,
      },
      items: [MAIN],
    });
    expect((await functions(ghidra(), { ...page, window: ALL })).data.items).toEqual(FUNCTIONS);
    expect((await strings(ghidra(), { ...page, window: ALL })).data.items).toEqual([STRING]);
    expect((await strings(ghidra(), page)).data.page).toMatchObject({ returned: 0, total: 1, has_more: false });
  });

  test("references lead to an address, from an address, and to and from a function", async () => {
    const ask = async (target: Parameters<typeof xrefs>[1]["target"]) =>
      (await xrefs(ghidra(), { ...world.request(source), target, window: ALL })).data.items;

    expect(await ask({ kind: "to", address: STRING.address })).toEqual([
      { ...STRING.references.items[0], direction: "to" },
    ]);
    // Offsets need no padding.
    expect(await ask({ kind: "from", address: { space: "ram", offset: "0x401129" } })).toEqual([
      {
        from: ram("401129"),
        to: PUTS.entry,
        type: "UNCONDITIONAL_CALL",
        operand_index: 0,
        function: reference(MAIN),
        direction: "from",
      },
    ]);
    expect((await ask({ kind: "name", name: "main" })).map(({ from, direction }) => [from.offset, direction])).toEqual([
      [ram("401124").offset, "from"],
      [ram("401129").offset, "from"],
      [ram("40112e").offset, "both"],
    ]);
    expect(await ask({ kind: "to", address: EXTERNAL_PUTS.entry })).toMatchObject([{ function: reference(PUTS) }]);
    expect(await ask({ kind: "to", address: ram("1") })).toEqual([]);
  });

  test("calls are those of the program, or those to and from a function", async () => {
    const ask = async (around?: Parameters<typeof calls>[1]["around"]) => {
      const request = { ...world.request(source), window: ALL, ...(around === undefined ? {} : { around }) };
      const { items } = (await calls(ghidra(), request)).data;
      return items.map(({ caller, callee, unresolved }) => [
        caller?.qualified_name,
        callee?.qualified_name ?? unresolved?.reason,
      ]);
    };
    const edges = [
      ["puts", "<EXTERNAL>::puts"],
      ["main", "puts"],
      ["main", "main"],
      ["main", "computed_target"],
      [undefined, "no_function_at_target"],
    ];
    const thunk = { kind: "address", value: PUTS.entry } as const;

    expect(await ask()).toEqual(edges);
    expect(await ask({ selector: NAMED, direction: "callers" })).toEqual([edges[2]]);
    expect(await ask({ selector: NAMED, direction: "callees" })).toEqual(edges.slice(1, 4));
    expect(await ask({ selector: thunk, direction: "both" })).toEqual(edges.slice(0, 2));
  });

  test("the target of a call to no function is told, that of a computed one is not", async () => {
    const { items } = (await calls(ghidra(), { ...world.request(source), window: ALL })).data;

    expect(items.map(({ unresolved }) => unresolved)).toEqual([
      null,
      null,
      null,
      { reason: "computed_target", target: null },
      { reason: "no_function_at_target", target: STRING.address },
    ]);
  });

  test("a function is told with what was asked for", async () => {
    const { data } = await functionDetail(ghidra(), { ...world.request(source), selector: NAMED });

    expect(data).toEqual({ requested_selector: NAMED, ...DETAILS[1] });
  });

  test.each([
    ["function_not_found", { kind: "name", value: "Main" }, { selector: "Main" }],
    [
      "function_selector_ambiguous",
      { kind: "name", value: "puts" },
      { total: 2, candidates: [reference(PUTS), reference(EXTERNAL_PUTS)] },
    ],
    ["address_space_not_found", { kind: "address", value: { space: "RAM", offset: "0x1" } }, { requested: "RAM" }],
    ["function_entry_required", { kind: "address", value: ram("401147") }, { containing_function: reference(MAIN) }],
    ["function_entry_required", { kind: "address", value: ram("401148") }, { containing_function: null }],
  ] as const)("%s is told without a worker", async (code, selector, details) => {
    const request = { ...world.request(source), selector };

    for (const asked of [
      () => functionDetail(ghidra(), request),
      () => decompile(ghidra(), { ...request, decompileTimeout: 60 }),
      () => disassemble(ghidra(), { ...request, window: ALL }),
      () => calls(ghidra(), { ...world.request(source), around: { selector, direction: "both" }, window: ALL }),
    ]) {
      expect(await rejection(asked())).toMatchObject({ code, details });
    }
  });

  test("an external function has neither text nor instructions", async () => {
    const request = { ...world.request(source), selector: { kind: "name", value: "<EXTERNAL>::puts" } } as const;
    const details = { function: reference(EXTERNAL_PUTS) };

    expect(await rejection(decompile(ghidra(), { ...request, decompileTimeout: 60 }))).toMatchObject({
      code: "function_not_decompilable",
      details,
    });
    expect(await rejection(disassemble(ghidra(), { ...request, window: ALL }))).toMatchObject({
      code: "function_without_body",
      details,
    });
  });

  test("a space that the program has not is told for addresses and ranges", async () => {
    const request = { ...world.request(source), window: ALL };
    const address = { space: "rom", offset: "0x1" };
    const range = { kind: "range", value: { space: "rom", start: "0x1", end: "0x2" } } as const;

    expect(await rejection(xrefs(ghidra(), { ...request, target: { kind: "to", address } }))).toMatchObject({
      code: "address_space_not_found",
      details: { requested: "rom", candidates: ["EXTERNAL", "ram"] },
    });
    expect(await rejection(disassemble(ghidra(), { ...request, selector: range }))).toMatchObject({
      code: "address_space_not_found",
      details: { requested: "rom" },
    });
  });
});
