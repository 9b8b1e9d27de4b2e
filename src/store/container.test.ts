import { assert, integer, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { containerPieces, decodeContainer, joinedPieces, type ContainerValue } from "./container.ts";

function encoded(value: ContainerValue): Uint8Array {
  return joinedPieces(containerPieces(value));
}

const SAMPLE: ContainerValue = {
  name: "functions",
  count: 3,
  nested: [{ rva: new Uint32Array([1, 2, 0xffff_ffff]) }, { flags: new Uint16Array([7]) }],
  kind: new Uint8Array([9, 8, 7]),
  import: new Int32Array([-1, 5]),
  wide: new Float64Array([2 ** 40 + 1, -0.5]),
  empty: new Uint32Array(0),
  absent: null,
};

test("what goes in comes out, columns with their own types", () => {
  expect(decodeContainer(encoded(SAMPLE))).toEqual(SAMPLE);
});

test("columns are views of the bytes, not copies", () => {
  const bytes = encoded({ column: new Uint32Array([1, 2, 3]) });

  const value = decodeContainer(bytes);

  expect(value).toMatchObject({ column: { buffer: bytes.buffer } });
});

test("bytes that start at an odd place of their buffer are read too", () => {
  const bytes = encoded(SAMPLE);
  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);

  expect(decodeContainer(shifted.subarray(3))).toEqual(SAMPLE);
});

test("keys that mean something to JavaScript stay keys", () => {
  const value: ContainerValue = JSON.parse('{"__proto__": {"x": 1}, "constructor": "y", "tree": null}');

  const result = decodeContainer(encoded([value, new Uint8Array([1])]));

  expect(JSON.stringify(result)).toBe(JSON.stringify([value, new Uint8Array([1])]));
});

test("a container cut at any byte is refused or whole", () => {
  const bytes = encoded(SAMPLE);

  for (let cut = 0; cut < bytes.length; cut++) {
    expect(decodeContainer(bytes.slice(0, cut)), `cut at ${cut}`).toBeUndefined();
  }
});

test("a changed byte never makes the reader throw", () => {
  const bytes = encoded(SAMPLE);

  assert(
    property(nat(bytes.length - 1), integer({ min: 1, max: 255 }), (at, flip) => {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ flip;
      expect(() => decodeContainer(changed)).not.toThrow();
    }),
  );
});

test("a header that claims a column of four billion entries is refused", () => {
  const text = JSON.stringify({
    tree: { a: null },
    columns: [{ path: ["a"], type: "f64", offset: 0, length: 0xffff_ffff }],
  });
  const bytes = new Uint8Array(16 + text.length);
  new Uint32Array(bytes.buffer, 0, 4).set([0x0a61_6572, 1, text.length, 0]);
  bytes.set(Buffer.from(text), 16);

  expect(decodeContainer(bytes)).toBeUndefined();
});
