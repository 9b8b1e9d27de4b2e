/**
 * `rehearsal.ts FILE SAMPLE` asks the program whose first chunk is FILE usual questions about SAMPLE in this process,
 * and keeps the code that V8 compiled on the way. A command starts from it under the Node that built it.
 */
import { CompiledModules } from "../src/process/compiled-modules.ts";
import type { main as Main } from "../src/surfaces/rea/main.ts";

const [file = "", sample = ""] = process.argv.slice(2);
const QUESTIONS: readonly (readonly string[])[] = [
  ["analyze", sample, "--json"],
  ["analyze", sample],
  ["functions", sample],
  ["strings", sample, "--json"],
  ["imports", sample],
  ["xrefs", sample, "main"],
  ["disasm", sample, "main"],
  ["function", sample, "main"],
];

const modules = new CompiledModules();
// What the build made of that module.
const { main } = modules.load(file) as { main: typeof Main };
for (const words of QUESTIONS) {
  const status = await main(words);
  if (status !== 0) throw new Error(`rea ${words.join(" ")} ended with status ${status}`);
}
modules.save();
