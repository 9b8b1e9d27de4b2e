/** Which regions of an image are searched for texts and pointers. */
import type { Issue } from "../base/issue.ts";
import type { Image, Region } from "../formats/image.ts";

export interface SearchedData {
  /** In the order of the image. */
  readonly regions: readonly Region[];
  /** Says what is left out. */
  readonly issues: readonly Issue[];
}

/**
 * Regions of data that the file fills, in all no larger than the file: bytes that are mapped again and again would be
 * found once for each mapping. The ones behind are left out, which no program that is run has.
 */
export function searchedData({ regions }: Image): SearchedData {
  let left = 0;
  for (const { fileOffset, fileSize } of regions) left = Math.max(left, fileOffset + fileSize);
  const data = regions.filter(({ content, fileSize }) => content === "data" && fileSize > 0);
  const searched = data.filter(({ fileSize }) => {
    if (fileSize > left) return false;
    left -= fileSize;
    return true;
  });
  const omitted = data.length - searched.length;
  if (omitted === 0) return { regions: searched, issues: [] };
  const message = `the file maps its bytes more than once: ${omitted} of ${data.length} data regions are not searched for strings and pointers`;
  return { regions: searched, issues: [{ code: "data_not_searched", message }] };
}
