/** Which command a command line means, before anything of that command is loaded. */
import { FLAGS_WITH_VALUE } from "./global-flags.ts";

export type Route =
  | { readonly kind: "help" | "version" | "missing" }
  | { readonly kind: "unknown"; readonly word: string }
  | { readonly kind: "command"; readonly name: string; readonly rest: readonly string[] };

export interface Surroundings {
  /** Says whether a word, in kebab case, is a command. */
  readonly known: (word: string) => boolean;
  /** Says whether a path exists. */
  readonly exists: (path: string) => boolean;
}

/**
 * The first word that is neither a flag nor the value of a flag is the command. A path in its place is analysed:
 * `rea /bin/ls` is `rea analyze /bin/ls`.
 */
export function routeOf(argv: readonly string[], { known, exists }: Surroundings): Route {
  const index = firstOperand(argv);
  const word = argv[index];
  if (word === undefined) return { kind: kindOfFlags(argv) };
  const name = word.replaceAll("_", "-");
  const rest = [...argv.slice(0, index), ...argv.slice(index + 1)];
  if (known(name)) return { kind: "command", name, rest };
  if (name === "help") return helpOn(rest, known);
  if (word.includes("/") || exists(word)) return { kind: "command", name: "analyze", rest: argv };
  return { kind: "unknown", word };
}

/** True when the line asks for JSON, whatever else is wrong with it. */
export function wantsJson(argv: readonly string[]): boolean {
  return beforeTerminator(argv).includes("--json");
}

/** Index of the first operand; the length when there is none. */
function firstOperand(argv: readonly string[]): number {
  let index = 0;
  for (; index < argv.length; index++) {
    const word = argv[index] ?? "";
    if (word === "--") return index + 1;
    if (word === "-" || !word.startsWith("-")) return index;
    if (FLAGS_WITH_VALUE.has(word)) index++;
  }
  return index;
}

function kindOfFlags(argv: readonly string[]): "help" | "version" | "missing" {
  const flags = beforeTerminator(argv);
  if (flags.includes("--help") || flags.includes("-h")) return "help";
  return flags.includes("--version") || flags.includes("-V") ? "version" : "missing";
}

/** `rea help xrefs` is `rea xrefs --help`. */
function helpOn(rest: readonly string[], known: Surroundings["known"]): Route {
  const word = rest[firstOperand(rest)];
  if (word === undefined) return { kind: "help" };
  const name = word.replaceAll("_", "-");
  return known(name) ? { kind: "command", name, rest: ["--help"] } : { kind: "unknown", word };
}

function beforeTerminator(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end < 0 ? argv : argv.slice(0, end);
}
