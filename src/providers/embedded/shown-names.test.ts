/** Names to show of files with so many mangled names that only what is asked for is demangled. */
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { textAt } from "../../engine/columns.ts";
import { createDemangler } from "../../formats/demangle/demangle.ts";
import type { ContainerValue } from "../../store/container.ts";
import type { DerivedParts } from "./part-reader.ts";
import { Parts } from "./parts.ts";
import { NameTable, shownName, storeNames } from "./parts/names.ts";

const demangle = createDemangler(
  readFileSync(createRequire(import.meta.url).resolve("gecko-profiler-demangle/index_bg.wasm")),
);

/** `main` and the mangled names of `n100000(int)`, `n100001(int)` and so on. */
function partsWith(count: number, derived?: DerivedParts): Parts {
  const table = new NameTable();
  table.add("main");
  for (let number = 0; number < count; number++) table.add(`_Z7n${100_000 + number}i`);
  const names = storeNames(table, { base: 0x1000n, format: "elf" }, demangle);
  return new Parts({ read: () => Promise.resolve(names), derived });
}

/** A place that remembers what it was asked. */
function keeping(): { readonly derived: DerivedParts; readonly asked: string[] } {
  const kept = new Map<string, ContainerValue>();
  const asked: string[] = [];
  const derived: DerivedParts = {
    async find(name) {
      asked.push(`find ${name}`);
      return kept.get(name);
    },
    async save(name, value) {
      asked.push(`save ${name}`);
      kept.set(name, value);
    },
  };
  return { derived, asked };
}

test.each([10, 5000])("of %d mangled names some and all are shown as they demangle", async (count) => {
  const parts = partsWith(count);

  const some = await parts.names();
  const all = await parts.allNames();

  for (const names of [some, all]) {
    expect([1, 2, count + 1].map((row) => shownName(names, row))).toEqual([
      "main",
      "n100000(int)",
      `n${99_999 + count}(int)`,
    ]);
    expect(names.shownAt(1)).toBe("");
    expect(textAt(names.raw, 2)).toBe("_Z7n100000i");
  }
  expect(textAt(all.shown, 3)).toBe("n100001(int)");
});

test("all names of a large table are made once and kept for the next one who asks", async () => {
  const { derived, asked } = keeping();
  const [first, second] = [partsWith(5000, derived), partsWith(5000, derived)];

  await Promise.all([first.allNames(), first.allNames()]);
  await first.names();
  const again = await second.allNames();

  expect(asked).toEqual(["find shown-names", "save shown-names", "find shown-names"]);
  expect(shownName(again, 2)).toBe("n100000(int)");
});

test("names of a small table need no other place", async () => {
  const { derived, asked } = keeping();

  await partsWith(10, derived).allNames();

  expect(asked).toEqual([]);
});
