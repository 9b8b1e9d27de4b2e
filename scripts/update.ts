/**
 * `npm run update`: rewrites every generated file that is committed. Review the diff like code. With the word `ghidr`
 * also the answers of that command, for which Ghidra is started many times.
 */
import { writeFileSync } from "node:fs";
import { factsOf, goldenFile, samples } from "../test/golden/facts.ts";
import { pseudocodeFile, pseudocodeOf, pseudocodeSamples } from "../test/golden/pseudocode.ts";
import { updateExamples } from "./examples.ts";
import { updateGhidrAnswers } from "./ghidr-answers.ts";
import { updateSchemas } from "./schemas.ts";

await updateSchemas();
for (const sample of samples()) writeFileSync(goldenFile(sample), await factsOf(sample));
for (const sample of pseudocodeSamples()) writeFileSync(pseudocodeFile(sample), await pseudocodeOf(sample));
await updateExamples();
if (process.argv.includes("ghidr")) await updateGhidrAnswers();
