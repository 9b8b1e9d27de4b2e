/** Tables as the headers of Visual C++ and the Windows SDK define them, laid out by hand. */
import { describe, expect, test } from "vitest";
import { IssueList } from "../../base/issue.ts";
import { joined, words } from "../elf/file-builder.ts";
import type { LandingPadColumns, Region } from "../image.ts";
import { LandingPads } from "../landing-pads.ts";
import { Memory } from "../memory.ts";
import { AddressSpace, Words } from "../words.ts";
import { addHandlers } from "./exception-handlers.ts";

const TEXT = 0x1000;
const DATA = 0x3000;
const HANDLER = 0x1f00;
const [START, SIZE] = [0x1100, 0x100];

interface Found {
  readonly functions: readonly number[];
  readonly pads: readonly (readonly number[])[];
  readonly faults: readonly number[];
  readonly codes: readonly string[];
}

/** What follows from handler data that begins at `DATA`, of `count` functions that share it. */
function found(data: Uint8Array, count = 1): Found {
  const file = joined(data, new Uint8Array(0));
  const common = { fileOffset: 0, permissions: { read: true, write: false, execute: false } };
  const regions: Region[] = [
    { ...common, name: ".text", rva: TEXT, size: 0x1000, fileSize: 0, permissions: EXECUTE, content: "code" },
    { ...common, name: ".rdata", rva: DATA, size: 0x1000, fileSize: file.length, content: "data" },
  ];
  const memory = new Memory({ regions, patches: [], endian: "little" }, file);
  const issues = new IssueList();
  const pads = new LandingPads(memory, 0x1000);
  const range = { rva: START, size: SIZE, fragment: false, handler: HANDLER, handlerData: DATA };
  const ranges = Array.from({ length: count }, () => range);
  const functions = addHandlers(ranges, { memory, space: SPACE }, pads, issues);
  const columns = pads.forImage().landingPads;
  return {
    functions: [...functions],
    pads: rowsOf(columns),
    faults: [...(columns?.faults ?? [])],
    codes: issues.list().map(({ code }) => code),
  };
}

const EXECUTE = { read: true, write: false, execute: true };
const SPACE = new AddressSpace(new Words(64), 0x1_4000_0000n);
const NOTHING = { functions: [], pads: [] };

function rowsOf(columns: LandingPadColumns | undefined): number[][] {
  return Array.from(columns?.start ?? [], (start, row) => [start, columns?.end[row] ?? 0, columns?.pad[row] ?? 0]);
}

/** A cut anywhere must leave nothing, since the table is not whole; nothing may throw. */
function expectNothingWhenCut(table: Uint8Array): void {
  for (let cut = 0; cut < table.length; cut++) expect(found(table.slice(0, cut))).toMatchObject(NOTHING);
}

describe("scopes of structured exception handling", () => {
  const filtered = words(4, 0x1110, 0x1120, 0x1800, 0x1180);
  const always = words(4, 0x1130, 0x1140, 1, 0x1190);
  const finallyBlock = words(4, 0x1108, 0x11f0, 0x1840, 0);
  const table = joined(words(4, 3), filtered, always, finallyBlock);

  test("lead to blocks of their function on any fault; filters and termination handlers are functions", () => {
    expect(found(table)).toEqual({
      functions: [0x1800, 0x1840],
      pads: [
        [0x1110, 0x1120, 0x1180],
        [0x1130, 0x1140, 0x1190],
      ],
      faults: [1, 1],
      codes: [],
    });
  });

  test("are believed only whole", () => {
    expectNothingWhenCut(table);
    expect(found(joined(words(4, 0xffff_ffff), filtered))).toMatchObject(NOTHING);
  });

  test("are not believed when one leads outside code or ends before it begins", () => {
    expect(found(joined(words(4, 1), words(4, 0x1110, 0x1120, 0x3800, 0x1180)))).toMatchObject(NOTHING);
    expect(found(joined(words(4, 1), words(4, 0x1120, 0x1110, 0x1800, 0x1180)))).toMatchObject(NOTHING);
  });
});

