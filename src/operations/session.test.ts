import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Failure } from "../base/failure.ts";
import type { Analysis } from "../providers/provider.ts";
import { createSession, MAX_TARGETS, type AnalysisRequest, type Session } from "./session.ts";

test("a target is found by id, by the first digits of its digest, by name and by path", async () => {
  const { session } = sessionOf();
  await session.open(asking("/a/one"));
  await session.open(asking("/b/two"));

  const found = [shaOf("/a/one").slice(0, 12), shaOf("/a/one").slice(0, 6), "one", "/a/one"].map(
    (document) => session.lease(document).target.path,
  );

  expect(found).toEqual(["/a/one", "/a/one", "/a/one", "/a/one"]);
  expect(session.lease().target.path).toBe("/b/two");
});

test("a name that two targets share is refused with both as candidates", async () => {
  const { session } = sessionOf();
  await session.open(asking("/a/same"));
  await session.open(asking("/b/same"));

  const failure = failureIn(() => session.lease("same"));

  expect(failure.code).toBe("target_ambiguous");
  expect(failure.details["candidates"]).toEqual([
    expect.stringContaining("/a/same"),
    expect.stringContaining("/b/same"),
  ]);
});

test("nothing open, a closed target and an unknown name are target_not_open", async () => {
  const { session } = sessionOf();
  expect(failureIn(() => session.lease()).code).toBe("target_not_open");

  await session.open(asking("/a/one"));
  expect(failureIn(() => session.lease("two")).code).toBe("target_not_open");

  await session.close();
  expect(failureIn(() => session.lease()).code).toBe("target_not_open");
  expect(await session.close()).toBeUndefined();
});

test("opening the same bytes again keeps the first binding and analyses nothing twice", async () => {
  const { session, opened, closed } = sessionOf({ bytesOf: () => "same bytes" });
  const first = await session.open(asking("/a/one"));

  const second = await session.open(asking("/copy/of/one"));

  expect(second.alreadyOpen).toBe(true);
  expect(second.target).toBe(first.target);
  expect(session.targets).toHaveLength(1);
  expect(session.current).toBe(first.target);
  expect(opened).toEqual(["/a/one", "/copy/of/one"]);
  expect(closed).toEqual([]);
});

test("two programs of one file are two targets, each with its architecture in its id", async () => {
  const { session } = sessionOf();
  const first = await session.open({ ...asking("/a/universal"), architecture: "x86_64" });
  const second = await session.open({ ...asking("/a/universal"), architecture: "arm64" });
  const again = await session.open({ ...asking("/a/universal"), architecture: "arm64" });

  const digits = shaOf("/a/universal").slice(0, 12);
  expect([first, second].map(({ target }) => target.id)).toEqual([`${digits}-x86_64`, `${digits}-arm64`]);
  expect(again).toEqual({ target: second.target, alreadyOpen: true });
  expect(failureIn(() => session.lease("universal")).code).toBe("target_ambiguous");
  expect(session.lease(`${digits}-x86_64`).target).toBe(first.target);
});

test("when the current one of three targets is closed, the next question must name its target", async () => {
  const { session } = sessionOf();
  for (const file of ["/a/one", "/a/two", "/a/three"]) await session.open(asking(file));

  await session.close();

  expect(failureIn(() => session.lease()).code).toBe("target_ambiguous");
  await session.close("two");
  expect(session.lease().target.name).toBe("one");
});

test("a long analysis answers `analyzing` when patience ends, goes on, and later calls wait for it", async () => {
  const { session } = sessionOf({ patienceMs: 30, workMs: 120 });

  const { target } = await session.open(asking("/a/slow"));

  expect(target.status).toBe("analyzing");
  const early = await session.lease("slow").analysis(context()).catch(asFailure);
  expect(early).toMatchObject({ code: "target_analyzing" });
  await sleep(100);
  await session.lease("slow").analysis(context());
  expect(target.status).toBe("ready");
});

test("cancelling the only call that waits stops the analysis and forgets the target", async () => {
  const { session, aborted } = sessionOf({ workMs: 5_000 });
  const caller = new AbortController();
  const opening = session.open(asking("/a/slow", caller.signal)).catch(asFailure);

  await sleep(20);
  caller.abort();

  expect(await opening).toMatchObject({ code: "interrupted" });
  await sleep(0);
  expect(aborted).toEqual(["/a/slow"]);
  expect(session.targets).toEqual([]);
});

