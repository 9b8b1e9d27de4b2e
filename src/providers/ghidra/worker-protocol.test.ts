import { expect, test } from "vitest";
import { EXTRACTS } from "../../../test/ghidr/fake-extracts.ts";
import { FACTS } from "../../../test/ghidr/fake-ghidra.ts";
import {
  decodeResponse,
  encodeRequest,
  LARGEST_REQUEST,
  LARGEST_RESPONSE,
  type WorkerRequest,
} from "./worker-protocol.ts";

const REQUEST = {
  protocol_version: 1,
  invocation_id: "0123456789abcdef0123456789abcdef",
  operation: "extract",
  ghidra: { directory: "/opt/ghidra", layout: "jar" },
  analysis: { mode: "read_only", project_directory: "/store/project", max_cpu: 2, extract: true },
  arguments: {},
} as const satisfies WorkerRequest;

const RESPONSE = {
  protocol_version: 1,
  invocation_id: REQUEST.invocation_id,
  operation: "extract",
  analysis: FACTS,
  extracts: [...EXTRACTS.values()].map(({ report }) => report),
  status: "ok",
  result: {},
};

const decoded = (response: unknown) => decodeResponse(Buffer.from(JSON.stringify(response)), REQUEST);

test("a response that echoes its request is believed", () => {
  expect(decoded(RESPONSE)).toEqual({
    operation: "extract",
    analysis: FACTS,
    extracts: RESPONSE.extracts,
    status: "ok",
    result: RESPONSE.result,
  });
});

test.each<[string, object]>([
  ["another protocol version", { ...RESPONSE, protocol_version: 2 }],
  ["another invocation", { ...RESPONSE, invocation_id: "f".repeat(32) }],
  ["another operation", { ...RESPONSE, operation: "disassemble", result: { function: null, items: [] } }],
  ["a result of another operation", { ...RESPONSE, result: { function: null, items: [] } }],
  ["an unknown field", { ...RESPONSE, extra: 1 }],
  ["an unknown field inside", { ...RESPONSE, result: { ...RESPONSE.result, extra: 1 } }],
  ["a missing field", { ...RESPONSE, analysis: undefined }],
  ["an error that the protocol has not", { ...RESPONSE, status: "error", result: undefined, error: { code: "x" } }],
  ["a report too few", { ...RESPONSE, extracts: RESPONSE.extracts.slice(1) }],
  ["a negative count", { ...RESPONSE, extracts: RESPONSE.extracts.map((report) => ({ ...report, records: -1 })) }],
  [
    "options out of order",
    { ...RESPONSE, analysis: { ...FACTS, analyzer_options: [...FACTS.analyzer_options].reverse() } },
  ],
  [
    "an option twice",
    { ...RESPONSE, analysis: { ...FACTS, analyzer_options: [FACTS.analyzer_options[0], FACTS.analyzer_options[0]] } },
  ],
])("%s is refused in words", (_, response) => {
  expect(decoded(response)).toBeTypeOf("string");
});

test("bytes that are no JSON, no UTF-8, cut short or too many are refused", () => {
  const text = JSON.stringify(RESPONSE);
  for (const bytes of [Buffer.from(""), Buffer.from(text.slice(0, -1)), Buffer.from([0x22, 0xff, 0x22])]) {
    expect(decodeResponse(bytes, REQUEST)).toBeTypeOf("string");
  }
  // Allocated, never touched: the size alone decides.
  expect(decodeResponse(Buffer.allocUnsafe(LARGEST_RESPONSE + 1), REQUEST)).toContain("larger than 268435456");
});

test("a request of exactly its ceiling is encoded, one byte more is not", () => {
  const withName = (length: number): WorkerRequest => ({
    ...REQUEST,
    operation: "decompile",
    arguments: { selector: { kind: "name", value: "n".repeat(length) }, decompile_timeout_seconds: 60 },
  });
  const overhead = encodeRequest(withName(1)).length - 1;

  expect(encodeRequest(withName(LARGEST_REQUEST - overhead))).toHaveLength(LARGEST_REQUEST);
  expect(encodeRequest(withName(LARGEST_REQUEST - overhead + 1))).toBe(
    `the request has ${LARGEST_REQUEST + 1} bytes of at most ${LARGEST_REQUEST}`,
  );
});
