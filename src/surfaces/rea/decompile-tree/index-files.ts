/** What leads into a tree: a page for people, the same as JSON, and the call graph. */
import { plural } from "../../../base/plural.ts";
import type { Binding, TargetFact } from "../../../contracts/envelope.ts";
import { printable } from "../../../base/printable.ts";

/** A function of the tree. */
export interface Entry {
  readonly address: string;
  readonly name: string;
  readonly size: number;
  readonly callers: number;
  /** Relative to the tree; null when there is no text. */
  readonly file: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Functions and imports that it calls, each once. */
  readonly callees: readonly { readonly address: string; readonly name: string }[];
}

export interface Index {
  readonly schema_version: 1;
  /** False until every function has been tried. */
  readonly complete: boolean;
  readonly target: TargetFact;
  readonly binding: Binding;
  /** By address. */
  readonly functions: readonly Entry[];
}

/** Markdown with one row a function. */
export function pageText({ target, binding, functions }: Index): string {
  const failed = functions.filter(({ file }) => file === null);
  const shown = functions.length - failed.length;
  const counts = `${shown} ${plural(shown, "function")}${failed.length === 0 ? "" : `, ${failed.length} without text`}`;
  return [
    `# ${inert(target.path)}`,
    "",
    `${counts}; ${target.format} ${target.architecture}, image base ${target.image_base}, SHA-256 ${target.sha256}.`,
    `Decompiled by ${binding.provider.id} ${binding.provider.version}; calls are in [calls.dot](calls.dot), all of this in [index.json](index.json).`,
    "",
    "| function | address | size | callers |",
    "| --- | --- | ---: | ---: |",
    ...functions.map(rowOf),
    "",
  ].join("\n");
}

/** Graphviz. */
export function callsText({ functions }: Index): string {
  const names = new Map<string, string>();
  for (const { callees } of functions) for (const { address, name } of callees) names.set(address, name);
  for (const { address, name } of functions) names.set(address, name);
  return [
    "digraph calls {",
    "  node [shape=box];",
    ...[...names].map(([address, name]) => `  "${address}" [label=${JSON.stringify(printable(name))}];`),
    ...functions.flatMap(({ address, callees }) => callees.map((callee) => `  "${address}" -> "${callee.address}";`)),
    "}",
    "",
  ].join("\n");
}

function rowOf({ address, name, size, callers, file, failure }: Entry): string {
  const shown = file === null ? `${inert(name)} (${failure?.code ?? "missing"})` : `[${inert(name)}](${file})`;
  return `| ${shown} | ${address} | ${size} | ${callers} |`;
}

/** Text that Markdown shows as it is: whatever could mean something to it is written as a number. */
function inert(text: string): string {
  const safe = printable(text).slice(0, LONGEST);
  return safe.replaceAll(STEERING, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/** Punctuation of CommonMark and of tables, and what makes a link out of an address. */
const STEERING = /[\\`*{}[\]<>|&~#!$@"'=+]|_(?=\W|$)|(?<=\W|^)_|:(?=\/\/)|(?<=www)\./gu;
/** Characters of a name in the page. */
const LONGEST = 200;
