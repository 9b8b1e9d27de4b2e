/** What binutils say about a program. */
import { execFileSync } from "node:child_process";

/** Address and size of each defined symbol, as nm(1) prints them. */
export function symbolsOf(file: string): ReadonlyMap<string, { address: string; size: number }> {
  const text = execFileSync("nm", ["-S", "--defined-only", file], { encoding: "utf8" });
  const rows = text.matchAll(/^([0-9a-f]+)(?: ([0-9a-f]+))? \S (\S+)$/gmu);
  return new Map(
    [...rows].map(([, address = "", size = "0", name = ""]) => [
      name,
      { address: `0x${BigInt(`0x${address}`).toString(16)}`, size: Number.parseInt(size, 16) },
    ]),
  );
}

/** Call instructions of a function with the name that objdump(1) gives their target; undefined for a computed one. */
export function callsIn(file: string, name: string): { site: string; target: string | undefined }[] {
  const text = execFileSync("objdump", ["-d", "--no-show-raw-insn", `--disassemble=${name}`, file], {
    encoding: "utf8",
  });
  const calls = text.matchAll(/^ +([0-9a-f]+):\t(?:bnd )?call +(?:[0-9a-f]+ <([^>]+)>|.*)$/gmu);
  return [...calls].map(([, site = "", target]) => ({ site: `0x${site}`, target }));
}
