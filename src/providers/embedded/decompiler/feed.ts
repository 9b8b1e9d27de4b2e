/** What the decompiler is told of an analysed program: its memory, and every name that the engine knows. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../../base/digest.ts";
import { lastAtMost, textAt } from "../../../engine/columns.ts";
import { neverReturns } from "../../../engine/discovery/no-return-names.ts";
import { FUNCTION_FLAGS, type ReferenceTable } from "../../../engine/program.ts";
import type { Addresses } from "../address-space.ts";
import { functionAt } from "../code-map.ts";
import { readMapped, type SampleBytes } from "../mapped-bytes.ts";
import type { Parts } from "../parts.ts";
import type { Flow } from "../parts/flow.ts";
import { PERMISSION_BITS } from "../parts/stored-summary.ts";
import type { Summary } from "../parts/summary.ts";
import { SYMBOL_KINDS } from "../parts/symbols.ts";
import { allPlaces, functionName, symbolAt, symbolName, type Places } from "../places.ts";
import { GivenNames, type Meaning } from "./given-names.ts";
import type { AddressRange, FedFunction, FedImport, FedLabel, FedRegion, ProgramFeed } from "./protocol.ts";
import { labelledStrings } from "./string-labels.ts";
import { tailCallsOf } from "./tail-calls.ts";

/** C declarations of library functions. */
export interface Prototypes {
  /** Of the function with this name in the file; `undefined` when it is not known. */
  prototypeOf(name: string): string | undefined;
  /** Declarations of the types that they use, in the order to read them. */
  readonly types: readonly string[];
  /** Changes with every declaration. */
  readonly version: string;
}

