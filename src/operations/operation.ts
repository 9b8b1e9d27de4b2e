/**
 * What an operation is. One value carries its names, contract and work; the command line with its help, the MCP tool,
 * the JSON Schemas, the reference page and the completions are all derived from it.
 */
import type { z } from "zod";
import { Failure } from "../base/failure.ts";
import { isRecord } from "../base/record.ts";
import type { Warning } from "../contracts/envelope.ts";
import type { Limit, Page } from "../contracts/page.ts";
import type { Analysis, NativeInspector } from "../providers/provider.ts";
import { argumentFaults, unknownArguments } from "./argument-faults.ts";
import type { Session } from "./session.ts";

export type Family = "overview" | "inventory" | "search" | "addresses" | "procedures" | "references" | "session";

/** What an operation answers; `run.ts` puts the envelope around it. */
export interface Outcome<R> {
  readonly result: R;
  readonly page?: Page;
  readonly warnings?: readonly Warning[];
  readonly limits?: readonly Limit[];
  /** The target that a session operation is about; of a target operation it is known. */
  readonly about?: Pick<Analysis, "target" | "binding" | "warnings"> | undefined;
}

export interface Context {
  /** Aborted on cancellation and when the deadline passes. */
  readonly signal: AbortSignal;
  readonly progress: (stage: string, fraction: number) => void;
}

export interface TargetContext extends Context {
  readonly analysis: Analysis;
}

export interface SessionContext extends Context {
  readonly session: Session;
}

export interface FileContext extends Context {
  readonly inspector: NativeInspector;
}

interface Contract<I extends z.ZodObject, O extends z.ZodType> {
  /** snake_case; the MCP tool. The command is the same in kebab case. */
  readonly name: string;
  readonly family: Family;
  /** One line for lists and menus, no full stop. */
  readonly summary: string;
  /** What the answer holds and what it does not; for `--help` and the MCP tool. */
  readonly description: string;
  /** Every field has a description. `limit`, `offset`, `all` come from `window.ts`. */
  readonly input: I;
  readonly output: O;
  /** Input fields that the command takes by position after the file, in order. */
  readonly positional: readonly (keyof z.infer<I> & string)[];
  /** What follows `rea` in a useful call: `functions ./sample --limit 20`. */
  readonly examples: readonly string[];
  /** False when it changes the session or the store. */
  readonly readOnly: boolean;
}

/** Work whose arguments are checked and which waits for what it works on. */
export type Work<C extends Context> = (context: C) => Promise<Outcome<unknown>>;

interface Runnable<C extends Context> extends Contract<z.ZodObject, z.ZodType> {
  /**
   * Checks the arguments, once. Throws `invalid_arguments`. With `accepted`, an extension of `input`, further arguments
   * are checked too and left to others.
   */
  readonly prepare: (input: unknown, accepted?: z.ZodObject) => Work<C>;
}

export interface TargetOperation extends Runnable<TargetContext> {
  readonly needs: "target";
}

export interface SessionOperation extends Runnable<SessionContext> {
  readonly needs: "session";
}

/** On a file that its input names by `path`, without analysing it. */
export interface FileOperation extends Runnable<FileContext> {
  readonly needs: "file";
}

export type Operation = TargetOperation | SessionOperation | FileOperation;

interface Definition<I extends z.ZodObject, O extends z.ZodType, C extends Context> extends Contract<I, O> {
  readonly run: (input: z.infer<I>, context: C) => Promise<Outcome<z.infer<O>>>;
}

/** An operation on one analysed target. */
export function operation<I extends z.ZodObject, O extends z.ZodType>(
  definition: Definition<I, O, TargetContext>,
): TargetOperation {
  return { ...runnable(definition), needs: "target" };
}

/** An operation on the session itself: it opens, closes and lists targets. */
export function sessionOperation<I extends z.ZodObject, O extends z.ZodType>(
  definition: Definition<I, O, SessionContext>,
): SessionOperation {
  return { ...runnable(definition), needs: "session" };
}

/** An operation on the headers of a file. */
export function fileOperation<I extends z.ZodObject, O extends z.ZodType>(
  definition: Definition<I, O, FileContext>,
): FileOperation {
  return { ...runnable(definition), needs: "file" };
}

function runnable<I extends z.ZodObject, O extends z.ZodType, C extends Context>({
  run,
  ...contract
}: Definition<I, O, C>): Runnable<C> {
  return {
    ...contract,
    prepare: (input, accepted = contract.input) => {
      // An extension has all that the operation's own schema has.
      const checked = parseInput(accepted, input) as z.infer<I>;
      return (context) => run(checked, context);
    },
  };
}

/** Validates at the edge; the failure names each argument, what was expected and what was found. */
export function parseInput<I extends z.ZodObject>(schema: I, input: unknown): z.infer<I> {
  const parsed = schema.safeParse(input);
  const expected = Object.keys(schema.shape);
  const problems = [
    ...(parsed.success ? [] : argumentFaults(parsed.error)),
    ...unknownArguments(isRecord(input) ? Object.keys(input) : [], expected),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new Failure("invalid_arguments", problems.join("; "), { arguments: problems });
}
