/**
 * `rehearsal.ts NAME FILE` asks the command NAME, whose first chunk is FILE, its questions in this process and keeps
 * the code that V8 compiled on the way. A command starts from it under the Node that built it. For `ghidr` a script
 * stands in for Ghidra, which a build cannot count on.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CompiledModules } from "../src/process/compiled-modules.ts";
import { fakeInstallation } from "../test/ghidr/fake-installation.ts";
import { QUESTIONS } from "./rehearsed.ts";

const [name = "", file = ""] = process.argv.slice(2);
const modules = new CompiledModules();
// What the build made of such a module.
const { main } = modules.load(file) as { main: (words: readonly string[]) => Promise<number> };
// Each question listens to the streams of its process, which is this one for all of them.
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
const folder = mkdtempSync(path.join(tmpdir(), "rea-rehearsal-"));
try {
  for (const words of name === "ghidr" ? aboutSamples(folder) : QUESTIONS.rea) {
    const status = await main(words);
    if (status !== 0) throw new Error(`${name} ${words.join(" ")} ended with status ${status}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
modules.save();

/** The questions of `ghidr` to an installation that is none, with a store of their own. */
function aboutSamples(place: string): readonly (readonly string[])[] {
  const { flags } = fakeInstallation(place);
  return QUESTIONS.ghidr.map((words) =>
    words.length === 1 ? words : [...words, ...flags, "--store", path.join(place, "store")],
  );
}
