/** Function starts of stripped x86-64 programs; the other architectures are in files beside, which run at the same time. */
import { describe, expect, test } from "vitest";
import { compile, shortfall } from "./function-starts.ts";
import { buildLua, NO_TABLES } from "./lua.ts";

describe("with unwind tables, F1 of function starts is at least 0.99", () => {
  test.each([
    ["gcc", "-O0"],
    ["gcc", "-O2"],
    ["gcc", "-Os"],
    ["clang", "-O0"],
    ["clang", "-O2"],
    ["clang", "-Os"],
  ])("C by %s %s", (command, level) => {
    expect(shortfall(buildLua(command, [level]), 0.99)).toEqual([]);
  });

  test.each([
    ["g++", "-O0"],
    ["g++", "-O2"],
    ["clang++", "-O2"],
  ])("C++ by %s %s", (command, level) => {
    expect(shortfall(compile("program.cc", command, [level, "-std=c++17"]), 0.99)).toEqual([]);
  });

  test.each([["-Copt-level=0"], ["-Copt-level=3"]])("Rust by rustc %s", (level) => {
    expect(shortfall(compile("program.rs", "rustc", [level]), 0.99)).toEqual([]);
  });

  test("Go", () => {
    expect(shortfall(compile("program.go", "go", ["build"]), 0.99)).toEqual([]);
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
  ])("%s %s", (command, flags) => {
    expect(shortfall(buildLua(command, [...flags, ...NO_TABLES]), 0.98)).toEqual([]);
  });
});
