/** The extracts of a program of three functions: `main` calls `puts` through its thunk with a string. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { FunctionDetail } from "../../src/contracts/ghidr/function-detail.ts";
import type { FunctionItem, FunctionReference } from "../../src/contracts/ghidr/functions.ts";
import type { StringItem } from "../../src/contracts/ghidr/strings.ts";
import { EXTRACTORS, type Extractor, type ExtractReport } from "../../src/providers/ghidra/extracts.ts";

export const ram = (digits: string) => ({ space: "ram", offset: `0x${digits.padStart(16, "0")}` });

export const MAIN: FunctionItem = {
  name: "main",
  qualified_name: "main",
  entry: ram("401120"),
  body_address_count: 40,
  location: "memory",
  is_external: false,
  is_thunk: false,
  thunk_target_entry: null,
  decompilable: true,
};
const EXTERNAL = { space: "EXTERNAL", offset: "0x00000001" };
export const PUTS: FunctionItem = {
  ...MAIN,
  name: "puts",
  qualified_name: "puts",
  entry: ram("401030"),
  body_address_count: 6,
  is_thunk: true,
  thunk_target_entry: EXTERNAL,
};
export const EXTERNAL_PUTS: FunctionItem = {
  ...MAIN,
  name: "puts",
  qualified_name: "<EXTERNAL>::puts",
  entry: EXTERNAL,
  body_address_count: 1,
  location: "external",
  is_external: true,
  decompilable: false,
};
export const FUNCTIONS: readonly FunctionItem[] = [PUTS, MAIN, EXTERNAL_PUTS];

export const reference = ({ name, qualified_name, entry }: FunctionReference): FunctionReference => ({
  name,
  qualified_name,
  entry,
});

/** `mov edi, text` in `main`. */
const LOAD = { from: ram("401124"), to: ram("402004"), type: "DATA", operand_index: 1 };

export const STRING: StringItem = {
  address: ram("402004"),
  byte_length: 6,
  encoding: "US-ASCII",
  value: { text: "usage", base64: null },
  references: { items: [{ ...LOAD, function: reference(MAIN) }], total: 1 },
};

const DETAIL: FunctionDetail = {
  function: reference(MAIN),
  signature: "int main(void)",
  signature_source: "ANALYSIS",
  calling_convention: "__stdcall",
  returns: { type: "int", storage: "EAX:4" },
  parameters: [],
  locals: [],
  body: [{ start: ram("401120"), end: ram("401147") }],
  thunk: { is_thunk: false, target: null, resolved: null },
  alternate_symbols: [],
  frame: { size: 8, local_size: 0, parameter_size: 0 },
  stack_purge: 0,
  flags: {
    is_external: false,
    is_inline: false,
    is_no_return: false,
    has_variable_arguments: false,
    has_custom_storage: false,
  },
};

export const DETAILS: readonly FunctionDetail[] = [
  {
    ...DETAIL,
    function: reference(PUTS),
    signature: "int puts(char * s)",
    body: [{ start: ram("401030"), end: ram("401035") }],
    thunk: { is_thunk: true, target: reference(EXTERNAL_PUTS), resolved: reference(EXTERNAL_PUTS) },
  },
  DETAIL,
  {
    ...DETAIL,
    function: reference(EXTERNAL_PUTS),
    body: [],
    flags: { ...DETAIL.flags, is_external: true },
  },
];

const SPACES = [
  { name: "ram", digits: 16 },
  { name: "EXTERNAL", digits: 8 },
];

const LINES: Readonly<Record<Extractor, readonly unknown[]>> = {
  inspect: [
    {
      image_base: ram("400000"),
      minimum_address: ram("400000"),
      maximum_address: ram("404fff"),
      function_count: FUNCTIONS.length,
      address_spaces: ["EXTERNAL", "ram"],
    },
  ],
  functions: FUNCTIONS,
  strings: [STRING],
  function: DETAILS,
  // The thunk jumps to the external, main loads the string, calls the thunk, and calls itself.
  xrefs: [
    { spaces: SPACES, types: ["COMPUTED_CALL_TERMINATOR", "DATA", "UNCONDITIONAL_CALL"] },
    [0, "401030", 1, "1", 0, 0, 0],
    [0, "401124", 0, "402004", 1, 1, 1],
    [0, "401129", 0, "401030", 2, 0, 1],
    [0, "40112e", 0, "401120", 2, 0, 1],
  ],
  calls: [
    { spaces: SPACES, flows: ["COMPUTED_CALL_TERMINATOR", "UNCONDITIONAL_CALL", "COMPUTED_CALL"] },
    [0, 0, "401030", 0, 2, -1, -1, ""],
    [1, 0, "401129", 1, 0, -1, -1, ""],
    [1, 0, "40112e", 1, 1, -1, -1, ""],
    [1, 0, "401133", 2, -1, 0, -1, ""],
    [-1, 0, "401200", 1, -1, 1, 0, "402004"],
  ],
};

/** Text of each file. */
export const EXTRACTS: ReadonlyMap<Extractor, { readonly text: string; readonly report: ExtractReport }> = new Map(
  EXTRACTORS.map((name) => {
    const text = LINES[name].map((line) => `${JSON.stringify(line)}\n`).join("");
    const bytes = Buffer.from(text);
    const tables = name === "xrefs" || name === "calls" ? 1 : 0;
    const report: ExtractReport = {
      name,
      state: "written",
      records: LINES[name].length - tables,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    };
    return [name, { text, report }];
  }),
);

/** Writes the files as a worker does; the reports of its response. */
export function writeExtracts(invocation: string): ExtractReport[] {
  const directory = path.join(invocation, "extracts");
  mkdirSync(directory, { recursive: true });
  return [...EXTRACTS].map(([name, { text, report }]) => {
    writeFileSync(path.join(directory, `${name}.jsonl`), text);
    return report;
  });
}
