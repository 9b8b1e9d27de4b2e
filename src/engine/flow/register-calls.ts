/**
 * Calls and jumps through registers that hold what import slots hold: compilers load the address of a function that is
 * called often once, far in front of the calls. Each is followed back over all ways that lead to it, in the functions
 * that load a slot at all.
 */
import type { Ground } from "../discovery/descent.ts";
import { lengthOf, OUT_SIZE } from "../instruction.ts";
import { rvaColumn } from "../columns.ts";
import { AddressList, ByteList } from "../lists.ts";
import type { BlockTable, EdgeTable, UnresolvedTable } from "../program.ts";
import { entryValue, LOST, type RegisterEffects, registerOfEntry } from "../register-values.ts";
import { EDGE } from "./block-rows.ts";
import type { FunctionIndex } from "./calls.ts";
import { KIND, type ReferenceRows } from "./reference-rows.ts";
import type { Swept } from "./sweep.ts";

/** What became of the calls and jumps whose target was not known. */
export interface NamedCalls {
  /** Import slots of those that hold one in their register, by their rva. */
  readonly named: ReadonlyMap<number, number>;
  /** The others. */
  readonly unresolved: UnresolvedTable;
}

/** Gives calls and jumps through registers that hold an import references to its slot. */
export function nameRegisterCalls(
  flow: FlowGround,
  { unresolved, references }: Pick<Swept, "unresolved" | "references">,
  index: FunctionIndex,
): NamedCalls {
  const [rva, kind] = [unresolved.rva.view(), unresolved.kind.view()];
  const loading = functionsThatLoad(flow, references, index);
  if (loading.size === 0) return { named: new Map(), unresolved: { rva: rvaColumn(rva), kind: kind.slice() } };
  const named = new Map<number, number>();
  const rows: { from: number; to: number; kind: number }[] = [];
  const left = { rva: new AddressList(rva.length), kind: new ByteList(rva.length) };
  const calls = new RegisterCalls(flow);
  for (let row = 0; row < rva.length; row++) {
    const from = rva[row] as number;
    const holder = index.holding(from);
    const slot = loading.has(holder) ? calls.slotOf(from, holder) : -1;
    if (slot >= 0) {
      named.set(from, slot);
      rows.push({ from, to: slot, kind: kind[row] === 0 ? KIND.import_call : KIND.import_jump });
    } else {
      left.rva.push(from);
      left.kind.push(kind[row] as number);
    }
  }
  references.insert(rows);
  return { named, unresolved: { rva: rvaColumn(left.rva.view()), kind: left.kind.view().slice() } };
}

/** Rows of the functions that read a slot of an import. */
function functionsThatLoad(
  { ground, effects }: FlowGround,
  references: ReferenceRows,
  index: FunctionIndex,
): ReadonlySet<number> {
  const loading = new Set<number>();
  if (effects === undefined) return loading;
  const { imports } = ground;
  const { count, from, to, kind } = references;
  for (let row = 0; row < count; row++) {
    if (kind[row] !== KIND.read || imports.ofSlot(to[row] as number) < 0) continue;
    loading.add(index.holding(from[row] as number));
  }
  return loading;
}

/** The blocks of the program by function, as the finished tables have them. */
export interface FlowGround {
  readonly ground: Ground;
  /** Absent where decoding follows registers by itself: then nothing is left to find. */
  readonly effects: RegisterEffects | undefined;
  readonly blocks: BlockTable;
  readonly edges: EdgeTable;
  readonly firstBlock: Uint32Array;
}

/** Finds slots for the calls and jumps of one function at a time. */
class RegisterCalls {
  readonly #flow: FlowGround;
  readonly #effects: RegisterEffects;
  readonly #out = new Int32Array(OUT_SIZE);
  #function = -1;
  /** Of the function: edges that lead to each block, as pairs of block and kind. */
  #ways: ReadonlyMap<number, readonly Way[]> = new Map();
  /** Of the function: values at the ends of blocks. */
  readonly #ends = new Map<number, Float64Array>();
  /** Of the function: what was found for registers where blocks begin. */
  readonly #found = new Map<number, number>();
  /** The place in a block up to which `values` are known: the next call is mostly in the same block. */
  #reached: { readonly block: number; readonly at: number; readonly values: Float64Array } | undefined;
  #steps = 0;

  constructor(flow: FlowGround) {
    this.#flow = flow;
    this.#effects = flow.effects ?? NO_EFFECTS;
  }

  /**
   * Asked with ascending `rva` in a function. Rva of the import slot that the call or jump at `rva`, in the row `index` of the functions, always goes through;
   * -1 when it is not known, or when not all ways agree.
   */
  slotOf(rva: number, index: number): number {
    this.#enter(index);
    const block = this.#blockAt(rva, index);
    if (block < 0) return -1;
    const { ground } = this.#flow;
    const values = this.#valuesBefore(block, rva);
    const packed = this.#decode(rva);
    const register = this.#effects.through(packed, this.#out);
    const slot = register < 0 ? LOST : this.#known(block, values[register] ?? LOST);
    return slot >= 0 && ground.imports.ofSlot(slot) >= 0 ? slot : -1;
  }

