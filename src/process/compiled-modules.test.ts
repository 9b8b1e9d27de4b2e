import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { CompiledModules } from "./compiled-modules.ts";

function moduleOf(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "rea-module-")), "module.cjs");
  writeFileSync(file, text);
  return file;
}

test("a module runs from the code that was kept of it", () => {
  const file = moduleOf("exports.answer = require('node:path').basename(__dirname).length + 1;");
  const first = new CompiledModules();
  first.load(file);
  first.save();

  const second = new CompiledModules();

  expect(second.load(file)).toEqual({ answer: path.basename(path.dirname(file)).length + 1 });
  expect(readFileSync(`${file}.cache`).length).toBeGreaterThan(0);
  expect(second.refused).toEqual([]);
});

test.each([
  ["of another module", codeOf("exports.other = 'a longer module';")],
  ["no code at all", Buffer.from("no code at all")],
])("code that is %s is refused and the module compiled", (what, code) => {
  const file = moduleOf(`exports.answer = "${what}";`);
  writeFileSync(`${file}.cache`, code);
  const modules = new CompiledModules();

  expect(modules.load(file)).toEqual({ answer: what });
  expect(modules.refused).toEqual([file]);
});

function codeOf(text: string): Buffer {
  const file = moduleOf(text);
  const modules = new CompiledModules();
  modules.load(file);
  modules.save();
  return readFileSync(`${file}.cache`);
}

test("modules that require each other are loaded once", () => {
  const file = moduleOf("exports.early = 1; exports.late = require('./other.cjs').seen + 1;");
  writeFileSync(path.join(path.dirname(file), "other.cjs"), "exports.seen = require('./module.cjs').early;");

  expect(new CompiledModules().load(file)).toEqual({ early: 1, late: 2 });
});
