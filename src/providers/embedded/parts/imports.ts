/** What the file needs from others: names, stubs, slots and how often code calls each. */
import { lastAtMost, textColumn } from "../../../engine/columns.ts";
import { FUNCTION_FLAGS, type FunctionTable, type TextColumn } from "../../../engine/program.ts";
import type { Image } from "../../../formats/image.ts";
import { SYMBOL_KINDS } from "../../../formats/symbol-list.ts";
import type { ContainerValue } from "../../../store/container.ts";
import { Fields, storedText } from "./fields.ts";
import { compareNames } from "./names.ts";
import { compareRows, readSharedTexts, shareTexts, storedSharedTexts, type SharedTexts } from "./shared-texts.ts";

/** In the order of the image; `-1` where there is no address. */
export interface ImportRows {
  /** Row numbers by shown name, then library and version. */
  readonly byName: Uint32Array;
  readonly raw: TextColumn;
  /** Never empty unless the file gives no name. */
  readonly shown: TextColumn;
  /** Empty when the file does not say. */
  readonly library: SharedTexts;
  /** Empty when it has none. */
  readonly version: SharedTexts;
  /** Index in `SYMBOL_KINDS`. */
  readonly kind: Uint8Array;
  readonly weak: Uint8Array;
  /** Rva of the stub that most functions call. */
  readonly stub: Float64Array;
  /** Placeholder rva in relocatable files. */
  readonly placeholder: Float64Array;
  /** Call sites that reach it, its own stubs left out. */
  readonly calls: Uint32Array;
  /** Slots that hold its address, ascending by rva. */
  readonly slot: Float64Array;
  /** Row number of the import in each slot. */
  readonly slotImport: Uint32Array;
}

type StubColumns = Pick<FunctionTable, "rva" | "import" | "flags" | "callers">;

export function storeImports(
  image: Pick<Image, "imports" | "importSlots">,
  functions: StubColumns,
  calls: Uint32Array,
  shownName: (raw: string) => string,
): ContainerValue {
  const { imports } = image;
  const shown = imports.map(({ name }) => shownName(name));
  const library = shareTexts(imports.map((it) => it.library ?? ""));
  const version = shareTexts(imports.map((it) => it.version ?? ""));
  const order = Uint32Array.from(imports.keys()).sort(
    (left, right) =>
      compareNames(shown[left] ?? "", shown[right] ?? "") ||
      compareRows(library, left, right) ||
      compareRows(version, left, right) ||
      left - right,
  );
  return {
    byName: order,
    raw: storedText(textColumn(imports.map(({ name }) => name))),
    shown: storedText(textColumn(shown)),
    library: storedSharedTexts(library),
    version: storedSharedTexts(version),
    kind: Uint8Array.from(imports, ({ kind }) => SYMBOL_KINDS.indexOf(kind)),
    weak: Uint8Array.from(imports, ({ weak }) => Number(weak)),
    stub: stubsOf(imports.length, functions),
    placeholder: Float64Array.from(imports, ({ rva }) => rva ?? -1),
    calls,
    slot: image.importSlots.slot,
    slotImport: image.importSlots.import,
  };
}

export function readImports(value: ContainerValue): ImportRows {
  const fields = new Fields("imports", value);
  return {
    byName: fields.u32("byName"),
    raw: fields.text("raw"),
    shown: fields.text("shown"),
    library: readSharedTexts(fields.table("library")),
    version: readSharedTexts(fields.table("version")),
    kind: fields.u8("kind"),
    weak: fields.u8("weak"),
    stub: fields.f64("stub"),
    placeholder: fields.f64("placeholder"),
    calls: fields.u32("calls"),
    slot: fields.f64("slot"),
    slotImport: fields.u32("slotImport"),
  };
}

/** Row of the import whose address the slot at `rva` holds, -1 when it is no such slot. */
export function importInSlot(imports: Pick<ImportRows, "slot" | "slotImport">, rva: number): number {
  const at = lastAtMost(imports.slot, rva);
  return at >= 0 && imports.slot[at] === rva ? (imports.slotImport[at] ?? -1) : -1;
}

/** One stub an import: of several (lazy and direct ones) the one with most callers, then the lowest. */
function stubsOf(count: number, functions: StubColumns): Float64Array {
  const stubs = new Float64Array(count).fill(-1);
  const callers = new Int32Array(count).fill(-1);
  for (let index = 0; index < functions.rva.length; index++) {
    const imported = functions.import[index] ?? -1;
    if (imported < 0 || ((functions.flags[index] ?? 0) & FUNCTION_FLAGS.importStub) === 0) continue;
    if ((functions.callers[index] ?? 0) <= (callers[imported] ?? 0)) continue;
    callers[imported] = functions.callers[index] ?? 0;
    stubs[imported] = functions.rva[index] ?? -1;
  }
  return stubs;
}