describe("tables of __CxxFrameHandler3", () => {
  const [info, actions, blocks, catches] = [DATA + 4, DATA + 44, DATA + 60, DATA + 80];
  const header = words(4, 0x1993_0522, 2, actions, 1, blocks, 0, 0, 0, 0, 1);
  const table = joined(
    words(4, info),
    header,
    words(4, -1, 0x1800, 0, 0),
    words(4, 0, 0, 1, 2, catches),
    words(4, 0, 0, 0, 0x1840, 0, 0x40, 0, 0, 0x1860, 0),
  );

  test("name what destroys objects, and catch blocks", () => {
    expect(found(table)).toMatchObject({ functions: [0x1800, 0x1840, 0x1860], pads: [] });
  });

  test("are believed only whole", () => {
    expectNothingWhenCut(table);
    expect(
      found(joined(words(4, info, 0x1993_0522, 0xffff_ffff, actions, 0, 0, 0, 0), new Uint8Array(99))),
    ).toMatchObject(NOTHING);
    expect(
      found(joined(words(4, info, 0x1993_0522, 0, 0, 0xffff_ffff, blocks, 0, 0), new Uint8Array(99))),
    ).toMatchObject(NOTHING);
  });

  test("name catch blocks even where the states of the code cannot be read", () => {
    const changed = table.slice();
    changed.set(words(4, 0xffff_ffff, DATA), 24);

    expect(found(changed)).toMatchObject({ functions: [0x1800, 0x1840, 0x1860], pads: [] });
  });

  test("have one of three numbers in front", () => {
    const numbers = [0x1993_051f, 0x1993_0520, 0x1993_0521, 0x1993_0523, 0xb993_0522];
    const counts = numbers.map((number) => {
      const changed = table.slice();
      changed.set(words(4, number), 4);
      return found(changed).functions.length;
    });

    expect(counts).toEqual([0, 3, 3, 0, 3]);
  });
});

describe("tables of __CxxFrameHandler4", () => {
  // Compressed: 0x02 is 1, 0x04 is 2, 0x01 0x02 is 0x80.
  const [info, actions, blocks, catches, states] = [DATA + 4, DATA + 17, DATA + 30, DATA + 38, DATA + 50];
  const table = joined(
    words(4, info),
    Uint8Array.of(0x18),
    words(4, actions, blocks, states),
    // Three states: none, code to run, an object at 0x20 to destroy.
    Uint8Array.of(3 << 1, 0, ((1 << 2) | 3) << 1),
    words(4, 0x1800),
    Uint8Array.of(((1 << 2) | 1) << 1),
    words(4, 0x1840),
    Uint8Array.of(0x20 << 1),
    // One try block of the states 0 to 1, up to 2 in its catch blocks.
    Uint8Array.of(1 << 1, 0, 1 << 1, 2 << 1),
    words(4, catches),
    // One catch block for a type, going on at 0x80 from the start of the function.
    Uint8Array.of(1 << 1, 0x12),
    words(4, 0x3800, 0x1860),
    Uint8Array.of(0x01, 0x02),
    // State -1 from the start, 0 from 0x10 on, 1 from 0x20 on.
    Uint8Array.of(3 << 1, 0, 0, 0x10 << 1, 1 << 1, 0x10 << 1, 2 << 1),
  );

  test("name destructors and catch blocks, and lead from try blocks to where the function goes on", () => {
    expect(found(table)).toEqual({
      functions: [0x1800, 0x1840, 0x1860],
      pads: [
        [0x110f, 0x111f, 0x1180],
        [0x111f, 0x11ff, 0x1180],
      ],
      faults: [0, 0],
      codes: [],
    });
  });

  test("of functions that only must not throw say nothing", () => {
    expect(found(joined(words(4, info), Uint8Array.of(0x60), words(4, states)))).toMatchObject(NOTHING);
  });

  test("are believed only whole", () => {
    expectNothingWhenCut(table);
  });

  test("are not believed with a count of four billion", () => {
    const huge = joined(words(4, info), Uint8Array.of(0x08), words(4, actions, states), new Uint8Array(20));
    huge.set([0x0f, 0xff, 0xff, 0xff, 0xff], actions - DATA);

    expect(found(huge)).toMatchObject(NOTHING);
  });
});

describe("a language-specific data area in the place of handler data", () => {
  const area = Uint8Array.of(0xff, 0xff, 0x01, 4, 0x10, 0x08, 0x80, 0x01, 0x00);

  test("leads from its call sites to their landing pads", () => {
    const table = area.with(3, 5);

    expect(found(table)).toMatchObject({ pads: [[0x1110, 0x1118, 0x1180]], faults: [0], functions: [] });
  });

  test("is none when it speaks of code behind the function", () => {
    expect(found(Uint8Array.of(0xff, 0xff, 0x01, 6, 0x80, 0x02, 0x08, 0x80, 0x01, 0x00))).toMatchObject(NOTHING);
  });
});

test("data that many functions share is not read for each of them without end", () => {
  const table = joined(words(4, 1), words(4, 0x1110, 0x1120, 0x1800, 0x1180));

  const { pads, codes } = found(table, 10_000);

  expect(pads.length).toBe(Math.floor(0x1000 / table.length));
  expect(codes).toEqual(["exception_tables_overlap"]);
});

test("data of no form that is known says nothing", () => {
  expect(found(words(4, 0x28, 0, 0, 0))).toMatchObject(NOTHING);
});
