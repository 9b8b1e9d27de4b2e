/** Patterns over names and strings: literal text, or RE2 regular expressions under a scan budget. */
import { z } from "zod";
import { Failure } from "../base/failure.ts";
import type { Limit } from "../contracts/page.ts";
import type { TextMatch } from "../providers/provider.ts";

/** Characters of one candidate that a regular expression looks at. */
export const CANDIDATE_CHARACTERS = 4096;
/** Characters that a regular expression scans in all, unless asked for more. */
export const SCAN_CHARACTERS = 1_000_000;

const options = {
  regex: z.boolean().default(false).describe("The pattern is an RE2 regular expression."),
  ignore_case: z.boolean().default(false).describe("Case does not matter."),
  scan_limit: z
    .int()
    .min(1)
    .max(10 * SCAN_CHARACTERS)
    .default(SCAN_CHARACTERS)
    .describe("Most characters that a regular expression scans."),
};

const pattern = z.string().min(1).max(CANDIDATE_CHARACTERS);

/** Arguments of an operation that searches. */
export const patternInput = {
  pattern: pattern.describe("Text to look for, anywhere in the candidate."),
  ...options,
};

/** Arguments of a list that can be narrowed. */
export const filterInput = {
  pattern: pattern.optional().describe("Keep only entries whose name holds this text."),
  ...options,
};

export interface Pattern {
  readonly pattern: string;
  readonly regex: boolean;
  readonly ignore_case: boolean;
  readonly scan_limit: number;
}

/** A match that also says which candidates it saw only in part. */
export interface PatternMatch extends TextMatch {
  /** What the search did not look at, apart from `exhausted`; read it when the search is over. */
  readonly limits: readonly Limit[];
}

/** Compiles a pattern; one search each, since the budget is spent as it goes. Throws `invalid_pattern`. */
export async function compilePattern(input: Pattern): Promise<PatternMatch> {
  return input.regex ? compileRegex(input) : literal(input);
}

/** The match of a list's optional filter, as an object to spread into a port call. */
export async function compileFilter(
  input: Omit<Pattern, "pattern"> & { readonly pattern?: string | undefined },
): Promise<PatternMatch | undefined> {
  return input.pattern === undefined ? undefined : compilePattern({ ...input, pattern: input.pattern });
}

/** Literal search is linear and complete: it has no budget. */
function literal({ pattern, ignore_case }: Pattern): PatternMatch {
  const wanted = ignore_case ? pattern.toLowerCase() : pattern;
  const matches = ignore_case
    ? (text: string): boolean => text.toLowerCase().includes(wanted)
    : (text: string): boolean => text.includes(wanted);
  return { matches, exhausted: undefined, limits: [] };
}

async function compileRegex(input: Pattern): Promise<PatternMatch> {
  const { RE2JS, RE2JSException } = await import("re2js");
  try {
    const compiled = RE2JS.compile(input.pattern, input.ignore_case ? RE2JS.CASE_INSENSITIVE : 0);
    return new RegexMatch((text) => compiled.test(text), compiled.programSize(), input.scan_limit);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new Failure("invalid_pattern", error.message, { argument: "pattern", pattern: input.pattern });
  }
}

/**
 * Program instructions that one scanned character pays for. RE2 takes time proportional to text times program, so
 * that a pattern with large repetitions spends the budget faster.
 */
const INSTRUCTIONS_A_CHARACTER = 64;

class RegexMatch implements PatternMatch {
  readonly #test: (text: string) => boolean;
  readonly #weight: number;
  readonly #budget: number;
  #spent = 0;
  #cutCandidates = 0;
  #exhausted = false;

  constructor(test: (text: string) => boolean, programSize: number, budget: number) {
    this.#test = test;
    this.#weight = Math.ceil(programSize / INSTRUCTIONS_A_CHARACTER);
    this.#budget = budget;
  }

  matches(text: string): boolean {
    const candidate = text.length > CANDIDATE_CHARACTERS ? text.slice(0, CANDIDATE_CHARACTERS) : text;
    const cost = candidate.length * this.#weight;
    if (this.#exhausted || this.#spent + cost > this.#budget) {
      this.#exhausted = true;
      return false;
    }
    this.#spent += cost;
    if (this.#test(candidate)) return true;
    if (candidate.length < text.length) this.#cutCandidates++;
    return false;
  }

  get exhausted(): Limit | undefined {
    if (!this.#exhausted) return undefined;
    const pays = this.#weight === 1 ? "" : `; this pattern is large and each character costs ${this.#weight}`;
    return {
      kind: "scan",
      limit: this.#budget,
      reason: `the regular expression scanned all the characters it may${pays}; what follows was not searched`,
      raise_with: "scan_limit",
    };
  }

  get limits(): readonly Limit[] {
    if (this.#cutCandidates === 0) return [];
    const reason = `${this.#cutCandidates} long candidates were searched only in their first ${CANDIDATE_CHARACTERS} characters`;
    return [{ kind: "text", limit: CANDIDATE_CHARACTERS, reason, raise_with: null }];
  }
}
