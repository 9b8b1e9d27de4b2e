/**
 * Names of C++, Rust and MSVC symbols as people write them (Itanium C++ ABI, section 5.1; Rust RFC 2603), by the
 * WebAssembly module of the package gecko-profiler-demangle.
 */

/** The readable form of a name; `undefined` when it is not mangled or does not demangle. */
export type Demangler = (name: string) => string | undefined;

/** Longer names stay raw, in bytes of UTF-8: the work that a hostile one causes grows faster than its length. */
export const DEMANGLED_NAME_LIMIT = 4096;

/**
 * Compiles the module; the demangler it returns is for one thread. A name that makes the module trap stays raw, and
 * the module starts afresh for the next one.
 */
export function createDemangler(wasm: Uint8Array): Demangler {
  const module = new WebAssembly.Module(wasm);
  let instance = start(module);
  return (name) => {
    const size = looksMangled(name) ? Buffer.byteLength(name) : 0;
    if (size === 0 || size > DEMANGLED_NAME_LIMIT) return undefined;
    try {
      const text = call(instance, name, size);
      return isUnchanged(name, text) ? undefined : readable(text);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      instance = start(module);
      return undefined;
    }
  };
}

/** Whether a name starts as mangled names do, so that plain names cost nothing. */
export function looksMangled(name: string): boolean {
  const first = name.charCodeAt(0);
  if (first === QUESTION_MARK) return true;
  return first === UNDERSCORE && (name.startsWith("_Z") || name.startsWith("_R") || name.startsWith("__Z"));
}

const UNDERSCORE = 0x5f;
const QUESTION_MARK = 0x3f;

/** What the module exports; strings pass as a pointer and a length. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly demangle_any: (pointer: number, length: number) => [number, number];
  readonly __wbindgen_export_0: { grow(by: number): number; set(index: number, value: unknown): void };
  readonly __wbindgen_malloc: (size: number, align: number) => number;
  readonly __wbindgen_free: (pointer: number, size: number, align: number) => void;
  readonly __wbindgen_start: () => void;
}

/** A compiled module: only handed back to the global that made it. */
type Module = object;

type Imports = Readonly<Record<string, Readonly<Record<string, () => void>>>>;

/** The part of the global that this file uses: Node has it, the libraries of the compiler's target do not. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => Module;
  readonly Instance: new (module: Module, imports: Imports) => { readonly exports: Exports };
  readonly RuntimeError: new () => Error;
};

interface Instance {
  readonly exports: Exports;
  memory: Buffer;
}

function start(module: Module): Instance {
  const { exports }: { readonly exports: Exports } = new WebAssembly.Instance(module, {
    "./index_bg.js": { __wbindgen_init_externref_table: () => fillReferenceTable(exports.__wbindgen_export_0) },
  });
  exports.__wbindgen_start();
  return { exports, memory: Buffer.from(exports.memory.buffer) };
}

/** The constants that generated glue expects in the table of references. */
function fillReferenceTable(table: Exports["__wbindgen_export_0"]): void {
  const first = table.grow(4);
  table.set(0, undefined);
  for (const [index, value] of [undefined, null, true, false].entries()) table.set(first + index, value);
}

/** `size` is that of the name in UTF-8. */
function call(instance: Instance, name: string, size: number): string {
  const { exports } = instance;
  const pointer = exports.__wbindgen_malloc(size, 1) >>> 0;
  memoryOf(instance).write(name, pointer, size, "utf8");
  const result = exports.demangle_any(pointer, size);
  const start = result[0] >>> 0;
  const text = memoryOf(instance).toString("utf8", start, start + result[1]);
  exports.__wbindgen_free(start, result[1], 1);
  return text;
}

/** The memory as it is: growing makes another buffer of it. */
function memoryOf(instance: Instance): Buffer {
  const { buffer } = instance.exports.memory;
  if (instance.memory.buffer !== buffer) instance.memory = Buffer.from(buffer);
  return instance.memory;
}

/** The module answers with the name itself, an underscore less, when it finds no language for it. */
function isUnchanged(name: string, text: string): boolean {
  return text === "" || text === name || text === name.slice(1) || text === name.slice(2);
}

/** Virtual tables and thunks in the words of `c++filt`. */
function readable(text: string): string {
  if (!text.startsWith("{")) return text;
  const table = /^\{(vtable|vtt)\((.*)\)\}( \[clone .*\])?$/u.exec(text);
  if (table !== null) return `${table[1] === "vtt" ? "VTT" : "vtable"} for ${table[2]}${table[3] ?? ""}`;
  const thunk = /^\{virtual override thunk\(\{(virtual )?offset\([^)]*\)\}, (.*)\)\}$/u.exec(text);
  return thunk === null ? text : `${thunk[1] === undefined ? "non-virtual" : "virtual"} thunk to ${thunk[2]}`;
}
