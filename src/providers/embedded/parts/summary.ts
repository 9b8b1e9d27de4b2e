/** What nearly every question needs: header facts, segments, sections and the memory map. */
import { z } from "zod";
import type { SegmentFact } from "../../../contracts/facts.ts";
import type { TextColumn } from "../../../engine/program.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields } from "./fields.ts";

const headerSchema = z.object({
  format: z.string(),
  architecture: z.string(),
  bits: z.int(),
  endian: z.enum(["little", "big"]),
  base: z.string(),
  code_analysed: z.boolean(),
  /** True when relocations change bytes, so that the part `patches` must be laid over the file's. */
  patched: z.boolean(),
  /** How many issues reading the file met. */
  faults: z.int().min(0).default(0),
  /** Believed as `readOverview` believes its part: relocatable files have sections by the ten thousand. */
  segments: z.custom<readonly SegmentFact[]>(Array.isArray),
});

/** Mapped memory, disjoint and ascending by rva. */
export interface RegionRows {
  readonly rva: Float64Array;
  readonly size: Float64Array;
  readonly fileOffset: Float64Array;
  readonly fileSize: Float64Array;
  /** Sum of `PERMISSION_BITS`. */
  readonly permissions: Uint8Array;
  readonly name: TextColumn;
}

export interface Summary {
  readonly format: string;
  readonly architecture: string;
  readonly bits: number;
  readonly endian: "little" | "big";
  readonly base: bigint;
  readonly codeAnalysed: boolean;
  readonly patched: boolean;
  readonly faults: number;
  /** Segments first, then sections, each in header order. */
  readonly segments: readonly SegmentFact[];
  readonly regions: RegionRows;
}

export function readSummary(value: ContainerValue): Summary {
  const fields = new Fields("summary", value);
  const header = headerSchema.parse(fields.json("header"));
  const regions = fields.table("regions");
  return {
    format: header.format,
    architecture: header.architecture,
    bits: header.bits,
    endian: header.endian,
    base: BigInt(header.base),
    codeAnalysed: header.code_analysed,
    patched: header.patched,
    faults: header.faults,
    segments: header.segments,
    regions: {
      rva: regions.f64("rva"),
      size: regions.f64("size"),
      fileOffset: regions.f64("fileOffset"),
      fileSize: regions.f64("fileSize"),
      permissions: regions.u8("permissions"),
      name: regions.text("name"),
    },
  };
}
