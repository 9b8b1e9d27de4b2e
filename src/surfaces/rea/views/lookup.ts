/** Which view shows the result of which operation; each loads when it is needed. */
import type { View } from "./view.ts";

const inventory = () => import("./inventory.ts");
const calls = () => import("./calls.ts");
const place = () => import("./place.ts");
const references = () => import("./references.ts");

const VIEWS: Readonly<Record<string, () => Promise<View>>> = {
  list_procedures: async () => (await inventory()).procedures,
  search_procedures: async () => (await inventory()).procedures,
  list_names: async () => (await inventory()).names,
  list_strings: async () => (await inventory()).strings,
  search_strings: async () => (await inventory()).strings,
  list_imports: async () => (await inventory()).imports,
  list_exports: async () => (await inventory()).exports,
  list_architectures: async () => (await import("./macho.ts")).programs,
  inspect_macho: async () => (await import("./macho.ts")).machoPrograms,
  list_segments: async () => (await inventory()).segments,
  binary_overview: async () => (await import("./overview.ts")).overview,
  search: async () => (await import("./search.ts")).search,
  procedure_info: async () => (await place()).procedure,
  procedure_address: async () => (await place()).address,
  address_name: async () => (await place()).address,
  address_to_file_offset: async () => (await place()).address,
  resolve_containing_procedure: async () => (await place()).containing,
  procedure_assembly: async () => (await import("./instructions.ts")).assembly,
  procedure_pseudo_code: async () => (await import("./pseudocode.ts")).pseudocode,
  batch_decompile: async () => (await import("./pseudocode.ts")).pseudocodes,
  procedure_callers: async () => (await calls()).callers,
  procedure_callees: async () => (await calls()).callees,
  procedure_references: async () => (await references()).procedureReferences,
  xrefs: async () => (await references()).xrefs,
  find_xrefs_to_name: async () => (await references()).xrefsToName,
  get_call_graph: async () => (await import("./call-graph.ts")).callGraph,
  trace_call_path: async () => (await import("./call-path.ts")).callPath,
  analyze_function: async () => (await import("./dossier.ts")).dossier,
  find_code_for_string: async () => (await import("./string-uses.ts")).codeForString,
  trace_feature: async () => (await import("./string-uses.ts")).trace,
  read_bytes: async () => (await import("./bytes.ts")).bytes,
};

/** The operation's own view, or the one that shows any result. */
export async function viewOf(operation: string): Promise<View> {
  const load = Object.hasOwn(VIEWS, operation) ? VIEWS[operation] : undefined;
  return load === undefined ? (await import("./generic.ts")).generic : await load();
}
