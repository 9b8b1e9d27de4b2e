/** What a name stands for in a program, in all the spellings that people use for it. */
import { Failure } from "../base/failure.ts";
import type { ImportFact } from "../contracts/facts.ts";
import type { Analysis, NamedPlace } from "../providers/provider.ts";
import { formatAddress } from "./address-spelling.ts";

/** Every place with this name: functions, symbols, imports, and the slots of imports; empty for an unknown one. */
export async function placesNamed(analysis: Analysis, name: string): Promise<readonly NamedPlace[]> {
  const found = await anySpelling(analysis, name);
  const slots = await importSlots(analysis, name);
  return [...found, ...slots.filter(({ address }) => found.every((place) => place.address !== address))];
}

/** The one address that the name stands for. Throws `selector_ambiguous`. */
export async function addressOfName(analysis: Analysis, name: string): Promise<bigint | undefined> {
  return preferred(name, await anySpelling(analysis, name));
}

/** Imports with this name, with or without a version after `@`. */
export async function importsNamed(analysis: Analysis, name: string): Promise<readonly ImportFact[]> {
  const bare = name.replace(/@.*$/u, "");
  const match = { matches: (text: string): boolean => text === name || text === bare, exhausted: undefined };
  const { items } = await analysis.imports({ offset: 0, limit: MOST_CANDIDATES }, match);
  return items;
}

async function anySpelling(analysis: Analysis, name: string): Promise<readonly NamedPlace[]> {
  const named = await analysis.named(name);
  return named.length > 0 ? named : otherSpellings(analysis, name);
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
  const matches = (text: string): boolean => text.startsWith(name) && SIGNATURE.test(text.slice(name.length));
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

/** Parameters up to the end, or the hash of a Rust path; not something local to a function, `(int)::{lambda()#1}`. */
const SIGNATURE = /^(?:\((?!.*\)::).*\)[ a-z&]*|::h[0-9a-f]{16})$/u;

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
