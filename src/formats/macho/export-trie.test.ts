import { expect, test } from "vitest";
import { Bytes } from "../../base/bytes.ts";
import { IssueList } from "../../base/issue.ts";
import { readExportTrie, type TrieExport } from "./export-trie.ts";
import { joined } from "./file-builder.ts";

function read(trie: Uint8Array): { readonly exports: TrieExport[]; readonly codes: readonly string[] } {
  const issues = new IssueList();
  const exports = readExportTrie(new Bytes(trie), issues);
  return { exports, codes: issues.list().map(({ code }) => code) };
}

/** Root with the edges `_a` and `_b`; their nodes lie at 10 and 16. */
const TWO = joined(
  Uint8Array.of(0, 2),
  "_a",
  Uint8Array.of(10),
  "_b",
  Uint8Array.of(14),
  Uint8Array.of(2, 0, 0x10, 0),
  Uint8Array.of(3, 0x04, 0x80, 0x02, 0),
);

test("names are joined along the edges, in the order of the tree", () => {
  const { exports, codes } = read(TWO);

  expect(exports).toEqual([
    { name: "_a", offset: 0x10, kind: "regular", weak: false },
    { name: "_b", offset: 0x100, kind: "regular", weak: true },
  ]);
  expect(codes).toEqual([]);
});

test("a re-export names its library and, when it differs, the name there", () => {
  const same = joined(Uint8Array.of(0, 1), "_x", Uint8Array.of(6), Uint8Array.of(3, 8, 2), "", Uint8Array.of(0));
  const other = joined(Uint8Array.of(0, 1), "_x", Uint8Array.of(6), Uint8Array.of(5, 8, 3), "_y", Uint8Array.of(0));

  expect(read(same).exports).toMatchObject([{ name: "_x", reexport: { ordinal: 2, name: "_x" } }]);
  expect(read(other).exports).toMatchObject([{ name: "_x", reexport: { ordinal: 3, name: "_y" } }]);
});

test("a node that links back is not followed twice", () => {
  const cycle = joined(Uint8Array.of(0, 1), "_again", Uint8Array.of(0));

  const { exports, codes } = read(cycle);

  expect(exports).toEqual([]);
  expect(codes).toEqual(["macho_export_trie_wrong"]);
});

test("a chain of nodes with long edges costs a multiple of the tree", () => {
  const edge = "x".repeat(200);
  const nodes = Array.from({ length: 250 }, (_, index) => {
    const next = (index + 1) * 207;
    return joined(
      Uint8Array.of(0, 1),
      edge,
      Uint8Array.of((next & 0x7f) | 0x80, ((next >> 7) & 0x7f) | 0x80, next >> 14, 0),
    );
  });

  const { codes } = read(joined(...nodes));

  expect(codes).toEqual(["macho_export_trie_wrong"]);
});

test("a cut at any byte keeps the whole names before it", () => {
  for (let cut = 0; cut < TWO.length; cut++) {
    const { exports } = read(TWO.subarray(0, cut));
    expect(exports.length).toBeLessThanOrEqual(2);
    for (const { name } of exports) expect(["_a", "_b"]).toContain(name);
  }
});
