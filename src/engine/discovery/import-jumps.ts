/** The stubs that linkers for Windows put between functions: `jmp [slot]`, of x86-64 and of 32-bit x86. */
import type { Image } from "../../formats/image.ts";
import type { Descent } from "./descent.ts";

/** Adds every such jump through the slot of an import that no function goes on with. */
export function addImportJumps({ architecture }: Image, descent: Descent): void {
  const standsAlone = STANDS_ALONE.get(architecture);
  if (standsAlone === undefined) return;
  const { space, imports, extents } = descent.ground;
  for (const { region, start, end } of space.regions) {
    if (region.content !== "code") continue;
    for (let at = space.bytes.indexOf(JUMP_GROUP, start); at >= 0 && at < end;) {
      const mayStart = at === start || standsAlone(space.bytes, at);
      const isJump = space.bytes[at + 1] === JUMP_MEMORY && mayStart && extents.allowsStart(at);
      if (isJump && imports.ofStub(at) >= 0) descent.addFunction(at, "import_stub");
      at = space.bytes.indexOf(JUMP_GROUP, at + 1);
    }
  }
}

/** Opcode FF with the ModRM byte of `jmp [address]`; four bytes of address follow. */
const JUMP_GROUP = 0xff;
const JUMP_MEMORY = 0x25;
const JUMP_SIZE = 6;

/** Whether the jump at an offset ends no function that began before it. */
const STANDS_ALONE: ReadonlyMap<Image["architecture"], (bytes: Uint8Array, at: number) => boolean> = new Map([
  ["x86_64", hasNoPrefix],
  ["x86", followsFilling],
]);

/** Compilers mark the jumps of functions with a prefix (40 to 4F), so that the unwinder can tell them from a body. */
function hasNoPrefix(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at - 1] ?? 0) & 0xf0) !== 0x40;
}

/** There is no such mark in 32-bit code: stubs follow `nop`, `int3` or each other. */
function followsFilling(bytes: Uint8Array, at: number): boolean {
  const before = bytes[at - 1];
  if (before === 0x90 || before === 0xcc) return true;
  return bytes[at - JUMP_SIZE] === JUMP_GROUP && bytes[at - JUMP_SIZE + 1] === JUMP_MEMORY;
}
