/** What the headers of Mach-O programs say, with nothing analysed. */
import type { Endian } from "../../base/bytes.ts";
import { type Issue, IssueList } from "../../base/issue.ts";
import { headerFacts } from "./build-facts.ts";
import { readCodeSignature } from "./code-signature.ts";
import type { MachOHeaderFacts } from "./facts.ts";
import { readLayout } from "./layout.ts";
import { readLibraries } from "./libraries.ts";
import { fullName, protectionOf, sectionTypeName } from "./segments.ts";
import type { Permissions } from "../image.ts";
import type { Slice } from "./universal.ts";

/** One program of a file. */
export interface MachOInspection {
  readonly bits: 32 | 64;
  readonly endian: Endian;
  readonly facts: MachOHeaderFacts;
  readonly segments: readonly InspectedSegment[];
  readonly issues: readonly Issue[];
}

export interface InspectedSegment {
  readonly name: string;
  readonly address: bigint;
  readonly size: number;
  /** In the whole file. */
  readonly fileOffset: number;
  readonly fileSize: number;
  readonly permissions: Permissions;
  readonly sections: readonly InspectedSection[];
}

export interface InspectedSection {
  /** `__TEXT,__text`. */
  readonly name: string;
  readonly type: string;
  readonly address: bigint;
  readonly size: number;
  /** In the whole file. */
  readonly fileOffset: number;
}

/** The program of a file, or of the slice of a universal one; `undefined` when there is none. */
export function inspectMachO(data: Uint8Array, slice?: Slice, all: readonly Slice[] = []): MachOInspection | undefined {
  const issues = new IssueList();
  const layout = readLayout(data, slice, issues);
  if (layout === undefined) return undefined;
  const { header, file, segments, sections, commands } = layout;
  const place =
    slice === undefined
      ? undefined
      : { offset: slice.offset, size: slice.size, architectures: all.map(({ name }) => name) };
  const signature = readCodeSignature(layout, issues);
  const inside = segments.map((): InspectedSection[] => []);
  for (const section of sections) {
    inside[section.segment]?.push({
      name: fullName(section),
      type: sectionTypeName(section.type),
      address: section.address,
      size: section.size,
      fileOffset: file.fileOffset + section.fileOffset,
    });
  }
  return {
    bits: header.bits,
    endian: header.endian,
    facts: headerFacts({ layout, libraries: readLibraries(commands), signature, slice: place }),
    segments: segments.map((segment, index) => ({
      name: segment.name,
      address: segment.address,
      size: segment.memorySize,
      fileOffset: file.fileOffset + segment.fileOffset,
      fileSize: segment.fileSize,
      permissions: protectionOf(segment),
      sections: inside[index] ?? [],
    })),
    issues: issues.list(),
  };
}
