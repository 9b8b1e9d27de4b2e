/** `ghidr decompile`: Ghidra's C of one function. */
import { Failure } from "../../base/failure.ts";
import type { FunctionSelector } from "../../contracts/ghidr/functions.ts";
import type { DecompilationData } from "../../contracts/ghidr/results.ts";
import type { Warning } from "../../contracts/ghidr/warnings.ts";
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
  };
  const outcome = await runQuery(context, query).catch((error: unknown) => {
    throw withSelector(error, selector);
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

/** The selector as the caller wrote it. */
function spelling(selector: FunctionSelector): string {
  return selector.kind === "name" ? selector.value : `${selector.value.space}:${selector.value.offset}`;
}

function decompilerWarning(text: string): Warning {
  return { code: "decompiler_warning", message: "Ghidra warns in a comment of the decompiled text", details: { text } };
}

/** The worker knows what it did not find; the caller wants to see what was asked for. */
function withSelector(error: unknown, selector: FunctionSelector): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === "function_not_found") {
    return new Failure(error.code, error.message, { ...error.details, selector: spelling(selector) }, error);
  }
  if (error.code === "address_space_not_found" && selector.kind === "address") {
    return new Failure(error.code, error.message, { requested: selector.value.space, ...error.details }, error);
  }
  return error;
}
