/** `--json`: one document on standard output, or one error document on standard error. */
import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { envelopeSchema, errorDocumentSchema } from "../../src/contracts/envelope.ts";
import { z } from "zod";
import type { Run } from "../command-run.ts";
import { rea, sample, temporaryFolder } from "./cli-runner.ts";

const PROGRAM = sample("features-o2-stripped");
const envelope = envelopeSchema(z.record(z.string(), z.unknown()));

function errorOf({ stdout, stderr }: Run): z.infer<typeof errorDocumentSchema>["error"] {
  expect(stdout).toBe("");
  return errorDocumentSchema.parse(JSON.parse(stderr)).error;
}

test("an answer is one document on one line and nothing on standard error", () => {
  const { status, stdout, stderr } = rea(["functions", PROGRAM, "--json", "--limit", "2"]);

  const answer = envelope.parse(JSON.parse(stdout));
  expect({ status, stderr, lines: stdout.split("\n").length }).toEqual({ status: 0, stderr: "", lines: 2 });
  expect(answer).toMatchObject({
    operation: "list_procedures",
    target: { path: PROGRAM, sha256: createHash("sha256").update(readFileSync(PROGRAM)).digest("hex") },
    page: { offset: 0, limit: 2, returned: 2, has_more: true, next_offset: 2 },
  });
  expect(answer.result["items"]).toHaveLength(2);
});

test("the same question gives the same bytes, with and without a store", () => {
  const variables = { REA_STORE: temporaryFolder() };
  const ask = (...flags: string[]) => rea(["analyze", PROGRAM, "--json", ...flags], { variables }).stdout;

  const [first, second, third] = [ask(), ask(), ask("--no-cache")];

  expect(second).toBe(first);
  expect(third).toBe(first);
});

test.each([
  ["a missing file", ["functions", "/no/such/file"], 1, "sample_missing", "list_procedures"],
  ["a directory", ["analyze", "/tmp"], 1, "sample_not_regular", "binary_overview"],
  ["another kind of file", ["analyze", "/etc/passwd"], 1, "target_format_unsupported", "binary_overview"],
  ["an unknown function", ["info", PROGRAM, "no_such_function"], 1, "function_not_found", "procedure_info"],
  [
    "an architecture that the file has not",
    ["functions", PROGRAM, "--arch", "arm64"],
    1,
    "architecture_ambiguous",
    "list_procedures",
  ],
  ["a bad pattern", ["search", PROGRAM, "(", "--regex"], 2, "invalid_pattern", "search"],
  ["an unknown flag", ["functions", PROGRAM, "--ordr", "size"], 2, "invalid_arguments", "list_procedures"],
  ["a number out of range", ["functions", PROGRAM, "--limit", "0"], 2, "invalid_arguments", "list_procedures"],
  ["a missing operand", ["disasm", PROGRAM], 2, "invalid_arguments", "procedure_assembly"],
  ["an unknown command", ["functoins"], 2, "operation_unknown", "rea"],
  ["no command", [], 2, "operation_unknown", "rea"],
  ["a relative store", ["functions", PROGRAM, "--store", "here"], 2, "invalid_store_path", "list_procedures"],
  ["an unknown provider", ["functions", PROGRAM, "--provider", "magic"], 2, "unknown_provider", "list_procedures"],
  [
    "a file over the ceiling",
    ["functions", PROGRAM, "--max-sample-bytes", "1KiB"],
    1,
    "sample_too_large",
    "list_procedures",
  ],
])("%s is one error document", (_what, words, status, code, operation) => {
  const run = rea(["--json", ...words]);

  expect(run.status).toBe(status);
  expect(errorOf(run)).toMatchObject({ code });
  expect(JSON.parse(run.stderr)).toMatchObject({ operation });
});

test("an answer over --max-inline-bytes is complete in a file and described in its place", () => {
  const variables = { REA_STORE: temporaryFolder() };
  const whole = rea(["functions", PROGRAM, "--json", "--all"], { variables }).stdout;

  const { status, stdout } = rea(["functions", PROGRAM, "--json", "--all", "--max-inline-bytes", "1KiB"], {
    variables,
  });

  const { result } = envelope.parse(JSON.parse(stdout));
  const artifact = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() }).parse(result["artifact"]);
  const file = readFileSync(artifact.path);
  expect(status).toBe(0);
  expect(artifact.path.startsWith(variables.REA_STORE)).toBe(true);
  expect(createHash("sha256").update(file).digest("hex")).toBe(artifact.sha256);
  expect(file).toHaveLength(artifact.bytes);
  expect(JSON.parse(file.toString())).toEqual(JSON.parse(whole));
});

test("clean says what it removed, and the next answer is made anew", () => {
  const variables = { REA_STORE: temporaryFolder() };
  rea(["functions", PROGRAM], { variables });

  const refused = rea(["clean", "--all", "--json"], { variables });
  const cleaned = rea(["clean", "--all", "--yes", "--json"], { variables });

  expect(errorOf(refused)).toMatchObject({ code: "invalid_arguments", message: expect.stringContaining("--yes") });
  expect(envelope.parse(JSON.parse(cleaned.stdout)).result).toMatchObject({ analyses: 1 });
  expect(rea(["functions", PROGRAM], { variables }).stdout).toContain("analysed in");
});
