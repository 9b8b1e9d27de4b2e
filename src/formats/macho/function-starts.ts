/** The linker's list of functions (Mach-O: `mach-o/loader.h`, `LC_FUNCTION_STARTS`). */
import { Cursor } from "../cursor.ts";
import type { Layout } from "./layout.ts";
import { COMMAND, linkedData } from "./load-commands.ts";
import { CPU } from "./machines.ts";

/** Rvas in table order; `undefined` when the file has no such table. */
export function readFunctionStarts({ file, commands, header, headerRva }: Layout): number[] | undefined {
  const table = linkedData(file, commands, COMMAND.functionStarts);
  if (table === undefined) return undefined;
  const cursor = new Cursor(table);
  const starts: number[] = [];
  let rva = headerRva;
  while (cursor.at < cursor.end) {
    const distance = cursor.uleb();
    if (distance === 0 || cursor.failed) break;
    rva += distance;
    // The lowest bit of an ARM address selects the Thumb instructions.
    starts.push(header.cpuType === CPU.arm ? rva - (rva % 2) : rva);
  }
  return starts;
}
