/** Texts of `rea decompile`, and the variables that they name. */
import type { Analysis } from "../../src/providers/provider.ts";
import { analyseFile } from "../embedded-analysis.ts";
import type { DecompiledText, GlobalVariable } from "./decompiled-text.ts";

/** Every text of the program's functions; those that fail are left out. Throws when the build has no decompiler. */
export async function reaTexts(program: string): Promise<DecompiledText[]> {
  const analysis = await analyseFile(program);
  try {
    const texts: DecompiledText[] = [];
    await analysis.pseudocode(await startsOf(analysis), {
      signal: new AbortController().signal,
      deadlineMs: 30_000,
      each: (address, answer) => {
        if (answer.kind !== "text") return;
        const { text } = answer.fact;
        texts.push({ address, text, globals: variablesIn(text) });
      },
    });
    return texts;
  } finally {
    await analysis.close();
  }
}

async function startsOf(analysis: Analysis): Promise<bigint[]> {
  const filter = { kinds: ["function", "thunk"], order: "address" } as const;
  const { items } = await analysis.procedures({ offset: 0, limit: 10_000 }, filter);
  return items.map(({ address }) => BigInt(address));
}

/** Variables without a name are called by their type and address. */
function variablesIn(text: string): GlobalVariable[] {
  const found = new Map<string, GlobalVariable>();
  for (const [name, letters = "", address = ""] of text.matchAll(/\b([a-z]+)Ram([0-9a-f]{8,16})\b/gu)) {
    found.set(name, { name, address: BigInt(`0x${address}`), type: typeNamed(letters) });
  }
  return [...found.values()];
}

/** The first letter is that of the type, `p` before it points to one. */
function typeNamed(letters: string): string {
  if (letters.startsWith("p")) return `${typeNamed(letters.slice(1))} *`;
  return TYPES[letters] ?? "undefined4";
}

const TYPES: Readonly<Record<string, string>> = {
  b: "byte",
  c: "char",
  d: "double",
  f: "float",
  i: "int",
  l: "long",
  s: "short",
  u: "uint",
  x: "undefined8",
};
