import { expect, test } from "vitest";
import { parseBytes, parseNumber, parseSampleLimit, parseSeconds } from "./quantities.ts";

test.each([
  ["1", 1],
  ["1073741824", 2 ** 30],
  ["2GiB", 2 ** 31],
  ["2g", 2 ** 31],
  ["1.5KiB", 1536],
  ["500MB", 500_000_000],
  ["10 kB", 10_000],
  ["12B", 12],
])("%s is %d bytes", (text, bytes) => {
  expect(parseBytes("--max-sample-bytes", text)).toBe(bytes);
});

test.each(["0", "-1", "", "2 GiBs", "unlimited", "1e9", "9999999TiB"])("'%s' is no number of bytes", (text) => {
  expect(() => parseBytes("--max-sample-bytes", text)).toThrow("--max-sample-bytes takes a number of bytes");
});

test("samples may have one byte less than 2 GiB, and a larger limit is refused with the largest", () => {
  expect(parseSampleLimit("2147483647")).toBe(2 ** 31 - 1);
  for (const value of ["2147483648", "2GiB", "2.5GB", "8000TiB"]) {
    expect(() => parseSampleLimit(value)).toThrow(
      expect.objectContaining({
        code: "invalid_arguments",
        message: `--max-sample-bytes takes no more than 2147483647 bytes (2GiB - 1), not '${value}'`,
        details: { argument: "--max-sample-bytes", value, largest: 2_147_483_647 },
      }),
    );
  }
});

test("seconds may have a fraction and are never zero", () => {
  expect(parseSeconds("--timeout", "0.25")).toBe(250);
  expect(() => parseSeconds("--timeout", "0")).toThrow("positive");
  expect(() => parseSeconds("--timeout", "1e3")).toThrow("positive");
});

test("numbers may be hexadecimal", () => {
  expect(parseNumber("--size", "0x40")).toBe(64);
  expect(() => parseNumber("--size", "many")).toThrow("--size takes a number, not 'many'");
});
