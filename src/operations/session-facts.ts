/** What the session operations answer about a target. */
import { z } from "zod";
import { bindingSchema } from "../contracts/envelope.ts";
import type { OpenTarget } from "./session-target.ts";

export const documentSchema = z.object({
  /** Selects the target in the `document` argument of every other tool. */
  id: z.string(),
  name: z.string(),
  path: z.string(),
  /** Null until the file has been read. */
  sha256: z.string().nullable(),
  status: z.enum(["analyzing", "ready", "failed"]),
  /** Null when the analysis is finished. */
  progress: z.object({ stage: z.string(), percent: z.int().min(0).max(100) }).nullable(),
  format: z.string().nullable(),
  architecture: z.string().nullable(),
  image_base: z.string().nullable(),
  /** Null until the target is ready. */
  binding: bindingSchema.nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type DocumentFact = z.infer<typeof documentSchema>;

export function documentFact(target: OpenTarget): DocumentFact {
  const { id, name, path, sha256, status, progress, analysis, failure } = target;
  return {
    id,
    name,
    path,
    sha256,
    status,
    progress: status === "analyzing" ? { stage: progress.stage, percent: Math.floor(progress.fraction * 100) } : null,
    format: analysis?.target.format ?? null,
    architecture: analysis?.target.architecture ?? null,
    image_base: analysis?.target.image_base ?? null,
    binding: analysis?.binding ?? null,
    failure: failure === undefined ? null : { code: failure.code, message: failure.message },
  };
}
