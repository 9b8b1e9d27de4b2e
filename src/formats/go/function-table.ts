/** Names and exact ranges of functions from Go's function table (Go source: `debug/gosym/pclntab.go`). */
import type { Bytes } from "../../base/bytes.ts";
import type { Region } from "../image.ts";
import { pointerAt, type RelocatedMemory } from "../pointer-lookup.ts";
import { StringTable } from "../string-table.ts";
import type { LocatedTable } from "./locate-table.ts";
import type { TableLayout } from "./table-layout.ts";
import { moduleTextStart } from "./module-data.ts";

export interface GoFunction {
  readonly rva: number;
  /** Up to the start of the next function: alignment padding is included. */
  readonly size: number;
  readonly name: string;
}

/** What starts that count from the text need. */
export interface TextSources extends RelocatedMemory {
  readonly regions: readonly Region[];
  /** Value of the symbol `runtime.text`. */
  readonly textSymbol: number | undefined;
}

/** Functions in table order; those outside executable memory are left out. */
export function readGoFunctions(table: LocatedTable, sources: TextSources): GoFunction[] {
  const { layout, bytes } = table;
  const starts = readStarts(table, sources);
  const names = new StringTable(bytes.clamp(layout.names, bytes.length));
  const functions: GoFunction[] = [];
  for (let row = 0; row < layout.functions; row++) {
    const rva = starts[row] ?? Number.NaN;
    const size = (starts[row + 1] ?? Number.NaN) - rva;
    if (!(size > 0) || sources.memory.regionAt(rva)?.permissions.execute !== true) continue;
    functions.push({ rva, size, name: nameOf(bytes, layout, row, names) });
  }
  return functions;
}

/** Rvas of every function and of the end of the text; NaN where the table says nothing usable. */
function readStarts(table: LocatedTable, sources: TextSources): Float64Array {
  const { layout, bytes, rva } = table;
  const starts = new Float64Array(layout.functions + 1);
  const text = layout.relative ? textStart(table, sources) : undefined;
  for (let row = 0; row <= layout.functions; row++) {
    const at = layout.index + row * 2 * layout.fieldSize;
    if (layout.relative) starts[row] = (text ?? Number.NaN) + bytes.u32(at);
    else starts[row] = pointerAt(sources, rva + at) ?? Number.NaN;
  }
  return starts;
}

/** Since Go 1.26 the header does not say where the text starts; in position-independent files a relocation may. */
function textStart(table: LocatedTable, sources: TextSources): number | undefined {
  const { layout, rva } = table;
  const stored = layout.textStart === undefined ? undefined : pointerAt(sources, rva + layout.textStart);
  const section = sources.regions.find(
    ({ name, content }) => (name === ".text" || name === "__TEXT,__text") && content === "code",
  )?.rva;
  const first = sources.regions.find(({ content }) => content === "code")?.rva;
  const candidates = [stored, moduleTextStart(table, sources), sources.textSymbol, section, first];
  return candidates.find((text) => text !== undefined && reachesOnlyCode(table, text, sources));
}

function reachesOnlyCode({ bytes, layout }: LocatedTable, text: number, { memory }: TextSources): boolean {
  const last = bytes.u32(layout.index + (layout.functions - 1) * 2 * layout.fieldSize);
  return [text + bytes.u32(layout.index), text + last].every(
    (rva) => memory.regionAt(rva)?.permissions.execute === true,
  );
}

/** A description starts with the function's start, then the offset of its name. */
function nameOf(bytes: Bytes, layout: TableLayout, row: number, names: StringTable): string {
  const { index, fieldSize, descriptionBase, relative, pointerSize } = layout;
  const at = index + (row * 2 + 1) * fieldSize;
  const description = descriptionBase + (fieldSize === 4 ? bytes.u32(at) : Number(bytes.u64(at)));
  const offset = bytes.window(description + (relative ? 4 : pointerSize), 4)?.i32(0) ?? -1;
  return offset < 0 ? "" : names.at(offset);
}
