/** The decompiler that came with the build, when one did. */
import { Failure } from "../../../base/failure.ts";
import type { InstalledDecompiler } from "./pseudocode.ts";

/** Rejects with `decompiler_missing`. */
export async function installedDecompiler(): Promise<InstalledDecompiler> {
  throw new Failure("decompiler_missing", "this build has no decompiler");
}
