/** The one function that a selector names, with the failures of the document where it names none or several. */
import { Failure } from "../../../base/failure.ts";
import type { Address } from "../../../contracts/ghidr/address.ts";
import { referenceOf, type FunctionItem, type FunctionSelector } from "../../../contracts/ghidr/functions.ts";
import type { Extractor } from "../../../providers/ghidra/extracts.ts";
import type { Program } from "./program.ts";

export interface ChosenFunction {
  /** Its row among the functions of the program. */
  readonly row: number;
  readonly item: FunctionItem;
}

/** What has to be there to choose. */
export function extractsToChoose(selector: FunctionSelector): readonly Extractor[] {
  return selector.kind === "name" ? ["functions"] : ["inspect", "functions", "function"];
}

/**
 * Throws `function_not_found`, `function_selector_ambiguous`, `address_space_not_found` or `function_entry_required`, as
 * the adapter does for a program of which there are no extracts yet.
 */
export function chooseFunction(program: Program, selector: FunctionSelector): ChosenFunction {
  return selector.kind === "name" ? named(program, selector.value) : at(program, selector.value);
}

/** The selector as the caller wrote it. */
export function spelling(selector: FunctionSelector): string {
  return selector.kind === "name" ? selector.value : addressText(selector.value);
}

export function addressText({ space, offset }: Address): string {
  return `${space}:${offset}`;
}

/** Those with exactly this name: qualified when a namespace is named, else the basename in any namespace. */
function named(program: Program, name: string): ChosenFunction {
  // Other characters may be escaped in more than one way.
  const isPlain = /^[ !#-[\]-~]+$/u.test(name);
  const candidates = isPlain ? functionsHolding(program, name) : functionsOf(program);
  const found = candidates.filter(({ item }) => item.name === name || item.qualified_name === name);
  const [first] = found;
  if (first === undefined) throw new Failure("function_not_found", "no function has this name", { selector: name });
  if (found.length === 1) return first;
  throw new Failure("function_selector_ambiguous", "more than one function has this name", {
    total: found.length,
    candidates: found.slice(0, MOST_CANDIDATES).map(({ item }) => referenceOf(item)),
  });
}

const MOST_CANDIDATES = 100;

function at(program: Program, address: Address): ChosenFunction {
  requireSpace(address.space, ...program.inspection.address_spaces);
  const digits = BigInt(address.offset).toString(16);
  const found = functionsHolding(program, `${digits}"`).find(
    ({ item: { entry } }) => entry.space === address.space && BigInt(entry.offset) === BigInt(address.offset),
  );
  if (found !== undefined) return found;
  const holder = program.referenceTo(program.holderOf(address));
  const message = holder === null ? "no function begins at this address" : "the address lies inside a function";
  throw new Failure("function_entry_required", message, { containing_function: holder });
}

/** The worker knows what it did not find; the caller wants to see what was asked for. */
export function withSelector(error: unknown, asked: { readonly selector: string; readonly space?: string }): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === "function_not_found") {
    return new Failure(error.code, error.message, { ...error.details, selector: asked.selector }, error);
  }
  if (error.code === "address_space_not_found") {
    return new Failure(error.code, error.message, { requested: asked.space ?? "", ...error.details }, error);
  }
  return error;
}

/** Throws `address_space_not_found` for a space that is none of the known ones. */
export function requireSpace(space: string, ...known: readonly string[]): void {
  if (known.includes(space)) return;
  const names = [...new Set(known)].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  const message = "the program has no functions or memory in an address space of this name";
  throw new Failure("address_space_not_found", message, {
    requested: space,
    total: names.length,
    candidates: names.slice(0, MOST_CANDIDATES),
  });
}

function functionsHolding(program: Program, text: string): ChosenFunction[] {
  return program.functionsHolding(text).map((row) => ({ row, item: program.functionAt(row) }));
}

function functionsOf(program: Program): ChosenFunction[] {
  return program.functions(0, program.functionCount).map((item, row) => ({ row, item }));
}
