/**
 * What an operation is. One value carries its names, contract and work; the command line with its help, the MCP tool,
 * the JSON Schemas, the reference page and the completions are all derived from it.
 */
import { z } from "zod";
import { Failure } from "../base/failure.ts";
import type { Warning } from "../contracts/envelope.ts";
import type { Limit, Page } from "../contracts/page.ts";
import type { Analysis, NativeInspector } from "../providers/provider.ts";
import { argumentFaults } from "./argument-faults.ts";
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

export interface TargetOperation extends Contract<z.ZodObject, z.ZodType> {
  readonly needs: "target";
  /** Rejects with `invalid_arguments` when `input` does not fit the contract. */
  readonly run: (input: unknown, context: TargetContext) => Promise<Outcome<unknown>>;
}

export interface SessionOperation extends Contract<z.ZodObject, z.ZodType> {
  readonly needs: "session";
  readonly run: (input: unknown, context: SessionContext) => Promise<Outcome<unknown>>;
}

/** On a file that its input names by `path`, without analysing it. */
export interface FileOperation extends Contract<z.ZodObject, z.ZodType> {
  readonly needs: "file";
  readonly run: (input: unknown, context: FileContext) => Promise<Outcome<unknown>>;
}

export type Operation = TargetOperation | SessionOperation | FileOperation;

/** An operation on one analysed target. */
export function operation<I extends z.ZodObject, O extends z.ZodType>(
  definition: Contract<I, O> & {
    readonly run: (input: z.infer<I>, context: TargetContext) => Promise<Outcome<z.infer<O>>>;
  },
): TargetOperation {
  const { run, ...contract } = definition;
  return { ...contract, needs: "target", run: (input, context) => run(parseInput(contract.input, input), context) };
}

/** An operation on the session itself: it opens, closes and lists targets. */
export function sessionOperation<I extends z.ZodObject, O extends z.ZodType>(
  definition: Contract<I, O> & {
    readonly run: (input: z.infer<I>, context: SessionContext) => Promise<Outcome<z.infer<O>>>;
  },
): SessionOperation {
  const { run, ...contract } = definition;
  return { ...contract, needs: "session", run: (input, context) => run(parseInput(contract.input, input), context) };
}

/** An operation on the headers of a file. */
export function fileOperation<I extends z.ZodObject, O extends z.ZodType>(
  definition: Contract<I, O> & {
    readonly run: (input: z.infer<I>, context: FileContext) => Promise<Outcome<z.infer<O>>>;
  },
): FileOperation {
  const { run, ...contract } = definition;
  return { ...contract, needs: "file", run: (input, context) => run(parseInput(contract.input, input), context) };
}

/** Validates once, at the edge; the failure names each argument, what was expected and what was found. */
export function parseInput<I extends z.ZodObject>(schema: I, input: unknown): z.infer<I> {
  const parsed = z.strictObject(schema.shape).safeParse(input);
  if (parsed.success) return schema.parse(input);
  const problems = argumentFaults(parsed.error, Object.keys(schema.shape));
  throw new Failure("invalid_arguments", problems.join("; "), { arguments: problems });
}
