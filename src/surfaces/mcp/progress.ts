/** Progress notifications of one request: often enough to be believed, seldom enough to be cheap. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { Context } from "../../operations/operation.ts";

/** Between two notifications of the same stage. */
const SHORTEST_GAP_MS = 250;
/** After this long without news a notification says that the work goes on; clients are promised one every 5 s. */
const HEARTBEAT_MS = 4_000;
/** Of the whole; a notification must be above the last one. */
const SMALLEST_STEP = 0.000_1;

export interface ProgressReporter {
  readonly report: Context["progress"];
  stop(): void;
}

/** Reports nothing unless the client gave a progress token. */
export function reportProgress({ mcpReq }: ServerContext): ProgressReporter {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { report: () => {}, stop: () => {} };
  let last = { stage: "", value: 0, at: 0 };
  const send = (stage: string, fraction: number): void => {
    const value = Math.max(fraction, last.value + SMALLEST_STEP);
    last = { stage, value, at: Date.now() };
    const params = { progressToken, progress: value, total: 1, message: stage };
    // The client may be gone: the end of the connection is noticed elsewhere.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  const heartbeat = setInterval(() => {
    if (Date.now() - last.at >= HEARTBEAT_MS) send(last.stage === "" ? "working" : last.stage, last.value);
  }, HEARTBEAT_MS / 8);
  return {
    report: (stage, fraction) => {
      if (stage !== last.stage || Date.now() - last.at >= SHORTEST_GAP_MS) send(stage, fraction);
    },
    stop: () => clearInterval(heartbeat),
  };
}
