/** Turns the bytes of a file into an image, or says what else the file looks like. */
import { hasElfMagic } from "./elf/header.ts";
import { loadElf } from "./elf/load.ts";
import { identify } from "./identify.ts";
import type { Image } from "./image.ts";
import { loadPe } from "./pe/load.ts";

export type LoadResult =
  | { readonly kind: "image"; readonly image: Image }
  | {
      readonly kind: "unsupported";
      /** What the file looks like, as a noun phrase: `PE executable`. */
      readonly looksLike: string;
      /** What was found that says so. */
      readonly detail: string;
    };

/** Loads a whole file. Never throws because of its content. */
export function loadImage(file: Uint8Array): LoadResult {
  const image = hasElfMagic(file) ? loadElf(file) : loadPe(file);
  return image === undefined ? { kind: "unsupported", ...identify(file) } : { kind: "image", image };
}
