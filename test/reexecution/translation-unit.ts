/**
 * Makes C that compiles out of decompiled texts. What a text does not contain lies where it lies in the program: each
 * name of another function or variable stands for its address there, with the type that the texts give it. Nothing
 * here knows which decompiler wrote a text.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { identifierOf, signatureOf, type DecompiledText } from "./decompiled-text.ts";

/** A text under the name that its function has in the source. */
export interface NamedText {
  readonly name: string;
  readonly text: DecompiledText;
}

/** The symbol of the compiled text of a function. */
export function symbolOf(name: string): string {
  return `text_of_${name}`;
}

/** `texts` are compiled; `callees` may be called by them. Lines of a text are numbered under its name. */
export function translationUnit(texts: readonly NamedText[], callees: readonly DecompiledText[]): string {
  const functions = new Set(callees.map((callee) => identifierOf(callee)));
  return [
    readFileSync(path.join(import.meta.dirname, "text-types.h"), "utf8"),
    ...pieceMacros(),
    ...callees.flatMap((callee) => calleeMacro(callee) ?? []),
    ...texts.map((text) => definition(text, functions)),
  ].join("\n");
}

/** A call of another function goes to the original: by its address, as the signature of its text says. */
function calleeMacro(callee: DecompiledText): string | undefined {
  const identifier = identifierOf(callee);
  if (identifier === undefined) return undefined;
  const type = withoutArrays(signatureOf(callee))
    .replaceAll(/\s+/gu, " ")
    .replace(new RegExp(`\\b${identifier}\\b`, "u"), "(*)");
  return `#define ${identifier} (*(__typeof__(${type}))0x${callee.address.toString(16)})`;
}

function definition({ name, text }: NamedText, functions: ReadonlySet<string | undefined>): string {
  const identifier = identifierOf(text) ?? name;
  const own = new RegExp(`\\b${identifier}\\b`, "gu");
  const body = withPieces(withoutArrays(text.text)).replaceAll(own, symbolOf(name));
  const globals = text.globals.filter((global) => !functions.has(global.name));
  return [
    ...globals.map(
      ({ name, type, address }) =>
        `#undef ${name}\n#define ${name} (*(__typeof__(${type}) *)0x${address.toString(16)})`,
    ),
    `#line 1 "${name}"`,
    body,
    ...globals.map(({ name }) => `#undef ${name}`),
  ].join("\n");
}

/**
 * Texts hold values of up to two registers in arrays of bytes. C neither assigns nor returns arrays: what lies in
 * registers becomes an integer, and what lies in memory is stored byte by byte.
 */
function withoutArrays(text: string): string {
  return text
    .replaceAll(/\bundefined1?\s+(auVar\d+|in_\w+|extraout_\w+)\s*\[(?:9|1[0-6])\]/gu, "undefined16 $1")
    .replaceAll(/\bundefined1?\s*\[(?:9|1[0-6])\]\s+(?=\w+\s*\()/gu, "undefined16 ")
    .replaceAll(/^(\s*)([^=\n]+?) = \(undefined1?\s*\[16\]\)([^;\n]+);$/gmu, "$1STORE_16($2, $3);")
    .replaceAll(/\(undefined1?\s*\[(?:9|1[0-6])\]\)/gu, "(undefined16)");
}

/** `variable._4_2_` is bytes 4 and 5 of the variable. */
function withPieces(text: string): string {
  return text.replaceAll(/\b([A-Za-z_]\w*)\._(\d+)_(\d+)_/gu, "PIECE_OF($1,$2,$3)");
}

/**
 * CONCATab joins a high and b low bytes, SUBab takes b of a bytes, ZEXTab and SEXTab widen a to b bytes. Of names with
 * two readings the one with the smaller a counts.
 */
function pieceMacros(): string[] {
  const macros = new Map<string, string>();
  const add = (name: string, rest: string): void => {
    if (!macros.has(name)) macros.set(name, `#define ${name}${rest}`);
  };
  for (let a = 1; a <= 16; a++) {
    for (let b = 1; b <= 16; b++) {
      const joined = container(a + b);
      const taken = container(b);
      if (a + b <= 16) add(`CONCAT${a}${b}`, `(high, low) JOIN(undefined${joined}, ${b}, high, low)`);
      if (b < a) add(`SUB${a}${b}`, `(value, offset) BYTES_OF(undefined${taken}, value, offset)`);
      if (a >= b) continue;
      add(`ZEXT${a}${b}`, `(value) BYTES_OF(undefined${taken}, value, 0)`);
      add(`SEXT${a}${b}`, `(value) ((int${taken})(int${container(a)})(value))`);
    }
  }
  return [...macros.values()];
}

/** Bytes of the smallest integer that holds as many. */
function container(size: number): number {
  return [1, 2, 4, 8].find((bytes) => bytes >= size) ?? 16;
}
