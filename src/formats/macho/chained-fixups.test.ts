import { describe, expect, test } from "vitest";
import type { Image } from "../image.ts";
import { BASE, buildFile, DATA_ADDRESS, joined, longs, words } from "./file-builder.ts";
import { loadMachO } from "./load.ts";

const COMMAND = 0x8000_0034;
const DATA_RVA = DATA_ADDRESS - BASE;
const NO_CHAIN = 0xffff;

/** What `dyld_chained_fixups_header` and the tables after it say of a file whose second segment has one chain. */
interface Chains {
  readonly format: number;
  readonly pageStarts?: readonly number[];
  readonly pageSize?: number;
  readonly imports?: Uint8Array;
  readonly importCount?: number;
  readonly importFormat?: number;
  readonly names?: Uint8Array;
}

function fixups(chains: Chains): Uint8Array {
  const { format, pageStarts = [0, NO_CHAIN], pageSize = 0x1000, imports = words(), names = joined("") } = chains;
  const startsSize = 22 + pageStarts.length * 2;
  const starts = new DataView(new ArrayBuffer(Math.ceil(startsSize / 4) * 4));
  starts.setUint32(0, startsSize, true);
  starts.setUint16(4, pageSize, true);
  starts.setUint16(6, format, true);
  starts.setBigUint64(8, BigInt(DATA_RVA), true);
  starts.setUint16(20, pageStarts.length, true);
  for (const [index, start] of pageStarts.entries()) starts.setUint16(22 + index * 2, start, true);
  const image = words(3, 0, 16, 0);
  const startsAt = 28;
  const importsAt = startsAt + image.length + starts.byteLength;
  const namesAt = importsAt + imports.length;
  const count = chains.importCount ?? imports.length / 4;
  const header = words(0, startsAt, importsAt, namesAt, count, chains.importFormat ?? 1, 0);
  return joined(header, image, new Uint8Array(starts.buffer), imports, names);
}

function load(data: Uint8Array, chains: Chains): Image {
  const image = loadMachO(buildFile({ data, linked: [{ command: COMMAND, bytes: fixups(chains) }] }));
  if (image === undefined) throw new Error("not loaded");
  return image;
}

function pointers({ pointers: { slot, target } }: Image): number[][] {
  return Array.from(slot, (rva, row) => [rva, target[row] ?? -1]);
}

function bindings({ importSlots: { slot, import: index }, imports }: Image): unknown[][] {
  return Array.from(slot, (rva, row) => [rva, imports[index[row] ?? -1]?.name]);
}

