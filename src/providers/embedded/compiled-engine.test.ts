import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { compileEngine, runEngine } from "./compiled-engine.ts";

function engineOf(body: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "rea-engine-")), "engine.cjs");
  writeFileSync(file, body);
  return file;
}

test("an engine runs from the code that was compiled of it", () => {
  const engine = engineOf("exports.answer = require('node:path').basename(__dirname).length + 1;");
  const cache = compileEngine(engine).createCachedData();

  const script = compileEngine(engine, cache);

  expect(script.cachedDataRejected).toBe(false);
  expect(runEngine(script, engine)).toEqual({ answer: path.basename(path.dirname(engine)).length + 1 });
});

test.each([
  ["of another engine", compileEngine(engineOf("exports.other = 'a longer engine';")).createCachedData()],
  ["no code at all", Buffer.from("no code at all")],
])("code that is %s is refused and the engine compiled", (what, cache) => {
  const engine = engineOf(`exports.answer = "${what}";`);

  const script = compileEngine(engine, cache);

  expect(script.cachedDataRejected).toBe(true);
  expect(runEngine(script, engine)).toEqual({ answer: what });
});
