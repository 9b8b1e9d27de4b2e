/** Frames that DWARF describes in a Mach-O file: those that the compact form cannot, and all of old files. */
import type { IssueList } from "../../base/issue.ts";
import { type FrameRange, readCallFrames } from "../dwarf/eh-frame.ts";
import type { Memory } from "../memory.ts";
import { type Layout, namedSection } from "./layout.ts";

/** Frames in the order of `__eh_frame`. */
export function frameRanges(layout: Layout, memory: Memory, issues: IssueList): FrameRange[] {
  const section = namedSection(layout, "__eh_frame");
  const rva = section === undefined ? undefined : layout.space.rvaOf(section.address);
  const bytes = section === undefined || rva === undefined ? undefined : memory.from(rva, section.size);
  if (bytes === undefined || rva === undefined) return [];
  return readCallFrames(bytes, { space: layout.space, rva }, issues).ranges;
}
