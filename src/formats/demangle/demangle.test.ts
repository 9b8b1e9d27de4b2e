import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { createDemangler, DEMANGLED_NAME_LIMIT, looksMangled } from "./demangle.ts";

const wasm = readFileSync(createRequire(import.meta.url).resolve("gecko-profiler-demangle/index_bg.wasm"));
const demangle = createDemangler(wasm);

test.each([
  ["_ZN3foo3barEv", "foo::bar()"],
  ["_Znwm", "operator new(unsigned long)"],
  ["_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector<int, std::allocator<int> >::push_back(int&&)"],
  ["_ZTV3foo", "vtable for foo"],
  ["_ZTT3foo", "VTT for foo"],
  ["_ZTIN3foo3barE", "typeinfo for foo::bar"],
  ["_ZThn16_N3foo3barEv", "non-virtual thunk to foo::bar()"],
  ["_ZTv0_n24_N3foo3barEv", "virtual thunk to foo::bar()"],
  ["_ZGVZ3foovE1x", "guard variable for foo()::x"],
  ["_ZN3foo3barEv.cold", "foo::bar() [clone .cold]"],
  ["_ZN3foo3barEi.constprop.0", "foo::bar(int) [clone .constprop.0]"],
  ["__ZN3foo3barEv", "foo::bar()"],
  ["_ZN4core3fmt9Formatter9write_str17h0123456789abcdefE", "core::fmt::Formatter::write_str"],
  ["_RNvCskwGfYPst2Cb_3foo16example_function", "foo::example_function"],
])("%s is %s", (name, readable) => {
  expect(demangle(name)).toBe(readable);
});

test.each(["main", "_start", "", "_Z", "_Zfoo", "_Rfoo", "_GLOBAL__sub_I_x", `_Z${"1".repeat(100)}`])(
  "%j has no other form",
  (name) => {
    expect(demangle(name)).toBeUndefined();
  },
);

test("names of C are told apart by their first characters", () => {
  expect(["printf", "_init", "__libc_start_main", "_Unwind_Resume"].filter(looksMangled)).toEqual([]);
});

test("a name over the limit stays raw", () => {
  const name = `_Z${DEMANGLED_NAME_LIMIT}${"a".repeat(DEMANGLED_NAME_LIMIT)}v`;

  expect(demangle(name)).toBeUndefined();
});

test("deeply nested names neither throw nor spoil the next one", () => {
  for (const part of ["N1aE", "I", "P", "SaI", "J", "FvP", "DpT_"]) {
    demangle(`_Z1fI${part.repeat(Math.floor(4000 / part.length))}E`);
  }

  expect(demangle("_ZN3foo3barEv")).toBe("foo::bar()");
});
