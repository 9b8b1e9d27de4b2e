/** What a person types for a place in a program, resolved to the address or function that it means. */
import { z } from "zod";
import { Failure } from "../base/failure.ts";
import type { ProcedureInfo } from "../contracts/facts.ts";
import type { Analysis, NamedPlace } from "../providers/provider.ts";
import {
  explicitAddress,
  formatAddress,
  impliedAddress,
  isExplicit,
  splitSum,
  wrapped,
  type ImpliedAddress,
} from "./address-spelling.ts";
import { addressOfName, importsNamed, placesNamed } from "./name-lookup.ts";
import { nearNames } from "./near-names.ts";

const selector = z.string().min(1).max(4096);

export const addressInput = selector.describe(
  "Address or name: 0x401120, 401120h, rva:0x1120, off:0x1120, main, main+0x10.",
);
export const procedureInput = selector.describe(
  "Name (main, puts@plt) or any address inside it (0x401120, main+0x10).",
);

/** Something that code can call. */
export interface Callable {
  readonly address: bigint;
  readonly name: string;
  /** Absent for an import that is reached through slots and has no stub. */
  readonly info?: ProcedureInfo;
}

/**
 * The mapped address that the text names. Throws `address_invalid`, `address_not_mapped`, `name_not_found`,
 * `selector_ambiguous`.
 */
export async function resolveAddress(analysis: Analysis, text: string): Promise<bigint> {
  const place = await resolve(analysis, text, "name_not_found");
  const { mapped } = await analysis.describe(place.address);
  if (mapped) return place.address;
  if (place.spelling === "digits") throw await notFound(analysis, text, "name_not_found");
  throw notMapped(analysis, text, place.address);
}

/** The function that the text names or whose code holds the address. Throws also `function_not_found`. */
export async function resolveProcedure(analysis: Analysis, text: string): Promise<ProcedureInfo> {
  const { info, address } = await resolveCallable(analysis, text);
  if (info !== undefined) return info;
  const message = `${text} is an import, and no code for it is in this program`;
  throw new Failure("function_not_found", message, { argument: text, slot: formatAddress(address) });
}

/** As `resolveProcedure`, but an import that has no stub is found too; its address is where calls to it lead. */
export async function resolveCallable(analysis: Analysis, text: string): Promise<Callable> {
  const { address, spelling } = await resolve(analysis, text, "function_not_found");
  const info = (await analysis.procedure(address)) ?? (await analysis.containing(address));
  if (info !== undefined) return { address: BigInt(info.address), name: info.name, info };
  const [imported] = spelling === "name" ? await importsNamed(analysis, text.trim()) : [];
  if (imported !== undefined) return { address, name: imported.name };
  const { mapped, section } = await analysis.describe(address);
  if (spelling === "digits") throw await notFound(analysis, text, "function_not_found");
  if (!mapped) throw notMapped(analysis, text, address);
  const where = section === null ? "" : ` (section ${section})`;
  throw new Failure("function_not_found", `no function holds ${formatAddress(address)}${where}`, { argument: text });
}

/** Every place with this name: functions, symbols, imports, and the slots of imports. Throws `name_not_found`. */
export async function resolveName(analysis: Analysis, text: string): Promise<readonly NamedPlace[]> {
  const places = await placesNamed(analysis, text.trim());
  if (places.length === 0) throw await notFound(analysis, text, "name_not_found");
  return places;
}

function notMapped(analysis: Analysis, text: string, address: bigint): Failure {
  const message = `${formatAddress(address)} is not part of the program's memory`;
  return new Failure("address_not_mapped", message, {
    argument: text,
    image_base: formatAddress(analysis.imageBase),
  });
}

type NotFound = "name_not_found" | "function_not_found";

interface ResolvedPlace {
  readonly address: bigint;
  readonly spelling: ImpliedAddress["spelling"] | "name";
}

async function resolve(analysis: Analysis, typed: string, code: NotFound): Promise<ResolvedPlace> {
  const text = typed.trim();
  if (isExplicit(text)) return { address: explicitSum(analysis, text), spelling: "address" };
  const name = await addressOfName(analysis, text);
  if (name !== undefined) return { address: name, spelling: "name" };
  const sum = await namedSum(analysis, text);
  if (sum !== undefined) return { address: sum, spelling: "address" };
  const implied = impliedAddress(text);
  if (implied !== undefined) return implied;
  throw await notFound(analysis, text, code);
}

function explicitSum(analysis: Analysis, text: string): bigint {
  const { base, offset } = splitSum(text) ?? { base: text, offset: 0n };
  return wrapped(explicitAddress(analysis, base) + offset);
}

async function namedSum(analysis: Analysis, text: string): Promise<bigint | undefined> {
  const sum = splitSum(text);
  if (sum === undefined) return undefined;
  const base = (await addressOfName(analysis, sum.base)) ?? impliedAddress(sum.base)?.address;
  return base === undefined ? undefined : wrapped(base + sum.offset);
}

async function notFound(analysis: Analysis, text: string, code: NotFound): Promise<Failure> {
  const candidates = await nearNames(analysis, text, code === "function_not_found" ? "functions" : "all");
  const what = code === "function_not_found" ? "function" : "function, symbol or import";
  const advice = candidates.length === 0 ? "" : `; near it: ${candidates.join(", ")}`;
  return new Failure(code, `no ${what} is called ${text}${advice}`, { argument: text, candidates });
}
