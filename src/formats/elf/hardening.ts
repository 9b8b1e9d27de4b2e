/** Protections that the compiler and linker put into a file, each with what shows it. */
import type { HardeningFact, ImageImport } from "../image.ts";
import { FUNCTION, type SymbolList } from "../symbol-list.ts";
import { type Dynamic, DYNAMIC_TAG } from "./dynamic.ts";
import { UNFORTIFIED } from "./fortified-functions.ts";
import { FILE_TYPE, type HeaderTable } from "./header.ts";
import { isRelocatable, type Layout } from "./layout.ts";
import { isMarkedProgram, isProgram } from "./linkage.ts";
import { architectureOf } from "./machines.ts";
import { gnuProperty, type Note } from "./notes.ts";
import { SECTION_FLAG, SECTION_TYPE } from "./section-headers.ts";
import { SEGMENT_TYPE } from "./segments.ts";

/** What the facts are drawn from. */
export interface HardeningSources {
  readonly layout: Layout;
  readonly dynamic: Dynamic | undefined;
  readonly notes: readonly Note[];
  readonly symbols: SymbolList;
  readonly imports: readonly ImageImport[];
}

/** One fact for each property, in a fixed order; `unknown` where the file cannot tell. */
export function hardeningFacts(sources: HardeningSources): HardeningFact[] {
  if (sources.layout.header.type === FILE_TYPE.core) return [];
  return drawnFacts(sources).map((drawn) => (isLost(drawn, sources.layout) ? lost(drawn) : drawn));
}

function drawnFacts(sources: HardeningSources): HardeningFact[] {
  return [
    positionIndependence(sources),
    executableStack(sources),
    readOnlyRelocations(sources),
    stackCanary(sources),
    controlFlow(sources),
    fortifiedCalls(sources),
    searchPath(sources),
    strippedSymbols(sources),
  ];
}

/** States that stand on something being absent: no evidence in a file whose headers are cut off. */
const ABSENT: ReadonlyMap<HardeningFact["property"], string> = new Map([
  ["pie", "not_applicable"],
  ["relro", "no"],
  ["canary", "no"],
  ["cet", "no"],
  ["rpath", "no"],
]);

function isLost({ property, state }: HardeningFact, { header, segments, sections }: Layout): boolean {
  if (property === "stripped") return state === "yes" && isCut(header.sectionHeaders, sections.length);
  return !isRelocatable(header) && ABSENT.get(property) === state && isCut(header.programHeaders, segments.length);
}

/** Whether the header tells of more entries than the file holds. */
function isCut({ offset, count }: HeaderTable, held: number): boolean {
  return offset !== 0 && held < count;
}

function lost({ property }: HardeningFact): HardeningFact {
  const table = property === "stripped" ? "section" : "program";
  return fact(property, "unknown", `${table} headers lie outside the file`);
}

function fact(property: HardeningFact["property"], state: string, evidence: string): HardeningFact {
  return { property, state, evidence };
}

function positionIndependence({ layout, dynamic }: HardeningSources): HardeningFact {
  if (isRelocatable(layout.header)) return fact("pie", "not_applicable", "relocatable file (ET_REL)");
  if (layout.header.type === FILE_TYPE.executable) return fact("pie", "no", "fixed addresses (ET_EXEC)");
  if (!isProgram(layout, dynamic)) return fact("pie", "not_applicable", "shared object (ET_DYN), not a program");
  return fact("pie", "yes", isMarkedProgram(dynamic) ? "ET_DYN with DF_1_PIE" : "ET_DYN with PT_INTERP");
}

function executableStack({ layout }: HardeningSources): HardeningFact {
  if (isRelocatable(layout.header)) {
    const section = layout.sections.find(({ name }) => name === ".note.GNU-stack");
    if (section === undefined) return fact("nx", "unknown", "no .note.GNU-stack section");
    const executable = (section.flags & SECTION_FLAG.execute) !== 0;
    return fact("nx", executable ? "no" : "yes", `.note.GNU-stack is ${executable ? "" : "not "}executable`);
  }
  const segment = layout.segments.find(({ type }) => type === SEGMENT_TYPE.stack);
  if (segment === undefined) return fact("nx", "unknown", "no PT_GNU_STACK: the kernel's default applies");
  const executable = (segment.flags & 1) !== 0;
  return fact("nx", executable ? "no" : "yes", `PT_GNU_STACK is ${executable ? "" : "not "}executable`);
}

const BIND_NOW_FLAG = 8;
const BIND_NOW_FLAG_1 = 1;

function readOnlyRelocations({ layout, dynamic }: HardeningSources): HardeningFact {
  if (isRelocatable(layout.header)) return fact("relro", "not_applicable", "relocatable file (ET_REL)");
  if (!layout.segments.some(({ type }) => type === SEGMENT_TYPE.relro)) return fact("relro", "no", "no PT_GNU_RELRO");
  const now = bindNowEvidence(dynamic);
  if (now !== undefined) return fact("relro", "full", `PT_GNU_RELRO and ${now}`);
  if (dynamic?.has(DYNAMIC_TAG.jmpRel) === false) {
    return fact("relro", "full", "PT_GNU_RELRO and no slots that are bound lazily (no DT_JMPREL)");
  }
  return fact("relro", "partial", "PT_GNU_RELRO without immediate binding");
}

