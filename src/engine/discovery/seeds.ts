/** The function starts that tables of the file name. */
import type { ExportList } from "../../formats/export-list.ts";
import type { Evidence, Image } from "../../formats/image.ts";
import { FUNCTION, INDIRECT_FUNCTION, PIECE, SYMBOL_SOURCES, type SymbolList } from "../../formats/symbol-list.ts";
import { FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import type { Descent, Ground } from "./descent.ts";
import type { Sources } from "./extents.ts";
import { addImportJumps } from "./import-jumps.ts";
import { NOWHERE } from "./operands.ts";

/** Adds the starts that the image names, most trusted first. */
export function addSeeds(image: Image, descent: Descent, sources: Sources): void {
  const { space } = descent.ground;
  addStubs(image, descent);
  if (image.format === "pe") addImportJumps(image, descent);
  if (image.entry !== undefined) descent.addFunction(space.offsetOf(image.entry), "entry");
  for (const { rva, source, fragment } of image.functionHints) {
    if (fragment || (UNWIND_TABLES.has(source) && !sources.unwind) || (source === "symbol" && !sources.symbols))
      continue;
    addOutsideStubs(descent, rva, source);
  }
  addSymbols(image.symbols, descent, sources);
  addHandlers(descent);
  addExports(image.exports, descent);
}

function addSymbols({ rva, kind, source, piece, length }: SymbolList, descent: Descent, sources: Sources): void {
  for (let row = 0; row < length; row++) {
    if (!isFunction(kind[row]) || Number.isNaN(rva[row]) || piece[row] === PIECE.cold) continue;
    const isOfGo = source[row] === GO_TABLE;
    if (isOfGo ? sources.unwind : sources.symbols) {
      addOutsideStubs(descent, rva[row] as number, isOfGo ? "go_pclntab" : "symbol");
    }
  }
}

function addExports({ rva, kind, length }: ExportList, descent: Descent): void {
  for (let row = 0; row < length; row++) {
    if (isFunction(kind[row])) addOutsideStubs(descent, rva[row] as number, "export");
  }
}

function isFunction(kind: number | undefined): boolean {
  return kind === FUNCTION || kind === INDIRECT_FUNCTION;
}

const GO_TABLE = SYMBOL_SOURCES.indexOf("go_pclntab");

/** Tables that programs carry for unwinding and debugging, which `Sources.unwind` stands for. */
const UNWIND_TABLES: ReadonlySet<Evidence> = new Set([
  "eh_frame",
  "go_pclntab",
  "pdata",
  "function_starts",
  "compact_unwind",
]);

/**
 * Handlers of faults, which no call leads to: they belong to the function whose range the tables give, or to the one
 * that is found to register them.
 */
function addHandlers(descent: Descent): void {
  const { landingPads, extents } = descent.ground;
  for (let row = 0; row < landingPads.count; row++) {
    if (landingPads.faults[row] !== 1) continue;
    const pad = landingPads.pad[row] ?? 0;
    const start = extents.startAt(landingPads.start[row] ?? 0);
    const index = start < 0 ? -1 : descent.functionAt(start);
    if (index >= 0) descent.enterPad(index, pad);
    else descent.reservePad(pad);
  }
}

/** Unwind entries cover whole stub sections: only the stubs in them are functions. */
function addOutsideStubs(descent: Descent, rva: number, source: Parameters<Descent["addFunction"]>[1]): void {
  const { space } = descent.ground;
  const offset = space.offsetOf(rva);
  if (offset >= 0 && space.regionAt(offset)?.region.content !== "stubs") descent.addFunction(offset, source);
}

/** A table that names the stubs outranks what code in their sections looks like. */
function addStubs({ stubs }: Image, descent: Descent): void {
  if (stubs !== undefined && stubs.rva.length > 0) {
    for (const rva of stubs.rva) descent.addFunction(descent.ground.space.offsetOf(rva), "import_stub");
    return;
  }
  for (const { region, start, end } of descent.ground.space.regions) {
    if (region.content !== "stubs") continue;
    for (const offset of stubsIn(descent.ground, start, end)) {
      const slot = descent.ground.imports.slotOfStub(offset);
      const leadsOn = descent.ground.imports.ofSlot(slot) >= 0 || !Number.isNaN(descent.ground.words.relocated(slot));
      if (leadsOn) descent.addFunction(offset, "import_stub");
    }
  }
}

/** Offsets of the stubs between other instructions. */
function stubsIn({ set, space, imports }: Ground, start: number, end: number): number[] {
  const found: number[] = [];
  const out = new Int32Array(OUT_SIZE);
  let inStub = false;
  for (let at = start; at < end;) {
    if (!inStub && imports.slotOfStub(at) !== NOWHERE) {
      found.push(at);
      inStub = true;
    }
    const packed = set.decode(space.bytes, at, out);
    if (flowOf(packed) === FLOW.INDIRECT_JUMP) inStub = false;
    at += Math.max(lengthOf(packed), set.alignment);
  }
  return found;
}
