/** Rebase and bind opcodes that linkers rarely write, and damaged ones. */
import { expect, test } from "vitest";
import type { Image } from "../image.ts";
import { BASE, buildFile, DATA_ADDRESS, joined, longs, words } from "./file-builder.ts";
import { loadMachO } from "./load.ts";

const DATA_RVA = DATA_ADDRESS - BASE;
const DYLD_INFO = 0x8000_0022;
const LIBRARY = joined(words(0x0c, 40, 24, 0, 0, 0), "/usr/lib/x.dyld");

/** Where the opcodes lie: at the end of `__DATA`, which the file holds. */
const OPCODES_AT = 0x1800;

function load(tables: { readonly rebase?: readonly number[]; readonly bind?: readonly (number | string)[] }): Image {
  const rebase = Uint8Array.from(tables.rebase ?? []);
  const bind = joined(...(tables.bind ?? []).map((part) => (typeof part === "string" ? part : Uint8Array.of(part))));
  const data = new Uint8Array(0x2000);
  data.set(longs(...Array.from({ length: 16 }, () => BigInt(BASE) + 0x20n)));
  data.set(rebase, OPCODES_AT - 0x1000);
  data.set(bind, OPCODES_AT - 0x1000 + 0x200);
  const command = words(
    ...[DYLD_INFO, 48, OPCODES_AT, rebase.length, OPCODES_AT + 0x200, bind.length],
    ...[0, 0, 0, 0, 0, 0],
  );
  const image = loadMachO(buildFile({ data, commands: [LIBRARY, command] }));
  if (image === undefined) throw new Error("not loaded");
  return image;
}

function slots({ slot }: { readonly slot: Float64Array }): number[] {
  return Array.from(slot, (rva) => rva - DATA_RVA);
}

test("every rebase opcode moves as far as it says", () => {
  const { pointers, issues } = load({
    rebase: [0x11, 0x21, 0x00, 0x52, 0x41, 0x60, 0x02, 0x70, 0x08, 0x80, 0x02, 0x08, 0x00],
  });

  expect(slots(pointers)).toEqual([0, 8, 24, 32, 40, 56, 72]);
  expect(new Set(pointers.target)).toEqual(new Set([0x20]));
  expect(issues).toEqual([]);
});

test("bind opcodes repeat a symbol, and distances wrap to go back", () => {
  const back = [0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
  const { importSlots, imports, issues } = load({
    bind: [
      0x11,
      0x41,
      "_weak",
      0x51,
      0x71,
      0x10,
      0x90,
      0x80,
      ...back,
      0x90,
      0x40,
      "_other",
      0xb1,
      0xc0,
      0x02,
      0x08,
      0x00,
    ],
  });

  expect(slots(importSlots)).toEqual([8, 16, 32, 48]);
  expect(imports).toEqual([
    { name: "_weak", library: "/usr/lib/x.dyld", kind: "notype", weak: true },
    { name: "_other", library: "/usr/lib/x.dyld", kind: "notype", weak: false },
  ]);
  expect(issues).toEqual([]);
});

test("a count of four billion ends at the end of the segment and is reported", () => {
  const { pointers, issues } = load({ rebase: [0x11, 0x21, 0x00, 0x60, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x00] });

  expect(pointers.slot.length).toBeLessThanOrEqual(0x2000 / 8);
  expect(issues).toMatchObject([{ code: "macho_rebase_opcodes_wrong" }]);
});

test("an unknown opcode ends the table and is reported", () => {
  const { importSlots, issues } = load({ bind: [0x40, "_x", 0x51, 0x71, 0x00, 0x90, 0xe0, 0x90] });

  expect(slots(importSlots)).toEqual([0]);
  expect(issues).toMatchObject([{ code: "macho_bind_opcodes_wrong" }]);
});
