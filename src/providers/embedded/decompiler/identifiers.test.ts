import { array, assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { identifierFor, Identifiers } from "./identifiers.ts";

test.each([
  ["main", "main"],
  ["_start", "_start"],
  ["sub_401120", "sub_401120"],
  ["shop::total(shop::Item const&, shop::Item const&)", "shop__total"],
  ["shop::Cart::~Cart()", "shop__Cart__destroy_Cart"],
  ["std::vector<int, std::allocator<int> >::push_back(int&&)", "std__vector__push_back"],
  ["void std::swap<int>(int&, int&)", "std__swap"],
  ["shop::Cart::size() const", "shop__Cart__size"],
  ["operator new(unsigned long)", "operator_new"],
  ["shop::operator==(shop::Item const&, shop::Item const&)", "shop__operator_eq"],
  ["shop::Order::operator()(int) const", "shop__Order__operator_call"],
  ["(anonymous namespace)::helper(int)", "anonymous__helper"],
  ["vtable for shop::Cart", "vtable_for_shop__Cart"],
  ["core::fmt::write::h0123456789abcdef", "core__fmt__write"],
  ["<alloc::string::String as core::fmt::Display>::fmt", "alloc__string__String_as_core__fmt__Display__fmt"],
  ["main.(*Cart).Total", "main_Cart_Total"],
  ["type:.eq.[2]string", "type_eq_2_string"],
  ["int", "int_"],
  ["param_1", "param_1_"],
  ["iVar2", "iVar2_"],
  ["3d", "_3d"],
  ["", "_"],
  ["日本", "_"],
  ["*/ evil(); /*", "_"],
])("%j reads %s", (shown, identifier) => {
  expect(identifierFor(shown)).toBe(identifier);
});

test("whatever a program calls its things, each gets an identifier of its own", () => {
  assert(
    property(array(string({ unit: "binary", maxLength: 40 })), (names) => {
      const identifiers = new Identifiers();

      const given = names.map((name, index) => identifiers.claim(name, BigInt(index)));

      expect(new Set(given).size).toBe(names.length);
      for (const name of given) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,160}$/u);
    }),
  );
});

test("the first of several things with one name keeps it, the others carry their address", () => {
  const identifiers = new Identifiers();

  expect(identifiers.claim("f(int)", 0x10n)).toBe("f");
  expect(identifiers.claim("f(char)", 0x2an)).toBe("f_2a");
  expect(identifiers.claim("f(char)", 0x2an)).toBe("f_2a_2");
});

test("a name of ten million characters costs no more than a long one", () => {
  const name = `${"a::".repeat(3_000_000)}f(int)`;

  expect(identifierFor(name)).toHaveLength(100);
});
