import { expect, test } from "vitest";
import { undecorated } from "./decorations.ts";

test.each([
  ["_MessageBoxA@16", "MessageBoxA"],
  ["@fast@8", "fast"],
  ["vector@@32", "vector"],
  ["_nothing@0", "nothing"],
])("%s is %s in its source", (name, source) => {
  expect(undecorated(name)).toBe(source);
});

test.each(["_main", "main", "?f@@YAHH@Z", "memcpy@GLIBC_2.14", "_odd@7", "f@8", "_@4"])(
  "%s is no such name",
  (name) => {
    expect(undecorated(name)).toBeUndefined();
  },
);
