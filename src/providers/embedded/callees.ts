/** What a call leads to: a function of the file, or an import through its stub or slot. */
import { FUNCTION_FLAGS, REFERENCE_KINDS, type ReferenceKind, type ReferenceTable } from "../../engine/program.ts";
import { AscendingOwners, functionAt, type CodeExtents } from "./code-map.ts";
import { importInSlot, type ImportRows } from "./parts/imports.ts";

const CALL_KINDS: ReadonlySet<ReferenceKind> = new Set(["call", "tail_call", "import_call", "import_jump"]);
const IS_CALL = Uint8Array.from(REFERENCE_KINDS, (kind) => Number(CALL_KINDS.has(kind)));

/** Columns of the functions that callees are resolved with. */
interface Callable extends CodeExtents {
  readonly flags: Uint16Array;
  readonly import: Int32Array;
}

/**
 * Callees as numbers: a function by its index; an import by the number of functions plus its row; -1 when nothing
 * known is there.
 */
export class Callees {
  readonly #functions: Callable;
  readonly #imports: Pick<ImportRows, "slot" | "slotImport">;
  readonly #placeholders: ReadonlyMap<number, number>;

  constructor(functions: Callable, imports: Pick<ImportRows, "slot" | "slotImport" | "placeholder">) {
    this.#functions = functions;
    this.#imports = imports;
    const placed: [number, number][] = [];
    for (const [row, rva] of imports.placeholder.entries()) if (rva >= 0) placed.push([rva, row]);
    this.#placeholders = new Map(placed);
  }

  /** Callee of a call reference to `to`. */
  at(to: number): number {
    const slot = importInSlot(this.#imports, to);
    if (slot >= 0) return this.#ofImport(slot);
    const index = functionAt(this.#functions, to);
    if (index < 0) return this.#ofImport(this.#placeholders.get(to) ?? -1);
    const imported = this.importOfStub(index);
    return imported >= 0 ? this.#ofImport(imported) : index;
  }

  /** Row of the import that a callee is, -1 for functions of the file. */
  importOf(callee: number): number {
    return callee < this.#functions.rva.length ? -1 : callee - this.#functions.rva.length;
  }

  /** Row of the import that a stub leads to, -1 for other functions. */
  importOfStub(index: number): number {
    const isStub = ((this.#functions.flags[index] ?? 0) & FUNCTION_FLAGS.importStub) !== 0;
    return isStub ? (this.#functions.import[index] ?? -1) : -1;
  }

  #ofImport(row: number): number {
    return row < 0 ? -1 : this.#functions.rva.length + row;
  }
}

/** Whether rows of the reference table with this kind are calls. */
export function isCall(kind: number): boolean {
  return IS_CALL[kind] === 1;
}

export interface CallCounts {
  /** Distinct callees of each function. */
  readonly callees: Uint32Array;
  /** Call sites of each import. */
  readonly importCalls: Uint32Array;
}

/** Counts over the whole table. A stub's own jump to its import is no call of the import. */
export function countCalls(
  functions: Callable,
  imports: Pick<ImportRows, "slot" | "slotImport" | "placeholder">,
  references: ReferenceTable,
): CallCounts {
  const resolver = new Callees(functions, imports);
  const calleeOf = calleesOfRows(resolver, references);
  const owners = new AscendingOwners(functions);
  const count = functions.rva.length;
  const importCalls = new Uint32Array(imports.placeholder.length);
  const width = count + importCalls.length + 1;
  const lastCaller = new Int32Array(width).fill(-1);
  const pairs = new Float64Array(references.from.length);
  let found = 0;
  for (let row = 0; row < references.from.length; row++) {
    const callee = calleeOf[row] ?? -1;
    if (callee < 0) continue;
    const caller = owners.holding(references.from[row] ?? 0);
    if (caller >= 0 && lastCaller[callee] !== caller) {
      lastCaller[callee] = caller;
      pairs[found++] = caller * width + callee;
    }
    const imported = resolver.importOf(callee);
    if (imported < 0 || (caller >= 0 && resolver.importOfStub(caller) === imported)) continue;
    importCalls[imported] = (importCalls[imported] ?? 0) + 1;
  }
  return { callees: countDistinct(pairs.subarray(0, found).sort(), width, count), importCalls };
}

/** The callee of each row of the table, -1 where there is no call; each target is looked up once. */
function calleesOfRows(resolver: Callees, { to, kind, byTarget }: ReferenceTable): Int32Array {
  const callees = new Int32Array(to.length).fill(-1);
  let target = -1;
  let callee = -1;
  for (const row of byTarget) {
    if (!isCall(kind[row] ?? 0)) continue;
    const next = to[row] ?? 0;
    if (next !== target) callee = resolver.at(next);
    target = next;
    callees[row] = callee;
  }
  return callees;
}

function countDistinct(pairs: Float64Array, width: number, count: number): Uint32Array {
  const callees = new Uint32Array(count);
  let last = -1;
  for (const pair of pairs) {
    if (pair === last) continue;
    last = pair;
    const caller = Math.floor(pair / width);
    callees[caller] = (callees[caller] ?? 0) + 1;
  }
  return callees;
}
