/** Registrations as Visual C++ writes them, and tables as its headers define them, laid out by hand. */
import { describe, expect, test } from "vitest";
import { IssueList } from "../../base/issue.ts";
import { joined, words } from "../elf/file-builder.ts";
import type { Region } from "../image.ts";
import { LandingPads } from "../landing-pads.ts";
import { Memory } from "../memory.ts";
import { AddressSpace, Words } from "../words.ts";
import { addRegistrations } from "./stack-registrations.ts";

const BASE = 0x40_0000;
const [TEXT, DATA] = [0x1000, 0x3000];
/** Code that begins with `push ebp`, and code that does not. */
const [FRAMED, PLAIN] = [0x1800, 0x1810];

interface Found {
  readonly functions: readonly number[];
  readonly pads: readonly (readonly number[])[];
  readonly codes: readonly string[];
}

const NOTHING = { functions: [], pads: [] };

/** What follows from pieces of code, by rva, and the data at `DATA`. */
function found(pieces: Readonly<Record<number, Uint8Array>>, data: Uint8Array): Found {
  const code = new Uint8Array(0x1000).fill(0xcc);
  code[FRAMED - TEXT] = 0x55;
  for (const [rva, bytes] of Object.entries(pieces)) code.set(bytes, Number(rva) - TEXT);
  const file = joined(code, data);
  const regions: Region[] = [
    region(".text", TEXT, { fileOffset: 0, fileSize: code.length }),
    region(".rdata", DATA, { fileOffset: code.length, fileSize: data.length }),
  ];
  const memory = new Memory({ regions, patches: [], endian: "little" }, file);
  const issues = new IssueList();
  const pads = new LandingPads(memory, file.length);
  const functions = addRegistrations(regions, { memory, space: SPACE }, pads, issues);
  const { start = [], end = [], pad = [] } = pads.forImage().landingPads ?? {};
  return {
    functions: [...functions],
    pads: Array.from(start, (from, row) => [from, end[row] ?? 0, pad[row] ?? 0]),
    codes: issues.list().map(({ code: issue }) => issue),
  };
}

const SPACE = new AddressSpace(new Words(32), BigInt(BASE));

function region(name: string, rva: number, place: { fileOffset: number; fileSize: number }): Region {
  const execute = name === ".text";
  const permissions = { read: true, write: false, execute };
  return { ...place, name, rva, size: 0x1000, permissions, content: execute ? "code" : "data" };
}

/** `push imm32` of an rva's address. */
const push = (rva: number): Uint8Array => joined(Uint8Array.of(0x68), words(4, BASE + rva));
const move = (rva: number): Uint8Array => joined(Uint8Array.of(0xb8), words(4, BASE + rva));
const at = (rva: number): number => BASE + rva;

describe("scopes that a function registers with its handler", () => {
  // push ebp; mov ebp, esp; push -1; push table; push handler
  const prologue = (table: number): Uint8Array =>
    joined(Uint8Array.of(0x55, 0x8b, 0xec, 0x6a, 0xff), push(table), push(0x1f00));
  const code = { 0x1100: prologue(DATA) };

  test("lead from the instruction that names them to blocks of the function; what has a frame is a function", () => {
    const table = joined(words(4, -1, at(FRAMED), at(0x1140)), words(4, 0, 0, at(PLAIN)), words(4, -1, 0, at(FRAMED)));

    expect(found(code, table)).toEqual({
      functions: [FRAMED],
      pads: [
        [0x1105, 0x110a, 0x1140],
        [0x1105, 0x110a, PLAIN],
      ],
      codes: [],
    });
  });

  test("lie behind the places of the cookies for the fourth handler", () => {
    // push 8; push table; call __SEH_prolog4
    const called = { 0x1100: joined(Uint8Array.of(0x6a, 0x08), push(DATA), Uint8Array.of(0xe8, 0, 0, 0, 0)) };
    const table = joined(words(4, -2, 0, -48, 0), words(4, -2, at(PLAIN), at(0x1140)));

    expect(found(called, table)).toMatchObject({
      functions: [],
      pads: [
        [0x1102, 0x1107, PLAIN],
        [0x1102, 0x1107, 0x1140],
      ],
    });
  });

  test("end where another function has its own", () => {
    const table = joined(words(4, -1, at(FRAMED), at(0x1140)), words(4, -1, at(FRAMED), at(0x1240)));

    expect(found({ ...code, 0x1200: prologue(DATA + 12) }, table)).toMatchObject({
      pads: [
        [0x1105, 0x110a, 0x1140],
        [0x1205, 0x120a, 0x1240],
      ],
    });
  });

  test("are none when the first leads outside code, or lies in one that does not come before", () => {
    expect(found(code, words(4, -1, at(FRAMED), at(DATA)))).toMatchObject(NOTHING);
    expect(found(code, words(4, -1, at(DATA), at(0x1140)))).toMatchObject(NOTHING);
    expect(found(code, words(4, 0, at(FRAMED), at(0x1140)))).toMatchObject(NOTHING);
    const table = joined(words(4, -1, at(FRAMED), at(0x1140)), words(4, 1, at(FRAMED), at(0x1150)));
    expect(found(code, table).pads).toEqual([[0x1105, 0x110a, 0x1140]]);
  });

  test("count as far as the file has them whole", () => {
    const table = joined(words(4, -1, at(FRAMED), at(0x1140)), words(4, 0, at(FRAMED), at(0x1150)));

    for (let cut = 0; cut < table.length; cut++) {
      expect(found(code, table.subarray(0, cut)).pads).toHaveLength(Math.floor(cut / 12));
    }
  });

  test("are read no further than the file is large, however many functions share them", () => {
    const shared = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [TEXT + index * 15, prologue(DATA)]));
    const table = joined(...Array.from({ length: 50 }, (_, index) => words(4, index - 1, 0, at(FRAMED))));

    expect(found(shared, table).codes).toEqual(["exception_tables_overlap"]);
  });
});

