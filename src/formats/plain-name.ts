/** Names without what a format adds to those of the source. */
import type { Image } from "./image.ts";
import { NameSlices } from "./name-slices.ts";

/** The name as C and the Itanium C++ ABI have it: Mach-O puts an underscore before every name. */
export function plainName({ format }: Pick<Image, "format">, name: string): string {
  return format === "macho" && name.startsWith("_") ? name.slice(1) : name;
}

/** As `plainName`, of each name. */
export function plainNames({ format }: Pick<Image, "format">, names: NameSlices): NameSlices {
  if (format !== "macho") return names;
  const { bytes, start, end } = names;
  const plain = start.map((at, row) => (at < (end[row] ?? 0) && bytes[at] === UNDERSCORE ? at + 1 : at));
  return new NameSlices(bytes, plain, end);
}

const UNDERSCORE = 0x5f;
