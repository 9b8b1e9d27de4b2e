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
  const beforeEnd = texts.includes("--") ? texts.slice(0, texts.indexOf("--")) : texts;
  if (beforeEnd.some((text) => text === "--help" || text === "-h")) return { kind: "help", command: named?.command };
  if (beforeEnd.includes("--version")) return { kind: "version" };
  const flags = new Map<string, Buffer>();
  const operands: Buffer[] = [];
  for (let index = 0, ended = false; index < argv.length; index++) {
    const bytes = argv[index] ?? Buffer.alloc(0);
    const text = texts[index] ?? "";
    if (index === named?.index) continue;
    if (!ended && text === "--") {
      ended = true;
    } else if (ended || !text.startsWith("-") || text === "-") {
      operands.push(bytes);
    } else {
      const { flag, value } = flagAt(bytes, named?.command);
      if (flags.has(flag.name)) throw invalid(flag.name, `${flag.name} is given twice`);
      if (flag.value !== undefined && value === undefined) index++;
      flags.set(flag.name, valueOf(flag, value, argv[index], index < argv.length));
    }
  }
  if (named === undefined) throw missingCommand(operands[0]?.toString());
  return { kind: "command", command: named.command, flags, operands };
}

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

function valueOf(flag: Flag, inline: Buffer | undefined, next: Buffer | undefined, hasNext: boolean): Buffer {
  if (flag.value === undefined) {
    if (inline !== undefined) throw invalid(flag.name, `${flag.name} takes no value`);
    return Buffer.alloc(0);
  }
  const value = inline ?? (hasNext ? next : undefined);
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
