/** Instruction text of a function with what its operands mean in the program. */
import type { InstructionFact } from "../../contracts/facts.ts";
import type { Window } from "../../contracts/page.ts";
import { textAt } from "../../engine/columns.ts";
import type { Disassemble, InstructionText, Syntax } from "../../engine/instruction-text.ts";
import { REFERENCE_KINDS, type ReferenceTable } from "../../engine/program.ts";
import type { Slice } from "../provider.ts";
import { hexadecimal, sectionAt, type Addresses } from "./address-space.ts";
import { blockRows } from "./blocks.ts";
import { Callees } from "./callees.ts";
import { functionAt, rowsWithin } from "./code-map.ts";
import type { Flow } from "./parts/flow.ts";
import { importInSlot } from "./parts/imports.ts";
import { sharedTextAt } from "./parts/shared-texts.ts";
import type { RegionRows } from "./parts/summary.ts";
import { quotedStringAt, referenceName, startingName, type Places } from "./places.ts";

export interface AssemblySources {
  readonly places: Places;
  readonly references: ReferenceTable;
  readonly flow: Flow;
  readonly regions: RegionRows;
  readonly addresses: Addresses;
  /** Bytes of the file from an rva on, as far as it fills them. */
  readonly read: (rva: number, size: number) => Promise<Uint8Array | undefined>;
  readonly disassemble: Disassemble;
}

/** The instructions of the window in the order of addresses; of the blocks that hold them those before it are read too. */
export async function assemblyOf(
  sources: AssemblySources,
  index: number,
  syntax: Syntax,
  window: Window,
): Promise<Slice<InstructionFact>> {
  const annotator = { ...sources, callees: new Callees(sources.places.functions, sources.places.imports) };
  const { runs, skipped, total } = runsWithin(sources, index, window);
  const items: InstructionFact[] = [];
  const end = window.limit === null ? Infinity : window.offset + window.limit;
  let position = skipped;
  for (const { rva, size } of runs) {
    const code = (await sources.read(rva, size)) ?? new Uint8Array(0);
    for (const lines of textOf(sources, code, rva, syntax)) {
      for (const line of lines.slice(Math.max(window.offset - position, 0), end - position)) {
        items.push(instructionFact(annotator, code, rva, line));
      }
      position += lines.length;
      if (position >= end) break;
    }
  }
  return { items, total, more: window.offset + items.length < total, limits: [] };
}

interface Annotator extends AssemblySources {
  readonly callees: Callees;
}

/** Blocks that follow each other without a gap. */
interface Run {
  readonly rva: number;
  size: number;
}

interface Runs {
  readonly runs: readonly Run[];
  /** Instructions before the first run. */
  readonly skipped: number;
  /** Instructions of the whole function. */
  readonly total: number;
}

/** The runs of blocks that hold the window. */
function runsWithin({ places, flow }: AssemblySources, index: number, window: Window): Runs {
  const { blocks } = flow;
  const end = window.limit === null ? Infinity : window.offset + window.limit;
  const runs: Run[] = [];
  let skipped = 0;
  let total = 0;
  for (const row of blockRows(places.functions, flow, index)) {
    const before = total;
    total += blocks.instructions[row] ?? 0;
    if (total <= window.offset) skipped = total;
    else if (before < end) extend(runs, blocks.rva[row] ?? 0, blocks.size[row] ?? 0);
  }
  return { runs, skipped, total };
}

function extend(runs: Run[], rva: number, size: number): void {
  const last = runs.at(-1);
  if (last !== undefined && last.rva + last.size === rva) last.size += size;
  else runs.push({ rva, size });
}

