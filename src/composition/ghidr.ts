/** What the command `ghidr` is run with. */
import { VERSION } from "../base/version.ts";
import type { Context } from "../operations/ghidr/operation.ts";
import { createGhidra } from "../providers/ghidra/ghidra.ts";

export function createGhidrContext(own: Omit<Context, "version" | "ghidra">): Context {
  return { ...own, version: VERSION, ghidra: createGhidra() };
}
