import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../../base/failure.ts";
import { RESPONSES } from "../../contracts/ghidr/envelope.ts";
import { ERROR_DETAILS, type GhidrErrorCode } from "../../contracts/ghidr/errors.ts";
import { manifestSchema } from "../../contracts/ghidr/manifest.ts";
import { diagnosticsManifestSchema } from "../../contracts/ghidr/diagnostics.ts";
import {
  capture,
  ends,
  FACTS,
  fails,
  fakeGhidra,
  INSTALLATION,
  refuses,
  works,
  worksOn,
  type Behaviour,
} from "../../../test/ghidr/fake-ghidra.ts";
import { PUTS } from "../../../test/ghidr/fake-extracts.ts";
import { rejection, World } from "../../../test/ghidr/world.ts";
import { clean } from "./clean.ts";
import { decompile } from "./decompile.ts";
import { disassemble } from "./disassemble.ts";
import { functions } from "./functions.ts";
import { inspect } from "./inspect.ts";
import { respond } from "./respond.ts";

let world: World;
beforeEach(() => void (world = new World()));
afterEach(() => world.close());

/** Inspects a sample with workers that behave as given. */
async function inspected(source: Buffer, ...behaviours: Behaviour[]) {
  return inspect(world.context(fakeGhidra(...behaviours)), world.request(source));
}

/** Asks what no extract answers: the instructions of a function. */
async function disassembled(source: Buffer, ...behaviours: Behaviour[]) {
  return disassemble(world.context(fakeGhidra(...behaviours)), {
    ...world.request(source),
    selector: { kind: "name", value: "main" },
    window: { offset: 0, limit: null },
  });
}

/** The failure of a promise, whose details are those of its schema, and nothing left in staging. */
async function failure(work: Promise<unknown>): Promise<Failure> {
  const error = await rejection(work);
  if (!(error instanceof Failure)) throw error;
  ERROR_DETAILS[error.code as GhidrErrorCode].parse(JSON.parse(JSON.stringify(error.details)));
  expect(world.below("staging")).toEqual([]);
  return error;
}

test("a first question makes the Analysis and a second one reuses it", async () => {
  const ghidra = fakeGhidra(works);
  const source = world.sample();

  const first = await inspect(world.context(ghidra), world.request(source));
  const second = await inspect(world.context(ghidra), world.request(source));

  expect(first.data.analysis.disposition).toBe("created");
  expect(second.data.analysis.disposition).toBe("reused");
  expect(ghidra.requests).toMatchObject([{ operation: "extract", analysis: { mode: "create", extract: true } }]);
  expect(world.analyses()).toHaveLength(1);
  expect(world.below("staging")).toEqual([]);
  expect(world.below("diagnostics")).toEqual([]);
});

test("a response is one of its schema, with the provenance of the document", async () => {
  const source = world.sample();
  const answer = await inspected(source, works);

  const { envelope } = await respond(answer, world.store, 65_536);

  RESPONSES.inspection.parse(envelope);
  expect(envelope.provenance).toMatchObject({
    ghidra_version: "10.3",
    java_version: "17",
    sample_sha256: execFileSync("sha256sum", [source.toString()], { encoding: "utf8" }).slice(0, 64),
    source_path: { encoding: "utf8", value: source.toString() },
    target: { verification: "verified" },
    sandbox: { backend: "bubblewrap", verification: "verified" },
    limits: {
      max_heap_mib: 2048,
      max_cpu: 2,
      analysis_timeout_seconds: 600,
      decompile_timeout_seconds: null,
      child_watchdog_seconds: 720,
    },
  });
});

