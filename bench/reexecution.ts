/**
 * `npm run bench:reexecution`: decompiles the functions of test/reexecution/, compiles their texts again and runs their
 * trials. `--ghidra FOLDER` judges the texts that Ghidra wrote of the same programs (bench/ghidra/Texts.java) in the
 * same way; `--programs FOLDER` puts the programs there for it; `--build NAME` takes one build; `--list` prints what
 * does not pass.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { DecompiledText } from "../test/reexecution/decompiled-text.ts";
import { ghidraTexts } from "../test/reexecution/ghidra-texts.ts";
import { BUILDS, buildProgram, nameOf } from "../test/reexecution/programs.ts";
import { reaTexts } from "../test/reexecution/rea-texts.ts";
import { judge, type Judged } from "../test/reexecution/verdicts.ts";

const { values } = parseArgs({
  options: {
    ghidra: { type: "string" },
    programs: { type: "string" },
    build: { type: "string" },
    list: { type: "boolean", default: false },
  },
});

for (const build of BUILDS) {
  const name = nameOf(build);
  if (values.build !== undefined && values.build !== name) continue;
  const built = buildProgram(build);
  if (values.programs !== undefined) {
    mkdirSync(values.programs, { recursive: true });
    copyFileSync(built.program, path.join(values.programs, name));
    continue;
  }
  const names = [...built.addresses.keys()];
  const { ghidra } = values;
  const texts: DecompiledText[] =
    ghidra === undefined ? await reaTexts(built.program) : ghidraTexts(path.join(ghidra, `${name}.json`));
  report(name, judge(build.machine, built, texts, names));
}

function report(name: string, judged: readonly Judged[]): void {
  const passed = judged.filter(({ verdict }) => verdict === "passes").length;
  const counts = new Map<string, number>();
  for (const { verdict } of judged) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const share = (passed / judged.length).toFixed(3);
  console.log(`${name} ${share} ${[...counts].map(([verdict, count]) => `${verdict} ${count}`).join(", ")}`);
  if (!values.list) return;
  for (const { name: one, verdict, why } of judged)
    if (verdict !== "passes") console.log(`  ${one}: ${verdict}: ${why}`);
}
