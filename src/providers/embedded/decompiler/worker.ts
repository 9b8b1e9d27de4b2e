/** The thread that decompiles functions of one program. A trap of the module ends it. */
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { DecompilerInstance } from "./instance.ts";
import type { WorkerQuestion, WorkerReport, WorkerStart } from "./worker-messages.ts";

function serve({ module, regions, feed }: WorkerStart, port: MessagePort): void {
  const post = (report: WorkerReport, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(report, transfer);
  const instance = new DecompilerInstance(module);
  const opened = instance.open(regions, feed);
  if ("kind" in opened) {
    if (opened.kind === "failed") post({ kind: "unopened", failure: opened });
    return;
  }
  port.on("message", ({ address, steps }: WorkerQuestion) => {
    const answer = instance.decompile(address, steps);
    post({ kind: "answered", answer, memory: instance.memory }, answer.kind === "answer" ? [answer.bytes.buffer] : []);
  });
  post({ kind: "ready" });
}

function isStart(value: unknown): value is WorkerStart {
  return typeof value === "object" && value !== null && "module" in value && "feed" in value;
}

const start: unknown = workerData;
if (parentPort !== null && isStart(start)) serve(start, parentPort);