/** A feed, and what its identifiers stand for. */
export interface NamedFeed {
  readonly feed: ProgramFeed;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

export interface FeedSources {
  readonly parts: Parts;
  readonly sample: SampleBytes;
  readonly addresses: Addresses;
  readonly prototypes: Prototypes;
}

/** The same analysis gives the same feed. */
export async function feedOf(sources: FeedSources): Promise<NamedFeed> {
  const { parts, prototypes } = sources;
  const [places, summary, flow, references] = await Promise.all([
    allPlaces(parts),
    parts.summary(),
    parts.flow(),
    parts.references(),
  ]);
  const names = new GivenNames(sources.addresses);
  // In this order names are given: functions keep theirs, then what leads to imports, then data.
  const functions = [
    ...fedFunctions({ ...places, flow, references }, names, prototypes),
    ...fedPlaceholders(places, names, prototypes),
  ];
  const { imports, labels: slots } = fedSlots(places, names, prototypes);
  const labels = [...slots, ...fedSymbols(places, summary, names), ...labelledStrings(places, summary, names)];
  const { format, architecture, bits, endian } = summary;
  const feed: ProgramFeed = {
    machine: { format, architecture, bits, endian },
    regions: await fedRegions(sources, summary),
    functions,
    imports,
    labels: labels.sort((left, right) => (left.address < right.address ? -1 : 1)),
    readOnly: constantMemory(summary, places, sources.addresses),
    types: prototypes.types,
  };
  return { feed, meanings: names.meanings };
}

interface Jumps {
  readonly flow: Flow;
  readonly references: ReferenceTable;
}

/** Changes with the code that makes feeds (a build puts it into one file) and with the prototypes. */
export async function feedingDigest({ version }: Prototypes): Promise<string> {
  return sha256(`${sha256(await readFile(fileURLToPath(import.meta.url)))} ${version}`);
}

function fedFunctions(places: Places & Jumps, names: GivenNames, prototypes: Prototypes): FedFunction[] {
  const { functions, imports } = places;
  return Array.from(functions.rva, (rva, index): FedFunction => {
    const flags = functions.flags[index] ?? 0;
    const imported = (flags & FUNCTION_FLAGS.importStub) === 0 ? -1 : (functions.import[index] ?? -1);
    const raw = imported < 0 ? "" : textAt(imports.raw, imported);
    const shown = functionName(places, index);
    return {
      address: names.address(rva),
      name: imported < 0 ? names.claim(rva, shown) : names.claimImport(imported, rva, shown),
      tailCalls: tailCallsOf(functions, places.flow, places.references, index).map((jump) => names.address(jump)),
      noReturn: (flags & FUNCTION_FLAGS.noReturn) !== 0 || neverReturns(raw),
      prototype: raw === "" ? OWN_PROTOTYPES[shown] : prototypes.prototypeOf(raw),
    };
  });
}

/** What the start code of every system calls, by the names that the engine gives. */
const OWN_PROTOTYPES: Readonly<Record<string, string | undefined>> = { main: "int main(int argc,char **argv)" };

/** Relocatable files call imports where only a placeholder is. */
function fedPlaceholders({ imports, functions }: Places, names: GivenNames, prototypes: Prototypes): FedFunction[] {
  const rows = Array.from(imports.placeholder.keys()).filter((row) => {
    const rva = imports.placeholder[row] ?? -1;
    return rva >= 0 && functionAt(functions, rva) < 0 && SYMBOL_KINDS[imports.kind[row] ?? 0] !== "object";
  });
  return rows.map((row) => {
    const rva = imports.placeholder[row] ?? 0;
    return { address: names.address(rva), ...importFacts({ imports }, row, rva, names, prototypes) };
  });
}

interface FedSlots {
  readonly imports: FedImport[];
  readonly labels: FedLabel[];
}

/** Slots of functions are known as what they lead to; those of data hold its address. */
function fedSlots({ imports }: Places, names: GivenNames, prototypes: Prototypes): FedSlots {
  const fed: FedSlots = { imports: [], labels: [] };
  for (const [at, rva] of imports.slot.entries()) {
    const row = imports.slotImport[at] ?? -1;
    const kind = SYMBOL_KINDS[imports.kind[row] ?? 0];
    if (row < 0 || names.has(rva)) continue;
    if (kind === "object" || kind === "tls") {
      const shown = textAt(imports.shown, row);
      fed.labels.push({ address: names.address(rva), name: names.claim(rva, `&${shown}`, `${shown}_address`) });
    } else fed.imports.push({ slot: names.address(rva), ...importFacts({ imports }, row, rva, names, prototypes) });
  }
  return fed;
}

function importFacts(
  { imports }: Pick<Places, "imports">,
  row: number,
  rva: number,
  names: GivenNames,
  prototypes: Prototypes,
): Pick<FedFunction, "name" | "noReturn" | "prototype"> {
  const raw = textAt(imports.raw, row);
  return {
    name: names.claimImport(row, rva, textAt(imports.shown, row)),
    noReturn: neverReturns(raw),
    prototype: prototypes.prototypeOf(raw),
  };
}

/** Symbols of data; code has its functions, and what else marks a place in it names nothing. */
function fedSymbols(places: Places, summary: Summary, names: GivenNames): FedLabel[] {
  const { symbols, functions } = places;
  const { regions } = summary;
  const labels: FedLabel[] = [];
  let region = 0;
  for (let row = 0; row < symbols.rva.length; row++) {
    const rva = symbols.rva[row] ?? 0;
    if (symbols.rva[row - 1] === rva || names.has(rva) || functionAt(functions, rva) >= 0) continue;
    while (region < regions.rva.length && (regions.rva[region] ?? 0) + (regions.size[region] ?? 0) <= rva) region++;
    const isMapped = rva >= (regions.rva[region] ?? Infinity);
    const isCode = ((regions.permissions[region] ?? 0) & PERMISSION_BITS.execute) !== 0;
    const best = isMapped && !isCode ? symbolAt(symbols, rva) : -1;
    if (best < 0) continue;
    const name = names.claim(rva, symbolName(places, best));
    labels.push({ address: names.address(rva), name, type: scalarOf(symbols.size[best] ?? 0) });
  }
  return labels;
}

/** A type that says the size and nothing else, of what fits in a register; the rest may be anything. */
function scalarOf(size: number): string | undefined {
  return size === 1 || size === 2 || size === 4 || size === 8 ? `undefined${size}` : undefined;
}

async function fedRegions({ parts, sample, addresses }: FeedSources, { regions }: Summary): Promise<FedRegion[]> {
  const fed: FedRegion[] = [];
  for (const [index, rva] of regions.rva.entries()) {
    const bytes = (await readMapped(parts, sample, rva, regions.fileSize[index] ?? 0)) ?? new Uint8Array();
    fed.push({ address: addresses.absolute(rva), size: regions.size[index] ?? 0, bytes: inSharedMemory(bytes) });
  }
  return fed;
}

function inSharedMemory(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** What no code can write, the slots that the loader fills left out. */
function constantMemory({ regions, bits }: Summary, { imports }: Places, addresses: Addresses): AddressRange[] {
  const ranges: AddressRange[] = [];
  const add = (start: number, end: number): void => {
    if (start < end) ranges.push({ start: addresses.absolute(start), end: addresses.absolute(end) });
  };
  for (const [index, rva] of regions.rva.entries()) {
    if (((regions.permissions[index] ?? 0) & PERMISSION_BITS.write) !== 0) continue;
    const end = rva + (regions.fileSize[index] ?? 0);
    let start = rva;
    for (let slot = lastAtMost(imports.slot, rva - 1) + 1; (imports.slot[slot] ?? Infinity) < end; slot++) {
      add(start, imports.slot[slot] ?? end);
      start = Math.max(start, (imports.slot[slot] ?? end) + bits / 8);
    }
    add(start, end);
  }
  return ranges;
}
