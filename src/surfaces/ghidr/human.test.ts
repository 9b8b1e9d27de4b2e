import { expect, test } from "vitest";
import { Failure } from "../../base/failure.ts";
import { MAIN } from "../../../test/ghidr/fake-ghidra.ts";
import {
  cleanupView,
  decompilationView,
  failureView,
  functionsView,
  inspectionView,
  spilledView,
  warningLines,
} from "./human.ts";

const page = {
  order: "location_then_entry_ascending",
  offset: 0,
  limit: 2,
  returned: 2,
  total: 5,
  has_more: true,
} as const;

test("functions are a table that ends with what is left", () => {
  const external = {
    ...MAIN,
    name: "puts",
    qualified_name: "<EXTERNAL>::puts",
    entry: { space: "EXTERNAL", offset: "0x00000001" },
    body_address_count: 0,
    is_external: true,
  };

  expect(functionsView({ page, items: [MAIN, external] })).toBe(
    [
      "ADDRESS                  SIZE  NAME",
      "0x0000000000401120         40  main",
      "EXTERNAL:0x00000001         0  <EXTERNAL>::puts (external)",
      "3 more: --offset 2, or --all",
      "",
    ].join("\n"),
  );
});

test("nothing of a sample steers the terminal", () => {
  const hostile = "a\u001b[31mb\u202e";
  const items = [{ ...MAIN, qualified_name: hostile }];
  const decompiled = { requested_selector: { kind: "name", value: "f" }, function: MAIN } as const;

  expect(functionsView({ page, items })).toContain("a\\x1b[31mb\\u202e");
  expect(
    decompilationView({ ...decompiled, decompilation: { syntax: "ghidra_c", text: `\tx = "${hostile}";\n  y\r\n` } }),
  ).toBe('\tx = "a\\x1b[31mb\\u202e";\n  y\\r\n');
  const warning = { code: "decompiler_warning", message: "m", details: { text: hostile } } as const;
  expect(warningLines([warning])).toEqual(["ghidr: warning: m: a\\x1b[31mb\\u202e"]);
});

test("text without a line end gets one, and no other", () => {
  const decompiled = { requested_selector: { kind: "name", value: "f" }, function: MAIN } as const;

  expect(decompilationView({ ...decompiled, decompilation: { syntax: "ghidra_c", text: "x" } })).toBe("x\n");
});

test("an inspection leaves out the addresses that a program has not", () => {
  const data = {
    sample: { sha256: "a".repeat(64), size_bytes: 40 },
    program: { image_base: null, minimum_address: null, maximum_address: null, function_count: 0 },
    analysis: { disposition: "created" },
  } as const;
  const target = { format: "ELF", processor_language: "x86:LE:64:default", compiler_specification: "gcc" };
  // The view reads nothing else of it.
  const provenance = { target } as unknown as Parameters<typeof inspectionView>[1];

  expect(inspectionView(data, provenance)).toBe(
    `Sample: ${"a".repeat(64)}, 40 bytes\nFormat: ELF\nLanguage: x86:LE:64:default (gcc)\nFunctions: 0\nAnalysis: created\n`,
  );
});

test("an answer that was too long says where it lies, bytes that are no UTF-8 escaped", () => {
  const path = { encoding: "unix_bytes_base64", value: Buffer.from([0x2f, 0x73, 0xff]).toString("base64") } as const;
  const artifact = {
    path,
    bytes: 70_000,
    sha256: "b".repeat(64),
    media_type: "application/json",
    contains: "complete_success_response",
  } as const;

  expect(spilledView({ spilled: true, artifact })).toContain("70000 bytes");
  expect(spilledView({ spilled: true, artifact })).toContain("  /s\\xff\n");
});

test("a dry run does not say that it removed", () => {
  const usage = { logical_bytes: 10, allocated_bytes: 4096 };
  const counts = { analyses: 1, derived: 1, quarantined_analyses: 0, artifacts: 2, diagnostic_logs: 0, usage };
  const matched = { ...counts, analysis_profile_sha256: ["c".repeat(64)] };
  const target = { kind: "all" } as const;

  expect(cleanupView({ mode: "dry_run", target, matched, removed: null })).toBe(
    "Would remove 1 Analyses (derived data of 1), 0 quarantined, 2 Artifacts, 0 Diagnostic Logs: 10 bytes (4096 allocated)\n" +
      `  profile ${"c".repeat(64)}\n`,
  );
  expect(cleanupView({ mode: "executed", target, matched, removed: counts })).toMatch(/^Removed 1 /u);
});

test("a failure says what to do next, which candidates there are and where the log lies", () => {
  const candidates = [{ name: "parse", qualified_name: "Widget::parse", entry: { space: "ram", offset: "0x10" } }];
  const text = failureView(
    new Failure("function_selector_ambiguous", "several", {
      candidates,
      total: 1,
      diagnostic_log: { path: { encoding: "utf8", value: "/s/manifest.json" } },
    }),
  );

  expect(text).toBe(
    [
      "ghidr: several",
      "Give --address with the entry of the one you mean.",
      "Diagnostics: /s/manifest.json",
      "  parse  Widget::parse  ram:0x10",
      "",
    ].join("\n"),
  );
});
