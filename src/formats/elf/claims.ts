/** Divides memory among overlapping claims. */

/** A range of memory that a header claims. */
export interface Claim {
  readonly rva: number;
  readonly size: number;
}

/** A part of a claim that no earlier claim holds. */
export interface Piece {
  /** Position of the claim in the list. */
  readonly claim: number;
  readonly rva: number;
  readonly size: number;
}

/**
 * Gives every byte to the first claim, in list order, that holds it. Pieces are disjoint, ascend by rva and number at
 * most twice the claims. Costs n log n.
 */
export function divide(claims: readonly Claim[]): Piece[] {
  const starts = byRva(claims, ({ rva }) => rva);
  const edges = edgesOf(claims);
  const active = new ClaimHeap();
  const pieces: Piece[] = [];
  let next = 0;
  for (const [index, at] of edges.entries()) {
    for (; next < starts.length; next++) {
      const start = starts[next];
      if (start === undefined || (claims[start]?.rva ?? 0) > at) break;
      active.push(start);
    }
    const end = edges[index + 1];
    const owner = firstLive(active, claims, at);
    if (end !== undefined && owner !== undefined) append(pieces, owner, at, end);
  }
  return pieces;
}

function append(pieces: Piece[], claim: number, rva: number, end: number): void {
  const last = pieces.at(-1);
  if (last !== undefined && last.claim === claim && last.rva + last.size === rva) {
    pieces[pieces.length - 1] = { claim, rva: last.rva, size: end - last.rva };
  } else pieces.push({ claim, rva, size: end - rva });
}

function firstLive(active: ClaimHeap, claims: readonly Claim[], at: number): number | undefined {
  for (let first = active.first(); first !== undefined; first = active.first()) {
    const claim = claims[first];
    if (claim !== undefined && claim.rva + claim.size > at) return first;
    active.pop();
  }
  return undefined;
}

function byRva(claims: readonly Claim[], key: (claim: Claim) => number): number[] {
  const order = claims.map((_, index) => index).filter((index) => (claims[index]?.size ?? 0) > 0);
  const at = (index: number) => {
    const claim = claims[index];
    return claim === undefined ? 0 : key(claim);
  };
  return order.sort((left, right) => at(left) - at(right));
}

function edgesOf(claims: readonly Claim[]): number[] {
  const edges = new Set<number>();
  for (const { rva, size } of claims) if (size > 0) edges.add(rva).add(rva + size);
  return [...edges].sort((left, right) => left - right);
}

/** A binary heap of claim positions, lowest first. */
class ClaimHeap {
  readonly #items: number[] = [];

  first(): number | undefined {
    return this.#items[0];
  }

  push(item: number): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] ?? 0;
      if (above <= item) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): void {
    const items = this.#items;
    const item = items.pop();
    if (item === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      const child = this.#lowerChild(at);
      const below = items[child];
      if (below === undefined || below >= item) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }

  #lowerChild(at: number): number {
    const left = 2 * at + 1;
    const right = left + 1;
    return (this.#items[right] ?? Infinity) < (this.#items[left] ?? Infinity) ? right : left;
  }
}
