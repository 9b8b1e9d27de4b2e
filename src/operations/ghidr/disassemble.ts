/** `ghidr disassemble`: the instructions of one function, or of a range of addresses. */
import { Failure } from "../../base/failure.ts";
import { INSTRUCTION_ORDER, type DisassemblyData } from "../../contracts/ghidr/disassembly.ts";
import { referenceOf, type FunctionSelector } from "../../contracts/ghidr/functions.ts";
import { boundsOf, pageOf, type Window } from "../../contracts/ghidr/page.ts";
import type { AddressRange } from "../../providers/ghidra/worker-protocol.ts";
import type { Program } from "./extracts/program.ts";
import { chooseFunction, extractsToChoose, requireSpace, spelling, withSelector } from "./extracts/selection.ts";
import type { Answer, Context } from "./operation.ts";
import { runQuery, type SampleQuery } from "./query.ts";
import { sampleAnswer, type SampleRequest } from "./sample-answer.ts";

export type CodeSelector =
  | FunctionSelector
  /** Both ends included. */
  | { readonly kind: "range"; readonly value: AddressRange };

export interface DisassembleRequest extends SampleRequest {
  readonly selector: CodeSelector;
  readonly window: Window;
}

export async function disassemble(context: Context, request: DisassembleRequest): Promise<Answer<DisassemblyData>> {
  const { selector, window, ...common } = request;
  const query: SampleQuery<"disassemble"> = {
    ...common,
    operation: "disassemble",
    arguments: selector.kind === "range" ? { what: "range", range: selector.value } : { what: "function", selector },
    needs: selector.kind === "range" ? ["inspect"] : extractsToChoose(selector),
    subject: (program) => subjectOf(program, selector),
  };
  const outcome = await runQuery(context, query).catch((error: unknown) => {
    throw withSelector(error, {
      selector: written(selector),
      ...(selector.kind === "name" ? {} : { space: selector.value.space }),
    });
  });
  const { function: chosen, items } = outcome.result;
  const { start, end } = boundsOf(window, items.length);
  const data: DisassemblyData = {
    requested_selector: { kind: selector.kind, value: written(selector) },
    function: chosen,
    page: pageOf(INSTRUCTION_ORDER, window, items.length),
    items: items.slice(start, end),
  };
  return sampleAnswer(context, query, outcome, { kind: "disassembly", data });
}

function subjectOf(program: Program, selector: CodeSelector): object {
  if (selector.kind === "range") {
    requireSpace(selector.value.space, ...program.inspection.address_spaces);
    const { space, start, end } = selector.value;
    // However the caller has padded the offsets.
    return { range: { space, start: `${BigInt(start)}`, end: `${BigInt(end)}` } };
  }
  const { item } = chooseFunction(program, selector);
  if (!item.is_external) return { entry: item.entry };
  const message = "the function has no instructions: its body is not in this program";
  throw new Failure("function_without_body", message, { function: referenceOf(item) });
}

function written(selector: CodeSelector): string {
  if (selector.kind !== "range") return spelling(selector);
  const { space, start, end } = selector.value;
  return `${space}:${start}..${space}:${end}`;
}
