import { expect, test } from "vitest";
import { DETAILS, EXTERNAL_PUTS, MAIN, PUTS, ram, reference, STRING } from "../../../test/ghidr/fake-extracts.ts";
import { callsView, disassemblyView, functionDetailView, referencesView, stringsView } from "./code-views.ts";

const page = { offset: 0, limit: 1, returned: 1, total: 3, has_more: true } as const;
const HOSTILE = "a\u001b[31mb\u202e";

test("strings show their text, other encodings and the functions that use them, each once", () => {
  const [link] = STRING.references.items;
  if (link === undefined) throw new Error("no link");
  const used = { ...STRING, references: { items: [link, link, { ...link, function: null }], total: 20 } };
  const wide = { ...STRING, encoding: "UTF-16LE", value: { text: HOSTILE, base64: null } };

  expect(stringsView({ page: { ...page, order: "address_ascending" }, items: [used, wide] })).toBe(
    [
      "ADDRESS             STRING                         USED BY",
      '0x0000000000402004  "usage"                        main, 0x0000000000401124, ...',
      '0x0000000000402004  UTF-16LE "a\\u001b[31mb\\u202e"  main',
      "2 more: --offset 1, or --all",
      "",
    ].join("\n"),
  );
});

test("references show both ends, and spaces that are not the usual one", () => {
  const item = {
    from: ram("401030"),
    to: EXTERNAL_PUTS.entry,
    type: "COMPUTED_CALL_TERMINATOR",
    operand_index: 0,
    function: reference(PUTS),
    direction: "to",
  } as const;

  const order = "from_then_to_then_operand_ascending";
  const text = referencesView({
    requested: { kind: "to", value: "x" },
    function: null,
    page: { ...page, order, has_more: false },
    items: [item, { ...item, function: null }],
  });

  expect(text).toBe(
    [
      "FROM                TO                   TYPE                      IN",
      "0x0000000000401030  EXTERNAL:0x00000001  COMPUTED_CALL_TERMINATOR  puts",
      "0x0000000000401030  EXTERNAL:0x00000001  COMPUTED_CALL_TERMINATOR",
      "",
    ].join("\n"),
  );
});

test("calls show who calls whom, or why that is not known", () => {
  const item = {
    caller: reference(MAIN),
    callsite: ram("401129"),
    flow: "UNCONDITIONAL_CALL",
    callee: reference({ ...PUTS, qualified_name: HOSTILE }),
    unresolved: null,
  } as const;
  const computed = { ...item, callee: null, unresolved: { reason: "computed_target", target: null } } as const;
  const nowhere = {
    ...item,
    caller: null,
    callee: null,
    unresolved: { reason: "no_function_at_target", target: ram("402004") },
  } as const;

  const text = callsView({
    requested_selector: null,
    function: null,
    direction: null,
    page: { ...page, order: "callsite_ascending", has_more: false },
    items: [item, computed, nowhere],
  });

  expect(text).toBe(
    [
      "CALLSITE            CALLER  CALLEE",
      "0x0000000000401129  main    a\\x1b[31mb\\u202e",
      "0x0000000000401129  main    ? (UNCONDITIONAL_CALL)",
      "0x0000000000401129          ? at 0x0000000000402004",
      "",
    ].join("\n"),
  );
});

test("instructions show address, bytes and text", () => {
  const item = {
    address: MAIN.entry,
    bytes: "4889e5",
    mnemonic: "MOV",
    operands: ["RBP", "RSP"],
    flow: { type: "FALL_THROUGH", fall_through: null, targets: [] },
    references: { items: [], total: 0 },
  };

  const text = disassemblyView({
    requested_selector: { kind: "name", value: "main" },
    function: reference(MAIN),
    page: { ...page, order: "address_ascending" },
    items: [item, { ...item, bytes: "c3", mnemonic: "RET", operands: [] }],
  });

  expect(text).toBe(
    [
      "0x0000000000401120  4889e5  MOV RBP, RSP",
      "0x0000000000401120  c3      RET",
      "2 more: --offset 1, or --all",
      "",
    ].join("\n"),
  );
});

test("a function shows what it stands for, where its values lie and what is special about it", () => {
  const [thunk, main] = DETAILS;
  if (thunk === undefined || main === undefined) throw new Error("no details");
  const requested_selector = { kind: "name", value: "f" } as const;
  const local = { name: "i", type: "int", storage: "Stack[-0xc]:4", first_use_offset: 4 };
  const parameter = { ordinal: 0, name: HOSTILE, type: "char *", storage: null, is_automatic: false };
  const other = { name: "start", qualified_name: "start", source: "IMPORTED" };

  expect(functionDetailView({ requested_selector, ...thunk })).toContain("\nThunk of <EXTERNAL>::puts\n");
  expect(
    functionDetailView({
      requested_selector,
      ...main,
      locals: [local],
      parameters: [parameter],
      alternate_symbols: [other],
      flags: { ...main.flags, is_no_return: true },
    }),
  ).toBe(
    [
      "int main(void)",
      "Entry: ram:0x0000000000401120, main",
      "Calling convention: __stdcall; returns in EAX:4",
      "  parameter char * a\\x1b[31mb\\u202e in no known place",
      "  local int i in Stack[-0xc]:4",
      "Body: ram:0x0000000000401120 to ram:0x0000000000401147",
      "Frame: 8 bytes, 0 of locals, 0 of parameters",
      "Also named start",
      "Flags: does not return",
      "",
    ].join("\n"),
  );
});
