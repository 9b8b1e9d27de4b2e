import { expect, test } from "vitest";
import { smallAnalysis } from "../../test/small-analysis.ts";
import { runOperation } from "./run.ts";
import { OPERATIONS } from "./table.ts";

const functions = [{ name: "main", address: 0x401120 }];
const strings = [{ value: "token", address: 0x409100 }];
const undecoded = smallAnalysis({ functions, strings, codeAnalysed: false });
const decoded = smallAnalysis({ functions, strings });

async function answer(name: string, input: Record<string, unknown>, analysis = undecoded) {
  const operation = await OPERATIONS.find((entry) => entry.name === name)?.load();
  if (operation?.needs !== "target") throw new Error(`there is no ${name}`);
  return runOperation({ operation, input, open: () => analysis });
}

const questions: [string, Record<string, unknown>][] = [
  ["procedure_callers", { procedure: "main" }],
  ["procedure_callees", { procedure: "main" }],
  ["procedure_references", { procedure: "main" }],
  ["analyze_function", { procedure: "main", pseudocode: false }],
  ["xrefs", { address: "main" }],
  ["find_xrefs_to_name", { name: "main" }],
  ["find_code_for_string", { pattern: "token" }],
  ["trace_feature", { pattern: "token" }],
  ["get_call_graph", { root: "main" }],
  ["trace_call_path", { from: "main", to: "main" }],
  ["resolve_containing_procedure", { address: "0x401000" }],
];

test.each(questions)("%s says that nothing was looked for where code cannot be decoded", async (name, input) => {
  const found = await answer(name, input);

  expect(found).toMatchObject({ ok: true, envelope: { warnings: [{ code: "code_not_analysed" }] } });
});

const decodedQuestions = questions.filter(([name]) => name !== "analyze_function");

test.each(decodedQuestions)("%s has nothing to warn of where it was looked for and not found", async (name, input) => {
  const found = await answer(name, input, decoded);

  expect(found).toMatchObject({ ok: true, envelope: { warnings: [] } });
});

test("a path is unknown, not absent, where code cannot be decoded", async () => {
  const other = smallAnalysis({
    functions: [...functions, { name: "goal", address: 0x401200 }],
    codeAnalysed: false,
  });

  const found = await answer("trace_call_path", { from: "main", to: "goal" }, other);

  expect(found).toMatchObject({ ok: true, envelope: { result: { status: "unknown" } } });
});

test("there is no assembly where code cannot be decoded: the request fails", async () => {
  const found = await answer("procedure_assembly", { procedure: "main" });

  expect(found).toMatchObject({ ok: false, failure: { code: "architecture_unsupported" } });
});
