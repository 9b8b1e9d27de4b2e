/** What the decompiler is told of an analysed program: its memory, and every name that the engine knows. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../../base/digest.ts";
import { textAt } from "../../../engine/columns.ts";
import { neverReturns } from "../../../engine/discovery/no-return-names.ts";
import { FUNCTION_FLAGS, type ReferenceTable } from "../../../engine/program.ts";
import { SYMBOL_KINDS } from "../../../formats/symbol-list.ts";
import { functionAt } from "../code-map.ts";
import type { Flow } from "../parts/flow.ts";
import type { Summary } from "../parts/summary.ts";
import { allPlaces, functionName, type Places } from "../places.ts";
import { conventionsOf } from "./conventions.ts";
import { constantMemory, fedRegions, type MemorySources } from "./fed-memory.ts";
import { GivenNames, type Meaning } from "./given-names.ts";
import type { FedFunction, FedImport, FedLabel, ProgramFeed } from "./protocol.ts";
import { labelledStrings } from "./string-labels.ts";
import { labelledSymbols } from "./symbol-labels.ts";
import { tailCallsOf } from "./tail-calls.ts";

/** C declarations of library functions. */
export interface Prototypes {
  /** Of the function with this name in the file; `undefined` when it is not known. */
  prototypeOf(name: string): string | undefined;
  /** Declarations of the types that those asked for so far use, in the order to read them. */
  readonly types: readonly string[];
}

/** A feed, and what its identifiers stand for. */
export interface NamedFeed {
  readonly feed: ProgramFeed;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

export interface FeedSources extends MemorySources {
  readonly prototypes: Prototypes;
}

/** The same analysis gives the same feed. */
export async function feedOf(sources: FeedSources): Promise<NamedFeed> {
  const { parts, prototypes } = sources;
  const [places, allNames, summary, flow, references] = await Promise.all([
    allPlaces(parts),
    parts.allNames(),
    parts.summary(),
    parts.flow(),
    parts.references(),
  ]);
  const names = new GivenNames(sources.addresses);
  // In this order names are given: functions keep theirs, then what leads to imports, then data.
  const functions = [
    ...fedFunctions({ ...places, names: allNames, flow, references }, names, prototypes),
    ...fedPlaceholders(places, names, prototypes),
  ];
  const { imports, labels: slots } = fedSlots(places, names, prototypes);
  const labels = [
    ...slots,
    ...fedData(places, summary, names),
    ...labelledStrings(places, summary, names),
    ...labelledSymbols({ ...places, names: allNames }, summary, names),
  ];
  const { format, architecture, bits, endian } = summary;
  const feed: ProgramFeed = {
    machine: { format, architecture, bits, endian, conventions: conventionsOf(await parts.overview()) },
    regions: await fedRegions(sources, summary, references),
    functions,
    imports,
    labels: labels.sort((left, right) => (left.address < right.address ? -1 : 1)),
    readOnly: constantMemory(summary, places.imports, sources.addresses),
    // Once every function has asked for its prototype.
    types: prototypes.types,
  };
  return { feed, meanings: names.meanings };
}

interface Jumps {
  readonly flow: Flow;
  readonly references: ReferenceTable;
}

/** Changes with the code that makes feeds (a build puts it into one file) and with the version of the prototypes. */
export async function feedingDigest(prototypes: string): Promise<string> {
  return sha256(`${sha256(await readFile(fileURLToPath(import.meta.url)))} ${prototypes}`);
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
    return rva >= 0 && functionAt(functions, rva) < 0 && isCode(imports, row);
  });
  return rows.map((row) => {
    const rva = imports.placeholder[row] ?? 0;
    return { address: names.address(rva), ...importFacts({ imports }, row, rva, names, prototypes) };
  });
}

/** Objects seldom say which kind their imports have; then calls do. */
function isCode({ kind, calls }: Places["imports"], row: number): boolean {
  const name = SYMBOL_KINDS[kind[row] ?? 0];
  return name === "function" || (name === "notype" && (calls[row] ?? 0) > 0);
}

/** What else than functions relocatable files import: data of a size that they do not say. */
function fedData({ imports }: Places, { bits }: Summary, names: GivenNames): FedLabel[] {
  const rows = Array.from(imports.placeholder.keys()).filter((row) => {
    const rva = imports.placeholder[row] ?? -1;
    return rva >= 0 && !names.has(rva);
  });
  return rows.map((row) => {
    const rva = imports.placeholder[row] ?? 0;
    const name = names.claimImport(row, rva, textAt(imports.shown, row));
    return { address: names.address(rva), name, type: `undefined${bits / 8}` };
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
      const name = names.claim(rva, `&${shown}`, `${shown}_address`);
      fed.labels.push({ address: names.address(rva), name, type: "void **" });
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
