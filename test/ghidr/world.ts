/** A store, a sample and a context for one test, gone with it. */
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Context } from "../../src/operations/ghidr/operation.ts";
import { DEFAULTS } from "../../src/operations/ghidr/policy.ts";
import type { SampleRequest } from "../../src/operations/ghidr/sample-answer.ts";
import type { GhidraPort } from "../../src/providers/ghidra/port.ts";

export class World {
  readonly folder = mkdtempSync(path.join(tmpdir(), "ghidr-test-"));
  readonly store = path.join(this.folder, "store");
  readonly interrupt = new AbortController();
  readonly second = new AbortController();
  readonly progress: string[] = [];

  /** Writes a sample; answers the bytes of its path. */
  sample(name = "sample", content = "\x7fELF of some kind"): Buffer {
    const file = path.join(this.folder, name);
    writeFileSync(file, content);
    return Buffer.from(file);
  }

  grow(source: Buffer): void {
    appendFileSync(source, "more");
  }

  context(ghidra: GhidraPort): Context {
    return {
      version: "0.1.0",
      environment: {},
      store: { path: this.store, source: "cli" },
      ghidra,
      progress: (message) => this.progress.push(message),
      signal: this.interrupt.signal,
      secondInterrupt: this.second.signal,
    };
  }

  request(source: Buffer, own: Partial<SampleRequest> = {}): SampleRequest {
    return {
      source,
      maxSampleBytes: DEFAULTS.maxSampleBytes,
      installation: { sandbox: "bubblewrap" },
      policy: {
        maxHeapMib: DEFAULTS.maxHeapMib,
        maxCpu: DEFAULTS.maxCpu,
        analysisTimeoutSeconds: DEFAULTS.analysisTimeoutSeconds,
        decompileTimeoutSeconds: null,
      },
      ...own,
    };
  }

  /** Files and directories below a part of the store, relative to it. */
  below(...names: readonly string[]): string[] {
    try {
      return readdirSync(path.join(this.store, ...names), { recursive: true, encoding: "utf8" }).sort();
    } catch {
      return [];
    }
  }

  /** Directories of Analyses: `<sample>/<profile>`. */
  analyses(): string[] {
    return this.below("analyses").filter((name) => name.split("/").length === 2);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a promise rejects with. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