/** The text of code, a part after the other: one block may be the whole of a file. */
function* textOf(
  { addresses, disassemble }: AssemblySources,
  code: Uint8Array,
  rva: number,
  syntax: Syntax,
): Iterable<readonly InstructionText[]> {
  for (let at = 0; at < code.length;) {
    const part = code.subarray(at, at + PART + LONGEST);
    const all = disassemble(part, addresses.absolute(rva + at), syntax);
    const most = at + part.length === code.length ? part.length : PART;
    let [count, size] = [0, 0];
    for (; count < all.length && size < most; count++) size += all[count]?.length ?? 0;
    yield count === all.length ? all : all.slice(0, count);
    if (size === 0) return;
    at += size;
  }
}

/** Bytes of code: more than functions have, and no more instructions than take some ten megabytes. */
const PART = 0x2_0000;
/** Bytes behind a part, so that its last instruction is whole. */
const LONGEST = 16;

function instructionFact(
  annotator: Annotator,
  code: Uint8Array,
  codeRva: number,
  line: InstructionText,
): InstructionFact {
  const { addresses } = annotator;
  const rva = addresses.rva(line.address) ?? codeRva;
  const start = rva - codeRva;
  const target = line.target ?? line.reference;
  const comment = commentOn(annotator, rva, line);
  return {
    address: addresses.text(rva),
    bytes: Buffer.from(code.subarray(start, start + line.length)).toString("hex"),
    mnemonic: line.mnemonic,
    operands: line.operands,
    ...(comment === undefined ? {} : { comment }),
    ...(target === undefined ? {} : { target: hexadecimal(target) }),
  };
}

/**
 * What the references out of one instruction mean: the callee with its library, the text of a string, the symbol or
 * else the section of a data address, the size of a jump table. Jumps inside the function need no words.
 */
function commentOn(annotator: Annotator, rva: number, line: InstructionText): string | undefined {
  const { references } = annotator;
  const { first, end } = rowsWithin(references.from, { rva, size: line.length });
  const notes = new Set<string>();
  let cases = 0;
  for (let row = first; row < end; row++) {
    const kind = REFERENCE_KINDS[references.kind[row] ?? 0];
    if (kind === "switch") cases++;
    else {
      const note = noteOn(annotator, kind, references.to[row] ?? 0);
      if (note !== undefined) notes.add(note);
    }
  }
  if (cases > 0) notes.add(`switch with ${cases} target${cases === 1 ? "" : "s"}`);
  return notes.size === 0 ? placeNote(annotator, line) : [...notes].join(", ");
}

/** `.bss 0x24520` for memory that nothing names: relative to `rip`, the operand does not show where it is. */
function placeNote({ regions, addresses }: Annotator, { reference }: InstructionText): string | undefined {
  const rva = reference === undefined ? undefined : addresses.rva(reference);
  const section = rva === undefined ? null : sectionAt(regions, rva);
  return rva === undefined || section === null ? undefined : `${section} ${addresses.text(rva)}`;
}

function noteOn(
  { places, callees, addresses }: Annotator,
  kind: (typeof REFERENCE_KINDS)[number] | undefined,
  to: number,
): string | undefined {
  switch (kind) {
    case "jump":
    case "branch":
    case "switch":
      return functionAt(places.functions, to) < 0 ? undefined : startingName(places, to);
    case "call":
    case "tail_call":
    case "import_call":
    case "import_jump":
      return calleeNote(places, callees, to);
    case "jump_table":
      return `jump table at ${addresses.text(to)}`;
    default:
      return importNote(places, to) ?? quotedStringAt(places.strings, to) ?? referenceName(places, to);
  }
}

function calleeNote(places: Places, callees: Callees, to: number): string | undefined {
  const callee = callees.at(to);
  const imported = callee < 0 ? -1 : callees.importOf(callee);
  return imported < 0 ? referenceName(places, to) : importText(places, imported);
}

function importNote(places: Places, to: number): string | undefined {
  const imported = importInSlot(places.imports, to);
  return imported < 0 ? undefined : importText(places, imported);
}

/** `puts (libc.so.6)`. */
function importText({ imports }: Places, row: number): string {
  const library = sharedTextAt(imports.library, row);
  return textAt(imports.shown, row) + (library === "" ? "" : ` (${library})`);
}
