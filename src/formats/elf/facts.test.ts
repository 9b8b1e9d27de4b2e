import { expect, test } from "vitest";
import type { HardeningFact, Image } from "../image.ts";
import { buildElf, type BuiltFile, type BuiltSection, cStrings, joined, symbol64, words } from "./file-builder.ts";
import { loadElf } from "./load.ts";

function load(file: BuiltFile): Image {
  const image = loadElf(buildElf(file));
  if (image === undefined) throw new Error("the file has no header");
  return image;
}

function state(image: Image, property: HardeningFact["property"]): string | undefined {
  return image.hardening.find((fact) => fact.property === property)?.state;
}

function note(owner: string, type: number, description: Uint8Array): Uint8Array {
  const padded = (bytes: Uint8Array): Uint8Array => joined(bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));
  return joined(words(4, owner.length + 1, description.length, type), padded(cStrings(owner)), padded(description));
}

function notes(...data: readonly Uint8Array[]): BuiltSection {
  return { name: ".note", type: 7, flags: 2, data: joined(...data), align: 4 };
}

/** A program whose dynamic section has the given entries, and dynamic symbols of those names. */
function dynamicProgram(
  entries: readonly number[],
  imports: readonly string[] = [],
  segments: BuiltFile["segments"] = [],
): BuiltFile {
  const names = cStrings("", ...imports);
  let at = 1;
  const symbols = imports.map((name) => {
    const symbol = symbol64(at, 0x12, 0, 0, 0);
    at += name.length + 1;
    return symbol;
  });
  const table = joined(symbol64(0, 0, 0, 0, 0), ...symbols);
  const hash = words(4, 0, imports.length + 1);
  const dynamic = words(8, 4, 0x1000, 5, 0x1008 + table.length, 6, 0x1008, 10, names.length, ...entries, 0, 0);
  return {
    segments: [
      { type: 1, flags: 4, address: 0x1000, data: joined(hash, table, names) },
      { type: 1, flags: 6, address: 0x8000, data: dynamic },
      { type: 2, flags: 6, address: 0x8000, data: dynamic },
      ...segments,
    ],
  };
}

const RELRO = { type: 0x6474e552, flags: 4, address: 0x8000 };
const stack = (flags: number) => ({ type: 0x6474e551, flags, address: 0 });

test("the build id, the ABI and the package stand in notes", () => {
  const image = load({
    sections: [
      notes(
        note("GNU", 3, Uint8Array.of(0xde, 0xad, 0xbe, 0xef)),
        note("GNU", 1, words(4, 0, 3, 2, 0)),
        note("FDO", 0xcafe1a7e, cStrings('{"type":"deb"}')),
      ),
    ],
  });

  expect(image.build.buildId).toBe("deadbeef");
  expect(image.build.notes).toEqual([
    { owner: "GNU", type: "NT_GNU_BUILD_ID", description: "deadbeef" },
    { owner: "GNU", type: "NT_GNU_ABI_TAG", description: "Linux 3.2.0" },
    { owner: "FDO", type: "NT_FDO_PACKAGING_METADATA", description: '{"type":"deb"}' },
  ]);
});

test("a note that reaches past its section ends the list with an issue", () => {
  const image = load({ sections: [notes(note("GNU", 3, Uint8Array.of(1)), words(4, 4, 0xffff_ffff, 1))] });

  expect(image.build.notes).toHaveLength(1);
  expect(image.issues).toMatchObject([{ code: "elf_note_truncated" }]);
});

test("a debug link names a file and its checksum", () => {
  const data = joined(cStrings("ls.debug"), new Uint8Array(3), words(4, 0x1234_5678));

  const image = load({ sections: [{ name: ".gnu_debuglink", type: 1, data }] });

  expect(image.build.debugLink).toEqual({ file: "ls.debug", crc32: 0x1234_5678 });
});

test("compilers of .comment are listed once each", () => {
  const data = cStrings("", "GCC: (Debian 12.2.0) 12.2.0", "clang version 14.0.6", "GCC: (Debian 12.2.0) 12.2.0");

  const image = load({ sections: [{ name: ".comment", type: 1, data }] });

  expect(image.build.compilers).toEqual(["GCC: (Debian 12.2.0) 12.2.0", "clang version 14.0.6"]);
});

