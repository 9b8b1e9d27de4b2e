/** The decompiler's WebAssembly module: compiled once, started once in each thread. */

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

/** Rejects when the bytes are no module. */
export function compileModule(bytes: Uint8Array): Promise<CompiledModule> {
  return WebAssembly.compile(bytes);
}

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
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  readonly Module: {
    imports(module: CompiledModule): readonly { readonly name: string }[];
    exports(module: CompiledModule): readonly { readonly name: string }[];
  };
  readonly Instance: new (module: CompiledModule) => { readonly exports: ModuleExports };
};
