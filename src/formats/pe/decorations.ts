/** Names of C functions as 32-bit and vector calling conventions decorate them (Microsoft C, "Decorated Names"). */

/** The name in the source: of `_f@8` (stdcall), `@f@8` (fastcall) and `f@@8` (vectorcall); `undefined` for others. */
export function undecorated(name: string): string | undefined {
  const match = DECORATED.exec(name);
  return match === null ? undefined : (match[1] ?? match[2]);
}

/** The number is that of the bytes of arguments: a multiple of four. */
const DECORATED = /^(?:[_@](\w+)@|(\w+)@@)(?:\d*[02468]|\d*[13579][26])$/u;
