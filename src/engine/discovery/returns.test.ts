import { expect, test } from "vitest";
import { Returns, STATE } from "./returns.ts";

test("a call goes on when its callee is found to return", () => {
  const { returns, resumed } = functions(2);
  returns.awaitCall(0, 1, 0x40);

  returns.markReturns(1);

  expect(resumed).toEqual([[0, 0x40]]);
});

test("whoever tail-calls a function that returns, returns as well, through any number of hands", () => {
  const { returns } = functions(4);
  returns.follow(0, 1);
  returns.follow(1, 2);
  returns.follow(2, 3);

  returns.markReturns(3);

  expect([0, 1, 2, 3].map((index) => returns.stateOf(index))).toEqual(Array(4).fill(STATE.RETURNS));
});

test("a function that waits for nobody and reached no return never returns, nor does who waits for it alone", () => {
  const { returns, resumed } = functions(2);
  returns.awaitCall(0, 1, 0x40);
  returns.walked(0);
  returns.walked(1);

  settle(returns);

  expect([returns.stateOf(0), returns.stateOf(1)]).toEqual([STATE.NEVER, STATE.NEVER]);
  expect(resumed).toEqual([]);
});

test("functions that only wait for each other never return: recursion needs a way out", () => {
  const { returns } = functions(3);
  returns.awaitCall(0, 1, 0x10);
  returns.awaitCall(1, 2, 0x20);
  returns.awaitCall(2, 0, 0x30);

  settle(returns);

  expect([0, 1, 2].map((index) => returns.stateOf(index))).toEqual(Array(3).fill(STATE.NEVER));
});

test("a function that is taken back is decided again", () => {
  const { returns } = functions(1);
  returns.walked(0);
  settle(returns);

  returns.reopen(0);
  returns.markReturns(0);

  expect(returns.stateOf(0)).toBe(STATE.RETURNS);
  expect(returns.settle()).toBe(false);
});

function functions(count: number): { returns: Returns; resumed: [number, number][] } {
  const resumed: [number, number][] = [];
  const returns = new Returns((caller, continuation) => resumed.push([caller, continuation]));
  for (let index = 0; index < count; index++) returns.add();
  return { returns, resumed };
}

function settle(returns: Returns): void {
  while (returns.settle());
}
