/** Function starts of stripped 32-bit x86 programs. */
import { describe, expect, test } from "vitest";
import { compile, shortfall } from "./function-starts.ts";
import { buildLua, NO_TABLES } from "./lua.ts";
import { M32 } from "./toolchain.ts";

describe("with unwind tables, F1 of function starts is at least 0.99", () => {
  test.each([
    ["gcc", ["-O0"]],
    ["gcc", ["-O2"]],
    ["gcc", ["-O2", "-fno-pie", "-no-pie"]],
    ["gcc", ["-Os"]],
    ["clang", ["-O0"]],
    ["clang", ["-O2"]],
    ["clang", ["-Os"]],
  ])("C by %s %s", (command, flags) => {
    expect(shortfall(buildLua(command, [...M32, ...flags]), 0.99)).toEqual([]);
  });

  test.each([
    ["g++", "-O0"],
    ["g++", "-O2"],
    ["clang++", "-O2"],
  ])("C++ by %s %s", (command, level) => {
    expect(shortfall(compile("program.cc", command, [...M32, level, "-std=c++17"]), 0.99)).toEqual([]);
  });

  test("Go", () => {
    const environment = { GOARCH: "386", GOOS: "linux" };
    expect(shortfall(compile("program.go", "go", ["build"], environment), 0.99)).toEqual([]);
  });
});

describe("without unwind tables, F1 of function starts of C is at least 0.98", () => {
  test.each([
    ["gcc", ["-O0"]],
    ["gcc", ["-O2"]],
    ["gcc", ["-O2", "-fno-pie", "-no-pie"]],
    ["gcc", ["-Os"]],
    ["clang", ["-O0"]],
    ["clang", ["-O2"]],
    ["clang", ["-Os"]],
    ["clang", ["-Os", "-fno-pie", "-no-pie"]],
  ])("%s %s", (command, flags) => {
    expect(shortfall(buildLua(command, [...M32, ...flags, ...NO_TABLES]), 0.98)).toEqual([]);
  });
});
