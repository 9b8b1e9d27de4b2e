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
    name: "binary_overview",
    aliases: ["analyze"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./binary-overview.ts")).binaryOverview,
  },
  {
    name: "list_architectures",
    aliases: ["architectures"],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./list-architectures.ts")).listArchitectures,
  },
  {
    name: "inspect_macho",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./inspect-macho.ts")).inspectMacho,
  },
  {
    name: "list_segments",
    aliases: ["segments", "sections"],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./list-segments.ts")).listSegments,
  },
  {
    name: "list_procedures",
    aliases: ["functions"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./list-procedures.ts")).listProcedures,
  },
  {
    name: "list_names",
    aliases: ["symbols", "names"],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./list-names.ts")).listNames,
  },
  {
    name: "list_strings",
    aliases: ["strings"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./list-strings.ts")).listStrings,
  },
  {
    name: "list_imports",
    aliases: ["imports"],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./list-imports.ts")).listImports,
  },
  {
    name: "list_exports",
    aliases: ["exports"],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./list-exports.ts")).listExports,
  },
  {
    name: "search_procedures",
    aliases: [],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./search-procedures.ts")).searchProcedures,
  },
  {
    name: "search_strings",
    aliases: [],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./search-strings.ts")).searchStrings,
  },
  {
    name: "search",
    aliases: [],
    toolset: "native",
    surfaces: "cli",
    load: async () => (await import("./search.ts")).search,
  },
  {
    name: "address_name",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./address-name.ts")).addressName,
  },
  {
    name: "procedure_address",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./procedure-address.ts")).procedureAddress,
  },
  {
    name: "resolve_containing_procedure",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./resolve-containing-procedure.ts")).resolveContainingProcedure,
  },
  {
    name: "address_to_file_offset",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./address-to-file-offset.ts")).addressToFileOffset,
  },
  {
    name: "read_bytes",
    aliases: [],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./read-bytes.ts")).readBytes,
  },
  {
    name: "procedure_info",
    aliases: ["info"],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./procedure-info.ts")).procedureInfo,
  },
  {
    name: "procedure_assembly",
    aliases: ["disasm"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./procedure-assembly.ts")).procedureAssembly,
  },
  {
    name: "procedure_pseudo_code",
    aliases: [],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./procedure-pseudo-code.ts")).procedurePseudoCode,
  },
  {
    name: "batch_decompile",
    aliases: [],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./batch-decompile.ts")).batchDecompile,
  },
  {
    name: "procedure_callers",
    aliases: ["callers"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./procedure-callers.ts")).procedureCallers,
  },
  {
    name: "procedure_callees",
    aliases: ["callees"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./procedure-callees.ts")).procedureCallees,
  },
  {
    name: "analyze_function",
    aliases: ["function"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./analyze-function.ts")).analyzeFunction,
  },
  {
    name: "procedure_references",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./procedure-references.ts")).procedureReferences,
  },
  {
    name: "xrefs",
    aliases: [],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./xrefs.ts")).xrefs,
  },
  {
    name: "find_xrefs_to_name",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./find-xrefs-to-name.ts")).findXrefsToName,
  },
  {
    name: "find_code_for_string",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./find-code-for-string.ts")).findCodeForString,
  },
  {
    name: "get_call_graph",
    aliases: ["callgraph"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./get-call-graph.ts")).getCallGraph,
  },
  {
    name: "trace_feature",
    aliases: ["trace"],
    toolset: "core",
    surfaces: "both",
    load: async () => (await import("./trace-feature.ts")).traceFeature,
  },
  {
    name: "trace_call_path",
    aliases: [],
    toolset: "native",
    surfaces: "both",
    load: async () => (await import("./trace-call-path.ts")).traceCallPath,
  },
];
