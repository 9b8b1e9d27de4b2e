/** Telling "there is none" from "nobody could look". */
import type { Warning } from "../contracts/envelope.ts";
import type { Analysis } from "../providers/provider.ts";

/**
 * What an empty answer about code leaves unknown. Nothing is asked when the answer holds something, so that a plain
 * question reads no more of a stored analysis than it needs.
 */
export async function emptyCodeWarnings(analysis: Analysis, found: number): Promise<Warning[]> {
  if (found > 0) return [];
  const { code_analysed } = await analysis.overview();
  return code_analysed ? [] : [codeNotAnalysed(analysis)];
}

export function codeNotAnalysed({ target }: Analysis): Warning {
  const message = `code for ${target.architecture} is not decoded: calls and references are unknown, not absent`;
  return { code: "code_not_analysed", message };
}
