/** Which regions of an image are searched: for code, and for texts and pointers. */
import type { Issue } from "../base/issue.ts";
import type { Image, Region } from "../formats/image.ts";
import { withinFile } from "../formats/within-file.ts";

export interface Searched {
  /** In the order of the image. */
  readonly regions: readonly Region[];
  /** Says what is left out. */
  readonly issues: readonly Issue[];
}

/** Regions that hold instructions, in all no larger than the file. */
export function searchedCode({ regions }: Image): Searched {
  const code = regions.filter(
    ({ content, permissions, fileSize }) =>
      permissions.execute && (content === "code" || content === "stubs") && fileSize > 0,
  );
  return bounded(code, regions, "code_not_searched", "regions of code are not disassembled");
}

/**
 * Regions that hold data, in all no larger than the file: bytes that are mapped again and again would be found once for
 * each mapping. No program that is run has the ones that are left out.
 */
export function searchedData({ regions }: Image): Searched {
  const data = regions.filter(({ content, fileSize }) => content === "data" && fileSize > 0);
  return bounded(data, regions, "data_not_searched", "regions of data are not searched for strings and pointers");
}

function bounded(wanted: readonly Region[], all: readonly Region[], code: string, what: string): Searched {
  const regions = withinFile(wanted, all);
  const omitted = wanted.length - regions.length;
  if (omitted === 0) return { regions, issues: [] };
  const message = `the file maps its bytes more than once: ${omitted} of ${wanted.length} ${what}`;
  return { regions, issues: [{ code, message }] };
}
