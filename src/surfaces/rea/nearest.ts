/** "Did you mean": the words that a misspelt one is closest to. */

/** At most three candidates that a few edits, three at most, make of the word, the closest first. */
export function nearestWords(word: string, candidates: readonly string[]): string[] {
  return candidates
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.min(3, Math.max(1, candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Edits that turn one word into the other: insert, delete, replace (Levenshtein), on the first 64 characters. */
function distanceOf(from: string, to: string): number {
  const [a, b] = [from.slice(0, LONGEST), to.slice(0, LONGEST)];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}

const LONGEST = 64;
