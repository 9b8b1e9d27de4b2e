/** Headers of a Mach-O program as a fact, its entitlements read. */
import { z } from "zod";
import type { MachOProgramFact } from "../../contracts/facts.ts";
import type { InspectedSegment, MachOInspection } from "../../formats/macho/inspect.ts";
import type { Permissions } from "../../formats/image.ts";
import { machoHeaderFact } from "../embedded/overview/macho.ts";

export async function machoProgramFact({
  bits,
  endian,
  facts,
  segments,
  issues,
}: MachOInspection): Promise<MachOProgramFact> {
  return {
    ...machoHeaderFact(facts),
    bits,
    endian,
    load_commands: facts.loadCommands.map(({ name, fileOffset, size }) => ({ name, file_offset: fileOffset, size })),
    segments: segments.map(segmentFact),
    entitlements: await entitlementsOf(facts.signature?.entitlements),
    issues: issues.map(({ code, offset, message }) => ({ code, offset: offset ?? null, message })),
  };
}

function segmentFact(segment: InspectedSegment): MachOProgramFact["segments"][number] {
  return {
    name: segment.name,
    address: hexadecimal(segment.address),
    size: exact(segment.size),
    file_offset: exact(segment.fileOffset),
    file_size: exact(segment.fileSize),
    permissions: permissionText(segment.permissions),
    sections: segment.sections.map(({ name, type, address, size, fileOffset }) => ({
      name,
      type,
      address: hexadecimal(address),
      size: exact(size),
      file_offset: exact(fileOffset),
    })),
  };
}

function hexadecimal(address: bigint): string {
  return `0x${address.toString(16)}`;
}

/** Sizes that only a damaged header claims are the largest exact number. */
function exact(size: number): number {
  return Math.min(size, Number.MAX_SAFE_INTEGER);
}

function permissionText({ read, write, execute }: Permissions): string {
  return `${read ? "r" : "-"}${write ? "w" : "-"}${execute ? "x" : "-"}`;
}

/** Longer property lists, in characters, are not parsed. */
const LIST_LIMIT = 65_536;

const entitlements = z.record(z.string(), z.json());

/** A property list of the sample: whatever is wrong with it, there are then no entitlements to tell. */
async function entitlementsOf(text: string | undefined): Promise<MachOProgramFact["entitlements"]> {
  if (text === undefined || text.length > LIST_LIMIT) return null;
  const { parse } = await import("plist");
  try {
    return entitlements.safeParse(parse(text)).data ?? null;
  } catch {
    return null;
  }
}
