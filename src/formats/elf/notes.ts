/** Notes (System V gABI, chapter 5, "Note Section"; Linux Extensions to gABI for `GNU` notes). */
import { type Bytes, textOf } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { BuildFacts } from "../image.ts";
import type { Layout } from "./layout.ts";
import { SECTION_TYPE, sectionBytes } from "./section-headers.ts";
import { SEGMENT_TYPE } from "./segments.ts";

export interface Note {
  readonly owner: string;
  readonly type: number;
  readonly description: Bytes;
}

/** Notes of the sections, then those that only segments show, each once, in file order within each. */
export function readNotes(layout: Layout, issues: IssueList): Note[] {
  const notes = new Map<number, Note>();
  let left = VISIT_LIMIT;
  for (const { bytes, align } of noteTables(layout)) {
    for (let at = 0; at + HEADER_SIZE <= bytes.length && notes.size < NOTE_LIMIT && left > 0; left--) {
      const note = noteAt(bytes, at, align);
      if (note === undefined) {
        issues.add("elf_note_truncated", "a note reaches past its table", bytes.fileOffset + at);
        break;
      }
      if (!notes.has(bytes.fileOffset + at)) notes.set(bytes.fileOffset + at, note.note);
      at = note.end;
    }
  }
  return [...notes.values()];
}

/** `NT_GNU_BUILD_ID` in hexadecimal. */
export function buildIdOf(notes: readonly Note[]): string | undefined {
  const note = notes.find(({ owner, type }) => owner === "GNU" && type === GNU_NOTE.buildId);
  return note === undefined || note.description.length === 0 ? undefined : hex(note.description.data);
}

/** The notes as text: known ones decoded, others as the start of their bytes. */
export function describeNotes(notes: readonly Note[]): BuildFacts["notes"] {
  return notes.map((note) => ({
    owner: note.owner,
    type: TYPE_NAMES.get(`${note.owner}/${note.type}`) ?? `0x${note.type.toString(16)}`,
    description: describe(note),
  }));
}

/** The words of a GNU property, all notes joined by OR; `undefined` when no note has it. */
export function gnuProperty(notes: readonly Note[], wanted: number, wordSize: 4 | 8): number | undefined {
  let found: number | undefined;
  for (const { owner, type, description } of notes) {
    if (owner !== "GNU" || type !== GNU_NOTE.property) continue;
    for (let at = 0; at + 8 <= description.length;) {
      const size = description.u32(at + 4);
      if (description.u32(at) === wanted && size === 4 && at + 12 <= description.length) {
        found = (found ?? 0) | description.u32(at + 8);
      }
      at += 8 + Math.ceil(size / wordSize) * wordSize;
    }
  }
  return found;
}

const HEADER_SIZE = 12;
/** Probe notes number in the hundreds in large libraries. */
const NOTE_LIMIT = 2000;
/** Sections and segments show each note; segments of hostile files may show the same ones again and again. */
const VISIT_LIMIT = 4 * NOTE_LIMIT;
const DESCRIPTION_LIMIT = 64;
const TEXT_LIMIT = 4096;

const GNU_NOTE = { abiTag: 1, hardwareCapabilities: 2, buildId: 3, goldVersion: 4, property: 5 } as const;

const TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ["GNU/1", "NT_GNU_ABI_TAG"],
  ["GNU/2", "NT_GNU_HWCAP"],
  ["GNU/3", "NT_GNU_BUILD_ID"],
  ["GNU/4", "NT_GNU_GOLD_VERSION"],
  ["GNU/5", "NT_GNU_PROPERTY_TYPE_0"],
  ["Go/4", "NT_GO_BUILD_ID"],
  ["FDO/3405650558", "NT_FDO_PACKAGING_METADATA"],
  ["FDO/1081871842", "NT_FDO_DLOPEN_METADATA"],
  ["stapsdt/3", "NT_STAPSDT"],
  ["Linux/256", "LINUX_ELFNOTE_BUILD_SALT"],
  ["Linux/257", "LINUX_ELFNOTE_LTO_INFO"],
  ["Android/1", "NT_ANDROID_ABI"],
  ["FreeBSD/1", "NT_FREEBSD_ABI_TAG"],
  ["NetBSD/1", "NT_NETBSD_IDENT"],
  ["OpenBSD/1", "NT_OPENBSD_IDENT"],
  ["CORE/1", "NT_PRSTATUS"],
  ["CORE/2", "NT_FPREGSET"],
  ["CORE/3", "NT_PRPSINFO"],
  ["CORE/6", "NT_AUXV"],
  ["CORE/1179208773", "NT_FILE"],
  ["CORE/1397311305", "NT_SIGINFO"],
]);

/** Types whose description is text. */
const TEXT_NOTES: ReadonlySet<string> = new Set(["GNU/4", "Go/4", "FDO/3405650558", "FDO/1081871842", "Linux/256"]);

const OPERATING_SYSTEMS = ["Linux", "Hurd", "Solaris", "FreeBSD", "NetBSD", "Syllable", "NaCl"];

interface NoteTable {
  readonly bytes: Bytes;
  readonly align: number;
}

function noteTables({ file, sections, segments }: Layout): NoteTable[] {
  const fromSections = sections
    .filter(({ type }) => type === SECTION_TYPE.note)
    .map((section) => ({ bytes: sectionBytes(file, section), align: section.align }));
  const fromSegments = segments
    .filter(({ type }) => type === SEGMENT_TYPE.note)
    .map(({ offset, fileSize, align }) => ({ bytes: file.clamp(offset, fileSize), align }));
  return [...fromSections, ...fromSegments];
}

function noteAt(
  bytes: Bytes,
  at: number,
  tableAlign: number,
): { readonly note: Note; readonly end: number } | undefined {
  const align = tableAlign === 8 ? 8 : 4;
  const [nameSize, descriptionSize] = [bytes.u32(at), bytes.u32(at + 4)];
  const nameAt = at + HEADER_SIZE;
  const descriptionAt = at + Math.ceil((HEADER_SIZE + nameSize) / align) * align;
  const name = bytes.window(nameAt, nameSize);
  const description = bytes.window(descriptionAt, descriptionSize);
  if (name === undefined || description === undefined) return undefined;
  const owner = name.cString(0, DESCRIPTION_LIMIT).text;
  const end = descriptionAt + Math.ceil(descriptionSize / align) * align;
  return { note: { owner, type: bytes.u32(at + 8), description }, end };
}

function describe({ owner, type, description }: Note): string {
  if (TEXT_NOTES.has(`${owner}/${type}`)) return description.cString(0, TEXT_LIMIT).text;
  if (owner === "stapsdt" && description.length > 24) return probeName(description);
  if (owner === "GNU" && type === GNU_NOTE.abiTag && description.length >= 16) {
    const system = OPERATING_SYSTEMS[description.u32(0)] ?? `OS ${description.u32(0)}`;
    return `${system} ${description.u32(4)}.${description.u32(8)}.${description.u32(12)}`;
  }
  const shown = description.clamp(0, DESCRIPTION_LIMIT);
  return (
    hex(shown.data) +
    (shown.length < description.length ? `... (${description.length} ${plural(description.length, "byte")})` : "")
  );
}

/** SystemTap probes: three addresses, then provider, name and argument format as texts. */
function probeName(description: Bytes): string {
  const provider = description.cString(24, DESCRIPTION_LIMIT).text;
  const texts = textOf(description.data.subarray(24)).split("\0");
  return `${provider}:${(texts[1] ?? "").slice(0, DESCRIPTION_LIMIT)}`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
