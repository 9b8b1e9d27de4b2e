/** The C of functions of committed samples, one file a sample, so that a change reads as a diff. */
import path from "node:path";
import type { PseudocodeFact } from "../../src/contracts/facts.ts";
import type { Analysis, NamedPlace } from "../../src/providers/provider.ts";
import { Sheet } from "../../src/surfaces/rea/text/sheet.ts";
import { PLAIN } from "../../src/surfaces/rea/text/style.ts";
import { textLines } from "../../src/surfaces/rea/views/pseudocode.ts";
import { analyseFile } from "../embedded-analysis.ts";

const CORPUS = path.resolve(import.meta.dirname, "../corpus/bin");

/** Functions by name or address, of every format and architecture whose code is analysed, and of several compilers. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  "features-o2": [
    "main",
    "name_of",
    "dispatch",
    "fatal",
    "evaluate",
    "interpret",
    "checked",
    "is_even",
    "is_odd",
    "say",
  ],
  "features-o0": ["main", "name_of", "dispatch", "fatal", "evaluate", "interpret", "checked", "is_even", "leave"],
  "features-clang-os": ["main", "name_of", "dispatch", "evaluate", "interpret", "checked", "say", "handle_square"],
  "features.o": ["main", "say", "checked", "leave"],
  "features-o2-stripped": ["main", "_start"],
  "classes-o2": ["main", "shop::total(shop::Item const&, shop::Item const&)", "shop::largest<int>(int, int)"],
  "darwin-x86_64": ["main", "weekday", "dispatch", "fill", "scale", "square", "order"],
  "darwin-arm64": ["main", "weekday", "dispatch", "fill", "halve", "order"],
  "windows-x64.exe": ["start", "day", "twice", "on_start"],
  "windows-x86.exe": ["_start", "_day", "twice", "on_start"],
  "tiny.ko": ["init_module", "cleanup_module"],
  "hello-o0-nopie": ["main", "greeting", "count_letters"],
  "libshape.so": ["clamp", "shape_label", "0x1140", "0x1150"],
};

export function pseudocodeSamples(): readonly string[] {
  return Object.keys(FUNCTIONS);
}

export function pseudocodeFile(sample: string): string {
  return path.join(import.meta.dirname, "pseudocode", `${sample}.c`);
}

/** Deterministic text. Rejects with `decompiler_missing`. */
export async function pseudocodeOf(sample: string): Promise<string> {
  const analysis = await analyseFile(path.join(CORPUS, sample));
  try {
    const places = await Promise.all((FUNCTIONS[sample] ?? []).map((name) => placesOf(analysis, name)));
    const wanted = places.flatMap((found) => found.slice(0, 1).map(({ address }) => address));
    if (wanted.length !== places.length)
      throw new Error(`${sample} lacks one of ${FUNCTIONS[sample]?.join(", ") ?? ""}`);
    const texts = new Map<bigint, string>();
    await analysis.pseudocode(wanted, {
      signal: new AbortController().signal,
      deadlineMs: 60_000,
      each: (address, answer) => {
        texts.set(address, answer.kind === "text" ? factText(answer.fact) : `// ${answer.failure.message}\n`);
      },
    });
    return wanted.map((address) => texts.get(address) ?? "").join("\n");
  } finally {
    await analysis.close();
  }
}

async function placesOf(analysis: Analysis, name: string): Promise<readonly Pick<NamedPlace, "address">[]> {
  return name.startsWith("0x") ? [{ address: BigInt(name) }] : await analysis.named(name);
}

function factText(fact: PseudocodeFact): string {
  const lines = [...textLines(fact, { annotate: false }, new Sheet(PLAIN, null))];
  return [`// ${fact.name} at ${fact.address}`, ...lines, ""].join("\n");
}
