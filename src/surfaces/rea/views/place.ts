/** What an address or a function is. */
import { plural } from "../../../base/plural.ts";
import type { ProcedureInfo, StringFact } from "../../../contracts/facts.ts";
import { facts, titled, type Fact } from "../text/facts.ts";
import type { Sheet } from "../text/sheet.ts";
import type { Scene, View } from "./view.ts";

interface Within {
  readonly address: string;
  readonly name: string;
  readonly offset: number;
}

interface AddressResult {
  readonly address: string;
  readonly rva: string;
  readonly file_offset: number | null;
  readonly section: string | null;
  readonly permissions?: string | null;
  readonly name?: string | null;
  readonly size?: number;
  readonly function?: Within | null;
  readonly symbol?: Within | null;
  readonly string?: StringFact | null;
}

export const address: View = {
  noun: ["address", "addresses"],
  *lines(result: AddressResult, { sheet }: Scene): Iterable<string> {
    yield* facts(
      [
        ["address", result.address],
        ["name", result.name],
        ["size", result.size],
        ["function", withinText(result.function)],
        ["symbol", withinText(result.symbol)],
        ["string", result.string?.value],
        ["rva", result.rva],
        ["file offset", offsetText(result.file_offset)],
        ["section", result.section],
        ["permissions", result.permissions],
      ],
      sheet,
    );
  },
};

export const procedure: View = {
  noun: ["function", "functions"],
  *lines(info: ProcedureInfo, { sheet }: Scene): Iterable<string> {
    yield* procedureLines(info, sheet);
  },
};

interface Containing {
  readonly address: string;
  readonly section: string | null;
  readonly offset: number | null;
  readonly procedure: ProcedureInfo | null;
}

export const containing: View = {
  noun: ["function", "functions"],
  *lines({ address, section, offset, procedure }: Containing, { sheet }: Scene): Iterable<string> {
    if (procedure === null || offset === null) {
      yield `${sheet.style.cyan(address)} in ${sheet.fit(section ?? "no section", 24)} belongs to no function.`;
      return;
    }
    yield `${sheet.style.cyan(address)} is ${sheet.fit(placeText({ ...procedure, offset }), address.length + 4)}`;
    yield* titled("Function", procedureLines(procedure, sheet), sheet);
  },
};

/** Everything known of a function but its code. */
export function* procedureLines(info: ProcedureInfo, sheet: Sheet, indent = ""): Iterable<string> {
  const rows: Fact[] = [
    ["name", info.name],
    ["raw name", info.raw_name],
    ["also", info.aliases.join(", ")],
    ["address", info.address],
    ["rva", info.rva],
    ["file offset", offsetText(info.file_offset)],
    ["section", info.section],
    ["size", `${counted(info.size, "byte")}, ${counted(info.instructions, "instruction")}`],
    ["kind", info.kind.replace("_", " ")],
    ["library", info.library],
    ["found by", info.evidence.join(", ")],
    ["returns", info.no_return ? "never" : null],
    ["graph", `${counted(info.blocks, "block")}, ${counted(info.edges, "edge")}`],
    ["calls", `${counted(info.callees, "callee")}, ${counted(info.callers, "caller")}`],
    ["ranges", info.ranges.length > 1 ? info.ranges.map(({ address, size }) => `${address}+${size}`).join(" ") : null],
    ...info.unknowns.map((unknown): Fact => ["unknown", unknown]),
  ];
  yield* facts(rows, sheet, indent);
}

function withinText(within: Within | null | undefined): string | null {
  return within === null || within === undefined ? null : `${placeText(within)}, from ${within.address}`;
}

function placeText({ name, offset }: { readonly name: string; readonly offset: number }): string {
  if (offset === 0) return name;
  return `${name}${offset < 0 ? "-" : "+"}0x${Math.abs(offset).toString(16)}`;
}

function offsetText(offset: number | null): string {
  return offset === null ? "none: not in the file" : `0x${offset.toString(16)} (${offset})`;
}

function counted(count: number, noun: string): string {
  return `${count} ${plural(count, noun)}`;
}
