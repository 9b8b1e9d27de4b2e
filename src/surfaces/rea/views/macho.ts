/** Mach-O files: their part of the first page, and their headers. */
import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { FileProgramFact, MachOHeaderFact, MachOProgramFact, Overview } from "../../../contracts/facts.ts";
import { facts, grouped, titled, type Fact } from "../text/facts.ts";
import { table, type Column } from "../text/table.ts";
import { type Items, listView, type Scene, type View } from "./view.ts";

/** No lines for other formats. */
export function machoLines({ macho }: Overview): Fact[] {
  return macho === undefined ? [] : [...headerLines(macho), ["fixups", macho.fixups]];
}

/** The programs of a file. */
export const programs = listView<FileProgramFact>(
  ["program", "programs"],
  [
    { title: "NAME", cell: ({ name }) => name, paint: "cyan" },
    { title: "FORMAT", cell: ({ format }) => format },
    { title: "BITS", cell: ({ bits }) => (bits === null ? "?" : String(bits)), align: "right" },
    { title: "BYTE ORDER", cell: ({ endian }) => endian ?? "?", paint: "dim" },
    { title: "OFFSET", cell: ({ file_offset: offset }) => `0x${offset.toString(16)}`, align: "right" },
    { title: "SIZE", cell: ({ size }) => grouped(size), align: "right" },
  ],
);

/** Headers, segments and load commands of each program. */
export const machoPrograms: View = {
  noun: ["program", "programs"],
  *lines({ items }: Items<MachOProgramFact>, { sheet }: Scene): Iterable<string> {
    for (const item of items) {
      yield* titled(item.architecture_name, facts(headerLines(item), sheet, "  "), sheet);
      yield* titled("Segments", table(SEGMENT_COLUMNS, item.segments.flatMap(segmentRows), sheet, "  "), sheet);
      yield* titled("Load commands", table(COMMAND_COLUMNS, item.load_commands, sheet, "  "), sheet);
      yield* titled("Entitlements", entitlementLines(item), sheet);
      yield* titled("Damage", table(ISSUE_COLUMNS, item.issues, sheet, "  "), sheet);
    }
  },
};

interface SegmentRow {
  readonly name: string;
  readonly address: string;
  readonly size: number;
  readonly offset: number;
  readonly note: string;
}

/** A segment, then its sections. */
function segmentRows(segment: MachOProgramFact["segments"][number]): SegmentRow[] {
  const { name, address, size, file_offset: offset, permissions, sections } = segment;
  return [
    { name, address, size, offset, note: permissions },
    ...sections.map((section) => ({ ...section, offset: section.file_offset, note: section.type })),
  ];
}

const SEGMENT_COLUMNS: readonly Column<SegmentRow>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "SIZE", cell: ({ size }) => grouped(size), align: "right" },
  { title: "OFFSET", cell: ({ offset }) => `0x${offset.toString(16)}`, align: "right" },
  { title: "KIND", cell: ({ note }) => note, paint: "dim" },
  { title: "NAME", cell: ({ name }) => name },
];

const COMMAND_COLUMNS: readonly Column<MachOProgramFact["load_commands"][number]>[] = [
  { title: "OFFSET", cell: ({ file_offset: offset }) => `0x${offset.toString(16)}`, align: "right" },
  { title: "SIZE", cell: ({ size }) => String(size), align: "right" },
  { title: "NAME", cell: ({ name }) => name },
];

const ISSUE_COLUMNS: readonly Column<MachOProgramFact["issues"][number]>[] = [
  { title: "CODE", cell: ({ code }) => code, paint: "yellow" },
  { title: "MESSAGE", cell: ({ message }) => message },
];

function entitlementLines({ entitlements }: MachOProgramFact): string[] {
  return Object.entries(entitlements ?? {}).map(([key, value]) => `  ${printable(key)}: ${JSON.stringify(value)}`);
}

function headerLines(it: MachOHeaderFact): Fact[] {
  return [
    ["type", `${it.file_type} for ${it.architecture_name}`],
    ["slice", it.slice === null ? null : sliceText(it.slice)],
    ["flags", it.flags.join(" ")],
    ["uuid", it.uuid],
    ["platforms", it.platforms.map(platformText).join("; ")],
    ["source", it.source_version],
    ["version", it.current_version],
    ["libraries", it.libraries.map(({ path, kind }) => (kind === "needed" ? path : `${path} (${kind})`)).join(" ")],
    ["rpaths", it.rpaths.join(" ")],
    ["encrypted", it.encryption === null || it.encryption.id === 0 ? null : encrypted(it.encryption)],
    ["signature", it.signature === null ? null : signatureText(it.signature)],
  ];
}

function sliceText({ file_offset: offset, size, architectures }: NonNullable<MachOHeaderFact["slice"]>): string {
  return `${grouped(size)} ${plural(size, "byte")} at 0x${offset.toString(16)} of a file for ${architectures.join(", ")}`;
}

function platformText({ platform, minimum_version: minimum, sdk_version: sdk, tools }: Platform): string {
  const parts = [`${platform} ${minimum} or later`, ...(sdk === null ? [] : [`SDK ${sdk}`]), ...tools];
  return parts.join(", ");
}

type Platform = MachOHeaderFact["platforms"][number];

function encrypted({ file_offset: offset, size, id }: NonNullable<MachOHeaderFact["encryption"]>): string {
  return `${grouped(size)} ${plural(size, "byte")} at 0x${offset.toString(16)} by scheme ${id}`;
}

function signatureText({
  identifier,
  team_id: team,
  flags,
  hashes,
}: NonNullable<MachOHeaderFact["signature"]>): string {
  const parts = [identifier ?? "no identifier", ...(team === null ? [] : [`team ${team}`]), ...flags, ...hashes];
  return [...parts, "not verified"].join(", ");
}
