/** The form of a noun that goes with a count: `1 function`, `2 functions`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
