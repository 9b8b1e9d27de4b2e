/** Which language and compiler made a program, and what in the file says so. */
import type { Overview } from "../../../contracts/facts.ts";
import { lastAtMost, textAt } from "../../../engine/columns.ts";
import type { StringTable } from "../../../engine/program.ts";
import type { GoFacts, Image } from "../../../formats/image.ts";
import { NameSlices } from "../../../formats/name-slices.ts";
import { plainNames } from "../../../formats/plain-name.ts";
import { SYMBOL_KINDS, type SymbolList } from "../../../formats/symbol-list.ts";
import { LANGUAGES, type LanguageSigns, type Sign, type SymbolSign, type TraceKind } from "./language-signs.ts";
import { SymbolSigns } from "./symbol-signs.ts";

/** The language of the program proper with its evidence; libraries in other languages are named in the evidence. */
export function detectLanguage(image: Image, strings: StringTable): Overview["language"] {
  const symbols = symbolHits(image);
  const texts = textsOf(image);
  const found = LANGUAGES.map((language) => findingOf(language, texts, strings, symbols)).filter(
    ({ evidence }) => evidence.length > 0,
  );
  const most = Math.max(0, ...found.filter(({ name }) => name !== "C").map(({ weight }) => weight));
  const main = found.find(({ weight }) => weight * MINORITY >= most) ?? found[0];
  const others = found.filter((finding) => finding !== main && finding.name !== "C");
  const { go, moduleInfo } = image.build;
  return {
    name: main?.name ?? "unknown",
    evidence: [...(main?.evidence ?? []), ...others.map(({ name, evidence }) => `also ${name}: ${evidence[0] ?? ""}`)],
    compilers: [...image.build.compilers],
    go: go === undefined ? null : goFact(go),
    module_info: moduleInfo === undefined ? null : moduleFact(moduleInfo),
  };
}

/** A language with less than this part of the symbols of another one is a library in it. */
const MINORITY = 8;
const EXAMPLES = 3;

interface Finding {
  readonly name: string;
  readonly evidence: readonly string[];
  /** Symbols that fit; infinite when the matter is settled. */
  readonly weight: number;
}

interface SymbolHits {
  readonly examples: ReadonlySet<string>;
  readonly count: number;
}

function findingOf(
  { name, signs }: LanguageSigns,
  texts: Texts,
  strings: StringTable,
  symbols: ReadonlyMap<string, SymbolHits>,
): Finding {
  const hits = symbols.get(name);
  const evidence = new Map<string, string>();
  let settled = false;
  for (const sign of signs) {
    const examples = evidence.has(sign.label) ? [] : examplesOf(sign, texts, strings, hits);
    if (examples.length === 0) continue;
    const shown = [...new Set(examples.map(shortened))].slice(0, EXAMPLES);
    evidence.set(sign.label, `${sign.label}: ${shown.join(", ")}`);
    settled ||= sign.in === "go";
  }
  return { name, evidence: [...evidence.values()], weight: settled ? Infinity : (hits?.count ?? 0) };
}

function examplesOf(sign: Sign, texts: Texts, strings: StringTable, hits: SymbolHits | undefined): readonly string[] {
  if (sign.in === "symbols") return [...(hits?.examples ?? [])];
  const searched = sign.in === "strings" ? stringsWith(strings, sign.needle ?? "") : texts[sign.in];
  return [...new Set(searched.filter((text) => sign.pattern.test(text)))];
}

function shortened(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}...` : text;
}

const LONGEST_SHOWN = 60;

/** Texts in which signs are looked for one by one. */
type Texts = Readonly<Record<Exclude<TraceKind, "strings">, readonly string[]>>;

function textsOf({ build, linkage, sections, symbols }: Image): Texts {
  const libraries = [...linkage.needed, ...(linkage.soname === undefined ? [] : [linkage.soname])];
  return {
    go: build.go === undefined ? [] : goTables(build.go),
    compilers: build.compilers,
    sections: sections.map(({ name }) => name.slice(name.indexOf(",") + 1)),
    libraries: libraries.map(fileName),
    sources: sourceFiles(symbols),
    module: (build.moduleInfo ?? []).map(({ key }) => key),
  };
}

function sourceFiles({ kind, name }: SymbolList): string[] {
  const names: string[] = [];
  for (let row = kind.indexOf(FILE); row >= 0; row = kind.indexOf(FILE, row + 1)) names.push(name.at(row));
  return names;
}

const FILE = SYMBOL_KINDS.indexOf("file");

/** Mach-O names libraries by path. */
function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Symbols, imports among them, by the first language whose sign they fit. */
function symbolHits(image: Image): ReadonlyMap<string, SymbolHits> {
  const languages: string[] = [];
  const signs: SymbolSign[] = [];
  for (const { name, signs: all } of LANGUAGES) {
    for (const sign of all) if (sign.in === "symbols") languages[signs.push(sign) - 1] = name;
  }
  const given = image.symbols.length > 0 ? image.symbols.name : NameSlices.of(image.imports.map(({ name }) => name));
  const names = plainNames(image, given);
  const hits = new Map(languages.map((language) => [language, { examples: new Set<string>(), count: 0 }]));
  const hitsOfSign = languages.map((language) => hits.get(language));
  const tree = new SymbolSigns(signs);
  for (let row = 0; row < names.length; row++) {
    const sign = names.sizeAt(row) > LONGEST_SYMBOL ? -1 : tree.match(names, row);
    const hit = sign < 0 ? undefined : hitsOfSign[sign];
    if (hit === undefined) continue;
    if (hit.examples.size < EXAMPLES) hit.examples.add(names.at(row));
    hit.count++;
  }
  return hits;
}

/** Bytes. */
const LONGEST_SYMBOL = 512;

/** The first strings that hold a literal; the literal is searched for in all of them at once. */
function stringsWith(strings: StringTable, needle: string): string[] {
  const { bytes, offsets } = strings.value;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: string[] = [];
  let at = all.indexOf(needle, 0, "latin1");
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
    const row = lastAtMost(offsets, at);
    found.push(textAt(strings.value, row).slice(0, LONGEST_EXAMPLE));
    at = all.indexOf(needle, offsets[row + 1] ?? all.length, "latin1");
  }
  return found;
}

/** Strings with the literal that are looked at; counted strings of Rust abut, so a text may be long. */
const MAX_TRIES = 50;
const LONGEST_EXAMPLE = 160;

function goTables({ version, tableVersion, functions }: GoFacts): string[] {
  const table = tableVersion === undefined ? [] : [`function table of Go ${tableVersion} with ${functions} functions`];
  return version === undefined ? table : [`build information of ${version}`, ...table];
}

function goFact(go: GoFacts): NonNullable<Overview["language"]["go"]> {
  return {
    version: go.version ?? null,
    table: go.tableVersion ?? null,
    functions: go.functions,
    path: go.path ?? null,
    module: go.module ?? null,
    settings: Object.fromEntries(go.settings.map(({ key, value }) => [key, value])),
    dependencies: go.dependencies.map(({ module, version }) => `${module} ${version}`),
  };
}

/** Keys that occur several times (`alias`, `parm`) are joined by commas. */
function moduleFact(pairs: readonly { readonly key: string; readonly value: string }[]): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const { key, value } of pairs) {
    const known = values.get(key);
    if (known === undefined) values.set(key, [value]);
    else known.push(value);
  }
  return Object.fromEntries([...values].map(([key, list]) => [key, list.join(", ")]));
}
