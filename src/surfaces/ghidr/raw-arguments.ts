/** The command line and the environment as bytes: Node decodes both as UTF-8 and loses what is none. */
import { readFileSync } from "node:fs";

/** The arguments after the script, byte for byte; those of Node, encoded, where the system does not tell. */
export function rawArguments(decoded: readonly string[]): Buffer[] {
  const all = nulTerminated("/proc/self/cmdline");
  const own = decoded.length === 0 ? [] : all.slice(-decoded.length);
  const agrees = own.length === decoded.length && own.every((bytes, index) => bytes.toString() === decoded[index]);
  return agrees ? own : decoded.map((text) => Buffer.from(text));
}

/** The bytes of an environment variable, or `undefined` when it is not set. */
export function rawVariable(name: string, decoded: string | undefined): Buffer | undefined {
  if (decoded === undefined) return undefined;
  const prefix = Buffer.from(`${name}=`);
  const entry = nulTerminated("/proc/self/environ").find((bytes) => bytes.subarray(0, prefix.length).equals(prefix));
  const value = entry?.subarray(prefix.length);
  return value?.toString() === decoded ? value : Buffer.from(decoded);
}

function nulTerminated(file: string): Buffer[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return [];
  }
  const entries: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start);
    const stop = end === -1 ? bytes.length : end;
    entries.push(bytes.subarray(start, stop));
    start = stop + 1;
  }
  return entries;
}