test("the watchdog is what the worker's phases may take and 120 s", async () => {
  const ghidra = fakeGhidra(works);
  const source = world.sample();
  const policy = { maxHeapMib: 1, maxCpu: 1, analysisTimeoutSeconds: 600, decompileTimeoutSeconds: 60 };
  const request = {
    ...world.request(source, { policy }),
    selector: { kind: "name", value: "main" },
    decompileTimeout: 60,
  } as const;

  const other = { ...request, selector: { kind: "address", value: PUTS.entry } } as const;

  const created = await decompile(world.context(ghidra), request);
  const reused = await decompile(world.context(ghidra), other);
  const plain = world.request(source, { policy: { ...policy, decompileTimeoutSeconds: null } });
  await disassemble(world.context(ghidra), { ...plain, selector: request.selector, window: { offset: 0, limit: 1 } });

  expect(ghidra.options.map(({ limits }) => limits.watchdogSeconds)).toEqual([780, 180, 120]);
  expect(created.provenance).toMatchObject({ limits: { child_watchdog_seconds: 780 } });
  expect(reused.provenance).toMatchObject({ limits: { child_watchdog_seconds: 180 } });
});

test("the manifest describes the project, and everything in the store is private", async () => {
  await inspected(world.sample(), works);

  const directory = path.join(world.store, "analyses", world.analyses()[0] ?? "");
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(directory, "manifest.json"), "utf8")));
  expect(manifest.project.files.map((file) => file.path)).toEqual([
    "analysis.gpr",
    "analysis.rep/idata/00/00000000.prp",
    "analysis.rep/project.prp",
  ]);
  const sums = execFileSync("sh", ["-c", "cd project && find . -type f | LC_ALL=C sort | xargs sha256sum"], {
    cwd: directory,
    encoding: "utf8",
  });
  expect(manifest.project.files.map(({ path: name, sha256 }) => `${sha256}  ./${name}\n`).join("")).toBe(sums);
  const canonical = execFileSync("python3", ["-c", CANONICAL], {
    input: JSON.stringify(manifest.analysis_profile.document),
  });
  expect(createHash("sha256").update(canonical).digest("hex")).toBe(path.basename(directory));
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(directory, "manifest.json")).mode & 0o777).toBe(0o600);
});

/** The canonical form of the profile, by another implementation. */
const CANONICAL =
  "import json,sys;sys.stdout.write(json.dumps(json.load(sys.stdin),sort_keys=True,separators=(',',':'),ensure_ascii=False))";

test("the worker is given a private copy, and never the caller's path", async () => {
  const source = world.sample("caller-name", "content");
  let copied = "";
  const looks: Behaviour = (request, options) => {
    copied = readFileSync(options.snapshot ?? "", "utf8");
    return works(request, options);
  };
  const ghidra = fakeGhidra(looks);

  await inspect(world.context(ghidra), world.request(source));

  expect(copied).toBe("content");
  expect(JSON.stringify([ghidra.requests, ghidra.options])).not.toContain("caller-name");
  expect(ghidra.options[0]?.snapshot).toContain(`${world.store}/staging/`);
});

test("equal bytes at another path share an Analysis, other bytes at the same path do not", async () => {
  const ghidra = fakeGhidra(works);
  const dispositions: string[] = [];
  for (const [name, content] of [
    ["a", "one"],
    ["b", "one"],
    ["a", "two"],
  ] as const) {
    const answer = await inspect(world.context(ghidra), world.request(world.sample(name, content)));
    dispositions.push(answer.data.analysis.disposition);
  }

  expect(dispositions).toEqual(["created", "reused", "created"]);
});

test("another number of processors makes another Analysis and keeps the first", async () => {
  const source = world.sample();
  const ghidra = fakeGhidra(works);
  const { policy } = world.request(source);

  await inspect(world.context(ghidra), world.request(source));
  await inspect(world.context(ghidra), world.request(source, { policy: { ...policy, maxCpu: 4 } }));

  expect(world.analyses()).toHaveLength(2);
});

test("neither heap, timeouts nor sandbox make another Analysis", async () => {
  const source = world.sample();
  const ghidra = fakeGhidra(works);
  const { policy } = world.request(source);

  await inspect(world.context(ghidra), world.request(source));
  const again = await inspect(
    world.context(ghidra),
    world.request(source, {
      policy: { ...policy, maxHeapMib: 512, analysisTimeoutSeconds: 5 },
      installation: { sandbox: "off" },
    }),
  );

  expect(again.data.analysis.disposition).toBe("reused");
  expect(again.warnings.map(({ code }) => code)).toContain("sandbox_disabled");
});

