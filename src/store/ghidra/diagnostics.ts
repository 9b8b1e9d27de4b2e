/** Diagnostic Logs: directories with what a worker wrote, published by one rename. */
import { createHash } from "node:crypto";
import { chmodSync, closeSync, openSync, readSync, renameSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { sha256 } from "../../base/digest.ts";
import type { CapturedSegment, CapturedStream, CapturedStreams } from "../../contracts/ghidr/captured-stream.ts";
import type { DiagnosticLog, DiagnosticsManifest, DiagnosticStream } from "../../contracts/ghidr/diagnostics.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";
import { createFile, makeStoreDirectory, onStore } from "../tree.ts";
import { newId, type Workspace } from "./workspace.ts";

export interface Invocation {
  readonly operation: string;
  readonly version: string;
  readonly sample: string | null;
  readonly startedAt: Date;
  /** Why the worker ended. */
  readonly reason: string;
  readonly manner: "graceful" | "forced" | null;
}

/** Moves captured streams into a new bundle of the store. Rejects with `store_unwritable`. */
export async function retainDiagnostics(
  workspace: Workspace,
  streams: CapturedStreams,
  invocation: Invocation,
): Promise<DiagnosticLog> {
  return onStore(workspace.store, async () => {
    const draft = workspace.folder("diagnostics");
    const manifest: DiagnosticsManifest = {
      schema_version: 1,
      kind: "diagnostic_log",
      invocation: {
        id: workspace.id,
        operation: invocation.operation,
        ghidr_version: invocation.version,
        sample_sha256: invocation.sample,
      },
      termination: { reason: invocation.reason, manner: invocation.manner },
      started_at: invocation.startedAt.toISOString(),
      ended_at: new Date().toISOString(),
      stdout: adopt(draft, "stdout", streams.stdout),
      stderr: adopt(draft, "stderr", streams.stderr),
    };
    const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await createFile(path.join(draft, "manifest.json"), bytes);
    const directory = await publish(workspace, draft, invocation.sample ?? "global");
    return {
      path: taggedPath(path.join(directory, "manifest.json")),
      bytes: bytes.length,
      sha256: sha256(bytes),
      media_type: "application/json",
      sensitive: true,
      truncated: manifest.stdout.truncated || manifest.stderr.truncated,
    };
  });
}

/** Removes captured streams that nobody asks for. */
export async function discardDiagnostics(streams: CapturedStreams): Promise<void> {
  const segments = [...streams.stdout.segments, ...streams.stderr.segments];
  await Promise.all(segments.map(({ file }) => rm(file, { force: true })));
}

/** Named by the invocation; a command that retains a second bundle gives that a name of its own. */
async function publish(workspace: Workspace, draft: string, scope: string): Promise<string> {
  const parent = makeStoreDirectory(workspace.store, "diagnostics", scope);
  const directory = path.join(parent, workspace.id);
  try {
    await rename(draft, directory);
    return directory;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && ["ENOTEMPTY", "EEXIST"].includes(String(error.code))))
      throw error;
    const other = path.join(parent, newId());
    await rename(draft, other);
    return other;
  }
}

function adopt(draft: string, stream: "stdout" | "stderr", captured: CapturedStream): DiagnosticStream {
  const whole = captured.segments.length === 1;
  let valid = true;
  const segments = captured.segments.map((segment, index) => {
    const name = whole ? `${stream}.log` : `${stream}.${index === 0 ? "head" : "tail"}.log`;
    const place = path.join(draft, name);
    renameSync(segment.file, place);
    chmodSync(place, 0o600);
    const { digest, isUtf8 } = examine(place, segment, whole);
    valid &&= isUtf8;
    return { path: taggedPath(name), offset: segment.offset, length: segment.length, sha256: digest };
  });
  const capturedBytes = captured.segments.reduce((sum, { length }) => sum + length, 0);
  return {
    total_bytes: captured.totalBytes,
    captured_bytes: capturedBytes,
    truncated: capturedBytes < captured.totalBytes,
    encoding: valid ? "utf8" : "bytes",
    segments,
  };
}

/** A cut may fall into a character: what a truncated stream begins or ends with does not make it bytes. */
function examine(file: string, { length }: CapturedSegment, whole: boolean): { digest: string; isUtf8: boolean } {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, "r");
  let filled = 0;
  try {
    while (filled < length) {
      const count = readSync(descriptor, bytes, filled, length - filled, filled);
      if (count === 0) break;
      filled += count;
    }
  } finally {
    closeSync(descriptor);
  }
  const digest = createHash("sha256").update(bytes.subarray(0, filled)).digest("hex");
  return { digest, isUtf8: isUtf8(whole ? bytes : trimmed(bytes)) };
}

function trimmed(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  let end = bytes.length;
  for (let back = 1; back <= Math.min(3, end - start); back++) {
    if (((bytes[end - back] ?? 0) & 0xc0) === 0xc0) {
      end -= back;
      break;
    }
  }
  return bytes.subarray(start, end);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
