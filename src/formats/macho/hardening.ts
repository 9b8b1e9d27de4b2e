/** Protections that the compiler, the linker and the signature of a Mach-O file put into it, each with what shows it. */
import { UNFORTIFIED } from "../elf/fortified-functions.ts";
import type { HardeningFact, ImageImport } from "../image.ts";
import type { MachOSignature } from "./facts.ts";
import { isStripped } from "./build-facts.ts";
import type { Layout } from "./layout.ts";
import { COMMAND, commandOf } from "./load-commands.ts";
import { architectureName, CPU, FILE_TYPE, HEADER_FLAG, plainSubtype } from "./machines.ts";
import type { SymbolEntry } from "./symbols.ts";

/** What the facts are drawn from. */
export interface HardeningSources {
  readonly layout: Layout;
  readonly imports: readonly ImageImport[];
  readonly symbols: readonly SymbolEntry[];
  readonly signature: MachOSignature | undefined;
  readonly rpaths: readonly string[];
}

/** One fact for each property, in a fixed order; `unknown` where the file cannot tell. */
export function hardeningFacts(sources: HardeningSources): HardeningFact[] {
  const names = new Set(sources.imports.map(({ name }) => name.replace(/^_/u, "")));
  return [
    positionIndependence(sources),
    stackExecution(sources),
    heapExecution(sources),
    stackCanary(sources, names),
    fortifiedCalls(names),
    referenceCounting(names),
    pointerAuthentication(sources),
    signed(sources),
    hardenedRuntime(sources),
    libraryValidation(sources),
    restricted(sources),
    encrypted(sources),
    searchPath(sources),
    isStripped(sources) ? fact("stripped", "yes", "no local symbols") : fact("stripped", "no", "has local symbols"),
  ];
}

function fact(property: HardeningFact["property"], state: string, evidence: string): HardeningFact {
  return { property, state, evidence };
}

function hasFlag({ layout }: HardeningSources, flag: number): boolean {
  return (layout.header.flags & flag) !== 0;
}

function positionIndependence(sources: HardeningSources): HardeningFact {
  if (sources.layout.header.fileType !== FILE_TYPE.executable) {
    return fact("pie", "not_applicable", "not a main program (MH_EXECUTE)");
  }
  return hasFlag(sources, HEADER_FLAG.pie) ? fact("pie", "yes", "MH_PIE") : fact("pie", "no", "no MH_PIE");
}

function stackExecution(sources: HardeningSources): HardeningFact {
  return hasFlag(sources, HEADER_FLAG.allowStackExecution)
    ? fact("nx", "no", "MH_ALLOW_STACK_EXECUTION")
    : fact("nx", "yes", "no MH_ALLOW_STACK_EXECUTION");
}

/** Only 32-bit x86 has heaps that may be executed without asking. */
function heapExecution(sources: HardeningSources): HardeningFact {
  if (hasFlag(sources, HEADER_FLAG.noHeapExecution)) return fact("nx_heap", "yes", "MH_NO_HEAP_EXECUTION");
  const { cpuType, cpuSubtype } = sources.layout.header;
  if (cpuType === CPU.x86) return fact("nx_heap", "no", "no MH_NO_HEAP_EXECUTION");
  return fact("nx_heap", "yes", `always so for ${architectureName(cpuType, cpuSubtype)}`);
}

const CANARY_NAMES = ["__stack_chk_fail", "__stack_chk_guard"] as const;

function stackCanary({ symbols }: HardeningSources, names: ReadonlySet<string>): HardeningFact {
  const found = CANARY_NAMES.find((name) => names.has(name) || symbols.some((symbol) => symbol.name === `_${name}`));
  if (found !== undefined) return fact("canary", "yes", found);
  return names.size === 0
    ? fact("canary", "unknown", "no imports")
    : fact("canary", "no", "no __stack_chk_fail among its imports and symbols");
}

const FORTIFIED_NAME = /^__(?!stack)\w+_chk$/u;
const LISTED_NAMES = 12;