test.each<[string, Behaviour, string, number]>([
  ["the watchdog", ends({ kind: "timeout", termination: "forced" }), "analysis_timeout", 124],
  ["a broken protocol", ends({ kind: "protocol_violation", reason: "no response" }), "protocol_violation", 1],
  ["a small heap", ends({ kind: "out_of_memory" }), "analysis_out_of_memory", 1],
  ["a crash", ends({ kind: "failed", reason: "signal SIGSEGV" }), "analysis_failed", 1],
  ["Ghidra's own timeout", fails(error("analysis_timeout", { timeout_seconds: 600 })), "analysis_timeout", 124],
  ["an unknown format", fails(error("target_unrecognized", { reason: "no load spec" })), "target_unrecognized", 1],
  ["a failed import", fails(error("analysis_failed", { reason: "IOException" })), "analysis_failed", 1],
  ["a broken Ghidra", fails(error("ghidra_incompatible", { reason: "no language" })), "ghidra_incompatible", 1],
])("%s ends the command, keeps a log and no Analysis, and the next command starts anew", async (_, behaviour, code) => {
  const source = world.sample();

  const failed = await failure(inspected(source, behaviour));

  expect(failed.code).toBe(code);
  expect(world.below("analyses")).toEqual([]);
  const log = failed.details["diagnostic_log"] as { path: { value: string }; bytes: number; sha256: string };
  const bytes = readFileSync(log.path.value);
  expect(bytes.length).toBe(log.bytes);
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(log.sha256);
  diagnosticsManifestSchema.parse(JSON.parse(bytes.toString()));
  expect(statSync(log.path.value).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(log.path.value)).mode & 0o777).toBe(0o700);
  expect((await inspected(source, works)).data.analysis.disposition).toBe("created");
});

function error(code: string, details: object) {
  // The rows of the table above are those of the protocol.
  return { code, message: code, details } as Parameters<typeof fails>[0];
}

test("an interrupt while Ghidra works ends with 130 and how the worker ended", async () => {
  const interrupted: Behaviour = (request, options) => {
    world.interrupt.abort(new Failure("interrupted", "stopped by SIGINT", { signal: "SIGINT" }));
    return ends({ kind: "interrupted", termination: "graceful" })(request, options);
  };

  const failed = await failure(inspected(world.sample(), interrupted));

  expect(failed).toMatchObject({ code: "interrupted", details: { signal: "SIGINT", termination: "graceful" } });
  expect(world.below("analyses")).toEqual([]);
});

test("a response that races with an interrupt is not promoted", async () => {
  const races: Behaviour = (request, options) => {
    world.interrupt.abort(new Failure("interrupted", "stopped by SIGINT", { signal: "SIGINT" }));
    return works(request, options);
  };

  const failed = await failure(inspected(world.sample(), races));

  expect(failed.code).toBe("interrupted");
  expect(world.below("analyses")).toEqual([]);
});

test("a question that fails about a new Analysis keeps the Analysis", async () => {
  const source = world.sample();
  const selector = { kind: "name", value: "nowhere" } as const;
  const refusing = fakeGhidra(refuses(error("function_not_found", {})));

  const failed = await failure(
    decompile(world.context(refusing), { ...world.request(source), selector, decompileTimeout: 60 }),
  );

  expect(failed).toMatchObject({ code: "function_not_found", details: { selector: "nowhere" } });
  expect(world.below("diagnostics")).toEqual([]);
  expect((await inspected(source, works)).data.analysis.disposition).toBe("reused");
});

test.each<[string, string, object]>([
  ["function_selector_ambiguous", "main", { total: 2, candidates: [] }],
  ["function_entry_required", "main", { containing_function: null }],
  ["decompile_timeout", "main", { function: reference(), timeout_seconds: 60 }],
  ["decompile_failed", "main", { function: reference(), reason: "died" }],
  ["function_not_decompilable", "main", { function: reference() }],
  ["result_too_large", "main", { limit_bytes: 1, observed_at_least_bytes: 2, operation: "decompile" }],
])("%s is told with its details", async (code, value, details) => {
  const context = world.context(fakeGhidra(refuses(error(code, details))));
  const selector = { kind: "name", value } as const;

  const failed = await failure(
    decompile(context, { ...world.request(world.sample()), selector, decompileTimeout: 60 }),
  );

  expect(failed).toMatchObject({ code, details });
  expect(world.analyses()).toHaveLength(1);
});