describe("C++ tables that a function registers", () => {
  const [info, actions, blocks, catches] = [DATA, DATA + 40, DATA + 56, DATA + 76];
  const table = joined(
    words(4, 0x1993_0522, 2, at(actions), 1, at(blocks), 0, 0, 0, 0, 1),
    words(4, -1, at(0x1820), 0, 0),
    words(4, 0, 0, 1, 2, at(catches)),
    words(4, 0, 0, 0, at(FRAMED), 0x40, 0, 0, at(0x1140)),
  );
  // mov edx, [esp + 8]; lea eax, [edx - 8]; mov eax, table; jmp
  const thunk = joined(
    Uint8Array.of(0x8b, 0x54, 0x24, 8, 0x8d, 0x42, 0xf8),
    move(info),
    Uint8Array.of(0xe9, 0, 0, 0, 0),
  );
  // push ebp; mov ebp, esp; push -1; push thunk; mov eax, fs:[0]
  const prologue = joined(Uint8Array.of(0x55, 0x8b, 0xec, 0x6a, 0xff), push(0x1900), Uint8Array.of(0x64, 0xa1));
  const code = {
    0x1100: prologue,
    // Catch blocks, one in the function: mov eax, continuation; add esp, 12; pop ebp; ret
    0x1140: joined(Uint8Array.of(0x90), move(0x1160), Uint8Array.of(0xc3)),
    [FRAMED]: joined(Uint8Array.of(0x55), move(0x1170), Uint8Array.of(0x83, 0xc4, 0x0c, 0x5d, 0xc3)),
    0x1900: thunk,
  };

  test("name what destroys objects and catch blocks, and lead to where these return", () => {
    expect(found(code, table)).toEqual({
      functions: [0x1820, FRAMED],
      pads: [
        [0x1105, 0x110a, 0x1140],
        [0x1105, 0x110a, 0x1170],
        [0x1105, 0x110a, 0x1160],
      ],
      codes: [],
    });
  });

  test("are found from each of the ways to register", () => {
    const ways = [
      // mov [ebp - 20], thunk
      joined(Uint8Array.of(0xc7, 0x45, 0xec), words(4, at(0x1900))),
      joined(Uint8Array.of(0xc7, 0x85, 0, 0xff, 0xff, 0xff), words(4, at(0x1900))),
      joined(Uint8Array.of(0xc7, 0x44, 0x24, 0x10), words(4, at(0x1900))),
      // mov eax, thunk; call __EH_prolog3
      joined(move(0x1900), Uint8Array.of(0xe8, 0, 0, 0, 0)),
    ];

    const counts = ways.map((way) => found({ ...code, 0x1100: joined(way, new Uint8Array(16)) }, table).pads.length);

    expect(counts).toEqual([3, 3, 3, 3]);
  });

  test("do not lead behind the registration of another function", () => {
    const moved = { ...code, 0x1168: joined(prologue) };

    expect(found(moved, table).pads.map(([, , pad]) => pad)).not.toContain(0x1f00);
    expect(
      found(moved, table)
        .pads.filter(([start]) => start === 0x1105)
        .map(([, , pad]) => pad),
    ).toEqual([0x1140, 0x1160]);
  });

  test("are believed only whole, and not with a count of four billion", () => {
    for (let cut = 0; cut < table.length; cut++) expect(found(code, table.slice(0, cut))).toMatchObject(NOTHING);
    for (const field of [4, 12]) {
      const huge = table.slice();
      huge.set(words(4, 0xffff_ffff), field);
      expect(found(code, huge)).toMatchObject(NOTHING);
    }
  });
});
