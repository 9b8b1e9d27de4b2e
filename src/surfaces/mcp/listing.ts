/**
 * What `tools/list` answers, generated into schemas/tools.json: deriving it from the operations at start would load
 * every one of them. The one type assertion is safe because the generator writes values of the same type, and a test
 * compares the file with the operations.
 */
import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import generated from "../../../schemas/tools.json" with { type: "json" };
import type { OperationEntry } from "../../operations/table.ts";

/** The tools of these entries, in their order. */
export function listing(entries: readonly OperationEntry[]): readonly ListedTool[] {
  const wanted = new Set(entries.map(({ name }) => name));
  const tools: unknown = generated;
  return (tools as readonly ListedTool[]).filter(({ name }) => wanted.has(name));
}
