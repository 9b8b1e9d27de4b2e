/** Function starts of stripped AArch64 programs. */
import { describe, expect, test } from "vitest";
import { compile, shortfall } from "./function-starts.ts";
import { buildLua, NO_TABLES } from "./lua.ts";

/** Its Debian package does not exclude that of the 32-bit libraries of the machine's own compiler. */
const GCC_ARM64 = "aarch64-linux-gnu-gcc-12";
const CLANG_ARM64 = "--target=aarch64-linux-gnu";

describe("with unwind tables, F1 of function starts is at least 0.99", () => {
  test.each([
    [GCC_ARM64, ["-O0"]],
    [GCC_ARM64, ["-O2"]],
    [GCC_ARM64, ["-O2", "-mbranch-protection=standard"]],
    [GCC_ARM64, ["-O2", "-fno-pie", "-no-pie"]],
    [GCC_ARM64, ["-Os"]],
    ["clang", [CLANG_ARM64, "-O0"]],
    ["clang", [CLANG_ARM64, "-O2"]],
    ["clang", [CLANG_ARM64, "-Os"]],
  ])("C by %s %s", (command, flags) => {
    expect(shortfall(buildLua(command, flags), 0.99)).toEqual([]);
  });

  test.each([["-O0"], ["-O2"]])("C++ by g++ %s", (level) => {
    const program = compile("program.cc", "aarch64-linux-gnu-g++-12", [level, "-std=c++17"]);
    expect(shortfall(program, 0.99)).toEqual([]);
  });

  test.each([["-Copt-level=0"], ["-Copt-level=3"]])("Rust by rustc %s", (level) => {
    const target = ["--target", "aarch64-unknown-linux-gnu", `-Clinker=${GCC_ARM64}`];
    expect(shortfall(compile("program.rs", "rustc", [level, ...target]), 0.99)).toEqual([]);
  });

  test("Go", () => {
    const environment = { GOARCH: "arm64", GOOS: "linux" };
    expect(shortfall(compile("program.go", "go", ["build"], environment), 0.99)).toEqual([]);
  });
});

describe("without unwind tables, F1 of function starts of C is at least 0.95", () => {
  test.each([
    [GCC_ARM64, ["-O0"]],
    [GCC_ARM64, ["-O2"]],
    [GCC_ARM64, ["-O2", "-mbranch-protection=standard"]],
    [GCC_ARM64, ["-Os"]],
    ["clang", [CLANG_ARM64, "-O0"]],
    ["clang", [CLANG_ARM64, "-O2"]],
    ["clang", [CLANG_ARM64, "-Os"]],
  ])("%s %s", (command, flags) => {
    expect(shortfall(buildLua(command, [...flags, ...NO_TABLES]), 0.95)).toEqual([]);
  });
});
