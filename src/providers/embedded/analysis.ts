/** The provider port on the stored columns of one analysed file: each question reads the parts it needs. */
import path from "node:path";
import { Failure } from "../../base/failure.ts";
import type { Binding, TargetFact, Warning } from "../../contracts/envelope.ts";
import type { Disassemble } from "../../engine/instruction-text.ts";
import type { Analysis, TextMatch } from "../provider.ts";
import { Addresses, rvaOfFileOffset } from "./address-space.ts";
import { assemblyOf } from "./assembly.ts";
import { blocksOf } from "./blocks.ts";
import { callsFrom, callsTo, type CallSources } from "./calls.ts";
import { functionAt, functionHolding } from "./code-map.ts";
import type { Decompiling } from "./decompiler/open.ts";
import type { PseudocodeSource } from "./decompiler/pseudocode.ts";
import { describeAddress, unmappedAddress } from "./described.ts";
import { readMapped, type SampleBytes } from "./mapped-bytes.ts";
import { listExports, listImports, listNames, placesNamed } from "./names.ts";
import type { PartReader } from "./part-reader.ts";
import type { Names } from "./parts/names.ts";
import { Parts } from "./parts.ts";
import { allPlaces, codePlaces, namedPlaces } from "./places.ts";
import { listProcedures, procedureInfo } from "./procedures.ts";
import { referencesFrom, referencesOf, referencesTo, type ReferenceSources } from "./references.ts";
import { listStrings, stringsOf, type StringSources } from "./strings.ts";

export interface EmbeddedAnalysisOptions {
  readonly target: TargetFact;
  readonly binding: Binding;
  readonly parts: PartReader;
  /** Closed with the analysis. */
  readonly sample: SampleBytes & { close(): Promise<void> };
  /** Loads what writes the instructions of an architecture, on the first question that shows some. */
  readonly loadDisassembler: (architecture: string) => Promise<Disassemble>;
  /** Absent when no decompiler is to be had: then `pseudocode` rejects with `decompiler_missing`. */
  readonly decompiling?: Decompiling;
  readonly origin: "store" | "engine";
  /** Grows while parts are read. */
  readonly warnings: readonly Warning[];
}

/** Reads the part `summary` at once and the others when they are needed. */
export async function createEmbeddedAnalysis(options: EmbeddedAnalysisOptions): Promise<Analysis> {
  const { target, binding, sample, origin } = options;
  const parts = new Parts(options.parts);
  const summary = await parts.summary();
  const addresses = new Addresses(summary.base);
  const damage = damageWarnings(summary.faults);
  const answers = {
    ...inventory(parts, addresses, path.basename(target.path)),
    ...lookUps(parts, addresses),
    ...relations(parts, addresses),
  };
  let texts: PseudocodeSource | undefined;
  const source = async (): Promise<PseudocodeSource> => {
    const { openPseudocode } = await import("./decompiler/open.ts");
    const { decompiling } = options;
    if (decompiling === undefined) throw new Failure("decompiler_missing", "this analysis has no decompiler");
    const analysis = { target, binding, ...answers };
    return (texts ??= openPseudocode({ ...decompiling, analysis, parts, addresses, sample }));
  };
  return {
    target,
    binding,
    imageBase: summary.base,
    origin,
    get warnings() {
      return [...damage, ...options.warnings, ...(texts?.warnings ?? [])];
    },
    ...answers,
    addressOfFileOffset: (offset) => {
      const rva = rvaOfFileOffset(summary.regions, offset);
      return rva === undefined ? undefined : addresses.absolute(rva);
    },
    async assembly(procedure, { syntax, window }) {
      const index = await startingIndex(parts, addresses, procedure);
      if (index < 0) return { items: [], total: 0, more: false, limits: [] };
      const [places, references, flow] = await Promise.all([allPlaces(parts), parts.references(), parts.flow()]);
      const read = (rva: number, size: number): Promise<Uint8Array | undefined> => readMapped(parts, sample, rva, size);
      const disassemble = await options.loadDisassembler(target.architecture);
      const { regions } = summary;
      return assemblyOf({ places, references, flow, regions, addresses, read, disassemble }, index, syntax, window);
    },
    pseudocode: async (procedures, asked) => (await source()).decompile(procedures, asked),
    pseudocodeKey: async () => (await source()).key(),
    async bytes(address, size) {
      const rva = addresses.rva(address);
      return rva === undefined ? undefined : readMapped(parts, sample, rva, size);
    },
    async close() {
      await texts?.close();
      await sample.close();
    },
  };
}

/** Without it an empty list of a damaged file would say that there is none, where nobody could look. */
function damageWarnings(faults: number): Warning[] {
  if (faults === 0) return [];
  const places = faults === 1 ? "1 fault" : `${faults} faults`;
  const message = `reading the file met ${places}: answers may lack what is damaged; binary_overview lists them`;
  return [{ code: "sample_damaged", message }];
}

type Inventory = Pick<Analysis, "overview" | "segments" | "procedures" | "names" | "strings" | "imports" | "exports">;

