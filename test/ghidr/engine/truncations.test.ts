/** A program cut at 45 places, loaded and analysed by one process. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { classPath } from "../../../src/providers/ghidra/distribution.ts";
import { CANNOT_RUN_GHIDRA, JAVA_17, prepared } from "./prepared.ts";

const JAVA = path.resolve(import.meta.dirname, "../../../java");
const PROGRAM = path.resolve(import.meta.dirname, "../../corpus/bin/hello-o2");
const PLACES = 45;

describe.skipIf(CANNOT_RUN_GHIDRA)("a program that is cut", () => {
  test("loads with complaints, wherever it is cut behind its header, and never ends the process", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "ghidr-truncations-"));
    try {
      const lines = await outcomes(folder);

      expect(lines).toHaveLength(PLACES);
      for (const { left, functions, complaints } of lines) {
        // The section headers lie at the end of the file: each cut loses some.
        expect(complaints, `cut at ${left}`).toBeGreaterThan(0);
        // The first executable segment begins at 0x1000, and no function lies before it.
        if (left <= 0x1000) expect(functions, `cut at ${left}`).toBe(0);
      }
      const { size } = statSync(PROGRAM);
      expect(lines.map(({ left }) => left)).toEqual(
        Array.from({ length: PLACES }, (_, index) => Math.floor((size * (index + 1)) / (PLACES + 1))),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

interface Outcome {
  readonly left: number;
  readonly functions: number;
  readonly complaints: number;
}

async function outcomes(folder: string): Promise<Outcome[]> {
  const { directory, layout } = await prepared();
  const classes = path.join(folder, "classes");
  const jars = (await classPath({ directory, layout })).join(":");
  const sources = ["adapter", "checks"].flatMap((name) => {
    const sourceFolder = path.join(JAVA, name, "rea", "ghidra");
    return readdirSync(sourceFolder).map((file) => path.join(sourceFolder, file));
  });
  const options = ["-J-XX:TieredStopAtLevel=1", "-proc:none", "-nowarn"];
  execFileSync(tool("javac"), [...options, "-cp", jars, "-d", classes, ...sources], { stdio: "pipe" });
  const work = path.join(folder, "work");
  mkdirSync(work);
  const said = execFileSync(
    tool("java"),
    [
      ...["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djava.awt.headless=true"],
      ...[`-Duser.home=${folder}`, `-Djava.io.tmpdir=${folder}`],
      ...["-cp", `${classes}:${jars}`, "rea.ghidra.Truncations", directory, layout, PROGRAM, String(PLACES), work],
    ],
    { encoding: "utf8", stdio: "pipe", maxBuffer: 2 ** 26 },
  );
  return [...said.matchAll(/^cut (\d+) loaded (\d+) (\d+)$/gmu)].map((match) => ({
    left: Number(match[1]),
    functions: Number(match[2]),
    complaints: Number(match[3]),
  }));
}

function tool(name: string): string {
  return path.join(JAVA_17 ?? "", "bin", name);
}
