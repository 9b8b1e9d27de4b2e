/** What a call leads to: a function of the file, or an import through its stub or slot. */
import { FUNCTION_FLAGS, REFERENCE_KINDS, type ReferenceKind } from "../../engine/program.ts";
import { functionAt, type CodeExtents } from "./code-map.ts";
import { importInSlot, type ImportRows } from "./parts/imports.ts";

const CALL_KINDS: ReadonlySet<ReferenceKind> = new Set(["call", "tail_call", "import_call", "import_jump"]);
const IS_CALL = Uint8Array.from(REFERENCE_KINDS, (kind) => Number(CALL_KINDS.has(kind)));

/** Columns of the functions that callees are resolved with. */
export interface Callable extends CodeExtents {
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
