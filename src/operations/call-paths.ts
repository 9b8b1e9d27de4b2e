/** The shortest paths that a walk along the calls found. */
import type { Limit } from "../contracts/page.ts";
import type { Start, Walk, WalkEdge } from "./call-walk.ts";

export interface Step extends Start {
  /** The instruction that calls the next step; null at the end. */
  readonly site: string | null;
}

export interface Paths {
  readonly found: readonly (readonly Step[])[];
  readonly limits: readonly Limit[];
}

/** Paths that lose one depth with every step back from the goal, by the addresses along them. */
export function shortestPaths(walk: Walk, from: Start, to: Start, most: number): Paths {
  const into = shortestEdges(walk);
  const found: Step[][] = [];
  let more = false;
  // Depth is bounded by the walk; every branch of the search reaches the start, so that its cost is that of the paths.
  const back = (at: string, tail: readonly Step[]): void => {
    if (at === from.address) {
      if (found.length < most) found.push([...tail]);
      else more = true;
      return;
    }
    for (const edge of into.get(at) ?? []) {
      if (more) return;
      const name = walk.nodes.get(edge.from)?.name ?? edge.from;
      back(edge.from, [{ address: edge.from, name, site: edge.site }, ...tail]);
    }
  };
  if (walk.nodes.has(to.address)) back(to.address, [{ ...to, site: null }]);
  const reason = `only the first ${most} of the shortest paths are shown`;
  return { found, limits: more ? [{ kind: "items", limit: most, reason, raise_with: "max_paths" }] : [] };
}

/** Edges from one depth to the next, by callee. */
function shortestEdges({ nodes, edges }: Walk): ReadonlyMap<string, readonly WalkEdge[]> {
  const into = new Map<string, WalkEdge[]>();
  for (const edge of edges) {
    const [caller, callee] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (caller === undefined || callee === undefined || caller.depth + 1 !== callee.depth) continue;
    const known = into.get(edge.to);
    if (known === undefined) into.set(edge.to, [edge]);
    else known.push(edge);
  }
  return into;
}
