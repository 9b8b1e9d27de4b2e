/** What the queries that trace code answer, for people; what comes from a sample is escaped. */
import { printable } from "../../base/printable.ts";
import type { Address } from "../../contracts/ghidr/address.ts";
import type { CallItem, CallsData } from "../../contracts/ghidr/calls.ts";
import type { DisassemblyData, InstructionItem } from "../../contracts/ghidr/disassembly.ts";
import type { FunctionDetailData } from "../../contracts/ghidr/function-detail.ts";
import type { FunctionReference } from "../../contracts/ghidr/functions.ts";
import type { ReferencesData } from "../../contracts/ghidr/references.ts";
import type { StringItem, StringsData } from "../../contracts/ghidr/strings.ts";
import { addressText, lines, moreLines } from "./human.ts";

export function stringsView({ page, items }: StringsData): string {
  const rows = items.map((item) => [shortAddress(item.address), quoted(item), usersOf(item)]);
  return lines(...columns([["ADDRESS", "STRING", "USED BY"], ...rows]), ...moreLines(page));
}

export function referencesView({ page, items }: ReferencesData): string {
  const rows = items.map(({ from, to, type, function: holder }) => [
    shortAddress(from),
    shortAddress(to),
    printable(type),
    nameOf(holder),
  ]);
  return lines(...columns([["FROM", "TO", "TYPE", "IN"], ...rows]), ...moreLines(page));
}

export function callsView({ page, items }: CallsData): string {
  const rows = items.map((item) => [shortAddress(item.callsite), nameOf(item.caller), calleeOf(item)]);
  return lines(...columns([["CALLSITE", "CALLER", "CALLEE"], ...rows]), ...moreLines(page));
}

export function disassemblyView({ page, items }: DisassemblyData): string {
  const rows = items.map((item) => [shortAddress(item.address), item.bytes, printable(instructionOf(item))]);
  return lines(...columns(rows), ...moreLines(page));
}

export function functionDetailView(data: FunctionDetailData): string {
  const { function: chosen, frame, flags, thunk } = data;
  const told = Object.entries(flags).flatMap(([name, isSet]) => (isSet ? [FLAG_WORDS[name] ?? name] : []));
  return lines(
    printable(data.signature),
    `Entry: ${addressText(chosen.entry)}, ${printable(chosen.qualified_name)}`,
    `Calling convention: ${printable(data.calling_convention ?? "unknown")}; returns in ${place(data.returns.storage)}`,
    ...data.parameters.map((parameter) => `  parameter ${variable(parameter)}`),
    ...data.locals.map((local) => `  local ${variable(local)}`),
    `Body: ${data.body.map(({ start, end }) => `${addressText(start)} to ${addressText(end)}`).join(", ") || "none"}`,
    `Frame: ${frame.size} bytes, ${frame.local_size} of locals, ${frame.parameter_size} of parameters`,
    ...(thunk.is_thunk ? [`Thunk of ${nameOf(thunk.resolved ?? thunk.target) || "what is not known"}`] : []),
    ...data.alternate_symbols.map((symbol) => `Also named ${printable(symbol.qualified_name)}`),
    ...(told.length === 0 ? [] : [`Flags: ${told.join(", ")}`]),
  );
}

const FLAG_WORDS: Readonly<Record<string, string>> = {
  is_external: "external",
  is_inline: "inline",
  is_no_return: "does not return",
  has_variable_arguments: "variable arguments",
  has_custom_storage: "custom storage",
};

function variable(named: { readonly name: string; readonly type: string; readonly storage: string | null }): string {
  return `${printable(named.type)} ${printable(named.name)} in ${place(named.storage)}`;
}

function place(storage: string | null): string {
  return printable(storage ?? "no known place");
}

function quoted({ value, encoding }: StringItem): string {
  const text = printable(JSON.stringify(value.text));
  return encoding === "US-ASCII" ? text : `${printable(encoding)} ${text}`;
}

/** Names of the functions that refer to a string, each once. */
function usersOf({ references }: StringItem): string {
  const names = references.items.map(({ from, function: holder }) => nameOf(holder) || shortAddress(from));
  const more = references.total > references.items.length ? ["..."] : [];
  return [...new Set(names), ...more].join(", ");
}

function calleeOf({ callee, unresolved, flow }: CallItem): string {
  if (callee !== null) return nameOf(callee);
  const target = unresolved?.target ?? null;
  return target === null ? `? (${printable(flow)})` : `? at ${shortAddress(target)}`;
}

function instructionOf({ mnemonic, operands }: InstructionItem): string {
  return operands.length === 0 ? mnemonic : `${mnemonic} ${operands.join(", ")}`;
}

function nameOf(reference: FunctionReference | null): string {
  return reference === null ? "" : printable(reference.qualified_name);
}

/** Without the name of the space that nearly everything is in. */
function shortAddress(address: Address): string {
  return address.space === "ram" ? address.offset : addressText(address);
}

/** Rows of cells, all but the last padded to the width of their column. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, at) => Math.min(WIDEST, Math.max(known[at] ?? 0, cell.length))),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

/** A longer cell moves the rest of its line. */
const WIDEST = 60;
