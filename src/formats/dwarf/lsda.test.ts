import { describe, expect, test } from "vitest";
import { Bytes } from "../../base/bytes.ts";
import { IssueList } from "../../base/issue.ts";
import { joined, words } from "../elf/file-builder.ts";
import type { Region } from "../image.ts";
import { LandingPads } from "../landing-pads.ts";
import { Memory } from "../memory.ts";
import { AddressSpace, Words } from "../words.ts";
import { addCallSites, type CallSites, readCallSites } from "./lsda.ts";

const SPACE = new AddressSpace(new Words(64), 0n);
const LSDA = 0x8000;
const FUNCTION = 0x1000;

/** As GCC 12 writes it for x86-64: no base of landing pads, types at the end, call sites in ULEB128. */
const SITES = [0x05, 0x10, 0x80, 0x01, 0x00, 0x15, 0x03, 0x00, 0x00, 0x20, 0x05, 0x90, 0x01, 0x01];
const AREA = Uint8Array.of(0xff, 0x9b, 0x19, 0x01, SITES.length, ...SITES, 0x01, 0x00, 0, 0, 0, 0);

function read(area: Uint8Array): CallSites | undefined {
  return readCallSites(new Bytes(area), { lsda: LSDA, rva: FUNCTION, space: SPACE });
}

describe("a data area", () => {
  test("leads from the call sites that have one to their landing pads", () => {
    const sites = read(AREA);

    expect(sites?.pads).toEqual([
      { start: 0x1005, end: 0x1015, pad: 0x1080 },
      { start: 0x1020, end: 0x1025, pad: 0x1090 },
    ]);
    expect(sites?.end).toBe(0x1025);
    expect(sites?.size).toBe(5 + SITES.length);
  });

  test("may count landing pads from a place of its own", () => {
    // A pc-relative base at offset 1: 0x8001 - 0x6001 is 0x2000, the piece that the function was split into.
    const area = joined(Uint8Array.of(0x1b), words(4, -0x6001), Uint8Array.of(0xff, 0x01, 4, 0x05, 0x10, 0x08, 0x00));

    expect(read(area)?.pads).toEqual([{ start: 0x1005, end: 0x1015, pad: 0x2008 }]);
  });

  test("may have fields of four bytes", () => {
    const area = joined(Uint8Array.of(0xff, 0xff, 0x03, 13), words(4, 0x10, 0x20, 0x40), Uint8Array.of(0));

    expect(read(area)?.pads).toEqual([{ start: 0x1010, end: 0x1030, pad: 0x1040 }]);
  });

  test("is unreadable with offsets of another form, or an indirect base", () => {
    expect(read(Uint8Array.of(0xff, 0xff, 0x1b, 0))).toBeUndefined();
    expect(read(joined(Uint8Array.of(0x9b), words(4, 4), Uint8Array.of(0xff, 0x01, 0)))).toBeUndefined();
  });

  test("is unreadable when it is cut in front of the end of its call sites", () => {
    for (let cut = 0; cut < 5 + SITES.length; cut++) expect(read(AREA.slice(0, cut))).toBeUndefined();
    expect(read(AREA.with(4, SITES.length - 1))).toMatchObject({ whole: false, pads: [{ pad: 0x1080 }] });
    expect(read(AREA.slice(0, 5 + SITES.length))?.pads).toHaveLength(2);
  });

  test("is unreadable when it says to be as large as four billion bytes", () => {
    expect(read(Uint8Array.of(0xff, 0xff, 0x01, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x05, 0x10, 0x20, 0x00))).toBeUndefined();
  });
});

describe("the data areas of a file", () => {
  const permissions = { read: true, write: false, execute: false };
  const at = { fileOffset: 0, fileSize: AREA.length, content: "data" } as const;
  const regions: Region[] = [
    { name: ".text", rva: FUNCTION, size: 0x88, permissions: { ...permissions, execute: true }, ...at },
    { name: ".gcc_except_table", rva: LSDA, size: AREA.length, permissions, ...at },
  ];
  const memory = new Memory({ regions, patches: [], endian: "little" }, AREA);
  const place = { memory, space: SPACE };

  test("lead to code only", () => {
    const pads = new LandingPads(memory, AREA.length);

    addCallSites([{ rva: FUNCTION, lsda: LSDA }, { rva: 0x1002 }], place, pads, new IssueList());

    expect([...(pads.forImage().landingPads?.pad ?? [])]).toEqual([0x1080]);
  });

  test("are not read again and again for functions that share one", () => {
    const issues = new IssueList();
    const pads = new LandingPads(memory, AREA.length);
    const functions = Array.from({ length: 1000 }, () => ({ rva: FUNCTION, lsda: LSDA }));

    addCallSites(functions, place, pads, issues);

    expect(pads.forImage().landingPads?.pad).toHaveLength(1);
    expect(issues.list().map(({ code }) => code)).toEqual(["exception_tables_overlap"]);
  });

  test("that are somewhere else are one issue together", () => {
    const issues = new IssueList();
    const functions = [0x7000, 0x9000].map((lsda) => ({ rva: FUNCTION, lsda }));

    addCallSites(functions, place, new LandingPads(memory, AREA.length), issues);

    expect(issues.list()).toEqual([
      { code: "lsda_unreadable", message: "2 language-specific data areas of functions are cut or of another form" },
    ]);
  });
});
