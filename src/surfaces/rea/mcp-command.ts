/** `rea mcp`: the same operations for an agent. */
import type { Command } from "commander";
import { z } from "zod";
import type { LoadedCommand } from "./command.ts";
import type { Environment } from "./environment.ts";
import { parseNumber, parseSampleLimit, parseSeconds } from "./quantities.ts";

const flagsSchema = z.object({
  toolsets: z.string().optional(),
  store: z.string().optional(),
  cache: z.boolean().default(true),
  provider: z.string().optional(),
  timeout: z.number().optional(),
  maxSampleBytes: z.number().optional(),
  maxInlineChars: z.number().optional(),
});

export const mcpCommand: LoadedCommand = {
  summary: "Serve the operations to an agent over the Model Context Protocol (stdio)",
  group: "Housekeeping",
  examples: ["mcp", "mcp --toolsets all --timeout 30"],
  configure: (command) => {
    command.description("Serves one client on standard input and output until it closes its side.");
    declareFlags(command);
    return (environment) => serve(command, environment);
  },
};

function declareFlags(command: Command): void {
  command.option("--toolsets <list>", "Tools to offer, comma-separated: core (default), native, session, more, all.");
  command.option("--store <dir>", "Where results are kept; by default REA_STORE, then the user's cache.");
  command.option("--no-cache", "Neither read nor keep results.");
  command.option("--provider <id>", "Analysis engine: auto or embedded.");
  command.option("--timeout <seconds>", "Longest time for one call; by default 50.", (text) =>
    parseSeconds("--timeout", text),
  );
  command.option(
    "--max-sample-bytes <size>",
    "Refuse larger files; by default 1GiB, at most 2147483647 (2GiB - 1).",
    (text) => parseSampleLimit(text),
  );
  command.option("--max-inline-chars <count>", "Write larger answers to the store; by default 24000.", (text) =>
    parseNumber("--max-inline-chars", text),
  );
}

async function serve(command: Command, { variables, signal }: Environment): Promise<number> {
  const { timeout, ...flags } = flagsSchema.parse(command.opts());
  const { serveMcp } = await import("../mcp/main.ts");
  await serveMcp({ ...flags, timeoutMs: timeout, variables, signal });
  return 0;
}