function fortifiedCalls(names: ReadonlySet<string>): HardeningFact {
  const checked = [...names].filter((name) => FORTIFIED_NAME.test(name)).sort();
  const unchecked = [...names].filter((name) => UNFORTIFIED.has(name)).sort();
  if (checked.length === 0 && unchecked.length === 0) {
    return fact("fortify", "unknown", "no import that has a checked form");
  }
  const evidence = `checked: ${listed(checked)}; unchecked: ${listed(unchecked)}`;
  if (checked.length === 0) return fact("fortify", "no", evidence);
  return fact("fortify", unchecked.length === 0 ? "yes" : "partial", evidence);
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const rest = names.length - LISTED_NAMES;
  return names.slice(0, LISTED_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Functions that only code compiled with automatic reference counting calls. */
const REFERENCE_COUNTING_NAMES = [
  "objc_storeStrong",
  "objc_retainAutoreleasedReturnValue",
  "objc_retainAutoreleaseReturnValue",
  "objc_unsafeClaimAutoreleasedReturnValue",
  "swift_release",
] as const;

function referenceCounting(names: ReadonlySet<string>): HardeningFact {
  const found = REFERENCE_COUNTING_NAMES.find((name) => names.has(name));
  if (found !== undefined) return fact("arc", "yes", found);
  const usesObjects = [...names].some((name) => name.startsWith("objc_"));
  return usesObjects
    ? fact("arc", "no", "Objective-C without the calls of automatic reference counting")
    : fact("arc", "not_applicable", "no Objective-C");
}

const ARM64E = 2;

function pointerAuthentication({ layout }: HardeningSources): HardeningFact {
  const { cpuType, cpuSubtype } = layout.header;
  if (cpuType !== CPU.arm64) return fact("pac", "not_applicable", "a property of arm64 only");
  return plainSubtype(cpuSubtype) === ARM64E ? fact("pac", "yes", "built for arm64e") : fact("pac", "no", "not arm64e");
}

function signed({ signature }: HardeningSources): HardeningFact {
  if (signature === undefined) return fact("signed", "no", "no LC_CODE_SIGNATURE");
  if (signature.certificates) return fact("signed", "yes", "a signature with certificates, not verified");
  const isByLinker = signature.flags.includes("linker_signed");
  return fact("signed", "adhoc", isByLinker ? "signed by the linker, no certificates" : "no certificates");
}

function hardenedRuntime({ signature }: HardeningSources): HardeningFact {
  if (signature === undefined) return fact("hardened_runtime", "no", "not signed");
  return signature.flags.includes("runtime")
    ? fact("hardened_runtime", "yes", "flag runtime of the code directory")
    : fact("hardened_runtime", "no", "no flag runtime in the code directory");
}

const NO_VALIDATION = "com.apple.security.cs.disable-library-validation";

/** The hardened runtime validates libraries unless an entitlement says not to. */
function libraryValidation({ signature }: HardeningSources): HardeningFact {
  if (signature?.flags.includes("library_validation") === true) {
    return fact("library_validation", "yes", "flag library_validation of the code directory");
  }
  if (signature?.flags.includes("runtime") !== true) {
    return fact("library_validation", "no", "neither library validation nor the hardened runtime");
  }
  return signature.entitlements?.includes(NO_VALIDATION) === true
    ? fact("library_validation", "no", `entitlement ${NO_VALIDATION}`)
    : fact("library_validation", "yes", "part of the hardened runtime");
}

function restricted({ layout, signature }: HardeningSources): HardeningFact {
  if (layout.segments.some(({ name }) => name === "__RESTRICT")) return fact("restrict", "yes", "segment __RESTRICT");
  return signature?.flags.includes("restrict") === true
    ? fact("restrict", "yes", "flag restrict of the code directory")
    : fact("restrict", "no", "no segment __RESTRICT");
}

function encrypted({ layout }: HardeningSources): HardeningFact {
  const { commands } = layout;
  const command = commandOf(commands, COMMAND.encryption, 20) ?? commandOf(commands, COMMAND.encryption64, 20);
  if (command === undefined) return fact("encrypted", "no", "no LC_ENCRYPTION_INFO");
  const id = command.u32(16);
  return id === 0
    ? fact("encrypted", "no", "LC_ENCRYPTION_INFO with cryptid 0")
    : fact("encrypted", "yes", `LC_ENCRYPTION_INFO with cryptid ${id}`);
}

function searchPath({ rpaths }: HardeningSources): HardeningFact {
  if (rpaths.length === 0) return fact("rpath", "no", "no LC_RPATH");
  return fact("rpath", "rpath", `LC_RPATH ${JSON.stringify(rpaths.join(":"))}`);
}
