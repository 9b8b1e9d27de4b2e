/** The tools that a server offers; an operation's module loads when its schema or its work is first needed. */
import type { Operation } from "../../operations/operation.ts";
import type { OperationEntry } from "../../operations/table.ts";

export class Catalogue {
  readonly #entries: ReadonlyMap<string, OperationEntry>;
  readonly #loaded = new Map<string, Promise<Operation>>();

  constructor(entries: readonly OperationEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** The operation as a tool, or `undefined` when this server does not offer it. */
  async operation(name: string): Promise<Operation | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const loading = this.#loaded.get(name) ?? load(entry);
    this.#loaded.set(name, loading);
    return await loading;
  }

  /** In the order of the table. */
  async all(): Promise<readonly Operation[]> {
    const operations = await Promise.all(this.names.map((name) => this.operation(name)));
    return operations.filter((operation) => operation !== undefined);
  }
}

async function load(entry: OperationEntry): Promise<Operation> {
  const [operation, { withDocument }] = await Promise.all([entry.load(), import("./tool.ts")]);
  return operation.needs === "target" ? withDocument(operation) : operation;
}