/** The lists. */
function inventory(parts: Parts, addresses: Addresses, file: string): Inventory {
  return {
    async overview() {
      const overview = await parts.overview();
      return { ...overview, identity: { ...overview.identity, file } };
    },
    segments: async () => (await parts.summary()).segments,
    async procedures(window, filter) {
      const [functions, names] = await Promise.all([parts.functions(), namesFor(parts, filter.match)]);
      return listProcedures({ functions, names }, addresses, window, filter);
    },
    async names(window, match) {
      const [symbols, names] = await Promise.all([parts.symbols(), namesFor(parts, match)]);
      return listNames(symbols, names, addresses, window, match);
    },
    strings: async (window, filter) => listStrings(await stringSources(parts, addresses), window, filter),
    imports: async (window, match) => listImports(await parts.imports(), addresses, window, match),
    async exports(window, match) {
      const [exports, names] = await Promise.all([parts.exports(), namesFor(parts, match)]);
      return listExports(exports, names, addresses, window, match);
    },
  };
}

/** A search looks at every name; a list shows some. */
function namesFor(parts: Parts, match: TextMatch | undefined): Promise<Names> {
  return match === undefined ? parts.names() : parts.allNames();
}

type LookUps = Pick<Analysis, "procedure" | "containing" | "named" | "describe">;

/** Questions about one address or name. */
function lookUps(parts: Parts, addresses: Addresses): LookUps {
  const info = async (index: number): Promise<ReturnType<typeof procedureInfo> | undefined> => {
    if (index < 0) return undefined;
    const [places, summary] = await Promise.all([namedPlaces(parts), parts.summary()]);
    return procedureInfo(places, summary, addresses, index);
  };
  return {
    procedure: async (address) => info(await startingIndex(parts, addresses, address)),
    async containing(address) {
      const rva = addresses.rva(address);
      return rva === undefined ? undefined : info(functionHolding(await parts.functions(), rva));
    },
    async named(name) {
      const [places, names] = await Promise.all([namedPlaces(parts), parts.allNames()]);
      return placesNamed({ ...places, names }, addresses, name);
    },
    async describe(address) {
      const rva = addresses.rva(address);
      if (rva === undefined) return unmappedAddress(address, addresses.distance(address));
      const [places, { regions }] = await Promise.all([allPlaces(parts), parts.summary()]);
      return describeAddress(places, regions, addresses, rva);
    },
  };
}

type Relations = Pick<
  Analysis,
  "blocks" | "callsFrom" | "callsTo" | "referencesTo" | "referencesFrom" | "referencesOf" | "stringsOf"
>;

/** How functions and places refer to each other. */
function relations(parts: Parts, addresses: Addresses): Relations {
  return {
    async blocks(procedure) {
      const index = await startingIndex(parts, addresses, procedure);
      if (index < 0) return [];
      const [functions, flow] = await Promise.all([parts.functions(), parts.flow()]);
      return blocksOf(functions, flow, addresses, index);
    },
    async callsFrom(procedure) {
      const index = await startingIndex(parts, addresses, procedure);
      return index < 0 ? [] : callsFrom(await callSources(parts, addresses), index);
    },
    async callsTo(procedure) {
      const rva = addresses.rva(procedure);
      return rva === undefined ? [] : callsTo(await callSources(parts, addresses), rva);
    },
    async referencesTo(address, size) {
      const rva = addresses.rva(address);
      return rva === undefined ? [] : referencesTo(await referenceSources(parts, addresses), { rva, size });
    },
    async referencesFrom(address, size) {
      const rva = addresses.rva(address);
      return rva === undefined ? [] : referencesFrom(await referenceSources(parts, addresses), { rva, size });
    },
    async referencesOf(procedure) {
      const index = await startingIndex(parts, addresses, procedure);
      return index < 0 ? [] : referencesOf(await referenceSources(parts, addresses), index);
    },
    async stringsOf(procedure) {
      const index = await startingIndex(parts, addresses, procedure);
      if (index < 0) return [];
      const sources = await stringSources(parts, addresses);
      const [functions, references] = await Promise.all([parts.functions(), parts.references()]);
      return stringsOf(sources, functions, references, index);
    },
  };
}

/** Index of the function that starts at the address, -1 when none does. */
async function startingIndex(parts: Parts, addresses: Addresses, address: bigint): Promise<number> {
  const rva = addresses.rva(address);
  return rva === undefined ? -1 : functionAt(await parts.functions(), rva);
}

async function callSources(parts: Parts, addresses: Addresses): Promise<CallSources> {
  const [code, references] = await Promise.all([codePlaces(parts), parts.references()]);
  return { ...code, references, addresses };
}

async function referenceSources(parts: Parts, addresses: Addresses): Promise<ReferenceSources> {
  const [places, references] = await Promise.all([allPlaces(parts), parts.references()]);
  return { places, references, addresses };
}

async function stringSources(parts: Parts, addresses: Addresses): Promise<StringSources> {
  const [strings, { regions }] = await Promise.all([parts.strings(), parts.summary()]);
  return { strings, regions, addresses };
}
