import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { WorkerSlots } from "./worker-slots.ts";

const never = new AbortController().signal;

/** Work that lasts until it is told to end. */
function pending(): { work: () => Promise<void>; end: () => void; started: () => boolean } {
  let end = (): void => {};
  let started = false;
  const work = (): Promise<void> => {
    started = true;
    return new Promise((resolve) => (end = resolve));
  };
  return { work, end: () => end(), started: () => started };
}

test("no more than the slots run, and the next starts in order of arrival", async () => {
  const slots = new WorkerSlots(2);
  const jobs = [pending(), pending(), pending(), pending()];

  const runs = jobs.map(({ work }) => slots.use(never, work));
  await setImmediate();
  expect(jobs.map(({ started }) => started())).toEqual([true, true, false, false]);
  jobs[1]?.end();
  await setImmediate();

  expect(jobs.map(({ started }) => started())).toEqual([true, true, true, false]);
  for (const job of jobs) {
    job.end();
    await setImmediate();
  }
  await Promise.all(runs);
});

test("work that fails gives its slot back", async () => {
  const slots = new WorkerSlots(1);

  await expect(slots.use(never, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");

  expect(await slots.use(never, () => Promise.resolve(7))).toBe(7);
});

test("who is aborted while waiting leaves the queue and never starts", async () => {
  const slots = new WorkerSlots(1);
  const [first, second, third] = [pending(), pending(), pending()];
  const controller = new AbortController();
  const reason = new Error("gone");
  const running = slots.use(never, first.work);
  const waiting = slots.use(controller.signal, second.work);
  const last = slots.use(never, third.work);

  controller.abort(reason);

  await expect(waiting).rejects.toBe(reason);
  first.end();
  await running;
  await setImmediate();
  expect([second.started(), third.started()]).toEqual([false, true]);
  third.end();
  await last;
});