describe("a chain", () => {
  test("of plain 64-bit words gives addresses, tags taken off, and imports", () => {
    const next = (steps: bigint): bigint => steps << 51n;
    const tagged = 0x80n << 36n;
    const data = longs(
      BigInt(BASE) + 0x123n + tagged + next(2n),
      (1n << 63n) + 1n + next(4n),
      0n,
      BigInt(BASE) + 0x4000n,
    );
    const names = joined("", "_first", "_second");

    const image = load(data, { format: 2, imports: words((1 << 9) | 1, (8 << 9) | 0x1fe), names });

    expect(pointers(image)).toEqual([
      [DATA_RVA, 0x123],
      [DATA_RVA + 24, 0x4000],
    ]);
    expect(bindings(image)).toEqual([[DATA_RVA + 8, "_second"]]);
    expect(image.imports).toMatchObject([
      { name: "_first", weak: false },
      { name: "_second", weak: true },
    ]);
    expect(image.build.macho?.fixups).toBe("chained:64");
    expect(image.issues).toEqual([]);
  });

  test("of offsets counts them from the header", () => {
    const image = load(longs(0x10n + (2n << 51n), 0x4008n), { format: 6 });

    expect(pointers(image)).toEqual([
      [DATA_RVA, 0x10],
      [DATA_RVA + 8, 0x4008],
    ]);
  });

  test("of arm64e words tells authenticated ones, whose targets are offsets, from plain ones", () => {
    const next = 1n << 51n;
    const [authenticated, bind] = [1n << 63n, 1n << 62n];
    const diversity = 0xabcdn << 32n;
    const data = longs(
      authenticated + diversity + 0x40n + next,
      BigInt(BASE) + 0x50n + next,
      authenticated + bind + diversity + next,
      bind + (0x7n << 32n),
    );

    const image = load(data, { format: 1, imports: words(1 << 9), names: joined("", "_one") });

    expect(pointers(image)).toEqual([
      [DATA_RVA, 0x40],
      [DATA_RVA + 8, 0x50],
    ]);
    expect(bindings(image)).toEqual([
      [DATA_RVA + 16, "_one"],
      [DATA_RVA + 24, "_one"],
    ]);
  });

  test("of the 24-bit userland form has wide ordinals", () => {
    const ordinals = Array.from({ length: 0x1_0002 }, (_, index) => (index > 0x1_0000 ? 1 << 9 : 0));
    const image = load(longs((1n << 62n) + 0x1_0001n), {
      format: 12,
      imports: words(...ordinals),
      names: joined("", "_wide"),
    });

    expect(bindings(image)).toEqual([[DATA_RVA, "_wide"]]);
  });

  test("starts on each page of its own", () => {
    const data = new Uint8Array(0x1010);
    data.set(longs(0x10n), 8);
    data.set(longs(0x20n), 0x1000);

    const image = load(data, { format: 6, pageStarts: [8, 0] });

    expect(pointers(image)).toEqual([
      [DATA_RVA + 8, 0x10],
      [DATA_RVA + 0x1000, 0x20],
    ]);
  });

  test("that leaves its page ends there and is reported", () => {
    const image = load(longs(0x10n + (0xfffn << 51n)), { format: 6 });

    expect(pointers(image)).toEqual([[DATA_RVA, 0x10]]);
    expect(image.issues).toMatchObject([{ code: "macho_chain_broken" }]);
  });
});

test("imports of 64-bit entries have ordinals of 16 bits", () => {
  const imports = joined(words(0xfffe, 1), longs(5n));

  const image = load(longs(1n << 63n), {
    format: 6,
    imports,
    importCount: 1,
    importFormat: 3,
    names: joined("", "_x"),
  });

  expect(bindings(image)).toEqual([[DATA_RVA, "_x"]]);
  expect(image.imports).toEqual([{ name: "_x", kind: "notype", weak: false }]);
});

test("an unknown format of pointers or imports is reported, not guessed", () => {
  const image = load(longs(0x10n), { format: 99, imports: words(0), importFormat: 9 });

  expect(pointers(image)).toEqual([]);
  expect(image.issues.map(({ code }) => code)).toEqual([
    "macho_chained_format_unknown",
    "macho_chained_imports_unknown",
  ]);
});

test("counts of four billion cost no more than the file", () => {
  const bytes = fixups({ format: 6, pageStarts: Array.from({ length: 2 }, () => 0) });
  const view = new DataView(bytes.buffer);
  for (const at of [16, 28]) view.setUint32(at, 0xffff_ffff, true);

  const started = performance.now();
  const image = loadMachO(buildFile({ data: longs(0x10n), linked: [{ command: COMMAND, bytes }] }));

  expect(image?.issues.map(({ code }) => code)).toContain("macho_chained_imports_truncated");
  expect(performance.now() - started).toBeLessThan(500);
});

test("a cut at any byte of the tables is answered", () => {
  const whole = fixups({ format: 6, imports: words(1 << 9), names: joined("", "_one") });

  for (let cut = 0; cut < whole.length; cut++) {
    const bytes = whole.subarray(0, cut);
    const image = loadMachO(buildFile({ data: longs(0x10n), linked: [{ command: COMMAND, bytes }] }));
    expect(image?.pointers.slot.length).toBeLessThanOrEqual(1);
  }
});
