/** The arguments of an operation as flags and operands of its command, derived from its input schema. */
import type { Command, Option } from "commander";
import { z } from "zod";
import type { Operation } from "../../operations/operation.ts";
import { parseNumber } from "./quantities.ts";

/** One argument of an operation, seen from a command line. */
export interface Field {
  /** snake_case, as in the operation's input. */
  readonly name: string;
  /** `--min-length`. */
  readonly flag: string;
  readonly kind: "switch" | "number" | "text";
  /** Closed set of values; empty when any will do. */
  readonly choices: readonly string[];
  readonly repeatable: boolean;
  readonly required: boolean;
  readonly standard: unknown;
  readonly description: string;
}

/** Every input field in the order of the schema. */
export function fieldsOf(operation: Operation): Field[] {
  return Object.entries<Schema>(operation.input.shape).map(([name, schema]) => fieldOf(name, schema));
}

type Schema = z.core.$ZodType;

function fieldOf(name: string, schema: Schema): Field {
  const { value, required, standard, description } = unwrap(schema);
  const repeatable = value instanceof z.ZodArray;
  const item: Schema = repeatable ? unwrap(value.element).value : value;
  return {
    name,
    flag: `--${name.replaceAll("_", "-")}`,
    kind: kindOf(item),
    choices: item instanceof z.ZodEnum ? item.options.map(String) : [],
    repeatable,
    required,
    standard,
    description,
  };
}

interface Unwrapped {
  /** What a value that is given must be. */
  readonly value: Schema;
  readonly required: boolean;
  readonly standard: unknown;
  readonly description: string;
}

/** Takes off what makes a field optional; the outermost description counts. */
function unwrap(schema: Schema): Unwrapped {
  const own = z.globalRegistry.get(schema)?.description;
  if (!(schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)) {
    return { value: schema, required: true, standard: undefined, description: own ?? "" };
  }
  const inner = unwrap(schema.unwrap());
  const standard: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : inner.standard;
  return { value: inner.value, required: false, standard, description: own ?? inner.description };
}

function kindOf(schema: Schema): Field["kind"] {
  if (schema instanceof z.ZodBoolean) return "switch";
  return schema instanceof z.ZodNumber ? "number" : "text";
}

/** Declares the operands and flags of an operation; gives back how to read them. */
export function addFields(
  command: Command,
  operation: Operation,
): (operands: readonly string[]) => Record<string, unknown> {
  const fields = fieldsOf(operation);
  const operands = operation.positional.flatMap((name) => fields.filter((field) => field.name === name));
  // An operand that may be left out has a flag as well: `read-bytes FILE main --size 64`.
  const flags = fields.filter((field) => !field.required || !operands.includes(field));
  for (const field of operands) command.argument(operandTerm(field), describe(field));
  const options = flags.map((field) => ({ field, option: addFlag(command, field) }));
  return (words) => ({ ...readOperands(operands, words), ...readFlags(command, options) });
}

function addFlag(command: Command, field: Field): Option {
  // A switch that is on by default is turned off, so its flag says so.
  const off = field.kind === "switch" && field.standard === true;
  const flag = off ? field.flag.replace("--", "--no-") : field.flag;
  const value = VALUE_NAMES[field.kind] ?? ` <${field.flag.slice(2)}>`;
  const option = command.createOption(`${flag}${value}`, describe(field));
  if (field.choices.length > 0 && !field.repeatable) option.choices(field.choices);
  if (field.kind === "number") option.argParser((text) => parseNumber(field.flag, text));
  if (field.repeatable) option.argParser((text, before: unknown) => [...listOf(before), text]);
  option.makeOptionMandatory(field.required);
  command.addOption(option);
  return option;
}

/** What stands for the value in the help, when the flag does not name it well. */
const VALUE_NAMES: Readonly<Partial<Record<Field["kind"], string>>> = { switch: "", number: " <n>" };

function operandTerm({ name, required, repeatable }: Field): string {
  const term = `${name.replaceAll("_", "-")}${repeatable ? "..." : ""}`;
  return required ? `<${term}>` : `[${term}]`;
}

/** The field's words with what it may be and what stands in for it: `What to sort by. (address, size; default: size)` */
function describe({ description, standard, choices, kind, repeatable }: Field): string {
  const notes = [
    ...(choices.length > 0 ? [choices.join(", ")] : []),
    ...(repeatable ? ["may be repeated"] : []),
    ...(standard === undefined || kind === "switch" || isEmpty(standard) ? [] : [`default: ${shown(standard)}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join("; ")})`;
}

/** Defaults are texts, numbers and lists of them. */
function shown(standard: unknown): string {
  return typeof standard === "string" ? standard : JSON.stringify(standard);
}

function isEmpty(standard: unknown): boolean {
  return standard === "" || (Array.isArray(standard) && standard.length === 0);
}

function readOperands(fields: readonly Field[], words: readonly string[]): Record<string, unknown> {
  const values = fields.map((field, index): [string, unknown] => {
    if (field.repeatable) return [field.name, words.slice(index)];
    const word = words[index];
    return [field.name, word !== undefined && field.kind === "number" ? parseNumber(field.name, word) : word];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function readFlags(
  command: Command,
  options: readonly { readonly field: Field; readonly option: Option }[],
): Record<string, unknown> {
  const given = options.filter(({ option }) => command.getOptionValueSource(option.attributeName()) === "cli");
  return Object.fromEntries(
    given.map(({ field, option }): [string, unknown] => [field.name, command.getOptionValue(option.attributeName())]),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
