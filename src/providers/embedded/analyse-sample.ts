/** From the bytes of a sample to the parts of its analysis: the whole work of one analysis, with no I/O. */
import { createHash } from "node:crypto";
import { sha256OfPieces } from "../../base/digest.ts";
import { analyzeImage } from "../../engine/analyze.ts";
import type { Image } from "../../formats/image.ts";
import { loadImage } from "../../formats/load.ts";
import { Memory } from "../../formats/memory.ts";
import { containerPieces, type ContainerValue } from "../../store/container.ts";
import { shownNames } from "./demangled.ts";
import type { Digests } from "./overview.ts";
import { buildParts } from "./part-layout.ts";
import type { FinishedParts, Unsupported } from "./worker-protocol.ts";

export interface AnalyseOptions {
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  /** Which program of a universal file to analyse. */
  readonly architecture?: string | undefined;
  readonly demangle: (name: string) => string | undefined;
  readonly progress: (stage: string, fraction: number) => void;
}

/** Never throws because of the sample. */
export function analyseSample(file: Uint8Array, options: AnalyseOptions): FinishedParts | Unsupported {
  options.progress("loading", 0);
  const loaded = loadImage(file, { architecture: options.architecture });
  if (loaded.kind === "unsupported") return loaded;
  const { image } = loaded;
  const memory = new Memory(image, file);
  const { progress } = options;
  const demangle = shownNames(image.format, options.demangle);
  const program = analyzeImage(image, memory, { progress });
  progress("laying out", 0);
  const parts = buildParts({ image, memory, program, digests: digestsOf(file, options.sha256), demangle });
  return { kind: "finished", target: targetOf(image), parts: Object.entries(parts).map(encode) };
}

function encode([name, value]: [string, ContainerValue]): FinishedParts["parts"][number] {
  const pieces = containerPieces(value);
  return { name, pieces, sha256: sha256OfPieces(pieces) };
}

function digestsOf(file: Uint8Array, sha256: string): Digests {
  const of = (algorithm: string): string => createHash(algorithm).update(file).digest("hex");
  return { size: file.length, sha256, sha1: of("sha1"), md5: of("md5") };
}

function targetOf({ format, architecture, base }: Image): FinishedParts["target"] {
  return { format, architecture, image_base: `0x${base.toString(16)}` };
}