function reference() {
  return { name: "f", qualified_name: "f", entry: { space: "ram", offset: "0x1" } };
}

/** Damages that a whole-tree check finds. */
const DAMAGES: [string, (directory: string) => void][] = [
  [
    "a flipped byte",
    (directory) => writeFileSync(path.join(directory, "project/analysis.rep/project.prp"), "<FILE_INFO!>"),
  ],
  ["a shortened file", (directory) => truncateSync(path.join(directory, "project/analysis.rep/project.prp"), 3)],
  ["a missing file", (directory) => rmSync(path.join(directory, "project/analysis.gpr"))],
  ["an unexpected file", (directory) => writeFileSync(path.join(directory, "project/analysis.lock"), "")],
  ["a planted symlink", (directory) => symlinkSync("/etc/hostname", path.join(directory, "project/link"))],
  ["an Analysis that is a link", (directory) => replaceByLink(directory)],
  ["a project that is a link", (directory) => replaceByLink(path.join(directory, "project"))],
  ["a missing manifest", (directory) => rmSync(path.join(directory, "manifest.json"))],
  ["a manifest cut short", (directory) => truncateSync(path.join(directory, "manifest.json"), 100)],
  ["a profile that was changed", (directory) => edit(directory, '"max_cpu": 2', '"max_cpu": 3')],
  ["a manifest of another sample", (directory) => edit(directory, /"sha256": "[0-9a-f]/u, '"sha256": "0')],
];

function replaceByLink(directory: string): void {
  execFileSync("mv", [directory, path.join(world.folder, "moved")]);
  symlinkSync(path.join(world.folder, "moved"), directory);
}

function edit(directory: string, from: string | RegExp, to: string): void {
  const file = path.join(directory, "manifest.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

test.each(DAMAGES)("%s puts the Analysis into quarantine and makes a new one", async (_, damage) => {
  // A digest that begins with another digit than 0, so that every damage is one.
  const source = world.sample("s", "sample 2");
  await inspected(source, works);
  damage(path.join(world.store, "analyses", world.analyses()[0] ?? ""));
  const ghidra = fakeGhidra(works);

  const answer = await inspect(world.context(ghidra), world.request(source));

  expect(answer.data.analysis.disposition).toBe("rebuilt");
  expect(answer.warnings.map(({ code }) => code)).toEqual(["corrupt_analysis_rebuilt"]);
  expect(ghidra.requests).toHaveLength(1);
  expect(world.below("quarantine").filter((name) => name.split("/").length === 3)).toHaveLength(1);
  expect((await inspected(source, works)).data.analysis.disposition).toBe("reused");
});

test("a worker that changes the Analysis it reads is not believed", async () => {
  const source = world.sample();
  await inspected(source, works);
  const writes: Behaviour = (request, options) => {
    writeFileSync(path.join(options.project?.directory ?? "", "analysis.rep", "project.prp"), "changed");
    return works(request, options);
  };

  const answer = await disassembled(source, writes, works);

  expect(answer.warnings[0]).toMatchObject({ code: "corrupt_analysis_rebuilt" });
});

test("an Analysis that Ghidra cannot open is rebuilt, and the warning names the log", async () => {
  const source = world.sample();
  await inspected(source, works);

  const answer = await disassembled(source, fails(error("corrupt_analysis", { reason: "bad version" })), works);

  expect(answer.warnings[0]).toMatchObject({
    code: "corrupt_analysis_rebuilt",
    details: { reason: "bad version", diagnostic_log: { sensitive: true } },
  });
  RESPONSES.disassembly.parse((await respond(answer, world.store, 65_536)).envelope);
});

test("what another command has made anew in the meantime is reused, not put into quarantine", async () => {
  const source = world.sample();
  await inspected(source, works);
  const directory = path.join(world.store, "analyses", world.analyses()[0] ?? "");
  const overtaken: Behaviour = async (request, options) => {
    rmSync(directory, { recursive: true });
    await inspected(source, works);
    return works(request, options);
  };

  const answer = await inspected(source, overtaken, works);

  expect(answer.data.analysis.disposition).toBe("reused");
  expect(world.below("quarantine")).toEqual([]);
  expect(world.analyses()).toHaveLength(1);
});

test("a rebuild that fails too is tried once and told as corrupt_analysis", async () => {
  const source = world.sample();
  await inspected(source, works);
  DAMAGES[0]?.[1](path.join(world.store, "analyses", world.analyses()[0] ?? ""));
  const ghidra = fakeGhidra(ends({ kind: "failed", reason: "signal SIGKILL" }));

  const failed = await failure(inspect(world.context(ghidra), world.request(source)));

  expect(failed).toMatchObject({ code: "corrupt_analysis", details: { rebuild: { code: "analysis_failed" } } });
  expect(ghidra.requests).toHaveLength(1);
  expect(world.analyses()).toEqual([]);
});

test("a rebuild that times out is a timeout", async () => {
  const source = world.sample();
  await inspected(source, works);
  DAMAGES[0]?.[1](path.join(world.store, "analyses", world.analyses()[0] ?? ""));

  const failed = await failure(inspected(source, ends({ kind: "timeout", termination: "graceful" })));

  expect(failed.code).toBe("analysis_timeout");
});

test("while one command analyses, another of the same sample is told so at once", async () => {
  const source = world.sample();
  let second: Failure | undefined;
  const slow: Behaviour = async (request, options) => {
    writeFileSync(path.join(options.invocationDirectory, "profile.json"), JSON.stringify(FACTS));
    await new Promise((resolve) => setTimeout(resolve, 700));
    const busy = await rejection(inspected(source, works));
    if (busy instanceof Failure) second = busy;
    return works(request, options);
  };

  const first = await inspected(source, slow);

  expect(first.data.analysis.disposition).toBe("created");
  expect(second).toMatchObject({
    code: "analysis_busy",
    details: { analysis_profile_sha256: path.basename(world.analyses()[0] ?? ""), suggested_retry_delay_ms: 5000 },
  });
  ERROR_DETAILS.analysis_busy.parse(second?.details);
});

test("commands that read one Analysis do not wait for each other, and cleanup waits for neither", async () => {
  const source = world.sample();
  await inspected(source, works);
  const outcomes: unknown[] = [];
  const meanwhile: Behaviour = async (request, options) => {
    outcomes.push((await inspected(source, works)).data.analysis.disposition);
    const target = { kind: "sample", source, maxSampleBytes: 1000 } as const;
    const cleaning = clean(world.context(fakeGhidra()), {
      target,
      dryRun: false,
      confirm: async () => false,
      affordable: () => {},
    });
    outcomes.push(await rejection(cleaning));
    return works(request, options);
  };

  await disassembled(source, meanwhile);

  expect(outcomes).toMatchObject(["reused", { code: "analysis_busy" }]);
  expect(world.analyses()).toHaveLength(1);
});

test("a sample that grows while it is copied is refused before Ghidra starts", async () => {
  const source = world.sample("big", "x".repeat(8 * 1024 * 1024));
  const ghidra = fakeGhidra(works);
  const working = inspect(world.context(ghidra), world.request(source));
  const growing = setInterval(() => world.grow(source), 1);

  const failed = await failure(working).finally(() => clearInterval(growing));

  expect(failed.code).toBe("sample_changed");
  expect(ghidra.requests).toEqual([]);
});

test("a sample over the ceiling, a directory, a FIFO, a device and a missing file are refused", async () => {
  const fifo = path.join(world.folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  const codes: string[] = [];
  for (const [file, maxSampleBytes] of [
    [world.sample().toString(), 3],
    [world.folder, 1000],
    [fifo, 1000],
    ["/dev/null", 1000],
    [path.join(world.folder, "nothing"), 1000],
    [path.join(world.sample().toString(), "below"), 1000],
  ] as const) {
    const request = world.request(Buffer.from(file), { maxSampleBytes });
    codes.push((await failure(inspect(world.context(fakeGhidra(works)), request))).code);
  }

  expect(codes).toEqual([
    "sample_too_large",
    "sample_not_regular",
    "sample_not_regular",
    "sample_not_regular",
    "sample_missing",
    "sample_missing",
  ]);
});

test("a path that is no UTF-8 and a link to a file are samples like others", async () => {
  const odd = Buffer.concat([Buffer.from(`${world.folder}/odd-`), Buffer.from([0xff, 0xfe])]);
  writeFileSync(odd, "odd");
  const link = path.join(world.folder, "link");
  symlinkSync(odd, link);

  const direct = await inspected(odd, works);
  const linked = await inspected(Buffer.from(link), works);

  expect(direct.provenance).toMatchObject({
    source_path: { encoding: "unix_bytes_base64", value: odd.toString("base64") },
  });
  expect(linked.data.analysis.disposition).toBe("reused");
});

test("what the loader complained of is told with every answer, once for each line", async () => {
  const source = world.sample();
  const damaged = worksOn({ ...FACTS, loader_messages: ["b", "a", "b"] });

  const first = await respond(await inspected(source, damaged), world.store, 65_536);
  const second = await respond(await inspected(source, works), world.store, 65_536);

  const texts = ({ envelope }: typeof first) =>
    envelope.warnings.map(({ details }) => "text" in details && details.text);
  expect(texts(first)).toEqual(["a", "b"]);
  expect(texts(second)).toEqual(["a", "b"]);
});

test("a target outside the matrix is unverified, whatever Ghidra makes of it", async () => {
  const other = worksOn({ ...FACTS, target: { ...FACTS.target, processor_language: "AARCH64:LE:64:v8A" } });
  const request = { ...world.request(world.sample()), window: { offset: 0, limit: 100 } };

  const answer = await functions(world.context(fakeGhidra(other)), request);

  expect(answer.provenance).toMatchObject({ target: { verification: "unverified" } });
  expect(answer.warnings).toEqual([
    {
      code: "unverified_target",
      message: "target is outside the verified integration-test matrix",
      details: { verified_targets: ["elf-x86_64-little-endian", "pe32plus-x86_64"] },
    },
  ]);
});

test("a missing Ghidra is told after the sample was found, and before anything is kept", async () => {
  const missing = {
    ...fakeGhidra(works),
    find: async () => ({
      ghidra: {
        status: "missing",
        version: null,
        path: null,
        failure: new Failure("ghidra_missing", "no Ghidra", { reason: "unset" }),
      } as const,
      java: { status: "ready", version: "17", path: INSTALLATION.javaExecutable } as const,
    }),
  };

  const failed = await failure(inspect(world.context(missing), world.request(world.sample())));

  expect(failed.code).toBe("ghidra_missing");
});

test("the manifest of a log tells of streams that were cut, with both segments", async () => {
  const long: Behaviour = (_request, options) => {
    const { stderr } = capture(options.captureDirectory, "", "");
    const head = path.join(options.captureDirectory, "head");
    const tail = path.join(options.captureDirectory, "tail");
    writeFileSync(head, "begin é".slice(0, 6));
    writeFileSync(tail, Buffer.from("é end").subarray(1));
    const stdout = {
      totalBytes: 9_000_000,
      segments: [
        { file: head, offset: 0, length: 6 },
        { file: tail, offset: 8_999_995, length: 5 },
      ],
    };
    return { kind: "failed", reason: "crash", streams: { stdout, stderr } };
  };

  const failed = await failure(inspected(world.sample(), long));

  const log = failed.details["diagnostic_log"] as { path: { value: string }; truncated: boolean };
  expect(log.truncated).toBe(true);
  const manifest = diagnosticsManifestSchema.parse(JSON.parse(readFileSync(log.path.value, "utf8")));
  expect(manifest.stdout).toMatchObject({
    total_bytes: 9_000_000,
    captured_bytes: 11,
    truncated: true,
    encoding: "utf8",
    segments: [
      { path: { encoding: "utf8", value: "stdout.head.log" }, offset: 0, length: 6 },
      { path: { encoding: "utf8", value: "stdout.tail.log" }, offset: 8_999_995, length: 5 },
    ],
  });
});
