/** `ghidr decompile`: Ghidra's C of one function. */
import { referenceOf, type FunctionSelector } from "../../contracts/ghidr/functions.ts";
import type { DecompilationData } from "../../contracts/ghidr/results.ts";
import type { Warning } from "../../contracts/ghidr/warnings.ts";
import { Failure } from "../../base/failure.ts";
import type { Program } from "./extracts/program.ts";
import { chooseFunction, extractsToChoose, spelling, withSelector } from "./extracts/selection.ts";
import type { Answer, Context } from "./operation.ts";
import { runQuery, type SampleQuery } from "./query.ts";
import { sampleAnswer, type SampleRequest } from "./sample-answer.ts";

export interface DecompileRequest extends SampleRequest {
  readonly selector: FunctionSelector;
  /** Seconds. */
  readonly decompileTimeout: number;
}

export async function decompile(context: Context, request: DecompileRequest): Promise<Answer<DecompilationData>> {
  const { selector, decompileTimeout, ...common } = request;
  const query: SampleQuery<"decompile"> = {
    ...common,
    operation: "decompile",
    arguments: { selector, decompile_timeout_seconds: decompileTimeout },
    needs: extractsToChoose(selector),
    subject: (program) => subjectOf(program, selector),
  };
  const outcome = await runQuery(context, query).catch((error: unknown) => {
    throw withSelector(error, {
      selector: spelling(selector),
      ...(selector.kind === "address" ? { space: selector.value.space } : {}),
    });
  });
  const { result } = outcome;
  const data: DecompilationData = {
    requested_selector: { kind: selector.kind, value: spelling(selector) },
    function: result.function,
    decompilation: { syntax: "ghidra_c", text: result.text },
  };
  return sampleAnswer(context, query, outcome, {
    kind: "decompilation",
    data,
    warnings: result.warnings.map(decompilerWarning),
  });
}

function subjectOf(program: Program, selector: FunctionSelector): object {
  const { item } = chooseFunction(program, selector);
  if (item.decompilable) return { entry: item.entry };
  const message = "the function cannot be decompiled: its body is not in this program";
  throw new Failure("function_not_decompilable", message, { function: referenceOf(item) });
}

function decompilerWarning(text: string): Warning {
  return { code: "decompiler_warning", message: "Ghidra warns in a comment of the decompiled text", details: { text } };
}
