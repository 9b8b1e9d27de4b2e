/** Protections that the compiler and linker put into a PE image, each with what shows it. */
import { plural } from "../../base/plural.ts";
import type { HardeningFact } from "../image.ts";
import type { Contents } from "./contents.ts";
import type { DebugFacts } from "./debug-directory.ts";
import { DIRECTORY, directoryOf, type Header } from "./header.ts";
import type { LoadConfiguration } from "./load-configuration.ts";
import { architectureOf, CHARACTERISTIC, DLL_CHARACTERISTIC } from "./machines.ts";

/** What the facts are drawn from. */
export interface HardeningSources {
  readonly header: Header;
  readonly configuration: LoadConfiguration | undefined;
  readonly debug: DebugFacts;
  readonly contents: Contents;
  readonly signed: boolean;
}

/** One fact for each property, in a fixed order; none for objects. */
export function hardeningFacts(sources: HardeningSources): HardeningFact[] {
  const characteristics = sources.header.optional?.dllCharacteristics;
  if (characteristics === undefined) return [];
  return [
    addressRandomisation(sources, characteristics),
    highEntropy(sources, characteristics),
    flagFact("dep", characteristics, DLL_CHARACTERISTIC.nxCompatible, "NX_COMPAT"),
    controlFlowGuard(sources, characteristics),
    safeHandlers(sources, characteristics),
    shadowStack(sources),
    stackCookie(sources),
    signature(sources),
    strippedSymbols(sources),
  ];
}

function fact(property: HardeningFact["property"], state: string, evidence: string): HardeningFact {
  return { property, state, evidence };
}

function flagFact(property: HardeningFact["property"], flags: number, flag: number, name: string): HardeningFact {
  return (flags & flag) === 0
    ? fact(property, "no", `no ${name} in the DLL characteristics`)
    : fact(property, "yes", `${name} in the DLL characteristics`);
}

function addressRandomisation({ header }: HardeningSources, flags: number): HardeningFact {
  if ((flags & DLL_CHARACTERISTIC.dynamicBase) === 0)
    return flagFact("aslr", flags, DLL_CHARACTERISTIC.dynamicBase, "DYNAMIC_BASE");
  const stripped = (header.characteristics & CHARACTERISTIC.relocationsStripped) !== 0;
  if (stripped) return fact("aslr", "no", "DYNAMIC_BASE, but RELOCS_STRIPPED");
  if (directoryOf(header, DIRECTORY.relocations) === undefined && header.optional?.bits === 32) {
    return fact("aslr", "no", "DYNAMIC_BASE without base relocations");
  }
  return fact("aslr", "yes", "DYNAMIC_BASE in the DLL characteristics");
}

function highEntropy({ header }: HardeningSources, flags: number): HardeningFact {
  if (header.optional?.bits === 32) return fact("high_entropy_va", "not_applicable", "32-bit image");
  return flagFact("high_entropy_va", flags, DLL_CHARACTERISTIC.highEntropy, "HIGH_ENTROPY_VA");
}

/** `IMAGE_GUARD_CF_INSTRUMENTED`. */
const INSTRUMENTED = 0x100;

function controlFlowGuard({ configuration }: HardeningSources, flags: number): HardeningFact {
  if ((flags & DLL_CHARACTERISTIC.guardCf) === 0) return flagFact("cfg", flags, DLL_CHARACTERISTIC.guardCf, "GUARD_CF");
  if (((configuration?.guardFlags ?? 0) & INSTRUMENTED) === 0) {
    return fact("cfg", "no", "GUARD_CF, but the code is not instrumented");
  }
  const guarded = configuration?.guardFunctions.length ?? 0;
  return fact("cfg", "yes", `GUARD_CF and ${guarded} ${plural(guarded, "function")} in the guard table`);
}

function safeHandlers({ header, configuration }: HardeningSources, flags: number): HardeningFact {
  if (architectureOf(header.machine) !== "x86")
    return fact("safe_seh", "not_applicable", "a property of 32-bit x86 only");
  if ((flags & DLL_CHARACTERISTIC.noSeh) !== 0) return fact("safe_seh", "yes", "NO_SEH: the image has no handlers");
  const handlers = configuration?.safeHandlers;
  if (handlers === undefined) return fact("safe_seh", "no", "no handler table in the load configuration");
  return fact("safe_seh", "yes", `${handlers.length} ${plural(handlers.length, "handler")} in the load configuration`);
}

/** `IMAGE_DLLCHARACTERISTICS_EX_CET_COMPAT`. */
const CET_COMPATIBLE = 1;

function shadowStack({ header, debug }: HardeningSources): HardeningFact {
  const architecture = architectureOf(header.machine);
  if (architecture !== "x86_64" && architecture !== "x86") {
    return fact("cet", "not_applicable", `a property of x86 only; this is ${architecture}`);
  }
  const flags = debug.extendedCharacteristics;
  if (flags === undefined) return fact("cet", "no", "no extended DLL characteristics in the debug directory");
  const compatible = (flags & CET_COMPATIBLE) !== 0;
  return fact("cet", compatible ? "shstk" : "no", `extended DLL characteristics 0x${flags.toString(16)}`);
}

const CANARY_NAMES: ReadonlySet<string> = new Set(["__stack_chk_fail", "__security_cookie", "__security_check_cookie"]);

function stackCookie({ configuration, contents }: HardeningSources): HardeningFact {
  if (configuration?.securityCookie !== undefined)
    return fact("canary", "yes", "security cookie in the load configuration");
  const { imports, symbols } = contents;
  const imported = imports.find(({ name }) => CANARY_NAMES.has(name));
  if (imported !== undefined) return fact("canary", "yes", imported.name);
  const row = symbols.rowNamed(CANARY_NAMES);
  if (row >= 0) return fact("canary", "yes", symbols.name.at(row));
  return fact("canary", "no", "no security cookie in the load configuration and no symbol of one");
}

function signature({ signed }: HardeningSources): HardeningFact {
  return signed
    ? fact("signed", "present", "certificate table; the signature is not verified")
    : fact("signed", "no", "no certificate table");
}

function strippedSymbols({ header }: HardeningSources): HardeningFact {
  return header.symbolTable === 0 || header.symbols === 0
    ? fact("stripped", "yes", "no COFF symbols")
    : fact("stripped", "no", "has COFF symbols");
}
