import { expect, test } from "vitest";
import { Bytes } from "../../base/bytes.ts";
import { IssueList } from "../../base/issue.ts";
import { joined, words } from "../elf/file-builder.ts";
import { AddressSpace, Words } from "../words.ts";
import { type CallFrames, readCallFrames } from "./eh-frame.ts";

const SPACE = new AddressSpace(new Words(64), 0n);
const SECTION_RVA = 0x8000;

/** x86-64 common information as GCC writes it: pc-relative signed 4-byte pointers, CFA rsp+8. */
const COMMON = entry(
  0,
  joined(Uint8Array.from(Buffer.from("\x01zR\0", "latin1")), Uint8Array.of(1, 0x78, 16, 1, 0x1b, 12, 7, 8, 0x90, 1)),
);

function entry(id: number, body: Uint8Array): Uint8Array {
  const padding = new Uint8Array((8 - ((body.length + 8) % 8)) % 8);
  return joined(words(4, body.length + padding.length + 4, id), body, padding);
}

/** A frame description whose entry starts `at` in the section; its common information is at 0. */
function frame(at: number, start: number, size: number, ...instructions: number[]): Uint8Array {
  return entry(at + 4, joined(words(4, start - (SECTION_RVA + at + 8), size), Uint8Array.of(0, ...instructions)));
}

function read(section: Uint8Array): CallFrames & { codes: string[] } {
  const issues = new IssueList();
  const frames = readCallFrames(new Bytes(section), { space: SPACE, rva: SECTION_RVA }, issues);
  return { ...frames, codes: issues.list().map(({ code }) => code) };
}

test("a frame description gives the range that its pc-relative pointer and length name", () => {
  const { ranges, codes } = read(joined(COMMON, frame(COMMON.length, 0x1000, 0x40, 0x41, 0x0e, 16), words(4, 0)));

  expect(ranges).toEqual([{ rva: 0x1000, size: 0x40, fragment: false }]);
  expect(codes).toEqual([]);
});

test.each([
  { what: "another CFA offset", instructions: [0x0e, 48], fragment: true },
  { what: "another CFA register", instructions: [0x0d, 6], fragment: true },
  { what: "a CFA of register and offset", instructions: [0x0c, 6, 16], fragment: true },
  { what: "a CFA expression", instructions: [0x0f, 1, 0x50], fragment: true },
  { what: "a register saved already", instructions: [0x86, 2], fragment: true },
  { what: "the CFA that functions start with", instructions: [0x0c, 7, 8], fragment: false },
  { what: "an advance before another CFA", instructions: [0x44, 0x0e, 48], fragment: false },
  { what: "a remembered state only", instructions: [0x0a, 0x44], fragment: false },
])("$what before the first advance: fragment is $fragment", ({ instructions, fragment }) => {
  const { ranges } = read(joined(COMMON, frame(COMMON.length, 0x1000, 0x40, ...instructions)));

  expect(ranges).toMatchObject([{ fragment }]);
});

test("a frame of no length is no range", () => {
  const { ranges, entries } = read(joined(COMMON, frame(COMMON.length, 0x1000, 0)));

  expect(ranges).toEqual([]);
  expect(entries).toEqual([COMMON.length]);
});

test("entries with a 64-bit length are read", () => {
  const body = joined(words(4, 0x1000 - (SECTION_RVA + COMMON.length + 16), 0x40), Uint8Array.of(0, 0, 0, 0));
  const extended = joined(words(4, 0xffff_ffff), words(8, body.length + 4), words(4, COMMON.length + 12), body);

  const { ranges } = read(joined(COMMON, extended));

  expect(ranges).toEqual([{ rva: 0x1000, size: 0x40, fragment: false }]);
});

test("a cut at any byte keeps the frames before it", () => {
  const first = frame(COMMON.length, 0x1000, 0x40);
  const section = joined(COMMON, first, frame(COMMON.length + first.length, 0x2000, 0x40));

  for (let cut = 0; cut <= section.length; cut++) {
    const { ranges } = read(section.slice(0, cut));

    const whole = [COMMON.length + first.length, section.length].filter((end) => end <= cut).length;
    expect(ranges).toHaveLength(whole);
  }
});

test("a length that the section cannot hold ends the walk with an issue", () => {
  const { ranges, codes } = read(joined(COMMON, frame(COMMON.length, 0x1000, 0x40), words(4, 0xffff_fff0, 1)));

  expect(ranges).toHaveLength(1);
  expect(codes).toEqual(["eh_frame_entry_truncated"]);
});

test("a description whose common information does not exist is left out", () => {
  const { ranges } = read(entry(0x7fff_0000, words(4, 0x1000, 0x40)));

  expect(ranges).toEqual([]);
});
