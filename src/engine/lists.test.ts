/** Lists whose storage changes as they grow. */
import { expect, test } from "vitest";
import { AddressList, IntList } from "./lists.ts";

test.each([2 ** 32, 2 ** 52, -1])("an address list takes %d beside what it holds in 32 bits", (wide) => {
  const list = new AddressList(1);
  list.push(0xffff_ffff);

  list.push(wide);
  list.push(7);
  list.set(2, wide);

  expect([...list.view()]).toEqual([0xffff_ffff, wide, wide]);
});

test("addresses of 32 bits stay in 32 bits however many there are", () => {
  const list = new AddressList();

  for (let value = 0; value < 1000; value++) list.push(value);

  expect(list.view()).toBeInstanceOf(Uint32Array);
  expect(list.at(999)).toBe(999);
});

test("a list that was emptied takes entries again", () => {
  const list = new IntList(1 << 21);
  list.push(1);

  const popped = [list.pop(), list.pop()];
  list.push(2);

  expect(popped).toEqual([1, -1]);
  expect([...list.view()]).toEqual([2]);
});
