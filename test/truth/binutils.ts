/** The binutils that understand a program: those of another architecture have its name in front. */
import { closeSync, openSync, readSync } from "node:fs";

/** Command of the tool `name` for the ELF file at `path`. */
export function binutil(name: string, path: string): string {
  return machineOf(path) === AARCH64 ? `aarch64-linux-gnu-${name}` : name;
}

const AARCH64 = 183;

/** `e_machine` of a little-endian file. */
function machineOf(path: string): number {
  const header = Buffer.alloc(20);
  const file = openSync(path, "r");
  readSync(file, header, 0, header.length, 0);
  closeSync(file);
  return header.readUInt16LE(18);
}
