/**
 * What a byte of a program costs to analyse, by format and architecture: the same program as its makers build it for
 * each of them. The bar is one and a half times what a byte of the ELF x86-64 program costs.
 */
import { rmSync, statSync } from "node:fs";
import path from "node:path";
import { packagedProgram } from "../test/truth/packages.ts";
import { run } from "./measure.ts";

/** Programs by name, their builds with the one for ELF x86-64 first. */
const PROGRAMS: Readonly<Record<string, readonly (readonly [build: string, file: string])[]>> = {
  "esbuild (Go)": [
    ["ELF x86-64", "@esbuild/linux-x64@0.25.0/bin/esbuild"],
    ["ELF x86", "@esbuild/linux-ia32@0.25.0/bin/esbuild"],
    ["ELF AArch64", "@esbuild/linux-arm64@0.25.0/bin/esbuild"],
    ["PE x86-64", "@esbuild/win32-x64@0.28.2/esbuild.exe"],
    ["PE x86", "@esbuild/win32-ia32@0.25.0/esbuild.exe"],
    ["Mach-O x86-64", "@esbuild/darwin-x64@0.25.0/bin/esbuild"],
    ["Mach-O AArch64", "@esbuild/darwin-arm64@0.25.0/bin/esbuild"],
  ],
  "rollup (Rust)": [
    ["ELF x86-64", "@rollup/rollup-linux-x64-gnu@4.40.0/rollup.linux-x64-gnu.node"],
    ["ELF AArch64", "@rollup/rollup-linux-arm64-gnu@4.40.0/rollup.linux-arm64-gnu.node"],
    ["PE x86-64", "@rollup/rollup-win32-x64-msvc@4.68.8/rollup.win32-x64-msvc.node"],
    ["PE x86", "@rollup/rollup-win32-ia32-msvc@4.68.8/rollup.win32-ia32-msvc.node"],
    ["Mach-O x86-64", "@rollup/rollup-darwin-x64@4.40.0/rollup.darwin-x64.node"],
    ["Mach-O AArch64", "@rollup/rollup-darwin-arm64@4.40.0/rollup.darwin-arm64.node"],
  ],
};

/** Largest share of the ELF x86-64 figure. */
const BAR = 1.5;

const SMALLEST = "test/corpus/bin/bare-static";

/**
 * Rows of the table. The least of `rounds` runs counts, the programs taking turns, less what analysing a program of
 * some hundred bytes costs. `analyze` is the command; `store` the folder that it keeps analyses in.
 */
export function formats(rounds: number, analyze: readonly string[], store: string): { note: string; rows: string[][] } {
  const files = Object.entries(PROGRAMS).flatMap(([name, builds]) =>
    builds.flatMap(([build, file]) => {
      const found = packagedProgram(file);
      return found === undefined ? [] : [{ name, build, found }];
    }),
  );
  const least = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const file of [SMALLEST, ...files.map(({ found }) => found)]) {
      rmSync(path.join(store, "rea"), { recursive: true, force: true });
      const { cpu } = run([...analyze, file, "--json"], { REA_STORE: store });
      least.set(file, Math.min(least.get(file) ?? Infinity, cpu));
    }
  }
  const start = least.get(SMALLEST) ?? 0;
  const measured = files.map((file) => {
    const megabytes = statSync(file.found).size / 1e6;
    return { ...file, megabytes, cost: ((least.get(file.found) ?? 0) - start) / megabytes };
  });
  const rows = measured.map(({ name, build, megabytes, cost }) => {
    const ratio = cost / (measured.find((other) => other.name === name)?.cost ?? cost);
    const figures = [megabytes.toFixed(1), (cost * 1000).toFixed(0), ratio.toFixed(2)];
    return [name, build, ...figures, ratio <= BAR ? "yes" : "no"];
  });
  const note = `Least CPU time of ${rounds} runs of \`rea analyze\` on a new file, less that of a program of nine kilobytes.`;
  return { note, rows: [["program", "build", "MB", "ms a MB", `ratio, at most ${BAR}`, "holds"], ...rows] };
}
