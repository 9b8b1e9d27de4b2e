import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { BASE, buildFile, joined, words } from "../../formats/macho/file-builder.ts";
import { createNativeInspector } from "./inspector.ts";

const folder = mkdtempSync(path.join(tmpdir(), "rea-native-"));
afterAll(() => rmSync(folder, { recursive: true }));

const inspector = createNativeInspector(1 << 30);
const signal = new AbortController().signal;
const corpus = (name: string): string => path.resolve(import.meta.dirname, "../../../test/corpus/bin", name);

function written(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** 32-bit big-endian words, as signatures have them. */
function bigWords(...values: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) bytes.setUint32(index * 4, value);
  return new Uint8Array(bytes.buffer);
}

/** A signature with entitlements alone. */
function signature(list: string): Uint8Array {
  const text = Buffer.from(list);
  return joined(bigWords(0xfade0cc0, 20 + 8 + text.length, 1, 5, 20), bigWords(0xfade7171, 8 + text.length), text);
}

const LIST = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>com.apple.security.get-task-allow</key><true/>
<key>keychain-access-groups</key><array><string>one</string></array>
</dict></plist>`;

test("the programs of a universal file are listed with their places", async () => {
  const { programs } = await inspector.programs({ path: corpus("darwin-universal.o"), signal });

  expect(programs).toMatchObject([
    { format: "macho", name: "x86_64", bits: 64, endian: "little", file_offset: 4096 },
    { format: "macho", name: "arm64", bits: 64, endian: "little", file_offset: 16_384 },
  ]);
});

test.each([
  ["features-o2", { format: "elf", architecture: "x86_64", bits: 64, machine: 62 }],
  ["bare-mips.o", { format: "elf", architecture: "mips", bits: 32, endian: "big" }],
  ["windows-x86.exe", { format: "pe", architecture: "x86", bits: 32, endian: "little" }],
  ["darwin-i386.o", { format: "macho", name: "i386", architecture: "x86", bits: 32 }],
])("%s is one program, all of the file", async (name, expected) => {
  const { programs, size } = await inspector.programs({ path: corpus(name), signal });

  expect(programs).toMatchObject([{ ...expected, file_offset: 0, size }]);
});

test("headers of each program of a universal file, or of the one that is named", async () => {
  const request = { path: corpus("darwin-universal.o"), signal };

  const all = await inspector.macho(request);
  const one = await inspector.macho({ ...request, architecture: "aarch64" });

  expect(all.programs.map(({ architecture_name: name }) => name)).toEqual(["x86_64", "arm64"]);
  expect(one.programs).toMatchObject([{ architecture_name: "arm64", file_type: "MH_OBJECT", issues: [] }]);
});

test("a program that the file has not, and a file of another kind, are refused with what there is", async () => {
  const universal = inspector.macho({ path: corpus("darwin-universal.o"), signal, architecture: "ppc" });
  const elf = inspector.macho({ path: corpus("features-o2"), signal });

  await expect(universal).rejects.toMatchObject({
    code: "architecture_ambiguous",
    details: { candidates: ["x86_64", "arm64"] },
  });
  await expect(elf).rejects.toMatchObject({ code: "target_format_unsupported" });
});

test("segments, sections and commands are those of the file", async () => {
  const { programs } = await inspector.macho({ path: corpus("darwin-arm64"), signal });
  const [program] = programs;

  expect(program?.segments.map(({ name }) => name)).toEqual([
    "__PAGEZERO",
    "__TEXT",
    "__DATA_CONST",
    "__DATA",
    "__LINKEDIT",
  ]);
  expect(program?.segments[1]).toMatchObject({ address: `0x${BASE.toString(16)}`, permissions: "r-x" });
  expect(program?.load_commands).toHaveLength(17);
});

test("entitlements are read as values, and a damaged list is none", async () => {
  const signed = (bytes: Uint8Array): Uint8Array => buildFile({ linked: [{ command: 0x1d, bytes }] });

  const sound = await inspector.macho({ path: written("sound", signed(signature(LIST))), signal });
  const damaged = await inspector.macho({ path: written("damaged", signed(signature("<plist><dict><key>"))), signal });
  const cut = await inspector.macho({ path: written("cut", signed(words(1))), signal });

  expect(sound.programs[0]?.entitlements).toEqual({
    "com.apple.security.get-task-allow": true,
    "keychain-access-groups": ["one"],
  });
  expect(damaged.programs[0]?.entitlements).toBeNull();
  expect(cut.programs[0]).toMatchObject({ entitlements: null, issues: [{ code: "macho_code_signature_wrong" }] });
});

test("a file cut at any of its first bytes is refused or answered", async () => {
  const whole = new Uint8Array(readFileSync(corpus("darwin-arm64")));

  for (let cut = 1; cut < 2000; cut += 97) {
    const file = written(`cut-${cut}`, whole.subarray(0, cut));
    const answer = await inspector.macho({ path: file, signal }).catch((error: unknown) => error);
    expect(answer).toSatisfy((value: unknown) => value instanceof Error || typeof value === "object");
  }
});
