/**
 * What 32-bit x86 code refers to, against the relocations that the linker keeps on request (`--emit-relocs`) and objdump
 * shows beside the instructions: absolute addresses, distances from the global offset table, slots of that table.
 */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { analyse } from "./analysed.ts";
import { buildLua } from "./lua.ts";
import { M32 } from "./toolchain.ts";

describe("of the operands that have a relocation, 99 % are references", () => {
  test.each([
    ["gcc", ["-O0"]],
    ["gcc", ["-O2"]],
    ["gcc", ["-O2", "-fno-pie", "-no-pie"]],
    ["clang", ["-O0"]],
    ["clang", ["-O2"]],
  ])("C by %s %s", (command, flags) => {
    const program = buildLua(command, [...M32, ...flags, "-Wl,--emit-relocs"]);
    if (program === undefined) return;

    const relocated = relocatedInstructions(program);
    const lost = lostOf(program, relocated);

    expect(relocated.length).toBeGreaterThan(500);
    expect(lost.length > relocated.length / 100 ? lost.slice(0, 20) : []).toEqual([]);
  });
});

interface Relocated {
  readonly address: number;
  readonly text: string;
}

/** Instructions of .text with a relocation that stands for an address of the program. */
function relocatedInstructions(program: string): readonly Relocated[] {
  const options = ["-drw", "-M", "intel", "--no-show-raw-insn", "-j", ".text", program];
  const listing = execFileSync("objdump", options, { encoding: "utf8", maxBuffer: 1 << 28 });
  const row = /^ *([0-9a-f]+):\t(.*)\t[0-9a-f]+: R_386_(?:GOTOFF|GOT32X?|32)\t(?!\*ABS\*)/gmu;
  return [...listing.matchAll(row)].map((match) => ({
    address: parseInt(match[1] ?? "", 16),
    text: match[2] ?? "",
  }));
}

function lostOf(program: string, relocated: readonly Relocated[]): readonly string[] {
  const { program: analysed, base } = analyse(program);
  const places = new Set(Array.from(analysed.references.from, (rva) => rva + base));
  return relocated
    .filter(({ address }) => !places.has(address))
    .map(({ address, text }) => `${address.toString(16)} ${text}`);
}
