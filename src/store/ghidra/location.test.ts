import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { resolveGhidrStore } from "./location.ts";

const resolve = (variables: Record<string, string | Buffer>, flag?: string | Buffer) =>
  resolveGhidrStore({
    flag: flag === undefined ? undefined : Buffer.from(flag),
    variable: (name) => (variables[name] === undefined ? undefined : Buffer.from(variables[name])),
  });

test("flag, variable, cache and home come in this order", () => {
  const variables = { GHIDR_STORE: "/env", XDG_CACHE_HOME: "/cache", HOME: "/home/u", REA_STORE: "/other" };

  expect(resolve(variables, "/flag")).toEqual({ path: "/flag", source: "cli" });
  expect(resolve(variables)).toEqual({ path: "/env", source: "environment" });
  expect(resolve({ ...variables, GHIDR_STORE: "" })).toEqual({ path: "/cache/ghidr", source: "xdg" });
  expect(resolve({ HOME: "/home/u" })).toEqual({ path: "/home/u/ghidr-store", source: "home_fallback" });
  expect(resolve({}).path).toBe(path.join(homedir(), "ghidr-store"));
});

test("a cache that Ghidra does not take is passed over", () => {
  for (const cache of ["/home/u/.cache", "relative", Buffer.from([0x2f, 0xff]), "/a:b", "/line\nbreak"]) {
    expect(resolve({ XDG_CACHE_HOME: cache, HOME: "/home/u" }).source).toBe("home_fallback");
  }
});

test.each(["relative", "", "/home/u/.hidden/store", "/a;b", "/tab\there"])("--store %j is refused", (flag) => {
  expect(() => resolve({}, flag)).toThrow(
    expect.objectContaining({
      code: "invalid_store_path",
      details: expect.objectContaining({ setting: "--store", path: { encoding: "utf8", value: flag } }),
    }),
  );
});

test("a store that is no UTF-8 is refused with its exact bytes, wherever it was configured", () => {
  const odd = Buffer.from([0x2f, 0x73, 0xff]);
  for (const [setting, make] of [
    ["--store", () => resolve({}, odd)],
    ["GHIDR_STORE", () => resolve({ GHIDR_STORE: odd })],
  ] as const) {
    expect(make).toThrow(
      expect.objectContaining({
        code: "invalid_store_path",
        details: { setting, path: { encoding: "unix_bytes_base64", value: "L3P/" }, reason: "is not UTF-8" },
      }),
    );
  }
  expect(() => resolve({ HOME: odd })).toThrow(expect.objectContaining({ code: "invalid_store_path" }));
});

test("neither a file nor what cannot be reached is a store", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "ghidr-location-"));
  const file = path.join(folder, "file");
  writeFileSync(file, "");

  expect(() => resolve({}, file)).toThrow(expect.objectContaining({ code: "invalid_store_path" }));
  expect(() => resolve({}, `${file}/below`)).toThrow(expect.objectContaining({ code: "invalid_store_path" }));
  const link = path.join(folder, "link");
  symlinkSync(link, link);
  expect(() => resolve({}, `${link}/below`)).toThrow(expect.objectContaining({ code: "invalid_store_path" }));
  expect(() => resolve({}, `/${"x".repeat(256)}`)).toThrow(expect.objectContaining({ code: "invalid_store_path" }));
  rmSync(folder, { recursive: true });
});
