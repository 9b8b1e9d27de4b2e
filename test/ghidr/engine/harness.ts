/** A process that analyses a sample with the real Ghidra, for tests that kill it: mode, sample, project, folder. */
import { answer } from "./ask.ts";
import { prepared } from "./prepared.ts";

const [sandbox, sample, project, folder] = process.argv.slice(2);
if (sample === undefined || project === undefined || folder === undefined) throw new Error("arguments are missing");
if (sandbox !== "bubblewrap" && sandbox !== "off") throw new Error("the sandbox is unknown");
const question = { operation: "extract", arguments: {}, sample, project } as const;
await answer(await prepared(), folder, question, { sandbox });
