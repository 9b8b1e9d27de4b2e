/**
 * Code that loads a library when a function of it is first called (PE format, "Delay-Load Import Tables"): linkers let
 * the slot of each delayed import lead to code of its own, which takes the address of the slot and goes on to what all
 * imports of the library share.
 */
import type { StubColumns } from "../image.ts";
import type { Memory } from "../memory.ts";
import type { AddressSpace } from "../words.ts";
import type { ImportedLibrary } from "./imports.ts";

/** The stubs of all delayed imports that have one; import numbers count the functions of `libraries`. */
export function delayStubs(
  libraries: readonly ImportedLibrary[],
  memory: Memory,
  space: AddressSpace,
): { readonly stubs?: StubColumns } {
  const rows: { readonly rva: number; readonly size: number; readonly imported: number }[] = [];
  let imported = 0;
  for (const { delayed, functions } of libraries) {
    for (const { slot } of functions) {
      const size = delayed ? stubAt(slot, memory, space) : undefined;
      if (size !== undefined) rows.push({ ...size, imported });
      imported++;
    }
  }
  if (rows.length === 0) return {};
  rows.sort((left, right) => left.rva - right.rva);
  const stubs: StubColumns = {
    rva: Float64Array.from(rows, ({ rva }) => rva),
    size: Uint32Array.from(rows, ({ size }) => size),
    import: Uint32Array.from(rows, (row) => row.imported),
  };
  return { stubs };
}

/** What the slot holds in the file, when the code there takes the address of the slot and jumps. */
function stubAt(
  slot: number,
  memory: Memory,
  space: AddressSpace,
): { readonly rva: number; readonly size: number } | undefined {
  const cell = memory.window(slot, space.words.size);
  const rva = cell === undefined ? undefined : space.read(cell, 0);
  const region = rva === undefined ? undefined : memory.regionAt(rva);
  if (rva === undefined || region?.permissions.execute !== true) return undefined;
  const taken = space.words.bits === 64 ? addressTaken64(rva, memory) : addressTaken32(rva, memory, space);
  if (taken?.slot !== slot) return undefined;
  const jump = memory.window(rva + taken.size, 1)?.u8(0);
  const size = jump === JUMP_NEAR ? 5 : jump === JUMP_SHORT ? 2 : undefined;
  return size === undefined ? undefined : { rva, size: taken.size + size };
}

const JUMP_NEAR = 0xe9;
const JUMP_SHORT = 0xeb;

interface Taken {
  readonly slot: number;
  /** Bytes of the instruction. */
  readonly size: number;
}

/** `lea rax, [rip + distance]`. */
function addressTaken64(rva: number, memory: Memory): Taken | undefined {
  const code = memory.window(rva, 7);
  const isLea = code?.u8(0) === 0x48 && code.u8(1) === 0x8d && code.u8(2) === 0x05;
  return isLea ? { slot: rva + 7 + code.i32(3), size: 7 } : undefined;
}

/** `mov eax, address`. */
function addressTaken32(rva: number, memory: Memory, space: AddressSpace): Taken | undefined {
  const code = memory.window(rva, 5);
  const slot = code?.u8(0) === 0xb8 ? space.read(code, 1) : undefined;
  return slot === undefined ? undefined : { slot, size: 5 };
}
