/**
 * From the lines of an extract to the form in which the store keeps it: every line is checked once, here, so that a
 * question reads only the rows that it is about.
 */
import type { z } from "zod";
import {
  callsTablesSchema,
  LINES,
  xrefsTablesSchema,
  type CallsRow,
  type Extractor,
  type XrefsRow,
} from "../../../providers/ghidra/extracts.ts";
import { UNRESOLVED_REASONS } from "../../../contracts/ghidr/calls.ts";
import type { FunctionDetail } from "../../../contracts/ghidr/function-detail.ts";
import { newAddressColumns, NOWHERE, setAddress, type Space } from "./addresses.ts";
import type { CallsTable, DetailTable, ReferencesTable, RowsTable, Tables } from "./tables.ts";

/** What the store keeps of the file of an extractor. Throws a `RangeError` that says what is wrong with the file. */
export function packExtract(name: Extractor, file: Uint8Array, records: number): Tables[Extractor] {
  switch (name) {
    case "inspect":
      if (records !== 1) throw new RangeError("inspect has not one line");
      return packRows(file, records, LINES.inspect);
    case "functions":
      return packRows(file, records, LINES.functions);
    case "strings":
      return packRows(file, records, LINES.strings);
    case "function":
      return packDetails(file, records);
    case "xrefs":
      return packReferences(file, records);
    case "calls":
      return packCalls(file, records);
  }
}

function packRows(file: Uint8Array, records: number, line: z.ZodType): RowsTable {
  const ends = endsOf(file, records);
  for (let row = 0; row < records; row++) check(line, valueOf(file, ends, row));
  return { text: file, ends };
}

function packDetails(file: Uint8Array, records: number): DetailTable {
  const ends = endsOf(file, records);
  const bodies: FunctionDetail["body"][] = [];
  for (let row = 0; row < records; row++) bodies.push(check(LINES.function, valueOf(file, ends, row)).body);
  const count = bodies.reduce((sum, body) => sum + body.length, 0);
  const names = [...new Set(bodies.flat().map(({ start }) => start.space))];
  const index = new Map(names.map((name, at) => [name, at]));
  const [starts, finishes] = [newAddressColumns(count), newAddressColumns(count)];
  const functions = new Int32Array(count);
  let at = 0;
  bodies.forEach((body, row) => {
    for (const { start, end } of body) {
      setAddress(starts, at, index.get(start.space) ?? NOWHERE, start.offset.slice(2));
      setAddress(finishes, at, index.get(end.space) ?? NOWHERE, end.offset.slice(2));
      functions[at++] = row;
    }
  });
  return { text: file, ends, spaces: names, starts, finishes, functions };
}

function packReferences(file: Uint8Array, records: number): ReferencesTable {
  const ends = endsOf(file, records + 1);
  const { spaces, types } = check(xrefsTablesSchema, valueOf(file, ends, 0));
  const [from, to] = [newAddressColumns(records), newAddressColumns(records)];
  const type = new Uint16Array(records);
  const operand = new Int32Array(records);
  const holder = new Int32Array(records);
  for (let row = 0; row < records; row++) {
    const cells = valueOf(file, ends, row + 1) as XrefsRow;
    if (!Array.isArray(cells) || cells.length !== 7) throw new RangeError("a row of xrefs has not seven cells");
    setAddress(from, row, below(cells[0], spaces), cells[1]);
    setAddress(to, row, below(cells[2], spaces), cells[3]);
    type[row] = below(cells[4], types);
    operand[row] = whole(cells[5], -2);
    holder[row] = whole(cells[6], -1);
  }
  return { spaces: spaces.map(spaceOf), types, from, to, type, operand, holder };
}

function packCalls(file: Uint8Array, records: number): CallsTable {
  const ends = endsOf(file, records + 1);
  const { spaces, flows } = check(callsTablesSchema, valueOf(file, ends, 0));
  const [site, target] = [newAddressColumns(records), newAddressColumns(records)];
  const flow = new Uint16Array(records);
  const [caller, callee, reason] = [new Int32Array(records), new Int32Array(records), new Int32Array(records)];
  for (let row = 0; row < records; row++) {
    const cells = valueOf(file, ends, row + 1) as CallsRow;
    if (!Array.isArray(cells) || cells.length !== 8) throw new RangeError("a row of calls has not eight cells");
    caller[row] = whole(cells[0], -1);
    setAddress(site, row, below(cells[1], spaces), cells[2]);
    flow[row] = below(cells[3], flows);
    callee[row] = whole(cells[4], -1);
    reason[row] = cells[5] === -1 ? -1 : below(cells[5], UNRESOLVED_REASONS);
    if (cells[6] === -1) target.space[row] = NOWHERE;
    else setAddress(target, row, below(cells[6], spaces), cells[7]);
  }
  return { spaces: spaces.map(spaceOf), flows, site, target, flow, caller, callee, reason };
}

function spaceOf({ name, digits }: Space): { readonly name: string; readonly digits: number } {
  return { name, digits };
}

/** Where each line ends, its line feed not counted. */
function endsOf(file: Uint8Array, lines: number): Uint32Array {
  const ends = new Uint32Array(lines);
  let at = 0;
  for (let line = 0; line < lines; line++) {
    const end = file.indexOf(LINE_FEED, at);
    if (end === -1) throw new RangeError("an extract has fewer lines than it says");
    ends[line] = end;
    at = end + 1;
  }
  if (at !== file.length) throw new RangeError("an extract has more lines than it says");
  return ends;
}

const LINE_FEED = 0x0a;

function valueOf(file: Uint8Array, ends: Uint32Array, line: number): unknown {
  const start = line === 0 ? 0 : (ends[line - 1] ?? 0) + 1;
  try {
    return JSON.parse(UTF8.decode(file.subarray(start, ends[line])));
  } catch {
    throw new RangeError("a line of an extract is not JSON");
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RangeError(
    `a line of an extract is not of its schema: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  );
}

function below(index: number, table: readonly unknown[]): number {
  if (Number.isInteger(index) && index >= 0 && index < table.length) return index;
  throw new RangeError("a row of an extract names what its tables do not have");
}

function whole(value: number, least: number): number {
  if (Number.isInteger(value) && value >= least && value <= 0x7fff_ffff) return value;
  throw new RangeError("a row of an extract has a number out of range");
}
