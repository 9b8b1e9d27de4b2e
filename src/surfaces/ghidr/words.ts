/** A command line taken apart: command, flags with their values, and what is left. */
import { Failure } from "../../base/failure.ts";
import { printable } from "../../base/printable.ts";
import { OPERATIONS, type OperationName } from "../../operations/ghidr/table.ts";
import { COMMANDS, COMMON, type Flag } from "./grammar.ts";

export type Words =
  | { readonly kind: "version" }
  | { readonly kind: "help"; readonly command: OperationName | undefined }
  | {
      readonly kind: "command";
      readonly command: OperationName;
      readonly flags: ReadonlyMap<string, Buffer>;
      readonly operands: readonly Buffer[];
    };

/**
 * Takes raw arguments apart. `--help` anywhere asks for help, `--version` before any command for the version. Throws
 * `invalid_arguments` for an unknown command or flag, a flag given twice, a value that is missing or not wanted.
 */
export function takeApart(argv: readonly Buffer[]): Words {
  const texts = argv.map((bytes) => bytes.toString());
  const named = commandOf(texts);
  const asked = metadataRequest(texts, named?.command);
  if (asked !== undefined) return asked;
  const rest = named === undefined ? argv : argv.filter((_, index) => index !== named.index);
  const { flags, operands } = sort(rest, named?.command);
  if (named === undefined) throw missingCommand(operands[0]?.toString());
  return { kind: "command", command: named.command, flags, operands };
}

/** What is answered without a valid command line. */
function metadataRequest(texts: readonly string[], command: OperationName | undefined): Words | undefined {
  const end = texts.indexOf("--");
  const seen = new Set(end === -1 ? texts : texts.slice(0, end));
  if (seen.has("--help") || seen.has("-h")) return { kind: "help", command };
  return seen.has("--version") ? { kind: "version" } : undefined;
}

/** Flags with their values apart from operands; what follows `--` is an operand. */
function sort(words: readonly Buffer[], command: OperationName | undefined) {
  const flags = new Map<string, Buffer>();
  const end = words.findIndex((word) => word.toString() === "--");
  const operands: Buffer[] = [];
  const pending = end === -1 ? [...words] : words.slice(0, end);
  for (let word = pending.shift(); word !== undefined; word = pending.shift()) {
    if (isFlag(word)) {
      const { flag, value: inline } = flagAt(word, command);
      if (flags.has(flag.name)) throw invalid(flag.name, `${flag.name} is given twice`);
      const next = flag.value === undefined || inline !== undefined ? undefined : pending.shift();
      flags.set(flag.name, valueOf(flag, inline ?? next, inline !== undefined));
    } else {
      operands.push(word);
    }
  }
  if (end !== -1) operands.push(...words.slice(end + 1));
  return { flags, operands };
}

/** A lone dash is the name of a file. */
function isFlag(word: Buffer): boolean {
  return word.length > 1 && word[0] === DASH;
}

const DASH = 0x2d;

/** Whether the caller asks for text; seen also in a command line that is wrong. */
export function wantsHuman(argv: readonly Buffer[]): boolean {
  const texts = argv.map((bytes) => bytes.toString());
  const end = texts.indexOf("--");
  const seen = end === -1 ? texts : texts.slice(0, end);
  return seen.some((text, index) => text === "--format=human" || (text === "human" && seen[index - 1] === "--format"));
}

export function invalid(argument: string, message: string): Failure {
  return new Failure("invalid_arguments", message, { argument });
}

/** The first word that is neither a flag nor the value of one. */
function commandOf(texts: readonly string[]): { command: OperationName; index: number } | undefined {
  for (let index = 0; index < texts.length; index++) {
    const text = texts[index] ?? "";
    if (text === "--") return undefined;
    if (text.startsWith("-")) {
      const flag = everyFlag().find(({ name }) => name === text);
      if (flag?.value !== undefined) index++;
      continue;
    }
    const operation = OPERATIONS.find(({ name }) => name === text);
    return operation === undefined ? undefined : { command: operation.name, index };
  }
  return undefined;
}

function everyFlag(): Flag[] {
  return [...COMMON, ...Object.values(COMMANDS).flatMap(({ flags }) => flags)];
}

function flagAt(bytes: Buffer, command: OperationName | undefined): { flag: Flag; value: Buffer | undefined } {
  const equals = bytes.indexOf("=");
  const name = (equals === -1 ? bytes : bytes.subarray(0, equals)).toString();
  const known = command === undefined ? everyFlag() : [...COMMON, ...COMMANDS[command].flags];
  const flag = known.find((candidate) => candidate.name === name);
  if (flag === undefined) throw unknownFlag(name, command);
  return { flag, value: equals === -1 ? undefined : bytes.subarray(equals + 1) };
}

function valueOf(flag: Flag, value: Buffer | undefined, isInline: boolean): Buffer {
  if (flag.value === undefined) {
    if (isInline) throw invalid(flag.name, `${flag.name} takes no value`);
    return Buffer.alloc(0);
  }
  if (value === undefined) throw invalid(flag.name, `${flag.name} needs a value: ${flag.value}`);
  return value;
}

function unknownFlag(name: string, command: OperationName | undefined): Failure {
  const shown = shorten(name);
  const where = command === undefined ? "ghidr" : `ghidr ${command}`;
  return invalid(shown, `${where} has no flag ${shown}`);
}

function missingCommand(word: string | undefined): Failure {
  const names = OPERATIONS.map(({ name }) => name);
  const message = word === undefined ? "no command is given" : `there is no command ${shorten(word)}`;
  return new Failure("invalid_arguments", message, { argument: "command", suggestions: names });
}

/** A word of the caller for a message. */
export function shorten(text: string): string {
  const shown = printable(text);
  return shown.length <= 80 ? shown : `${shown.slice(0, 80)}…`;
}
