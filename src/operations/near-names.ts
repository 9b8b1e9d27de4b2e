/** Names that somebody may have meant who typed one that does not exist. */
import type { Analysis, Slice } from "../providers/provider.ts";

/** How many suggestions one message carries. */
const MOST_SUGGESTIONS = 5;
/** Matching names looked at in one list before the search for better ones stops. */
const MOST_MATCHES = 500;

/** Names of a sample may be as long as the sample; characters. */
const LONGEST_NAME = 200;

interface Suggestion {
  readonly text: string;
  readonly rank: number;
}

/** At most five `0x401120 main`, best first: the same start, then the text inside, then one or two typing errors. */
export async function nearNames(analysis: Analysis, typed: string, scope: "functions" | "all"): Promise<string[]> {
  const wanted = typed.toLowerCase();
  const match = { matches: (text: string): boolean => distanceRank(text, wanted) !== undefined, exhausted: undefined };
  const window = { offset: 0, limit: MOST_MATCHES };
  const found: Suggestion[] = rank(await analysis.procedures(window, { kinds: [], match, order: "address" }), wanted);
  if (scope === "all") found.push(...rank(await analysis.names(window, match), wanted));
  found.sort((a, b) => a.rank - b.rank || a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
  return [...new Set(found.map(({ text }) => text))].slice(0, MOST_SUGGESTIONS);
}

function rank(slice: Slice<{ readonly name: string; readonly address: string | null }>, wanted: string): Suggestion[] {
  return slice.items.flatMap(({ name, address }) => {
    const rank = distanceRank(name, wanted);
    if (rank === undefined) return [];
    const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
    return [{ text: address === null ? shown : `${address} ${shown}`, rank }];
  });
}

/** 0 for the same start, 1 for the text inside, 2 and 3 for that many typing errors; undefined when it is far off. */
function distanceRank(name: string, wanted: string): number | undefined {
  const text = name.toLowerCase();
  if (text.startsWith(wanted)) return 0;
  if (wanted.length > 1 && text.includes(wanted)) return 1;
  const most = wanted.length > 4 ? 2 : 1;
  if (wanted.length < 3 || wanted.length > 64 || Math.abs(text.length - wanted.length) > most) return undefined;
  const errors = typingErrors(text, wanted);
  return errors <= most ? 1 + errors : undefined;
}

/** Letters to insert, drop, replace or swap with their neighbour (optimal string alignment). */
function typingErrors(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const changed = at(previous, j - 1) + (same ? 0 : 1);
      let best = Math.min(changed, at(previous, j) + 1, at(row, j - 1) + 1);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(before, j - 2) + 1);
      row.push(best);
    }
    before = previous;
    previous = row;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
