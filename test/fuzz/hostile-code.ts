/** Machine code (x86-64) that is written against decompilers. */

/** Concatenates instructions. */
function code(parts: Iterable<readonly number[]>): Uint8Array {
  return Uint8Array.from([...parts].flat());
}

function repeat(count: number, part: (index: number) => readonly number[]): number[][] {
  return Array.from({ length: count }, (_, index) => [...part(index)]);
}

/** Little-endian, four bytes. */
function word(value: number): number[] {
  return [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >> 24) & 0xff];
}

const RETURN = [0xc3];

/** `jmp $+1` again and again: each jump lands in its own second byte, which begins `inc eax`. */
export function jumpsIntoInstructions(): Uint8Array {
  return code([...repeat(2000, () => [0xeb, 0xff, 0xc0]), RETURN]);
}

/** `x * (x + 1)` is even, yet each time the odd case leads into the middle of the next test. */
export function opaquePredicates(): Uint8Array {
  // lea eax, [rdi + 1]; imul eax, edi; test al, 1; jne into what follows; add edi, imm8
  const test = [0x8d, 0x47, 0x01, 0x0f, 0xaf, 0xc7, 0xa8, 0x01, 0x75, 0x02];
  return code([...repeat(1500, (index) => [...test, 0x83, 0xc7, index & 0x7f]), RETURN]);
}

/** One loop around a chain of comparisons of a state, each case naming the next state. */
export function flattenedControlFlow(): Uint8Array {
  const cases = 1500;
  // cmp edi, state; jne past; mov edi, next; jmp back to the start
  const size = 6 + 2 + 5 + 5;
  const parts = repeat(cases, (state) => {
    const next = (state * 7919 + 13) % cases;
    const back = -(state + 1) * size;
    return [0x81, 0xff, ...word(state), 0x75, 0x0a, 0xbf, ...word(next), 0xe9, ...word(back)];
  });
  return code([...parts, RETURN]);
}

/** `test edi, edi; je past; inc eax`, so two blocks each. */
export function manyBlocks(count: number): Uint8Array {
  return code([...repeat(count / 2, () => [0x85, 0xff, 0x74, 0x02, 0xff, 0xc0]), RETURN]);
}

/** `jmp [rip + rdi * 8]` by way of a table that is the code itself. */
export function selfReferencingJumpTable(): Uint8Array {
  // cmp edi, 7; ja +9; lea rax, [rip - 16]; jmp [rax + rdi * 8]; ret
  const jump = [0x83, 0xff, 0x07, 0x77, 0x0a, 0x48, 0x8d, 0x05, 0xf0, 0xff, 0xff, 0xff, 0xff, 0x24, 0xf8, ...RETURN];
  return code(repeat(200, () => jump));
}

/** `jmp` to the next thunk; the last one jumps to the first. */
export function thunkRing(count: number): Uint8Array {
  return code(repeat(count, (index) => [0xe9, ...word(index + 1 < count ? 0 : -5 * count)]));
}

/** Each test guards everything after it: as deep as it is long. */
export function deepNesting(depth: number): Uint8Array {
  // cmp edi, n; je to the end; inc eax
  const size = 6 + 6 + 2;
  const parts = repeat(depth, (index) => [
    0x81,
    0xff,
    ...word(index),
    0x0f,
    0x84,
    ...word((depth - index) * size - 12),
    0xff,
    0xc0,
  ]);
  return code([...parts, RETURN]);
}

/** `mov [rdi + rsi * 4 + n], eax; imul eax, eax, n`: no block ends before the last instruction. */
export function straightLine(count: number): Uint8Array {
  return code([...repeat(count, (n) => [0x89, 0x84, 0xb7, ...word(n * 4), 0x69, 0xc0, ...word(n * 2 + 3)]), RETURN]);
}

/** Calls itself, and what it calls calls it. */
export function callsItself(): Uint8Array {
  return code([...repeat(500, (index) => [0xe8, ...word(-5 * (index + 1))]), [0xe8, ...word(0)], RETURN]);
}

/** Nothing that is code. */
export function noise(size: number, random: (bound: number) => number): Uint8Array {
  return Uint8Array.from({ length: size }, () => random(256));
}
