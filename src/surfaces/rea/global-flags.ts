/** The flags that commands share, so that each means the same everywhere. */
import type { Command } from "commander";
import { z } from "zod";
import { COLOUR_CHOICES } from "./text/style.ts";
import { parseBytes, parseSampleLimit, parseSeconds } from "./quantities.ts";

interface Flag {
  /** As commander takes it: `--store <dir>`. */
  readonly flags: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly parse?: (text: string) => number;
}

/** Of every command. */
const OUTPUT_FLAGS: readonly Flag[] = [
  { flags: "--json", description: "Answer with one JSON document." },
  {
    flags: "--color <when>",
    description: "Colour the output: auto (by default), always or never.",
    choices: COLOUR_CHOICES,
  },
  { flags: "--quiet", description: "Only the data: no totals, no provenance, no progress." },
];

/** Of every command that keeps results. */
const STORE_FLAGS: readonly Flag[] = [
  { flags: "--store <dir>", description: "Where results are kept; by default REA_STORE, then the user's cache." },
];

/** Of every command that analyses a file. */
const ANALYSIS_FLAGS: readonly Flag[] = [
  ...STORE_FLAGS,
  { flags: "--no-cache", description: "Neither read nor keep results." },
  { flags: "--provider <id>", description: "Analysis engine: auto or embedded." },
  { flags: "--arch <name>", description: "Which program of a universal Mach-O file: x86_64, arm64, arm64e." },
  {
    flags: "--timeout <seconds>",
    description: "Give up after this long; by default 600.",
    parse: (text) => parseSeconds("--timeout", text),
  },
  {
    flags: "--max-sample-bytes <size>",
    description: "Refuse larger files; by default 1GiB, at most 2147483647 (2GiB - 1).",
    parse: parseSampleLimit,
  },
  {
    flags: "--max-inline-bytes <size>",
    description: "With --json: write a larger answer to a file of the store and print where it is.",
    parse: (text) => parseBytes("--max-inline-bytes", text),
  },
];

const FLAG_SETS = { output: OUTPUT_FLAGS, store: STORE_FLAGS, analysis: ANALYSIS_FLAGS };
export type FlagSet = keyof typeof FLAG_SETS;

/** Flags whose next word is their value and not a command. */
export const FLAGS_WITH_VALUE: ReadonlySet<string> = new Set(
  [...OUTPUT_FLAGS, ...ANALYSIS_FLAGS]
    .map(({ flags }) => flags.split(" "))
    .flatMap(([name = "", value]) => (value === undefined ? [] : [name])),
);

/** Adds sets of shared flags, under one heading of the help. */
export function addGlobalFlags(command: Command, ...sets: readonly FlagSet[]): void {
  for (const flag of sets.flatMap((set) => FLAG_SETS[set])) {
    const option = command.createOption(flag.flags, flag.description).helpGroup("Common flags:");
    if (flag.choices !== undefined) option.choices(flag.choices);
    if (flag.parse !== undefined) option.argParser(flag.parse);
    command.addOption(option);
  }
}

const globalsSchema = z.object({
  json: z.boolean().default(false),
  color: z.enum(COLOUR_CHOICES).default("auto"),
  quiet: z.boolean().default(false),
  store: z.string().optional(),
  cache: z.boolean().default(true),
  provider: z.string().optional(),
  arch: z.string().optional(),
  timeout: z.number().default(600_000),
  maxSampleBytes: z.number().optional(),
  maxInlineBytes: z.number().optional(),
});
/** Values of the shared flags; `timeout` in milliseconds. */
export type Globals = z.infer<typeof globalsSchema>;

export function readGlobals(command: Command): Globals {
  return globalsSchema.parse(command.opts());
}
