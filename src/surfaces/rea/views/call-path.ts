/** Call paths between two functions. */
import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { Sheet } from "../text/sheet.ts";
import type { FunctionRef } from "./calls.ts";
import type { Scene, View } from "./view.ts";

interface Step {
  readonly address: string;
  readonly name: string;
  readonly site: string | null;
}

interface Place {
  readonly address: string;
  readonly name: string;
}

interface Paths {
  readonly from: Place;
  readonly to: Place;
  readonly status: "found" | "none" | "unknown";
  readonly paths: readonly { readonly calls: number; readonly steps: readonly Step[] }[];
  readonly visited: number;
  readonly unresolved_calls: number;
  readonly unresolved: readonly (FunctionRef & { readonly calls: number })[];
  /** Functions that lead to the goal and that a call through a pointer may enter. */
  readonly pointer_targets: readonly FunctionRef[];
}

/** Functions that are named in each list; `--json` has up to a hundred. */
const SHOWN = 10;

export const callPath: View = {
  noun: ["path", "paths"],
  *lines(result: Paths, { sheet }: Scene): Iterable<string> {
    yield verdict(result, sheet);
    for (const { calls, steps } of result.paths) {
      yield "";
      yield sheet.style.dim(`${calls} ${plural(calls, "call")}`);
      yield* steps.map((step, index) => stepText(step, index, sheet));
    }
    if (result.status !== "unknown") return;
    const { unresolved_calls: total, unresolved, pointer_targets: targets } = result;
    const unknown = unresolved.map((place) => ({ ...place, note: ` (${place.calls})` }));
    const entries = targets.map((place) => ({ ...place, note: "" }));
    yield* placeLines(
      `${total} ${plural(total, "call")} on the way ${plural(total, "has a target", "have targets")} computed at run time, in:`,
      unknown,
      sheet,
    );
    yield* placeLines("Functions that lead to the goal and have their address taken:", entries, sheet);
  },
};

function verdict({ from, to, status, visited }: Paths, { style }: Sheet): string {
  const ends = `${style.bold(printable(from.name))} to ${style.bold(printable(to.name))}`;
  switch (status) {
    case "found":
      return `Shortest call paths from ${ends}`;
    case "none":
      return `There is no call path from ${ends}: ${plural(visited, "the one function", `all ${visited} functions`)} it can reach ${plural(visited, "was", "were")} searched.`;
    case "unknown":
      return `No call path from ${ends} was found among ${visited} ${plural(visited, "function")}, but one may exist.`;
  }
}

function stepText({ address, name, site }: Step, index: number, { style }: Sheet): string {
  const call = site === null ? "" : style.dim(`  calls at ${site}`);
  return `  ${index === 0 ? "" : "→ "}${printable(name)} ${style.cyan(address)}${call}`;
}

function* placeLines(
  title: string,
  places: readonly (FunctionRef & { readonly note: string })[],
  { style }: Sheet,
): Iterable<string> {
  if (places.length === 0) return;
  yield title;
  for (const { name, address, note } of places.slice(0, SHOWN)) {
    yield `  ${style.cyan(address)} ${printable(name)}${note}`;
  }
  const more = places.length - SHOWN;
  if (more > 0) yield `  and ${more} more ${plural(more, "function")}: --json lists them`;
}
