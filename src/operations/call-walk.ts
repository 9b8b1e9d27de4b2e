/** Walks the call graph breadth first from some functions, along the calls or against them. */
import { plural } from "../base/plural.ts";
import type { Limit } from "../contracts/page.ts";
import type { Analysis } from "../providers/provider.ts";
import { groupCallees, groupCallers, type CallGroup } from "./neighbours.ts";

export const nodeKinds = ["function", "thunk", "import_stub", "import", "code"] as const;

export interface WalkNode {
  readonly address: string;
  readonly name: string;
  readonly size: number;
  /** `import` has no stub; `code` is called but was not recognised as a function. */
  readonly kind: (typeof nodeKinds)[number];
  /** Calls between it and the nearest start. */
  readonly depth: number;
  /** Whether its neighbours were looked up; false beyond a bound. */
  expanded: boolean;
  /** Calls inside it whose target is unknown; null when they were not looked up. */
  unresolvedCalls: number | null;
}

export interface WalkEdge {
  /** Address of the caller. */
  readonly from: string;
  /** Address of the callee. */
  readonly to: string;
  readonly calls: number;
  /** The first calling instruction. */
  readonly site: string;
}

export interface Walk {
  /** By depth, then in the order they were met. */
  readonly nodes: ReadonlyMap<string, WalkNode>;
  /** Each pair once. */
  readonly edges: readonly WalkEdge[];
  readonly limits: readonly Limit[];
}

export interface WalkOptions {
  readonly direction: "callees" | "callers";
  /** Calls to follow from a start; neighbours of functions at this depth are not looked up. */
  readonly depth: number;
  readonly maxNodes: number;
  readonly signal: AbortSignal;
  /** Ends the walk with the depth at which this function is met. */
  readonly goal?: string;
}

export interface Start {
  readonly address: string;
  readonly name: string;
}

/** Deterministic: starts in the order given, neighbours by address. Imports have no callees here. */
export async function walkCalls(analysis: Analysis, starts: readonly Start[], options: WalkOptions): Promise<Walk> {
  const walker = new Walker(analysis, options);
  return walker.run(starts);
}

class Walker {
  readonly #analysis: Analysis;
  readonly #options: WalkOptions;
  readonly #nodes = new Map<string, WalkNode>();
  readonly #edges: WalkEdge[] = [];
  /** Functions that the node bound kept out. */
  readonly #refused = new Set<string>();
  #expansions = 0;

  constructor(analysis: Analysis, options: WalkOptions) {
    this.#analysis = analysis;
    this.#options = options;
  }

  async run(starts: readonly Start[]): Promise<Walk> {
    let layer = await this.#enterAll(starts, 0);
    for (let depth = 1; layer.length > 0 && depth <= this.#options.depth && !this.#arrived(); depth++) {
      layer = await this.#nextLayer(layer, depth);
    }
    const waiting = this.#arrived() ? 0 : layer.filter((node) => this.#leads(node)).length;
    return { nodes: this.#nodes, edges: this.#edges, limits: this.#limits(waiting) };
  }

  async #nextLayer(layer: readonly WalkNode[], depth: number): Promise<WalkNode[]> {
    const next: WalkNode[] = [];
    for (const node of layer) {
      this.#options.signal.throwIfAborted();
      if (++this.#expansions % EXPANSIONS_A_TURN === 0) await turn();
      const groups = await this.#neighbours(node);
      for (const entered of await this.#enterAll(groups, depth)) next.push(entered);
      for (const group of groups) if (this.#nodes.has(group.address)) this.#edges.push(this.#edge(node, group));
    }
    return next;
  }

  async #neighbours(node: WalkNode): Promise<readonly CallGroup[]> {
    node.expanded = true;
    if (!this.#leads(node)) return [];
    const address = BigInt(node.address);
    if (this.#options.direction === "callers") return groupCallers(await this.#analysis.callsTo(address));
    const { groups, unresolved } = groupCallees(await this.#analysis.callsFrom(address));
    node.unresolvedCalls = unresolved.length;
    return groups;
  }

  /** Whether the walk can go on from the node. */
  #leads({ kind }: WalkNode): boolean {
    return this.#options.direction === "callers" || kind === "function" || kind === "thunk";
  }

  /** Adds those that are new, as far as the bound lets it. */
  async #enterAll(places: readonly Start[], depth: number): Promise<WalkNode[]> {
    const entered: WalkNode[] = [];
    for (const { address, name } of places) {
      if (this.#nodes.has(address)) continue;
      if (this.#nodes.size >= this.#options.maxNodes) {
        this.#refused.add(address);
        continue;
      }
      const node = { address, name, depth, expanded: false, unresolvedCalls: null, ...(await this.#kindOf(address)) };
      this.#nodes.set(address, node);
      entered.push(node);
    }
    return entered;
  }

  async #kindOf(address: string): Promise<Pick<WalkNode, "kind" | "size">> {
    const info = await this.#analysis.procedure(BigInt(address));
    if (info !== undefined) return { kind: info.kind, size: info.size };
    const { permissions } = await this.#analysis.describe(BigInt(address));
    return { kind: permissions?.includes("x") === true ? "code" : "import", size: 0 };
  }

  #edge(node: WalkNode, { address, sites }: CallGroup): WalkEdge {
    const along = this.#options.direction === "callees";
    const [from, to] = along ? [node.address, address] : [address, node.address];
    return { from, to, calls: sites.length, site: sites[0]?.address ?? from };
  }

  #arrived(): boolean {
    return this.#options.goal !== undefined && this.#nodes.has(this.#options.goal);
  }

  #limits(waiting: number): Limit[] {
    const { depth, maxNodes, direction } = this.#options;
    const limits: Limit[] = [];
    if (waiting > 0) {
      const reason = `the ${direction} of ${waiting} ${plural(waiting, "function")} at depth ${depth} ${plural(waiting, "was", "were")} not looked up`;
      limits.push({ kind: "depth", limit: depth, reason, raise_with: "depth" });
    }
    if (this.#refused.size > 0) {
      const more = this.#refused.size;
      const reason = `at least ${more} more ${plural(more, "function")} ${plural(more, "was", "were")} left out`;
      limits.push({ kind: "nodes", limit: maxNodes, reason, raise_with: "max_nodes" });
    }
    return limits;
  }
}

/** Functions after which timers and other requests get their turn. */
const EXPANSIONS_A_TURN = 64;

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
