import { expect, test } from "vitest";
import { Failure, FAILURES } from "../../base/failure.ts";
import { ERROR_DETAILS, errorDocumentSchema, type ErrorDocument } from "../../contracts/ghidr/errors.ts";
import { errorText } from "./error-document.ts";

const parsed = (text: string) => JSON.parse(text) as ErrorDocument;

test("an error is one line of its schema, with the retryability of the table", () => {
  const text = errorText(
    new Failure("analysis_busy", "busy", {
      sample_sha256: "a".repeat(64),
      analysis_profile_sha256: null,
      suggested_retry_delay_ms: 5000,
    }),
  );

  expect(text.indexOf("\n")).toBe(text.length - 1);
  expect(errorDocumentSchema.parse(JSON.parse(text))).toMatchObject({
    schema_version: 1,
    kind: "error",
    error: { code: "analysis_busy", retryable: true },
  });
});

test("candidates give way until the document fits, and their number stays known", () => {
  const candidates = Array.from({ length: 100 }, (_, index) => ({
    name: "n".repeat(2000),
    qualified_name: `ns${index}`,
    entry: { space: "ram", offset: "0x1" },
  }));

  const text = errorText(new Failure("function_selector_ambiguous", "many", { candidates, total: 100 }));

  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
  const { details } = parsed(text).error;
  expect(details["total"]).toBe(100);
  expect(details["candidates"]).toHaveLength(25);
});

test("details that cannot be made smaller are left out, and that is said", () => {
  const text = errorText(new Failure("function_not_found", "none", { selector: "\u0001".repeat(60_000) }));

  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
  errorDocumentSchema.parse(JSON.parse(text));
  expect(parsed(text).error.details).toEqual({ omitted: "details exceed the size of an error document" });
});

test("paths of shared failures are tagged, and a code of the other command is an internal error", () => {
  const unwritable = new Failure("store_unwritable", "no", { store: "/s", reason: "EACCES" });
  expect(parsed(errorText(unwritable)).error.details).toEqual({
    store: { encoding: "utf8", value: "/s" },
    reason: "EACCES",
  });
  expect(parsed(errorText(new Failure("target_not_open", "no"))).error.code).toBe("internal_error");
});

test("the codes and exit statuses are those of the contract", () => {
  const statuses = Object.fromEntries(
    Object.keys(ERROR_DETAILS).map((code) => [code, FAILURES[code as keyof typeof ERROR_DETAILS]]),
  );

  const other = Object.entries(statuses).filter(([, { exit }]) => exit !== 1);
  expect(Object.fromEntries(other.map(([code, { exit }]) => [code, exit]))).toEqual({
    invalid_arguments: 2,
    invalid_store_path: 2,
    analysis_timeout: 124,
    decompile_timeout: 124,
    interrupted: 130,
  });
  const retryable = Object.entries(statuses).filter(([, row]) => row.retryable);
  expect(retryable.map(([code]) => code).sort()).toEqual([
    "analysis_busy",
    "cleanup_incomplete",
    "insufficient_space",
    "interrupted",
    "sample_changed",
  ]);
});
