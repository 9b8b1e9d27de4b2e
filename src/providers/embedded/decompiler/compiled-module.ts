/** The decompiler's WebAssembly module: compiled once, started once in each thread. */
import { setFlagsFromString } from "node:v8";

/** A compiled module: threads share its code. */
export type CompiledModule = object;

/** What an instance offers; see `wasm/decompiler/src/lib.rs`. Pointers past 2 GiB come back negative. */
export interface ModuleExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  allocate(size: number): number;
  add_region(address: bigint, size: bigint, pointer: number, length: number): void;
  open(pointer: number, length: number): number;
  decompile(address: bigint, steps: number): number;
  answer_pointer(): number;
  answer_length(): number;
  panic_message_pointer(): number;
  panic_message_length(): number;
}

/**
 * Compiles the module lazily, in 0.05 s. Its functions are large, so that optimising one costs more than a run of a
 * few functions through the module gains: V8 is told to wait longer, which halves the CPU of a first answer and saves a
 * tenth of a long batch. The setting is that of the moment of compiling; it is put back, because code compiled ahead
 * is bound to the settings of the process. Throws when the bytes are no module.
 */
export function compileModule(bytes: Uint8Array): CompiledModule {
  setFlagsFromString(`--wasm-tiering-budget=${PATIENT_BUDGET}`);
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${DEFAULT_BUDGET}`);
  }
}

/** Bytes of machine code that a function runs through before V8 optimises it. */
const PATIENT_BUDGET = 100_000_000;

/** V8's own in Node 20. */
const DEFAULT_BUDGET = 1_800_000;

/** The build has checked that the module imports nothing and exports all this. */
export function startModule(module: CompiledModule): ModuleExports {
  return new WebAssembly.Instance(module).exports;
}

/** Names of what the module wants and offers, the latter in alphabetical order. */
export function interfaceOf(module: CompiledModule): Record<"imports" | "exports", readonly string[]> {
  const names = (entries: readonly { readonly name: string }[]): string[] => entries.map(({ name }) => name).sort();
  return { imports: names(WebAssembly.Module.imports(module)), exports: names(WebAssembly.Module.exports(module)) };
}

/** The part of the global that this file uses: Node has it, the libraries of the compiler's target do not. */
declare const WebAssembly: {
  readonly Module: {
    new (bytes: Uint8Array): CompiledModule;
    imports(module: CompiledModule): readonly { readonly name: string }[];
    exports(module: CompiledModule): readonly { readonly name: string }[];
  };
  readonly Instance: new (module: CompiledModule) => { readonly exports: ModuleExports };
};
