/** The decompiler's module as the build put it into the package. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkModule } from "../../scripts/decompiler-check.ts";
import { builtDecompiler } from "../decompiler.ts";

const isBuilt = (await builtDecompiler()) !== undefined;

test.skipIf(!isBuilt)("the module imports nothing, exports its interface and decompiles a known function", () => {
  const module = readFileSync("dist/decompiler.wasm");

  expect(() => checkModule(module)).not.toThrow();
});

test.skipIf(!isBuilt)("the module names no folder of the machine that built it", () => {
  const text = readFileSync("dist/decompiler.wasm").toString("latin1");

  expect(text).not.toContain(process.cwd());
  expect(text).not.toMatch(/\/home\/|\/root\/|\.cargo/u);
});

test.skipIf(!isBuilt)("the licences of its crates are in the package", () => {
  const notices = readFileSync("dist/THIRD-PARTY-NOTICES.txt", "utf8");

  expect(notices).toMatch(/^ghidra-decompiler 2\.1\.0 \(Apache-2\.0\)$/mu);
  expect(notices).toMatch(/^lzma-rs 0\.3\.0 \(MIT\)$/mu);
});
