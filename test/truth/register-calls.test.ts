/** Calls through registers that hold imports, against what objdump shows of the whole function. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { REFERENCE_KINDS, type Program } from "../../src/engine/program.ts";
import { analyse } from "./analysed.ts";
import { buildLua } from "./lua.ts";
import { build } from "./toolchain.ts";

const FEATURES = readFileSync(path.resolve(import.meta.dirname, "../corpus/src/features.c"), "utf8");

const features = (command: string, flags: readonly string[]): string | undefined =>
  build(FEATURES, { command, language: "c", flags });

describe.each([
  ["MinGW x86-64 -Os", () => features("x86_64-w64-mingw32-gcc", ["-Os"]), 2],
  ["MinGW x86 -Os", () => features("i686-w64-mingw32-gcc", ["-Os"]), 3],
  ["Lua by clang -Os -fno-plt", () => buildLua("clang", ["-Os", "-fno-plt"]), 10],
] as const)("%s", (_, make, fewest) => {
  const program = make();

  test.skipIf(program === undefined)("names the calls through a register that only one slot is loaded into", () => {
    const { image, program: analysed, base } = analyse(program ?? "");
    const slots = new Set([...image.importSlots.slot].map((rva) => rva + base));

    const expected = plainCalls(program ?? "", slots);
    const named = importCalls(analysed, base);
    const wrong = expected.filter(([site, slot]) => named.get(site) !== slot);
    console.log(`${expected.length} calls through registers, ${wrong.length} not named or otherwise`);
    expect(wrong.map(([site, slot]) => [site.toString(16), slot.toString(16), named.get(site)?.toString(16)])).toEqual(
      [],
    );
    expect(expected.length).toBeGreaterThanOrEqual(fewest);
  });

  test.skipIf(program === undefined)(
    "names no other call than one through a register of a function that loads the slot",
    () => {
      const { program: analysed, base } = analyse(program ?? "");

      const named = importCalls(analysed, base);
      const loads = functionsOf(program ?? "").map((lines) => ({ lines, slots: new Set(lines.map(loadedSlot)) }));
      const unfounded = loads.flatMap(({ lines, slots }) =>
        lines.filter(
          (line) =>
            calledRegister(line) !== undefined && named.has(line.address) && !slots.has(named.get(line.address)),
        ),
      );
      expect(unfounded).toEqual([]);
    },
  );
});

interface Line {
  readonly address: number;
  readonly text: string;
}

/** The instructions of each function that objdump lists. */
function functionsOf(program: string): Line[][] {
  const listing = execFileSync("objdump", ["-d", "--no-show-raw-insn", program], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return listing.split(/\n(?=[0-9a-f]+ <)/u).map((part) =>
    [...part.matchAll(/^ +([0-9a-f]+):\t(.*)$/gmu)].map(([, address = "", text = ""]) => ({
      address: Number.parseInt(address, 16),
      text,
    })),
  );
}

/** `mov slot(%rip),%reg # address <name>`, or with the address itself. */
const LOAD = /^mov +(?:-?0x[0-9a-f]+\(%rip\),%(\w+) +# (?:0x)?([0-9a-f]+)|0x([0-9a-f]+),%(\w+))/u;

function loadedSlot({ text }: Line): number | undefined {
  const [, , relative, absolute] = LOAD.exec(text) ?? [];
  const slot = relative ?? absolute;
  return slot === undefined ? undefined : Number.parseInt(slot, 16);
}

function calledRegister({ text }: Line): string | undefined {
  return /^(?:notrack )?call +\*%(\w+)/u.exec(text)?.[1];
}

/** Site and slot of calls through registers that calls preserve, and that the function sets by loads of one slot alone. */
function plainCalls(program: string, slots: ReadonlySet<number>): (readonly [site: number, slot: number])[] {
  return functionsOf(program).flatMap((lines) =>
    lines.flatMap((line) => {
      const register = calledRegister(line);
      if (register === undefined || !PRESERVED.test(register)) return [];
      const setters = lines.filter(({ text }) => sets(text, register));
      const loaded = new Set(setters.map(loadedSlot));
      const [slot] = loaded;
      return loaded.size === 1 && slot !== undefined && slots.has(slot) ? [[line.address, slot] as const] : [];
    }),
  );
}

const PRESERVED = /^(?:[er]bx|[er]bp|r1[2-5])$/u;

/** Whether the instruction has the register, or a part of it, for its last operand; `pop` at the end of a function aside. */
function sets(text: string, register: string): boolean {
  const parts = register.startsWith("r1") ? `${register}[dwb]?` : `[er]?${register.slice(1)}|${register.charAt(1)}[lh]`;
  return new RegExp(`^(?!pop|push|call|cmp|test|jmp)\\S+ (?:.*,)?%(?:${parts})(?: |$)`, "u").test(text);
}

function importCalls({ references }: Program, base: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [row, kind] of references.kind.entries()) {
    if (REFERENCE_KINDS[kind] === "import_call")
      found.set((references.from[row] ?? 0) + base, (references.to[row] ?? 0) + base);
  }
  return found;
}
