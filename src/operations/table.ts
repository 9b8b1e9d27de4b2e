/**
 * The table of operations: the one list from which the commands, the MCP tools, the schemas and the reference page
 * come. Modules load when an operation is used, so that a command pays for itself alone.
 */
import type { Operation } from "./operation.ts";

export interface OperationEntry {
  /** snake_case; equals the `name` of the loaded operation (a test says so). */
  readonly name: string;
  /** Short names that people type, besides the kebab-case name. */
  readonly aliases: readonly string[];
  readonly toolset: "core" | "native" | "session" | "more";
  readonly surfaces: "both" | "mcp" | "cli";
  readonly load: () => Promise<Operation>;
}

export const OPERATIONS: readonly OperationEntry[] = [
  {
    name: "open_binary",
    aliases: [],
    toolset: "core",
    surfaces: "mcp",
    load: async () => (await import("./open-binary.ts")).openBinary,
  },
  {
    name: "close_binary",
    aliases: [],
    toolset: "core",
    surfaces: "mcp",
    load: async () => (await import("./close-binary.ts")).closeBinary,
  },
  {
    name: "binary_session",
    aliases: [],
    toolset: "core",
    surfaces: "mcp",
    load: async () => (await import("./binary-session.ts")).binarySession,
  },
  {
    name: "list_procedures",
    aliases: ["functions"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./list-procedures.ts")).listProcedures,
  },
];
