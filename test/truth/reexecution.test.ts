/** Decompiled texts behave as what they were made from: a tenth of `npm run bench:reexecution`, on this machine's code. */
import { describe, expect, test } from "vitest";
import { builtDecompiler } from "../decompiler.ts";
import { buildProgram, type Build, type BuiltProgram } from "../reexecution/programs.ts";
import { reaTexts } from "../reexecution/rea-texts.ts";
import { judge } from "../reexecution/verdicts.ts";

/** With the share of its tenth that passes at least. */
const TRIED: readonly (Build & { readonly share: number })[] = [
  { machine: "x86-64", compiler: "gcc", level: "O0", share: 0.75 },
  { machine: "x86-64", compiler: "gcc", level: "O2", share: 0.6 },
];

const decompiler = await builtDecompiler();

/** What once was lost: each of these behaves as before. */
const WHOLE: readonly (Build & { readonly what: string; readonly names: readonly string[] })[] = [
  {
    what: "switches whose bound is asked for of the value and of the value less the first case",
    names: ["enumerated_cost", "fall_through", "roman_value", "scaled_by_unit"],
    machine: "x86-64",
    compiler: "clang",
    level: "O0",
  },
  {
    what: "functions that hand on what they were given when they call themselves",
    names: ["power_modulo", "quick_sort", "tree_insert"],
    machine: "x86-64",
    compiler: "gcc",
    level: "O2",
  },
];

/** `undefined`, with the reason printed, where a compiler is missing and CI is not set. */
function built(build: Build): BuiltProgram | undefined {
  try {
    return buildProgram(build);
  } catch (error) {
    if (process.env["CI"] !== undefined) throw error;
    console.log(`not compared: ${String(error)}`);
    return undefined;
  }
}

describe.skipIf(decompiler === undefined || process.arch !== "x64" || process.platform !== "linux")(
  "re-execution",
  () => {
    test.each(TRIED)("of the functions that $compiler compiled with $level, most behave as before", async (build) => {
      const made = built(build);
      if (made === undefined) return;
      const names = [...made.addresses.keys()].sort().filter((_, index) => index % 10 === 0);

      const judged = judge(build.machine, made, await reaTexts(made.program), names);

      const failed = judged.filter(({ verdict }) => verdict !== "passes");
      const share = 1 - failed.length / judged.length;
      expect(judged.length).toBeGreaterThanOrEqual(15);
      expect(share, JSON.stringify(failed, null, 2)).toBeGreaterThanOrEqual(build.share);
    });

    test.each(WHOLE)("$what, by $compiler with $level, behave as before", async ({ names, ...build }) => {
      const made = built(build);
      if (made === undefined) return;

      const judged = judge(build.machine, made, await reaTexts(made.program), names);

      expect(judged.filter(({ verdict }) => verdict !== "passes")).toEqual([]);
    });
  },
);
