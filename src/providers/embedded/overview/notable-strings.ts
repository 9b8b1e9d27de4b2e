/** The strings that tell a reader most about what a program does, with the reason for each. */
import { textAt } from "../../../engine/columns.ts";
import type { StringTable, TextColumn } from "../../../engine/program.ts";
import { FEATURE, STRING_RULES, type StringRule } from "./string-rules.ts";

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
  const contests = STRING_RULES.map((rule): Contest => ({ rule, best: [] }));
  const possibleWith = new Map<number, readonly Contest[]>();
  const every = strings.rva.length <= MANY;
  for (let row = 0; row < strings.rva.length; row++) {
    if (!every && uses[row] === 0) continue;
    const features = featuresOf(strings.value, row);
    if (features < 0) continue;
    let possible = possibleWith.get(features);
    if (possible === undefined) possibleWith.set(features, (possible = contestsFor(features, contests)));
    if (mayCount(possible, uses[row] ?? 0)) enterWhereItCounts(possible, strings, row, uses[row] ?? 0);
  }
  return [false, true]
    .flatMap((noise) =>
      contests.flatMap(({ rule, best }) =>
        best
          .filter((entry) => entry.noise === noise)
          .map(({ row, value }) => ({
            rva: strings.rva[row] ?? 0,
            value,
            reason: rule.reason,
          })),
      ),
    )
    .slice(0, MAX_STRINGS);
}

/** Bytes of a text, shorter and longer ones are left alone. */
const SHORTEST = 5;
const LONGEST = 240;
/** Past this number, strings that nothing refers to are entries of tables: locale data, embedded scripts. */
const MANY = 20_000;
const MAX_STRINGS = 25;
const MAX_OF_A_REASON = 4;

/** A rule and the best strings that count for it so far, best first, each text once. */
interface Contest {
  readonly rule: StringRule;
  readonly best: Entry[];
}

interface Entry {
  readonly row: number;
  readonly value: string;
  readonly noise: boolean;
  readonly uses: number;
}

/** Those whose rules a text with these features may fit. */
function contestsFor(features: number, contests: readonly Contest[]): readonly Contest[] {
  return contests.filter(({ rule }, index) => mayFit(rule, index, features));
}

/** Whether a string with so many uses can be among the best of any. */
function mayCount(contests: readonly Contest[], uses: number): boolean {
  for (const { best } of contests) if (mayWin(best, uses)) return true;
  return false;
}

/** A string counts for the first rule that it fits, also where it cannot be among the best. */
function enterWhereItCounts(contests: readonly Contest[], strings: StringTable, row: number, uses: number): void {
  const value = textAt(strings.value, row);
  const contest = contests.find(({ rule, best }) => mayWin(best, uses) && rule.pattern.test(value));
  if (contest === undefined) return;
  const earlier = contests.slice(0, contests.indexOf(contest)).filter(({ best }) => !mayWin(best, uses));
  if (earlier.some(({ rule }) => rule.pattern.test(value))) return;
  enter(contest.best, { row, value, noise: contest.rule.noise?.test(value) === true, uses });
}

/** Whether a string behind all that were entered, with so many uses, can be among the best. */
function mayWin(best: readonly Entry[], uses: number): boolean {
  const last = best[MAX_OF_A_REASON - 1];
  return last === undefined || last.noise || uses > last.uses;
}

/** Enters a string that lies behind those entered before. */
function enter(best: Entry[], entry: Entry): void {
  const isBetter = (than: Entry): boolean => (entry.noise === than.noise ? entry.uses > than.uses : than.noise);
  const same = best.findIndex(({ value }) => value === entry.value);
  const known = best[same];
  if (known !== undefined) {
    if (!isBetter(known)) return;
    best.splice(same, 1);
  }
  const place = best.findIndex(isBetter);
  best.splice(place < 0 ? best.length : place, 0, entry);
  best.length = Math.min(best.length, MAX_OF_A_REASON);
}

/** Whether a text with these features has what the rule at `index` cannot do without. */
function mayFit({ needs, lacks = 0, words }: StringRule, index: number, features: number): boolean {
  if ((features & needs) !== needs || (features & lacks) !== 0) return false;
  return words === undefined || (features & wordsBit(index)) !== 0;
}

/** Behind the bits of `FEATURE` there is one for each rule: the text has one of its words. */
function wordsBit(rule: number): number {
  return 0x100 << rule;
}

/** What the bytes of a text have; -1 for texts that are too short or too long to be read. */
function featuresOf({ bytes, offsets }: TextColumn, row: number): number {
  const start = offsets[row] ?? 0;
  const end = offsets[row + 1] ?? 0;
  if (end - start < SHORTEST || end - start > LONGEST) return -1;
  let features = 0;
  let lastThree: number = CLASS.start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    lastThree = ((lastThree << CLASS_BITS) | (CLASS_OF[byte] as number)) & LAST_THREE;
    features |= (FEATURE_OF[byte] as number) | (WORDS_AT[lastThree] as number);
  }
  return features;
}

/** What the characters of words count as; letters count as their number in the alphabet. */
const CLASS = { other: 0, digit: 27, space: 28, dash: 29, underscore: 30, start: 31 } as const;
const CLASS_BITS = 5;
const LAST_THREE = 0x7fff;

const CLASS_OF = new Uint8Array(256);
for (let letter = 1; letter <= 26; letter++) CLASS_OF[0x40 + letter] = CLASS_OF[0x60 + letter] = letter;
CLASS_OF.fill(CLASS.digit, 0x30, 0x3a);
CLASS_OF.fill(CLASS.space, 0x09, 0x0e);
CLASS_OF[0x20] = CLASS.space;
CLASS_OF[0x2d] = CLASS.dash;
CLASS_OF[0x5f] = CLASS.underscore;

/** Rules that have a word, by the classes of its three characters. */
const WORDS_AT = new Int32Array(LAST_THREE + 1);
for (const [index, { words }] of STRING_RULES.entries()) {
  for (const word of words?.split("|") ?? []) {
    const place = Array.from(word).reduce((sum, character) => (sum << CLASS_BITS) | classOf(character), 0);
    WORDS_AT[place] = (WORDS_AT[place] ?? 0) | wordsBit(index);
  }
}

function classOf(character: string): number {
  return character === "^" ? CLASS.start : (CLASS_OF[character.charCodeAt(0)] ?? CLASS.other);
}

const FEATURE_OF = new Int32Array(256);
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
// Patterns take some characters beyond ASCII for letters and white space: such texts may have any word.
FEATURE_OF.fill(wordsBit(STRING_RULES.length) - wordsBit(0), 0x80);
