/** How the part `summary` is written; apart from how it is read, because the schemas cost the worker a slower start. */
import type { SegmentFact } from "../../../contracts/facts.ts";
import { textColumn } from "../../../engine/columns.ts";
import type { Program } from "../../../engine/program.ts";
import type { Image, Permissions } from "../../../formats/image.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { exactCount, hexadecimal } from "../address-space.ts";
import { storedText } from "./fields.ts";

export const PERMISSION_BITS = { read: 4, write: 2, execute: 1 } as const;

/** `segments` are those of `segmentFacts`. */
export function storeSummary(
  image: Image,
  { counts, issues }: Pick<Program, "counts" | "issues">,
  segments: readonly SegmentFact[],
): ContainerValue {
  const { regions } = image;
  return {
    header: {
      format: image.format,
      architecture: image.architecture,
      bits: image.bits,
      endian: image.endian,
      base: hexadecimal(image.base),
      code_analysed: counts.codeAnalysed,
      patched: image.patches.length > 0,
      faults: image.issues.length + issues.length,
      segments,
    },
    regions: {
      rva: Float64Array.from(regions, ({ rva }) => rva),
      size: Float64Array.from(regions, ({ size }) => size),
      fileOffset: Float64Array.from(regions, ({ fileOffset }) => fileOffset),
      fileSize: Float64Array.from(regions, ({ fileSize }) => fileSize),
      permissions: Uint8Array.from(regions, ({ permissions }) => permissionBits(permissions)),
      name: storedText(textColumn(regions.map(({ name }) => name))),
    },
  };
}

/** Segments first, then sections, each in header order; the null section is left out. */
export function segmentFacts(image: Image): SegmentFact[] {
  const segments = image.segments.map((segment, index): SegmentFact => ({
    kind: "segment",
    name: `${segment.type}:${index}`,
    type: segment.type,
    address: hexadecimal(image.base + BigInt(segment.rva)),
    size: exactCount(segment.size),
    file_offset: exactCount(segment.fileOffset),
    file_size: exactCount(segment.fileSize),
    permissions: permissionText(permissionBits(segment.permissions)),
    entropy: null,
  }));
  const sections = image.sections
    .filter(({ type }) => type !== "NULL")
    .map((section): SegmentFact => ({
      kind: "section",
      name: section.name,
      type: section.type,
      address: section.rva === undefined ? null : hexadecimal(image.base + BigInt(section.rva)),
      size: exactCount(section.size),
      file_offset: exactCount(section.fileOffset),
      file_size: exactCount(section.fileSize),
      permissions: permissionText(permissionBits(section.permissions)),
      entropy: section.entropy === undefined ? null : Math.round(section.entropy * 1000) / 1000,
    }));
  return [...segments, ...sections];
}

/** `rwx`, with a dash for each missing permission. */
export function permissionText(bits: number): string {
  const flag = (bit: number, letter: string): string => ((bits & bit) === 0 ? "-" : letter);
  return flag(PERMISSION_BITS.read, "r") + flag(PERMISSION_BITS.write, "w") + flag(PERMISSION_BITS.execute, "x");
}

function permissionBits({ read, write, execute }: Permissions): number {
  return (
    Number(read) * PERMISSION_BITS.read +
    Number(write) * PERMISSION_BITS.write +
    Number(execute) * PERMISSION_BITS.execute
  );
}
