import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FLOW, flowOf, lengthOf, OUT_SIZE } from "../instruction.ts";
import { decode, OUT } from "./decoder.ts";
import { measure } from "./measure.ts";

const LEADING = new Set<number>([FLOW.JUMP, FLOW.BRANCH, FLOW.CALL]);

/** Differences to `decode` at `position`, none when they agree. */
function difference(code: Uint8Array, position: number): string | undefined {
  const all = new Int32Array(OUT_SIZE).fill(-7);
  const some = new Int32Array(OUT_SIZE).fill(-7);
  const expected = decode(code, position, all);
  const got = measure(code, position, some);
  const isSame = got === expected && (!LEADING.has(flowOf(got)) || some[OUT.TARGET] === all[OUT.TARGET]);
  return isSame
    ? undefined
    : `${Buffer.from(code.subarray(position, position + 16)).toString("hex")}: ${got} for ${expected}`;
}

test("every opcode behind every prefix, with every ModRM byte, is measured as it is decoded", () => {
  const differences: string[] = [];
  const code = new Uint8Array(40);
  for (const prefixes of [
    [],
    [0x66],
    [0xf2],
    [0xf3],
    [0x48],
    [0x41],
    [0x66, 0x48],
    [0xf3, 0x41],
    [0x48, 0x66],
    [0x64],
    [0x66, 0x66],
  ]) {
    for (const escape of [[], [0x0f]]) {
      for (let opcode = 0; opcode < 256; opcode++) {
        for (let modrm = 0; modrm < 256; modrm++) {
          for (const sib of modrm === 4 ? [0x24, 0x25, 0xfd] : [0x25]) {
            code.set([...prefixes, ...escape, opcode, modrm, sib, 0x81, 0xfe, 0x7f, 0x80, 0x01]);
            const found = difference(code, 0);
            if (found !== undefined) differences.push(found);
          }
        }
      }
    }
  }
  expect(differences).toEqual([]);
});

test("every position of a program is measured as it is decoded, inside instructions too", () => {
  const code = new Uint8Array(readFileSync("/bin/ls"));
  const differences: string[] = [];
  let instructions = 0;
  for (let at = 0; at + 16 < code.length; at++) {
    const found = difference(code, at);
    if (found !== undefined) differences.push(found);
    instructions += Number(lengthOf(measure(code, at, new Int32Array(OUT_SIZE))) > 0);
  }
  expect(differences).toEqual([]);
  expect(instructions).toBeGreaterThan(code.length / 2);
});
