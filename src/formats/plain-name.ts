/** Names without what a format adds to those of the source. */
import type { Image } from "./image.ts";

/** The name as C and the Itanium C++ ABI have it: Mach-O puts an underscore before every name. */
export function plainName({ format }: Pick<Image, "format">, name: string): string {
  return format === "macho" && name.startsWith("_") ? name.slice(1) : name;
}