function bindNowEvidence(dynamic: Dynamic | undefined): string | undefined {
  if (dynamic?.has(DYNAMIC_TAG.bindNow)) return "DT_BIND_NOW";
  if (((dynamic?.number(DYNAMIC_TAG.flags) ?? 0) & BIND_NOW_FLAG) !== 0) return "DF_BIND_NOW";
  return ((dynamic?.number(DYNAMIC_TAG.flags1) ?? 0) & BIND_NOW_FLAG_1) === 0 ? undefined : "DF_1_NOW";
}

const CANARY_NAMES: ReadonlySet<string> = new Set([
  "__stack_chk_fail",
  "__stack_chk_fail_local",
  "__stack_chk_guard",
  "__stack_smash_handler",
  "__intel_security_cookie",
]);

function stackCanary(sources: HardeningSources): HardeningFact {
  const name = canaryName(sources);
  if (name !== undefined) return fact("canary", "yes", name);
  if (!namesLibraryCalls(sources)) return fact("canary", "unknown", "static file without symbols");
  return fact("canary", "no", "no __stack_chk_fail among its imports and symbols");
}

function canaryName({ imports, symbols }: HardeningSources): string | undefined {
  const imported = imports.find(({ name }) => CANARY_NAMES.has(name));
  if (imported !== undefined) return imported.name;
  const row = symbols.rowNamed(CANARY_NAMES);
  return row < 0 ? undefined : symbols.name.at(row);
}

/** Whether a call of the C library would show as a name. */
function namesLibraryCalls({ imports, symbols }: HardeningSources): boolean {
  return imports.length > 0 || symbols.kind.includes(FUNCTION);
}

/** `GNU_PROPERTY_X86_FEATURE_1_AND` (Linux Extensions to gABI). */
const X86_FEATURES = 0xc000_0002;
const INDIRECT_BRANCH_TRACKING = 1;
const SHADOW_STACK = 2;

function controlFlow({ layout, notes }: HardeningSources): HardeningFact {
  const { machine, bits } = layout.header;
  const architecture = architectureOf(machine, bits);
  if (architecture !== "x86_64" && architecture !== "x86") {
    return fact("cet", "not_applicable", `a property of x86 only; this is ${architecture}`);
  }
  const features = gnuProperty(notes, X86_FEATURES, bits === 64 ? 8 : 4);
  if (features === undefined) return fact("cet", "no", "no x86 feature property in .note.gnu.property");
  const ibt = (features & INDIRECT_BRANCH_TRACKING) !== 0 ? ["ibt"] : [];
  const shstk = (features & SHADOW_STACK) !== 0 ? ["shstk"] : [];
  const state = [...ibt, ...shstk].join("+");
  return fact("cet", state === "" ? "no" : state, `.note.gnu.property x86 features 0x${features.toString(16)}`);
}

function fortifiedCalls(sources: HardeningSources): HardeningFact {
  if (!namesLibraryCalls(sources)) return fact("fortify", "unknown", "static file without symbols");
  const names = new Set(sources.imports.map(({ name }) => name));
  const checked = [...names].filter((name) => FORTIFIED_NAME.test(name)).sort();
  const unchecked = [...names].filter((name) => UNFORTIFIED.has(name)).sort();
  if (checked.length === 0 && unchecked.length === 0) {
    return fact("fortify", "unknown", "no import that has a checked form");
  }
  const evidence = `checked: ${listed(checked)}; unchecked: ${listed(unchecked)}`;
  if (checked.length === 0) return fact("fortify", "no", evidence);
  return fact("fortify", unchecked.length === 0 ? "yes" : "partial", evidence);
}

const FORTIFIED_NAME = /^__(?!stack)\w+_chk$/u;
const LISTED_NAMES = 12;

function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const rest = names.length - LISTED_NAMES;
  return names.slice(0, LISTED_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function searchPath({ dynamic }: HardeningSources): HardeningFact {
  const runpath = dynamic?.texts(DYNAMIC_TAG.runpath) ?? [];
  const rpath = dynamic?.texts(DYNAMIC_TAG.rpath) ?? [];
  if (runpath.length > 0) return fact("rpath", "runpath", `DT_RUNPATH ${JSON.stringify(runpath.join(":"))}`);
  if (rpath.length > 0) return fact("rpath", "rpath", `DT_RPATH ${JSON.stringify(rpath.join(":"))}`);
  return fact("rpath", "no", "no DT_RPATH and no DT_RUNPATH");
}

function strippedSymbols({ layout }: HardeningSources): HardeningFact {
  const present = layout.sections.some(({ type, size }) => type === SECTION_TYPE.symtab && size > 0);
  return present ? fact("stripped", "no", "has a symbol table") : fact("stripped", "yes", "no symbol table");
}
