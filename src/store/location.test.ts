import { homedir } from "node:os";
import { expect, test } from "vitest";
import { resolveStore } from "./location.ts";

const ALL = { REA_STORE: "/a/rea", GHIDR_STORE: "/b/ghidr", XDG_CACHE_HOME: "/c", HOME: "/d" };

test.each([
  ["the flag", ALL, "/flag", { path: "/flag", source: "cli" }],
  ["REA_STORE", ALL, undefined, { path: "/a/rea", source: "environment" }],
  ["GHIDR_STORE", { ...ALL, REA_STORE: undefined }, undefined, { path: "/b/ghidr", source: "environment" }],
  ["the cache folder", { XDG_CACHE_HOME: "/c", HOME: "/d" }, undefined, { path: "/c/ghidr", source: "xdg" }],
  ["the home folder", { HOME: "/d" }, undefined, { path: "/d/ghidr-store", source: "home_fallback" }],
  ["empty variables", { REA_STORE: "", XDG_CACHE_HOME: "", HOME: "/d" }, undefined, { path: "/d/ghidr-store" }],
  ["a relative cache folder", { XDG_CACHE_HOME: "c", HOME: "/d" }, undefined, { path: "/d/ghidr-store" }],
  ["no home", {}, undefined, { path: `${homedir()}/ghidr-store`, source: "home_fallback" }],
])("%s decides when nothing before it is set", (_, environment, flag, expected) => {
  expect(resolveStore(environment, flag)).toMatchObject(expected);
});

test.each([
  ["relative", "store"],
  ["empty", ""],
  ["a regular file", "/etc/passwd"],
  ["inside a regular file", "/etc/passwd/store"],
  ["unprintable", "/tmp/a\nb"],
])("a configured store that is %s is refused by name", (_, value) => {
  const details = { setting: "--store", path: value };

  expect(() => resolveStore(ALL, value)).toThrow(expect.objectContaining({ code: "invalid_store_path", details }));
});

test("a variable that names a relative path is refused, not skipped", () => {
  const refusal = expect.objectContaining({ code: "invalid_store_path", details: { setting: "REA_STORE", path: "x" } });

  expect(() => resolveStore({ REA_STORE: "x", HOME: "/d" })).toThrow(refusal);
});
