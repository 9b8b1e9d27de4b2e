/** Turns the bytes of a file into an image, or says what else the file looks like. */
import { IssueList } from "../base/issue.ts";
import { hasElfMagic } from "./elf/header.ts";
import { loadElf } from "./elf/load.ts";
import { identify } from "./identify.ts";
import type { Image } from "./image.ts";
import { hasMachOMagic } from "./macho/header.ts";
import { loadMachO } from "./macho/load.ts";
import { answersTo, isLoadable, readSlices, type Slice, sliceBytes } from "./macho/universal.ts";
import { loadPe } from "./pe/load.ts";

export type LoadResult =
  | { readonly kind: "image"; readonly image: Image }
  | {
      readonly kind: "unsupported";
      /** What the file looks like, as a noun phrase: `PE executable`. */
      readonly looksLike: string;
      /** What was found that says so. */
      readonly detail: string;
      /**
       * Set when the file holds several programs and which one is meant is not said: the names that
       * `LoadOptions.architecture` takes.
       */
      readonly architectures?: readonly string[];
    };

export interface LoadOptions {
  /** Which program of a universal file to load: `x86_64`, `arm64e`... Files of one program take no notice. */
  readonly architecture?: string | undefined;
}

/** Loads a whole file. Never throws because of its content. */
export function loadImage(file: Uint8Array, options: LoadOptions = {}): LoadResult {
  const slices = readSlices(file, new IssueList());
  if (slices !== undefined) return loadUniversal(file, slices, options);
  const image = hasElfMagic(file) ? loadElf(file) : hasMachOMagic(file) ? loadMachO(file) : loadPe(file);
  return image === undefined ? unsupported(file) : { kind: "image", image };
}

/** Slices that differ are different programs: the only one, or the one that is asked for, is taken. */
function loadUniversal(file: Uint8Array, all: readonly Slice[], { architecture }: LoadOptions): LoadResult {
  const loadable = all.filter((slice) => isLoadable(file, slice));
  const wanted = architecture === undefined ? loadable : namedSlices(loadable, architecture);
  const [slice, ...others] = wanted;
  if (slice === undefined) return loadable.length > 0 ? ambiguous(loadable) : unsupported(file);
  const bytes = sliceBytes(file, slice);
  if (others.some((other) => Buffer.compare(bytes, sliceBytes(file, other)) !== 0)) return ambiguous(wanted);
  const image = loadMachO(file, { slice, all });
  return image === undefined ? unsupported(file) : { kind: "image", image };
}

/** A name of the platform means one slice, though it may be the name of an architecture with several. */
function namedSlices(slices: readonly Slice[], wanted: string): readonly Slice[] {
  const exact = slices.filter(({ name }) => name === wanted);
  return exact.length > 0 ? exact : slices.filter((slice) => answersTo(slice, wanted));
}

function unsupported(file: Uint8Array): LoadResult {
  return { kind: "unsupported", ...identify(file) };
}

function ambiguous(slices: readonly Slice[]): LoadResult {
  const architectures = [...new Set(slices.map(({ name }) => name))];
  const detail = `it holds programs for ${architectures.join(", ")}`;
  return { kind: "unsupported", looksLike: "Mach-O universal binary", detail, architectures };
}
