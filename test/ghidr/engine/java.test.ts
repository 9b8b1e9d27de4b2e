/** The sources of the Java adapter: both Ghidras they are written for, their format, and what needs no started Ghidra. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { classPath } from "../../../src/providers/ghidra/distribution.ts";
import { EXTRACTORS, extractReportSchema, type ExtractReport } from "../../../src/providers/ghidra/extracts.ts";
import { LARGEST_REQUEST, WORKER_OPERATIONS } from "../../../src/providers/ghidra/worker-protocol.ts";
import { javaFormatter } from "./downloads.ts";
import { CANNOT_RUN_GHIDRA, JAVA_17, prepared } from "./prepared.ts";

const JAVA = path.resolve(import.meta.dirname, "../../../java");
const NEWER = path.join(JAVA, "ghidra-12.1.2");
const FORMATTER = CANNOT_RUN_GHIDRA ? undefined : javaFormatter();
/** Start fast; nothing here runs long. */
const QUICK = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

describe.skipIf(CANNOT_RUN_GHIDRA)("the Java adapter", () => {
  let folder: string;
  let ghidra: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "rea-java-"));
    const { directory, layout } = await prepared();
    ghidra = (await classPath({ directory, layout })).join(":");
    compile("adapter", ["adapter", "checks"], ghidra);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Compiles folders of sources with every warning an error; answers what the compiler says. */
  function compile(name: string, sources: readonly string[], classes: string): string {
    const files = sources.flatMap((source) => javaFiles(path.join(JAVA, source)));
    const args = [
      "-J-XX:TieredStopAtLevel=1",
      "-Xlint:all",
      "-Werror",
      "-proc:none",
      "--release",
      "17",
      "-cp",
      classes,
    ];
    const { stdout, stderr } = spawnSync(tool("javac"), [...args, "-d", path.join(folder, name), ...files], {
      encoding: "utf8",
    });
    return stdout + stderr;
  }

  /** Runs a class of the adapter that was compiled under a name. */
  function java(args: readonly string[], input = "", classes = `${path.join(folder, "adapter")}:${ghidra}`) {
    return spawnSync(tool("java"), [...QUICK, "-cp", classes, ...args], { input, encoding: "utf8" });
  }

  test("compiles without a warning against Ghidra 10.3, and against the signatures of 12.1.2", () => {
    expect(compile("again", ["adapter", "checks"], ghidra)).toBe("");
    expect(compile("newer", [path.basename(NEWER)], ghidra)).toBe("");
    expect(compile("adapter-newer", ["adapter", "checks"], `${path.join(folder, "newer")}:${ghidra}`)).toBe("");
  });

  test("finds by name what the two spell differently", () => {
    const newer = ["adapter-newer", "newer"].map((name) => path.join(folder, name)).join(":");

    const { stdout } = java(["rea.ghidra.Checks", "differences"], "", `${newer}:${ghidra}`);

    expect(stdout).toBe("getDefaultOptions 5\ncreate true\nopen false false\n");
  });

  test.skipIf(FORMATTER === undefined)("is formatted", () => {
    const exports = ["api", "code", "file", "parser", "tree", "util"].map(
      (name) => `--add-exports=jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
    );
    const files = javaFiles(JAVA);

    const { stdout, stderr } = spawnSync(
      tool("java"),
      [...QUICK, ...exports, "-jar", FORMATTER ?? "", "--dry-run", ...files],
      { encoding: "utf8" },
    );

    expect(stdout + stderr).toBe("");
  });

  test("dispatches exactly the operations of the protocol", () => {
    const { stdout, status } = java(["rea.ghidra.Adapter", "--list-operations"]);

    expect(status).toBe(0);
    expect(stdout.trim().split("\n")).toEqual([...WORKER_OPERATIONS].sort());
  });

  test("has exactly the extractors of the protocol, in its order", () => {
    const { stdout, status } = java(["rea.ghidra.Adapter", "--list-extractors"]);

    expect(status).toBe(0);
    expect(stdout.trim().split("\n")).toEqual(EXTRACTORS);
  });

  const GOOD = {
    protocol_version: 1,
    invocation_id: "0".repeat(32),
    ghidra: { directory: "/nowhere", layout: "jar" },
    operation: "doctor",
    arguments: { hidden_paths: [] },
  };
  const without = (name: keyof typeof GOOD) => ({ ...GOOD, [name]: undefined });

  test.each([
    ["larger than 1 MiB, before it is parsed", `${"[".repeat(LARGEST_REQUEST)}[`, "larger than"],
    ["no JSON", "{", "not JSON"],
    ["lenient JSON", JSON.stringify(GOOD).replace(/"doctor"/u, "doctor"), "not JSON"],
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "not UTF-8"],
    ["more than one document", `${JSON.stringify(GOOD)} {}`, "not JSON"],
    ["a list", "[]", "not an object"],
    ["of another version", JSON.stringify({ ...GOOD, protocol_version: 2 }), "protocol version"],
    ["without an invocation", JSON.stringify(without("invocation_id")), "lacks the field invocation_id"],
    ["without arguments", JSON.stringify(without("arguments")), "lacks the field arguments"],
    ["of an unknown operation", JSON.stringify({ ...GOOD, operation: "rename" }), "unknown operation"],
    ["with an unknown field", JSON.stringify({ ...GOOD, more: 1 }), "unknown field more"],
    ["with an unknown argument", JSON.stringify({ ...GOOD, arguments: { hidden_paths: [], x: 1 } }), "unknown field x"],
    ["of a wrong type", JSON.stringify({ ...GOOD, arguments: { hidden_paths: "/" } }), "not an array"],
    ["of an unknown layout", JSON.stringify({ ...GOOD, ghidra: { directory: "/", layout: "zip" } }), "unknown layout"],
  ])("refuses a request that is %s", (name, request, words) => {
    const own = path.join(folder, name);
    mkdirSync(own);
    writeFileSync(path.join(own, "request.json"), request);

    const paths = ["request.json", "response.json"].map((file) => path.join(own, file));
    const { status, stderr } = java(["rea.ghidra.Adapter", ...paths]);

    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("protocol violation: ") });
    expect(stderr).toContain(words);
    expect(readdirSync(own)).toEqual(["request.json"]);
  });

  test("reports a Ghidra that is not there as one that cannot be used", () => {
    const [request, response] = ["lost.json", "lost-response.json"].map((file) => path.join(folder, file));
    writeFileSync(request ?? "", JSON.stringify(GOOD));

    const { status } = java(["rea.ghidra.Adapter", request ?? "", response ?? ""]);

    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(response ?? "", "utf8"))).toMatchObject({
      invocation_id: GOOD.invocation_id,
      operation: "doctor",
      analysis: null,
      status: "error",
      error: { code: "ghidra_incompatible" },
    });
  });

  test("writes a response whole or not at all, and says how much too large it is", () => {
    const response = path.join(folder, "bounded.json");

    const fits = java(["rea.ghidra.Checks", "response", response, "1000"], "ü".repeat(499));
    expect([fits.stdout, readFileSync(response, "utf8")]).toEqual(["written\n", `"${"ü".repeat(499)}"`]);
    rmSync(response);

    const larger = java(["rea.ghidra.Checks", "response", response, "1000"], "ü".repeat(500));
    expect(larger.stdout).toBe("too large\n");
    expect(JSON.parse(readFileSync(response, "utf8"))).toMatchObject({
      code: "result_too_large",
      details: { limit_bytes: 1000, operation: "disassemble" },
    });
    expect(existsSync(`${response}.tmp`)).toBe(false);
  });

  describe("an extract", () => {
    let own: string;
    let file: string;

    beforeEach(() => {
      own = mkdtempSync(path.join(folder, "extract-"));
      file = path.join(own, "strings.jsonl");
    });

    /** Writes records, and what is said of the file. */
    function extract(records: readonly string[], { limit = 1000, end = "ends" } = {}): ExtractReport | undefined {
      const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
      return reportsOf(java(["rea.ghidra.Checks", "extract", own, String(limit), end], lines).stdout)[0];
    }

    test("has a value a line, and is reported with its size, records and digest", () => {
      const report = extract(["one", "a line\nand half a pair: \ud800, a whole one: \u{1F600}", "<ü>"]);

      const text = '"tables"\n"one"\n"a line\\nand half a pair: \uFFFD, a whole one: \u{1F600}"\n"<ü>"\n';
      expect(readFileSync(file, "utf8")).toBe(text);
      const sha256 = createHash("sha256").update(text).digest("hex");
      expect(report).toEqual({ name: "strings", state: "written", records: 3, bytes: Buffer.byteLength(text), sha256 });
    });

    test("may be as large as its limit, and is not there when it would be larger", () => {
      const fitting = "x".repeat(1000 - Buffer.byteLength('"tables"\n""\n'));

      expect(extract([fitting])).toMatchObject({ state: "written", bytes: 1000 });
      rmSync(file);
      expect(extract([`${fitting}x`])).toMatchObject({ state: "too_large", observed_at_least_bytes: 1001 });
      expect(existsSync(file)).toBe(false);
    });

    test.each([
      ["throws", /^(?:no string ){100}/u],
      ["overflows", /^StackOverflowError$/u],
    ])("is not there when its extractor %s, and the reason is bounded", (end, reason) => {
      const report = extract(["one"], { end });

      expect(report).toEqual({ name: "strings", state: "failed", reason: expect.stringMatching(reason) });
      expect(JSON.stringify(report).length).toBeLessThan(2100);
      expect(readdirSync(own)).toEqual([]);
    });

    test("is tried of every extractor, also when others fail", () => {
      const reports = reportsOf(java(["rea.ghidra.Checks", "extracts", own]).stdout);

      // There is no program.
      expect(reports.map(({ name, state }) => [name, state])).toEqual(EXTRACTORS.map((name) => [name, "failed"]));
    });
  });

  test("copies warnings out of the text, and not what a literal of the sample says", () => {
    const text = [
      "",
      "/* WARNING: Could not recover jumptable at 0x001010d0. Too many branches */",
      "void f(void) {",
      '  puts("/* WARNING: mine */ \\" /* WARNING: mine */");',
      "  c = '\"'; /* a note */",
      "                    /* WARNING: Treating indirect jump",
      "                       as call */",
      "  // WARNING: to the end of the line",
      "}",
    ].join("\n");

    const { stdout } = java(["rea.ghidra.Checks", "warnings"], text);

    expect(stdout.trim().split("\n")).toEqual([
      "WARNING: Could not recover jumptable at 0x001010d0. Too many branches",
      "WARNING: Treating indirect jump as call",
      "WARNING: to the end of the line",
    ]);
  });

  test("pads offsets to the width of their space", () => {
    const widths = [
      ["4198400", "64", "0x0000000000401000"],
      ["18446744073709551615", "64", "0xffffffffffffffff"],
      ["1", "32", "0x00000001"],
      ["65535", "16", "0xffff"],
      ["5", "20", "0x00005"],
      ["5", "1", "0x5"],
    ] as const;

    const { stdout } = java(["rea.ghidra.Checks", "padded", ...widths.flatMap(([offset, bits]) => [offset, bits])]);

    expect(stdout.trim().split("\n")).toEqual(widths.map(([, , padded]) => padded));
  });
});

function reportsOf(printed: string): ExtractReport[] {
  const lines = printed.split("\n").filter((line) => line !== "");
  return lines.map((line) => extractReportSchema.parse(JSON.parse(line)));
}

function tool(name: string): string {
  return path.join(JAVA_17 ?? "", "bin", name);
}

function javaFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".java"))
    .sort()
    .map((name) => path.join(directory, name));
}