test.each([
  { entries: [], segments: [], relro: "no" },
  { entries: [23, 0x1000], segments: [RELRO], relro: "partial" },
  { entries: [23, 0x1000, 24, 0], segments: [RELRO], relro: "full" },
  { entries: [23, 0x1000, 30, 8], segments: [RELRO], relro: "full" },
  { entries: [23, 0x1000, 0x6ffffffb, 1], segments: [RELRO], relro: "full" },
  { entries: [], segments: [RELRO], relro: "full" },
])("relocations are read-only: $relro with dynamic entries $entries", ({ entries, segments, relro }) => {
  expect(state(load(dynamicProgram(entries, [], segments)), "relro")).toBe(relro);
});

test("an executable stack is asked for by PT_GNU_STACK; without it the kernel decides", () => {
  expect(state(load(dynamicProgram([], [], [stack(7)])), "nx")).toBe("no");
  expect(state(load(dynamicProgram([], [], [stack(6)])), "nx")).toBe("yes");
  expect(state(load(dynamicProgram([])), "nx")).toBe("unknown");
});

test("a shared object marked as a program is position-independent, an ET_EXEC file is not, a library is neither", () => {
  expect(state(load(dynamicProgram([0x6ffffffb, 0x0800_0000])), "pie")).toBe("yes");
  expect(state(load({ ...dynamicProgram([]), type: 2 }), "pie")).toBe("no");
  expect(state(load(dynamicProgram([14, 1], ["lib.so"])), "pie")).toBe("not_applicable");
});

test("the canary shows as an import; its absence shows only where calls have names", () => {
  expect(state(load(dynamicProgram([], ["__stack_chk_fail"])), "canary")).toBe("yes");
  expect(state(load(dynamicProgram([], ["puts"])), "canary")).toBe("no");
  expect(state(load({ type: 2 }), "canary")).toBe("unknown");
});

test.each([
  { imports: ["__printf_chk", "__memcpy_chk"], fortify: "yes" },
  { imports: ["__printf_chk", "memcpy"], fortify: "partial" },
  { imports: ["printf", "memcpy"], fortify: "no" },
  { imports: ["qsort", "__stack_chk_fail"], fortify: "unknown" },
])("imports $imports: fortified is $fortify", ({ imports, fortify }) => {
  expect(state(load(dynamicProgram([], imports)), "fortify")).toBe(fortify);
});

test.each([
  { features: 3, cet: "ibt+shstk" },
  { features: 1, cet: "ibt" },
  { features: 2, cet: "shstk" },
  { features: 0, cet: "no" },
])("x86 feature word $features: control-flow protection is $cet", ({ features, cet }) => {
  const property = words(4, 0xc000_0002, 4, features, 0);
  const used = words(4, 0xc001_0002, 4, 1, 0);

  const image = load({ sections: [{ ...notes(note("GNU", 5, joined(property, used))), align: 8 }] });

  expect(state(image, "cet")).toBe(cet);
});

test("search paths of the run-time linker are told apart", () => {
  const names = ["/opt/lib:$ORIGIN"];

  expect(state(load(dynamicProgram([29, 1], names)), "rpath")).toBe("runpath");
  expect(state(load(dynamicProgram([15, 1], names)), "rpath")).toBe("rpath");
  expect(load(dynamicProgram([29, 1], names)).linkage.runpath).toEqual(["/opt/lib", "$ORIGIN"]);
  expect(state(load(dynamicProgram([])), "rpath")).toBe("no");
});

test("a file without a symbol table is stripped", () => {
  expect(load({ type: 2 }).build.stripped).toBe(true);
  expect(load({ sections: [{ name: ".symtab", type: 2, data: symbol64(0, 0, 0, 0, 0) }] }).build.stripped).toBe(false);
});

test("a core dump has no hardening of its own", () => {
  const image = load({ type: 4, segments: [{ type: 1, flags: 6, address: 0x7000, data: new Uint8Array(16) }] });

  expect(image.kind).toBe("core_dump");
  expect(image.hardening).toEqual([]);
});

test("what the headers of a cut file would have told is unknown, not absent", () => {
  const whole = buildElf({ segments: [RELRO], sections: [{ name: ".text", type: 1, flags: 6, data: words(4, 0) }] });
  const cut = loadElf(whole.subarray(0, 64));

  expect(cut?.hardening.map(({ property, state }) => [property, state])).toEqual([
    ["pie", "unknown"],
    ["nx", "unknown"],
    ["relro", "unknown"],
    ["canary", "unknown"],
    ["cet", "unknown"],
    ["fortify", "unknown"],
    ["rpath", "unknown"],
    ["stripped", "unknown"],
  ]);
});