  #enter(index: number): void {
    if (index === this.#function) return;
    const { blocks, edges, firstBlock } = this.#flow;
    const ways = new Map<number, Way[]>();
    for (let from = firstBlock[index] ?? 0; from < (firstBlock[index + 1] ?? 0); from++) {
      for (let edge = blocks.firstEdge[from] ?? 0; edge < (blocks.firstEdge[from + 1] ?? 0); edge++) {
        const to = edges.to[edge] ?? 0;
        const known = ways.get(to);
        const way = { from, kind: edges.kind[edge] ?? 0 };
        if (known === undefined) ways.set(to, [way]);
        else known.push(way);
      }
    }
    this.#function = index;
    this.#ways = ways;
    this.#ends.clear();
    this.#found.clear();
    this.#reached = undefined;
  }

  /** Block of the function that holds the instruction at `rva`, -1 when none does. */
  #blockAt(rva: number, index: number): number {
    const { blocks, firstBlock } = this.#flow;
    const holds = (block: number): boolean => {
      const distance = rva - (blocks.rva[block] ?? 0);
      return distance >= 0 && distance < (blocks.size[block] ?? 0);
    };
    const first = firstBlock[index] ?? 0;
    if (holds(first)) return first;
    let [low, high] = [first + 1, firstBlock[index + 1] ?? 0];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((blocks.rva[middle] ?? 0) <= rva) low = middle + 1;
      else high = middle;
    }
    return low - 1 > first && holds(low - 1) ? low - 1 : -1;
  }

  #known(block: number, value: number): number {
    const register = registerOfEntry(value);
    if (register < 0) return value;
    const key = block * this.#effects.count + register;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = this.#follow(block, value);
    this.#found.set(key, found);
    return found;
  }

  /** The cell that `value`, of a register in `block`, was loaded from on all ways that lead there; else `LOST`. */
  #follow(block: number, value: number): number {
    let found = LOST;
    const seen = new Set<number>();
    const waiting: Origin[] = [{ block, value }];
    for (let origin = waiting.pop(); origin !== undefined; origin = waiting.pop()) {
      const register = registerOfEntry(origin.value);
      if (register < 0) {
        if (origin.value === LOST || (found !== LOST && found !== origin.value)) return LOST;
        found = origin.value;
        continue;
      }
      const key = origin.block * this.#effects.count + register;
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > BLOCK_LIMIT || this.#steps++ > STEP_LIMIT || !this.#addOrigins(origin.block, register, waiting))
        return LOST;
    }
    return found;
  }

  /** Adds what the register may hold where the block begins; false when that is not known. */
  #addOrigins(block: number, register: number, waiting: Origin[]): boolean {
    const ways = this.#ways.get(block);
    if (ways === undefined || block === this.#flow.firstBlock[this.#function]) return false;
    for (const { from, kind } of ways) {
      // An exception leaves its block in the middle.
      if (kind === EDGE.exception) return false;
      waiting.push({ block: from, value: this.#valuesAtEnd(from)[register] ?? LOST });
    }
    return true;
  }

  #valuesAtEnd(block: number): Float64Array {
    const { blocks } = this.#flow;
    const known = this.#ends.get(block);
    if (known !== undefined) return known;
    const values = this.#valuesBefore(block, (blocks.rva[block] ?? 0) + (blocks.size[block] ?? 0));
    if (this.#ends.size >= KEPT_ENDS) this.#ends.clear();
    this.#ends.set(block, values);
    return values;
  }

  /** Values where the instruction at `end` begins. */
  #valuesBefore(block: number, end: number): Float64Array {
    const { ground, blocks } = this.#flow;
    const known = this.#reached?.block === block && this.#reached.at <= end ? this.#reached : undefined;
    const values =
      known?.values ?? Float64Array.from({ length: this.#effects.count }, (_, number) => entryValue(number));
    let at = known?.at ?? blocks.rva[block] ?? 0;
    const offset = ground.space.offsetOf(at);
    if (offset < 0) return values.fill(LOST);
    const { delta } = ground.space.runAt(offset);
    ground.set.begin(this.#out, delta);
    while (at < end) {
      const packed = this.#decode(at);
      if (lengthOf(packed) === 0) return values.fill(LOST);
      this.#effects.apply(packed, this.#out, values, { delta, absolute: ground.absolute });
      at += lengthOf(packed);
    }
    if (at !== end) return values.fill(LOST);
    this.#reached = { block, at, values };
    return values.slice();
  }

  #decode(rva: number): number {
    const { set, space } = this.#flow.ground;
    const offset = space.offsetOf(rva);
    return offset < 0 ? 0 : set.decode(space.bytes, offset, this.#out);
  }
}

const NO_EFFECTS: RegisterEffects = { count: 0, through: () => -1, apply: () => undefined };

interface Way {
  readonly from: number;
  readonly kind: number;
}

/** A value in a block, still to be followed to where it comes from. */
interface Origin {
  readonly block: number;
  readonly value: number;
}

/** Blocks whose values are kept. */
const KEPT_ENDS = 4096;

/** Blocks that are walked back through for one call, and for all calls of a program. */
const BLOCK_LIMIT = 256;
const STEP_LIMIT = 4_000_000;
