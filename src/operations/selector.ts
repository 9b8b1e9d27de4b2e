/** What a person types for a place in a program, resolved to the address or function that it means. */
import { z } from "zod";
import { Failure } from "../base/failure.ts";
import type { ImportFact, ProcedureInfo } from "../contracts/facts.ts";
import type { Analysis, NamedPlace } from "../providers/provider.ts";
import { nearNames } from "./near-names.ts";

const selector = z.string().min(1).max(4096);

export const addressInput = selector.describe(
  "Address or name: 0x401120, 401120h, rva:0x1120, off:0x1120, main, main+0x10.",
);
export const procedureInput = selector.describe(
  "Name (main, sub_401120, puts@plt) or any address inside it (0x401120, main+0x10, off:0x1120).",
);

/** Something that code can call. */
export interface Callable {
  readonly address: bigint;
  readonly name: string;
  /** Absent for an import that is reached through slots and has no stub. */
  readonly info?: ProcedureInfo;
}

/** An address as answers show it: lower-case hexadecimal with `0x`. */
export function formatAddress(address: bigint): string {
  return `0x${address.toString(16)}`;
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

/** Every place with this name: functions, symbols, imports, and the slots of imports. */
export async function resolveName(analysis: Analysis, text: string): Promise<readonly NamedPlace[]> {
  const named = await analysis.named(text);
  const found = named.length > 0 ? named : await otherSpellings(analysis, text);
  const slots = await importSlots(analysis, text);
  const places = [...found, ...slots.filter(({ address }) => found.every((place) => place.address !== address))];
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
  /** How it was written; `digits` is bare hexadecimal, which may as well have been meant as a name. */
  readonly spelling: "address" | "name" | "digits";
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

/** `main+0x10`, `main+16`; the name may hold a plus itself (`operator+`). */
function splitSum(text: string): { readonly base: string; readonly offset: bigint } | undefined {
  const [, base, offset] = /^(.+?)\s*\+\s*(0x[0-9a-f]{1,16}|\d{1,15}|[0-9a-f]{1,16}h)$/isu.exec(text) ?? [];
  if (base === undefined || offset === undefined) return undefined;
  return { base, offset: parseNumber(offset) ?? BigInt(offset) };
}

function wrapped(address: bigint): bigint {
  return BigInt.asUintN(64, address);
}

/** Spellings that cannot be a name. */
function isExplicit(text: string): boolean {
  return /^(?:0x|rva:|off:)/iu.test(text);
}

/** `0x401120`, `rva:0x1120`, `off:0x1120`. */
function explicitAddress(analysis: Analysis, text: string): bigint {
  const [, space = "", digits = ""] = /^(rva:|off:|)(.*)$/isu.exec(text) ?? [];
  const value = parseNumber(digits);
  if (value === undefined) {
    const wanted = `${space}0x followed by at most 16 hexadecimal digits`;
    throw new Failure("address_invalid", `${text} is not an address: expected ${wanted}`, { argument: text });
  }
  switch (space.toLowerCase()) {
    case "rva:":
      return wrapped(analysis.imageBase + value);
    case "off:":
      return addressOfOffset(analysis, text, value);
    default:
      return value;
  }
}

function addressOfOffset(analysis: Analysis, text: string, offset: bigint): bigint {
  const address = offset <= BigInt(Number.MAX_SAFE_INTEGER) ? analysis.addressOfFileOffset(Number(offset)) : undefined;
  if (address !== undefined) return address;
  const message = `no memory is filled from file offset ${formatAddress(offset)}`;
  throw new Failure("address_not_mapped", message, { argument: text });
}

/** `0x1120` or `1120h`, up to 64 bits. */
function parseNumber(text: string): bigint | undefined {
  const [, prefixed, suffixed] = /^(?:0x([0-9a-f]{1,16})|([0-9a-f]{1,17})h)$/iu.exec(text) ?? [];
  const digits = prefixed ?? suffixed;
  if (digits === undefined) return undefined;
  const value = BigInt(`0x${digits}`);
  return value === wrapped(value) ? value : undefined;
}

/** `401120h` and `401120`, read as addresses once no name fits. */
function impliedAddress(text: string): ResolvedPlace | undefined {
  const [, generated] = /^(?:sub|loc|fcn|FUN|fun)[_.](?:0x)?([0-9a-f]{1,16})$/u.exec(text) ?? [];
  if (generated !== undefined) return { address: BigInt(`0x${generated}`), spelling: "digits" };
  const suffixed = parseNumber(text);
  if (suffixed !== undefined) return { address: suffixed, spelling: /^\d/u.test(text) ? "address" : "digits" };
  if (/^[0-9a-f]{1,16}$/iu.test(text)) return { address: BigInt(`0x${text}`), spelling: "digits" };
  return undefined;
}

async function addressOfName(analysis: Analysis, name: string): Promise<bigint | undefined> {
  const named = await analysis.named(name);
  const places = named.length > 0 ? named : await otherSpellings(analysis, name);
  return preferred(name, places);
}

/** `puts@plt` is the stub only; `memcpy@GLIBC_2.14` and `memcpy@@GLIBC_2.14` are `memcpy`. */
async function otherSpellings(analysis: Analysis, name: string): Promise<readonly NamedPlace[]> {
  const [, bare, version] = /^([^@]+)@@?([^@]+)$/u.exec(name) ?? [];
  if (bare === undefined) return withoutSignature(analysis, name);
  const places = await analysis.named(bare);
  return version === "plt" ? places.filter(({ kind }) => kind === "import_stub") : places;
}

/** `node::Start` for `node::Start(int, char**)`, `core::fmt::write` for that path with its hash. */
async function withoutSignature(analysis: Analysis, name: string): Promise<readonly NamedPlace[]> {
  if (!/^[A-Za-z_~]/u.test(name)) return [];
  const matches = (text: string): boolean =>
    text.startsWith(name) && /^(?:\(|::h[0-9a-f]{16}$)/u.test(text.slice(name.length));
  const window = { offset: 0, limit: MOST_OVERLOADS };
  const { items } = await analysis.procedures(window, {
    kinds: [],
    match: { matches, exhausted: undefined },
    order: "address",
  });
  return items.map((item) => ({
    address: BigInt(item.address),
    name: item.name,
    kind: item.kind === "import_stub" ? "import_stub" : "function",
  }));
}

const MOST_OVERLOADS = 1000;

/** Functions outrank stubs of an import with the same name, and those outrank other symbols. */
function preferred(name: string, places: readonly NamedPlace[]): bigint | undefined {
  for (const kind of ["function", "import_stub", "symbol"] as const) {
    const [first, ...others] = places.filter((place) => place.kind === kind);
    if (first === undefined) continue;
    if (others.length > 0) throw ambiguous(name, [first, ...others]);
    return first.address;
  }
  return undefined;
}

const MOST_CANDIDATES = 20;

function ambiguous(name: string, places: readonly NamedPlace[]): Failure {
  const candidates = places.slice(0, MOST_CANDIDATES).map((place) => `${formatAddress(place.address)} ${place.name}`);
  const message = `${name} names ${places.length} places: ${candidates.join(", ")}`;
  return new Failure("selector_ambiguous", places.length > candidates.length ? `${message}, ...` : message, {
    argument: name,
    total: places.length,
    candidates,
  });
}

async function importSlots(analysis: Analysis, name: string): Promise<NamedPlace[]> {
  const found = await importsNamed(analysis, name);
  return found.flatMap((entry) =>
    entry.slots.map((slot) => ({ address: BigInt(slot), name: entry.name, kind: "symbol" as const })),
  );
}

async function importsNamed(analysis: Analysis, name: string): Promise<readonly ImportFact[]> {
  const bare = name.replace(/@.*$/u, "");
  const match = { matches: (text: string): boolean => text === name || text === bare, exhausted: undefined };
  const { items } = await analysis.imports({ offset: 0, limit: MOST_CANDIDATES }, match);
  return items;
}

async function notFound(analysis: Analysis, text: string, code: NotFound): Promise<Failure> {
  const candidates = await nearNames(analysis, text, code === "function_not_found" ? "functions" : "all");
  const what = code === "function_not_found" ? "function" : "function, symbol or import";
  const advice = candidates.length === 0 ? "" : `; near it: ${candidates.join(", ")}`;
  return new Failure(code, `no ${what} is called ${text}${advice}`, { argument: text, candidates });
}
