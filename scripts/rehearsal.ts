/**
 * `rehearsal.ts NAME FILE` asks the command NAME, whose first chunk is FILE, its questions in this process and keeps
 * the code that V8 compiled on the way. A command starts from it under the Node that built it.
 */
import { CompiledModules } from "../src/process/compiled-modules.ts";
import { QUESTIONS } from "./rehearsed.ts";

const [name = "", file = ""] = process.argv.slice(2);
const modules = new CompiledModules();
// What the build made of such a module.
const { main } = modules.load(file) as { main: (words: readonly string[]) => Promise<number> };
// Each question listens to the streams of its process, which is this one for all of them.
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
for (const words of name === "ghidr" ? QUESTIONS.ghidr : QUESTIONS.rea) {
  const status = await main(words);
  if (status !== 0) throw new Error(`${name} ${words.join(" ")} ended with status ${status}`);
}
modules.save();