test("cancelling one of two calls that wait for an analysis leaves it to the other", async () => {
  const { session, aborted } = sessionOf({ workMs: 60 });
  const caller = new AbortController();
  const opening = session.open(asking("/a/slow", caller.signal)).catch(asFailure);
  await sleep(5);
  const waiting = session.lease("slow").analysis(context());

  caller.abort();

  expect(await opening).toMatchObject({ code: "interrupted" });
  expect((await waiting).target.path).toBe("/a/slow");
  expect(aborted).toEqual([]);
});

test("closing a target stops an analysis that goes on in the background", async () => {
  const { session, aborted } = sessionOf({ patienceMs: 10, workMs: 5_000 });
  await session.open(asking("/a/slow"));

  await session.close("slow");

  expect(aborted).toEqual(["/a/slow"]);
  expect(session.targets).toEqual([]);
});

test("a failed background analysis tells its failure to whoever asks next, and does not hold a place", async () => {
  const { session } = sessionOf({ patienceMs: 10, workMs: 40, fails: true });
  await session.open(asking("/a/bad"));
  await sleep(80);

  const answer = await session.lease("bad").analysis(context()).catch(asFailure);

  expect(answer).toMatchObject({ code: "analysis_failed" });
  expect(session.targets[0]?.status).toBe("failed");
});

test("a target closed while a call uses it stays readable until that call ends", async () => {
  const { session, closed } = sessionOf();
  await session.open(asking("/a/one"));
  const lease = session.lease();
  await lease.analysis(context());

  await session.close();
  expect(closed).toEqual([]);

  lease.release();
  await sleep(1);
  expect(closed).toEqual(["/a/one"]);
});

test("the seventeenth target is refused with those that are open", async () => {
  const { session } = sessionOf();
  for (let index = 0; index < MAX_TARGETS; index++) await session.open(asking(`/a/${index}`));

  const refused = await session.open(asking("/a/more")).catch(asFailure);

  expect(refused).toMatchObject({ code: "too_many_targets" });
  expect(session.targets).toHaveLength(MAX_TARGETS);
});

interface Scene {
  readonly bytesOf?: (file: string) => string;
  readonly patienceMs?: number;
  readonly workMs?: number;
  readonly fails?: boolean;
}

function sessionOf(scene: Scene = {}) {
  const { bytesOf = (file: string) => file, patienceMs = 10_000, workMs = 0, fails = false } = scene;
  const opened: string[] = [];
  const closed: string[] = [];
  const aborted: string[] = [];
  const openAnalysis = async (request: AnalysisRequest): Promise<Analysis> => {
    opened.push(request.path);
    const sha256 = shaOf(bytesOf(request.path));
    request.identified(sha256);
    if (workMs > 0) {
      await sleep(workMs, undefined, { signal: request.signal }).catch((error: unknown) => {
        aborted.push(request.path);
        throw error;
      });
    }
    request.signal.throwIfAborted();
    if (fails) throw new Failure("analysis_failed", "the worker died");
    return analysisOf(request.path, sha256, () => closed.push(request.path));
  };
  const session: Session = createSession({ openAnalysis, engines: [], patienceMs });
  return { session, opened, closed, aborted };
}

/** The few members of an analysis that a session touches. */
function analysisOf(file: string, sha256: string, onClose: () => void): Analysis {
  const target = { path: file, sha256, format: "elf", architecture: "x86_64", image_base: "0x0" };
  const partial: Partial<Analysis> = {
    target,
    close: () => {
      onClose();
      return Promise.resolve();
    },
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a session calls nothing else
  return partial as Analysis;
}

function shaOf(text: string): string {
  let digest = "";
  for (let round = 0; digest.length < 64; round++) {
    let hash = 0x811c_9dc5 ^ round;
    for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x0100_0193) >>> 0;
    digest += hash.toString(16).padStart(8, "0");
  }
  return digest.slice(0, 64);
}

function context(signal = new AbortController().signal) {
  return { signal, progress: () => {} };
}

function asking(file: string, signal?: AbortSignal) {
  return { path: file, ...context(signal) };
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

function failureIn(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    return asFailure(error);
  }
  throw new Error("nothing was thrown");
}
