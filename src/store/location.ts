/** Where the Analysis Store of a call lies: the precedence of spec 002 "Analysis Store". */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { Failure } from "../base/failure.ts";

export interface StoreLocation {
  /** Absolute; need not exist. */
  readonly path: string;
  readonly source: "cli" | "environment" | "xdg" | "home_fallback";
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The first of: the flag `--store`, REA_STORE, GHIDR_STORE, `$XDG_CACHE_HOME/ghidr`, `~/ghidr-store`. An empty
 * variable counts as unset. Throws `invalid_store_path` when one that was configured for this tool cannot be a store.
 */
export function resolveStore(environment: Environment, flag?: string): StoreLocation {
  if (flag !== undefined) return { path: configured("--store", flag), source: "cli" };
  for (const name of ["REA_STORE", "GHIDR_STORE"]) {
    const value = environment[name];
    if (value !== undefined && value !== "") return { path: configured(name, value), source: "environment" };
  }
  const cache = environment["XDG_CACHE_HOME"] ?? "";
  if (fault(cache) === undefined) return { path: path.join(cache, "ghidr"), source: "xdg" };
  return { path: path.join(homeOf(environment), "ghidr-store"), source: "home_fallback" };
}

function configured(setting: string, value: string): string {
  const reason = fault(value) ?? (isOtherThanDirectory(value) ? "is not a directory" : undefined);
  if (reason === undefined) return path.resolve(value);
  throw new Failure("invalid_store_path", `the store path ${JSON.stringify(value)} of ${setting} ${reason}`, {
    setting,
    path: value,
  });
}

/** What rules a text out as a store path, whatever lies there. */
function fault(value: string): string | undefined {
  if (!path.isAbsolute(value)) return "is not absolute";
  if (/\p{Cc}/u.test(value)) return "holds control characters";
  return value.includes("\ufffd") ? "is not UTF-8" : undefined;
}

function isOtherThanDirectory(value: string): boolean {
  try {
    return !statSync(value).isDirectory();
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOTDIR";
  }
}

function homeOf(environment: Environment): string {
  const home = environment["HOME"] ?? "";
  return path.isAbsolute(home) ? home : homedir();
}
