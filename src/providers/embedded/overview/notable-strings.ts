/** The strings that tell a reader most about what a program does, with the reason for each. */
import { textAt } from "../../../engine/columns.ts";
import type { StringTable } from "../../../engine/program.ts";
import { FEATURE, STRING_RULES } from "./string-rules.ts";

export interface NotableString {
  readonly rva: number;
  readonly value: string;
  readonly reason: string;
}

/**
 * Telling strings before noise, then in the order of the rules, then by references and address; a few of each reason,
 * so that one does not crowd out the others, and each text once. `uses` are the references to each string.
 */
export function notableStrings(strings: StringTable, uses: Uint32Array): NotableString[] {
  const best = STRING_RULES.map((): Candidate[] => []);
  const every = strings.rva.length <= MANY;
  for (let row = 0; row < strings.rva.length; row++) {
    if (!every && uses[row] === 0) continue;
    const features = featuresOf(strings, row);
    if (features < 0) continue;
    const value = textAt(strings.value, row);
    const rule = STRING_RULES.findIndex(({ needs, pattern }) => (features & needs) === needs && pattern.test(value));
    const list = best[rule];
    if (list === undefined) continue;
    const noise = STRING_RULES[rule]?.noise?.test(value) === true;
    list.push({ row, value, rule, noise, uses: uses[row] ?? 0 });
    if (list.length >= CROWD) best[rule] = bestOf(list);
  }
  return best
    .flatMap(bestOf)
    .sort((left, right) => Number(left.noise) - Number(right.noise))
    .slice(0, MAX_STRINGS)
    .map(({ row, value, rule }) => ({
      rva: strings.rva[row] ?? 0,
      value,
      reason: STRING_RULES[rule]?.reason ?? "",
    }));
}

/** Bytes of a text, shorter and longer ones are left alone. */
const SHORTEST = 5;
const LONGEST = 240;
/** Past this number, strings that nothing refers to are entries of tables: locale data, embedded scripts. */
const MANY = 20_000;
const MAX_STRINGS = 25;
const MAX_OF_A_REASON = 4;
/** Candidates of one rule that may wait before the best are picked. */
const CROWD = 1000;

interface Candidate {
  readonly row: number;
  readonly value: string;
  /** Index in `STRING_RULES`. */
  readonly rule: number;
  readonly noise: boolean;
  readonly uses: number;
}

/** The best candidates of one rule, best first, each text once. */
function bestOf(candidates: readonly Candidate[]): Candidate[] {
  const ordered = [...candidates].sort(
    (left, right) => Number(left.noise) - Number(right.noise) || right.uses - left.uses || left.row - right.row,
  );
  const texts = new Map<string, Candidate>();
  for (const candidate of ordered) {
    if (texts.size === MAX_OF_A_REASON) break;
    if (!texts.has(candidate.value)) texts.set(candidate.value, candidate);
  }
  return [...texts.values()];
}

/** Which of `FEATURE` the bytes of a text have; -1 for texts that are too short or too long to be read. */
function featuresOf({ value }: StringTable, row: number): number {
  const start = value.offsets[row] ?? 0;
  const end = value.offsets[row + 1] ?? 0;
  if (end - start < SHORTEST || end - start > LONGEST) return -1;
  let features = 0;
  for (let at = start; at < end; at++) features |= FEATURE_OF[value.bytes[at] ?? 0] ?? 0;
  return features;
}

const FEATURE_OF = new Uint8Array(256);
for (const [character, feature] of [
  ["/", FEATURE.slash],
  [":", FEATURE.colon],
  [".", FEATURE.dot],
  ["@", FEATURE.at],
  ["-", FEATURE.dash],
  [" ", FEATURE.space],
] as const) {
  FEATURE_OF[character.charCodeAt(0)] = feature;
}
FEATURE_OF.fill(FEATURE.digit, 0x30, 0x3a);
FEATURE_OF.fill(FEATURE.upper, 0x41, 0x5b);
