import { expect, test } from "vitest";
import { addressAt, isAt, newAddressColumns, NOWHERE, setAddress, soughtOf } from "./addresses.ts";

const SPACES = [
  { name: "ram", digits: 16 },
  { name: "EXTERNAL", digits: 8 },
  { name: "register", digits: 4 },
];

test.each([
  [0, "0", "0x0000000000000000"],
  [0, "401120", "0x0000000000401120"],
  [0, "ffffffff", "0x00000000ffffffff"],
  [0, "100000000", "0x0000000100000000"],
  [0, "fffffffffffffff8", "0xfffffffffffffff8"],
  [0, "8000000000000000", "0x8000000000000000"],
  [1, "3", "0x00000003"],
  // Wider than its space, as offsets of stacks are.
  [1, "fffffffffffffff8", "0xfffffffffffffff8"],
  [2, "10", "0x0010"],
])("an address of space %i at %s is written as %s and found again", (space, digits, offset) => {
  const columns = newAddressColumns(2);
  setAddress(columns, 1, space, digits);
  const name = SPACES[space]?.name ?? "";

  expect(addressAt(columns, 1, SPACES)).toEqual({ space: name, offset });
  expect(isAt(columns, 1, soughtOf({ space: name, offset: `0x${digits}` }, SPACES))).toBe(true);
  expect(isAt(columns, 1, soughtOf({ space: name, offset }, SPACES))).toBe(true);
  expect(isAt(columns, 1, soughtOf({ space: "other", offset }, SPACES))).toBe(false);
});

test("offsets that differ in one word alone are told apart", () => {
  const columns = newAddressColumns(1);
  setAddress(columns, 0, 0, "100000001");

  for (const offset of ["0x1", "0x100000000", "0x200000001"]) {
    expect(isAt(columns, 0, soughtOf({ space: "ram", offset }, SPACES))).toBe(false);
  }
});

test("a row without an address has none, and what is no address is refused", () => {
  const columns = newAddressColumns(1);
  columns.space[0] = NOWHERE;

  expect(addressAt(columns, 0, SPACES)).toBeNull();
  expect(isAt(columns, 0, soughtOf({ space: "rom", offset: "0x0" }, SPACES))).toBe(false);
  for (const digits of ["", "0x1", "G", "-1", "1".repeat(17)]) {
    expect(() => setAddress(columns, 0, 0, digits)).toThrow(RangeError);
  }
  expect(() => setAddress(columns, 0, -1, "1")).toThrow(RangeError);
  expect(() => setAddress(columns, 0, 0xffff, "1")).toThrow(RangeError);
});
