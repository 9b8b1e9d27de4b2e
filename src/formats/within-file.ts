/** A bound for passes over regions that may all show the same bytes. */
import type { Region } from "./image.ts";

/**
 * The regions of `wanted` that the file fills, in their order and as long as they are in all no larger than the file,
 * which `all` regions tell: a file that maps its bytes again and again is not read once for each mapping.
 */
export function withinFile(wanted: readonly Region[], all: readonly Region[]): readonly Region[] {
  let left = 0;
  for (const { fileOffset, fileSize } of all) left = Math.max(left, fileOffset + fileSize);
  return wanted.filter(({ fileSize }) => {
    if (fileSize === 0 || fileSize > left) return false;
    left -= fileSize;
    return true;
  });
}
