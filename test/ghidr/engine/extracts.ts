/** Reads what the adapter writes out about a program: every line is held to its schema, every file to its report. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import type { Address } from "../../../src/contracts/ghidr/address.ts";
import { UNRESOLVED_REASONS } from "../../../src/contracts/ghidr/calls.ts";
import type { FunctionDetail } from "../../../src/contracts/ghidr/function-detail.ts";
import type { FunctionItem } from "../../../src/contracts/ghidr/functions.ts";
import type { StringItem } from "../../../src/contracts/ghidr/strings.ts";
import {
  callsTablesSchema,
  EXTRACTORS,
  LINES,
  xrefsTablesSchema,
  type Extractor,
  type ExtractReport,
  type InspectLine,
} from "../../../src/providers/ghidra/extracts.ts";

/** A row of `xrefs`, with what its indexes stand for. */
export interface Xref {
  readonly from: Address;
  readonly to: Address;
  readonly type: string;
  readonly operand: number;
  readonly function: FunctionItem | undefined;
}

/** A row of `calls`, with what its indexes stand for. */
export interface Call {
  readonly caller: FunctionItem | undefined;
  readonly site: Address;
  readonly flow: string;
  readonly callee: FunctionItem | undefined;
  readonly reason: (typeof UNRESOLVED_REASONS)[number] | undefined;
  readonly target: Address | undefined;
}

export interface Extracts {
  readonly inspect: InspectLine;
  readonly functions: readonly FunctionItem[];
  readonly details: readonly FunctionDetail[];
  readonly strings: readonly StringItem[];
  readonly xrefs: readonly Xref[];
  readonly calls: readonly Call[];
}

const index = z.int().min(-1);
const digits = z.string().regex(/^(?:0|[1-9a-f][0-9a-f]*)$/u);
const xrefsRow = z.tuple([index, digits, index, digits, index, z.int().min(-2), index]);
const callsRow = z.tuple([index, index, digits, index, index, index, index, digits.or(z.literal(""))]);

/** The extracts in a directory, all of which were written. */
export function readExtracts(directory: string, reports: readonly ExtractReport[]): Extracts {
  expect(reports.map(({ name }) => name)).toEqual(EXTRACTORS);
  expect(readdirSync(directory).sort()).toEqual(EXTRACTORS.map((name) => `${name}.jsonl`).sort());
  const lines = (name: Extractor, tables = 0) => linesOf(directory, reports, name, tables);
  const functions = lines("functions").map((line) => LINES.functions.parse(line));
  const [inspect] = lines("inspect").map((line) => LINES.inspect.parse(line));
  if (inspect === undefined) throw new Error("inspect has no line");
  return {
    inspect,
    functions,
    details: lines("function").map((line) => LINES.function.parse(line)),
    strings: lines("strings").map((line) => LINES.strings.parse(line)),
    xrefs: xrefsOf(lines("xrefs", 1), functions),
    calls: callsOf(lines("calls", 1), functions),
  };
}

function linesOf(directory: string, reports: readonly ExtractReport[], name: Extractor, tables: number): unknown[] {
  const bytes = readFileSync(path.join(directory, `${name}.jsonl`));
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const lines = text.split("\n");
  // The last line is ended, too.
  expect(lines.pop()).toBe("");
  expect(reports.find((report) => report.name === name)).toEqual({
    name,
    state: "written",
    records: lines.length - tables,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  return lines.map((line) => JSON.parse(line) as unknown);
}

type Spaces = z.infer<typeof xrefsTablesSchema>["spaces"];

function xrefsOf([head, ...rows]: readonly unknown[], functions: readonly FunctionItem[]): Xref[] {
  const { spaces, types } = xrefsTablesSchema.parse(head);
  return rows.map((row) => {
    const [fromSpace, from, toSpace, to, type, operand, holder] = xrefsRow.parse(row);
    return {
      from: address(spaces, fromSpace, from),
      to: address(spaces, toSpace, to),
      type: at(types, type),
      operand,
      function: holder < 0 ? undefined : at(functions, holder),
    };
  });
}

function callsOf([head, ...rows]: readonly unknown[], functions: readonly FunctionItem[]): Call[] {
  const { spaces, flows } = callsTablesSchema.parse(head);
  return rows.map((row) => {
    const [caller, space, offset, flow, callee, reason, targetSpace, target] = callsRow.parse(row);
    expect([callee < 0, targetSpace < 0]).toEqual([reason >= 0, target === ""]);
    return {
      caller: caller < 0 ? undefined : at(functions, caller),
      site: address(spaces, space, offset),
      flow: at(flows, flow),
      callee: callee < 0 ? undefined : at(functions, callee),
      reason: reason < 0 ? undefined : at(UNRESOLVED_REASONS, reason),
      target: targetSpace < 0 ? undefined : address(spaces, targetSpace, target),
    };
  });
}

function address(spaces: Spaces, space: number, offset: string): Address {
  const { name, digits: width } = at(spaces, space);
  return { space: name, offset: `0x${offset.padStart(width, "0")}` };
}

function at<T>(list: readonly T[], place: number): T {
  const item = list[place];
  if (item === undefined) throw new Error(`a row names item ${place} of ${list.length}`);
  return item;
}
