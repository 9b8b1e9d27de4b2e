/** The tables of C declarations, and what of them a program of some platform needs. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sha256 } from "../../../../base/digest.ts";
import { besideBundle } from "../../bundled-file.ts";
import type { Prototypes } from "../feed.ts";
import { functionName, parseDeclaration, typeNames, type Convention, type FunctionDeclaration } from "./declaration.ts";
import { platformOf, type Machine, type Platform } from "./platform.ts";

/** Declarations of library functions of every platform. */
export interface PrototypeTables {
  /** Changes with every declaration. */
  readonly version: string;
  /** Prototypes of one program; they remember what was asked for. */
  of(machine: Machine): Prototypes;
}

/** Reads the tables from beside the bundle, or from the sources. */
export function readTables(): PrototypeTables {
  const folder = besideBundle("prototypes") ?? import.meta.dirname;
  const functions = readFolder(folder);
  const types = readFolder(path.join(folder, "types"));
  return {
    version: sha256([...functions.values(), ...types.values()].join("")),
    of: (machine) => new LibraryPrototypes(platformOf(machine), { functions, types }),
  };
}

/** Declarations of a table, in its order, without its comments. */
export function declarationsOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("/*"));
}

/** By name without `.h`, in the order of the names. */
function readFolder(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".h"))
    .sort();
  return new Map(files.map((file) => [path.basename(file, ".h"), readFileSync(path.join(folder, file), "utf8")]));
}

/** Texts of tables by their names. */
interface Tables {
  readonly functions: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, string>;
}

interface FunctionLine {
  readonly line: string;
  readonly convention: Convention | undefined;
}

class LibraryPrototypes implements Prototypes {
  readonly #plainNames: Platform["plainNames"];
  /** Declarations of a name, the one to prefer first. */
  readonly #functions = new Map<string, FunctionLine[]>();
  /** The line that declares a type, by each name that it gives. */
  readonly #declared = new Map<string, string>();
  /** Types that what was asked for needs, each after those that it is made of: what is told of a line. */
  readonly #needed = new Map<string, string>();

  constructor(platform: Platform, tables: Tables) {
    this.#plainNames = platform.plainNames;
    for (const { name, convention } of platform.functions) {
      for (const line of declarationsOf(tables.functions.get(name) ?? "")) this.#addFunction({ line, convention });
    }
    for (const name of platform.types) {
      for (const line of declarationsOf(tables.types.get(name) ?? "")) this.#declare(line);
    }
  }

  prototypeOf(name: string): string | undefined {
    if (name.length > LONGEST_NAME) return undefined;
    for (const plain of this.#plainNames(name)) {
      for (const { line, convention } of this.#functions.get(plain) ?? []) {
        const declaration = parseDeclaration(line);
        if (declaration.kind === "function" && this.#isComplete(declaration)) return this.#fed(declaration, convention);
      }
    }
    return undefined;
  }

  get types(): readonly string[] {
    return [...this.#needed.values()];
  }

  #addFunction(declaration: FunctionLine): void {
    const name = functionName(declaration.line);
    const known = this.#functions.get(name);
    if (known === undefined) this.#functions.set(name, [declaration]);
    else known.push(declaration);
  }

  #declare(line: string): void {
    const names = typeNames(line);
    if (names.some((name) => this.#declared.has(name))) return;
    for (const name of names) this.#declared.set(name, line);
  }

  /** As the decompiler takes it, with the convention of its table where it does not say its own. */
  #fed({ text, uses, convention: own }: FunctionDeclaration, usual: Convention | undefined): string {
    for (const { name } of uses) this.#need(name);
    return usual === undefined ? text : `${own ?? usual} ${text}`;
  }

  /** Structures may be known by their tag alone, as long as they are only pointed to. */
  #isComplete({ uses }: FunctionDeclaration): boolean {
    return uses.every(({ name, isPointedTo }) => {
      return this.#declared.has(name) || (isPointedTo && /^(?:struct|union) /u.test(name));
    });
  }

  /** A type that leads back to itself is named before it is complete, which a pointer may do. */
  #need(name: string, within: readonly string[] = []): void {
    const line = this.#declared.get(name);
    if (line === undefined || this.#needed.has(line) || within.includes(line)) return;
    const { text, uses } = parseDeclaration(line);
    for (const use of uses) this.#need(use.name, [...within, line]);
    this.#needed.set(line, text);
  }
}

/** Characters; the longest name of the tables has fewer than 100. */
const LONGEST_NAME = 256;
