/** Where the store of `ghidr` lies: the precedence of spec 002 "Analysis Store", over the exact bytes of each setting. */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { Failure } from "../../base/failure.ts";
import { printable } from "../../base/printable.ts";
import { taggedPath, utf8Text } from "../../contracts/ghidr/tagged-path.ts";
import type { StoreLocation } from "../location.ts";

export interface StoreSettings {
  /** Value of `--store`. */
  readonly flag: Uint8Array | undefined;
  /** Exact bytes of an environment variable. */
  readonly variable: (name: string) => Uint8Array | undefined;
}

/**
 * The first of `--store`, GHIDR_STORE, `$XDG_CACHE_HOME/ghidr` when Ghidra takes that path, and `~/ghidr-store`. An
 * empty variable counts as unset. Throws `invalid_store_path` for any other that cannot be a store.
 */
export function resolveGhidrStore({ flag, variable }: StoreSettings): StoreLocation {
  if (flag !== undefined) return { path: checked("--store", flag), source: "cli" };
  const configured = variable("GHIDR_STORE");
  if (isSet(configured)) return { path: checked("GHIDR_STORE", configured), source: "environment" };
  const cache = variable("XDG_CACHE_HOME");
  const cached = isSet(cache) ? utf8Text(Buffer.concat([cache, Buffer.from("/ghidr")])) : undefined;
  if (cached !== undefined && faultOf(cached) === undefined) return { path: path.resolve(cached), source: "xdg" };
  const home = variable("HOME");
  const base = isSet(home) && home[0] === SLASH ? home : Buffer.from(homedir());
  return { path: checked("HOME", Buffer.concat([base, Buffer.from("/ghidr-store")])), source: "home_fallback" };
}

const SLASH = 0x2f;

function isSet(value: Uint8Array | undefined): value is Uint8Array {
  return value !== undefined && value.length > 0;
}

function checked(setting: string, value: Uint8Array): string {
  const text = utf8Text(value);
  const reason = text === undefined ? "is not UTF-8" : (faultOf(text) ?? occupied(text));
  if (text !== undefined && reason === undefined) return path.resolve(text);
  const shown = text === undefined ? "" : ` ${printable(text).slice(0, 200)}`;
  const details = { setting, path: taggedPath(value), reason: reason ?? "is not UTF-8" };
  throw new Failure("invalid_store_path", `the store path${shown} of ${setting} ${details.reason}`, details);
}

/** What rules a text out as a place of Ghidra projects: `ProjectLocator` takes no such path. */
function faultOf(text: string): string | undefined {
  if (!path.isAbsolute(text)) return "is not absolute";
  if (/\p{Cc}/u.test(text)) return "holds control characters";
  if (/[:;&?#]/u.test(text)) return "holds one of the characters : ; & ? # that Ghidra does not take";
  const hidden = path
    .resolve(text)
    .split("/")
    .some((part) => part.startsWith("."));
  return hidden ? "has a part that begins with a dot, which Ghidra does not take" : undefined;
}

function occupied(text: string): string | undefined {
  try {
    return statSync(text).isDirectory() ? undefined : "is not a directory";
  } catch (error) {
    return error instanceof Error && "code" in error ? UNREACHABLE[String(error.code)] : undefined;
  }
}

/** What no making of directories will change. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTDIR: "lies below a file",
  ENAMETOOLONG: "is longer than the file system takes",
  ELOOP: "leads through links that go round in a circle",
};
