/** Lists of what a program holds: functions, symbols, strings, imports, exports, segments. */
import type {
  ExportFact,
  ImportFact,
  NameFact,
  ProcedureFact,
  SegmentFact,
  StringFact,
} from "../../../contracts/facts.ts";
import type { Column } from "../text/table.ts";
import { entropyBar } from "./entropy-bar.ts";
import { listView } from "./view.ts";

export const PROCEDURE_COLUMNS: readonly Column<ProcedureFact>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "SIZE", cell: ({ size }) => String(size), align: "right" },
  { title: "CALLERS", cell: ({ callers }) => String(callers), align: "right" },
  { title: "KIND", cell: ({ kind }) => (kind === "function" ? "" : kind.replace("_", " ")), paint: "dim" },
  { title: "FOUND BY", cell: ({ evidence }) => evidence.join(" "), paint: "dim" },
  { title: "NAME", cell: ({ name }) => name },
];

export const STRING_COLUMNS: readonly Column<StringFact>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "REFS", cell: ({ references }) => String(references), align: "right" },
  { title: "BYTES", cell: ({ byte_length: bytes }) => String(bytes), align: "right" },
  { title: "ENCODING", cell: ({ encoding }) => (encoding === "ascii" ? "" : encoding), paint: "dim" },
  { title: "SECTION", cell: ({ section }) => section ?? "", paint: "dim" },
  { title: "VALUE", cell: ({ value }) => value },
];

export const procedures = listView(["function", "functions"], PROCEDURE_COLUMNS);

export const strings = listView(["string", "strings"], STRING_COLUMNS);

export const names = listView<NameFact>(
  ["symbol", "symbols"],
  [
    { title: "ADDRESS", cell: ({ address }) => address ?? "undefined", paint: "cyan" },
    { title: "SIZE", cell: ({ size }) => String(size), align: "right" },
    { title: "KIND", cell: ({ kind }) => kind },
    { title: "BINDING", cell: ({ binding }) => binding },
    { title: "FROM", cell: ({ source }) => source, paint: "dim" },
    { title: "NAME", cell: ({ name }) => name },
  ],
);

export const imports = listView<ImportFact>(
  ["import", "imports"],
  [
    { title: "STUB", cell: ({ stub }) => stub ?? "-", paint: "cyan" },
    { title: "SLOT", cell: ({ slots }) => slots[0] ?? "-" },
    { title: "CALLS", cell: ({ calls }) => String(calls), align: "right" },
    { title: "KIND", cell: ({ kind, weak }) => (weak ? `weak ${kind}` : kind), paint: "dim" },
    { title: "LIBRARY", cell: ({ library }) => library ?? "", paint: "dim" },
    { title: "NAME", cell: ({ name, version }) => versioned(name, version) },
  ],
);

export const exports = listView<ExportFact>(
  ["export", "exports"],
  [
    { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
    { title: "SIZE", cell: ({ size }) => String(size), align: "right" },
    { title: "KIND", cell: ({ kind }) => kind, paint: "dim" },
    { title: "NAME", cell: (item) => versioned(item.name, item.version) + forwarding(item) },
  ],
);

/** ` -> NTDLL.RtlAllocateHeap` where another library serves the export. */
function forwarding({ forwards_to: target }: ExportFact): string {
  return target === undefined ? "" : ` -> ${target}`;
}

export const SEGMENT_COLUMNS: readonly Column<SegmentFact>[] = [
  { title: "KIND", cell: ({ kind }) => kind, paint: "dim" },
  { title: "ADDRESS", cell: ({ address }) => address ?? "-", paint: "cyan" },
  { title: "SIZE", cell: ({ size }) => String(size), align: "right" },
  { title: "OFFSET", cell: ({ file_offset: offset }) => `0x${offset.toString(16)}`, align: "right" },
  { title: "IN FILE", cell: ({ file_size: size }) => String(size), align: "right" },
  { title: "PERM", cell: ({ permissions }) => permissions },
  { title: "ENTROPY", cell: ({ entropy }) => entropyBar(entropy) },
  { title: "TYPE", cell: ({ type }) => type, paint: "dim" },
  { title: "NAME", cell: ({ name }) => name },
];

export const segments = listView(["segment or section", "segments and sections"], SEGMENT_COLUMNS);

function versioned(name: string, version: string | null): string {
  return version === null ? name : `${name}@${version}`;
}
