/** Chooses the address that rvas count from. */
import type { IssueList } from "../../base/issue.ts";
import { type ProgramHeader, SEGMENT_TYPE } from "./segments.ts";
import { occupiesMemory, type SectionHeader } from "./section-headers.ts";
import { RVA_LIMIT } from "../words.ts";

/** Relocatable files have no addresses; their sections are laid out from here. */
export const RELOCATABLE_BASE = 0x10_0000n;

const PAGE_MASK = ~0xfffn;
const UPPER_HALF = 1n << 63n;

interface Load {
  readonly address: bigint;
  readonly executable: boolean;
  readonly size: number;
  readonly headerOffset: number;
}

/**
 * The lowest loaded page. When loads lie further apart than rvas reach (kernel images with a per-CPU segment at zero,
 * core dumps with the vsyscall page), the half of the address space that holds the entry point, or else most
 * executable bytes, is kept and the loads of the other half are reported.
 */
export function chooseBase(
  segments: readonly ProgramHeader[],
  sections: readonly SectionHeader[],
  entry: bigint,
  issues: IssueList,
): bigint {
  const loads = segments.filter(({ type, memorySize }) => type === SEGMENT_TYPE.load && memorySize > 0).map(loadOf);
  const spans = loads.length > 0 ? loads : sections.filter(occupiesMemory).map(sectionLoad);
  if (spans.length === 0) return 0n;
  const base = lowestPage(spans);
  if (spans.every(({ address }) => address - base < BigInt(RVA_LIMIT))) return base;
  const upper = keepsUpperHalf(spans, entry);
  const kept = spans.filter(({ address }) => address >= UPPER_HALF === upper);
  const keptBase = lowestPage(kept);
  reportUnreachable(spans, keptBase, issues);
  return keptBase;
}

function loadOf(header: ProgramHeader): Load {
  const { address, memorySize, flags, headerOffset } = header;
  return { address, executable: (flags & 1) !== 0, size: memorySize, headerOffset };
}

function sectionLoad(section: SectionHeader): Load {
  return { address: section.address, executable: (section.flags & 4) !== 0, size: section.size, headerOffset: 0 };
}

function lowestPage(loads: readonly Load[]): bigint {
  let lowest: bigint | undefined;
  for (const { address } of loads) if (lowest === undefined || address < lowest) lowest = address;
  return (lowest ?? 0n) & PAGE_MASK;
}

function keepsUpperHalf(loads: readonly Load[], entry: bigint): boolean {
  const holder = loads.find(
    ({ address, size }) => entry !== 0n && entry >= address && entry - address < BigInt(Math.floor(size)),
  );
  if (holder !== undefined) return holder.address >= UPPER_HALF;
  let balance = 0;
  for (const { address, executable, size } of loads) {
    if (executable) balance += address >= UPPER_HALF ? size : -size;
  }
  if (balance !== 0) return balance > 0;
  return loads.every(({ address }) => address >= UPPER_HALF);
}

function reportUnreachable(loads: readonly Load[], base: bigint, issues: IssueList): void {
  for (const { address, headerOffset } of loads) {
    const distance = address - base;
    if (distance >= 0n && distance < BigInt(RVA_LIMIT)) continue;
    const message = `the load at 0x${address.toString(16)} is too far from the image base 0x${base.toString(16)} to be mapped`;
    issues.add("elf_load_unreachable", message, headerOffset);
  }
}
