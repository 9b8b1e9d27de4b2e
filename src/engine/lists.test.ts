/** Lists whose storage changes as they grow. */
import { expect, test } from "vitest";
import { textAt } from "./columns.ts";
import { AddressList, IntList, TextList } from "./lists.ts";

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

test("texts come back whole, those of several bytes a letter and empty ones too", () => {
  const texts = ["main", "", "größe", "名前", "😀".repeat(1000), "end"];
  const list = new TextList();

  for (const text of texts) list.push(text);

  const column = list.column();
  expect(texts.map((_, index) => textAt(column, index))).toEqual(texts);
  expect(column.bytes.length).toBe(Buffer.byteLength(texts.join("")));
});
