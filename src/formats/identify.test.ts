import { expect, test } from "vitest";
import { identify } from "./identify.ts";

function bytes(text: string, size = text.length): Uint8Array {
  const data = new Uint8Array(size);
  data.set(Buffer.from(text, "latin1"));
  return data;
}

/** `MZ`, then at 0x3c the offset 0x40 of `PE\0\0`, machine, and the characteristics 18 bytes on. */
function portableExecutable(machine: number, characteristics: number): Uint8Array {
  const data = bytes("MZ", 0x80);
  const view = new DataView(data.buffer);
  view.setUint32(0x3c, 0x40, true);
  view.setUint32(0x40, 0x4550, true);
  view.setUint16(0x44, machine, true);
  view.setUint16(0x56, characteristics, true);
  return data;
}

test.each([
  ["empty file", bytes("")],
  ["PE executable for x86-64", portableExecutable(0x8664, 0x22)],
  ["PE library for ARM64", portableExecutable(0xaa64, 0x2022)],
  ["DOS executable", bytes("MZ", 64)],
  ["Mach-O binary (64-bit)", bytes("\xcf\xfa\xed\xfe", 32)],
  ["Mach-O binary (32-bit)", bytes("\xce\xfa\xed\xfe", 32)],
  ["Mach-O universal binary", bytes("\xca\xfe\xba\xbe\0\0\0\x02", 48)],
  ["Java class file", bytes("\xca\xfe\xba\xbe\0\0\0\x34", 48)],
  ["ar archive (static library)", bytes("!<arch>\nfoo.o/")],
  ["Debian package", bytes("!<arch>\ndebian-binary   ")],
  ["ZIP archive (jar, apk, docx and others are ZIP archives)", bytes("PK\x03\x04\x14\0")],
  ["gzip compressed data", bytes("\x1f\x8b\x08\0")],
  ["xz compressed data", bytes("\xfd7zXZ\0\0")],
  ["Zstandard compressed data", bytes("\x28\xb5\x2f\xfd\0")],
  ["bzip2 compressed data", bytes("BZh91AY&SY")],
  ["script", bytes("#!/bin/sh\nexit 0\n")],
  ["Android DEX file", bytes("dex\n035\0")],
  ["WebAssembly module", bytes("\0asm\x01\0\0\0")],
  ["LLVM bitcode", bytes("BC\xc0\xde5\x14")],
  ["PNG image", bytes("\x89PNG\r\n\x1a\n")],
  ["JPEG image", bytes("\xff\xd8\xff\xe0")],
  ["GIF image", bytes("GIF89a\x01\0")],
  ["WebP image", bytes("RIFF\x10\0\0\0WEBPVP8 ")],
  ["BMP image", bytes(`BM${"\0".repeat(12)}\x28\0\0\0`, 60)],
  ["Windows icon", bytes("\0\0\x01\0\x01\0", 32)],
  ["PDF document", bytes("%PDF-1.7\n")],
  ["text", bytes("int main(void) { return 0; }\n")],
  ["text", Uint8Array.from(Buffer.from("naïve café\n", "utf8"))],
  ["UTF-16 text (little-endian)", bytes("\xff\xfeh\0i\0")],
  ["UTF-16 text (big-endian)", bytes("\xfe\xff\0h\0i")],
  ["UTF-16 text (little-endian)", bytes([..."hello, world"].join("\0").concat("\0"))],
  ["ELF file cut short", bytes("\x7fELF\x02\x01\x01")],
  ["ELF file cut short", bytes("\x7fELF\x02\x01\x01", 63)],
  ["ELF file", bytes("\x7fELF\x02\x01\x01", 64)],
  ["ELF file", bytes("\x7fELF\x01\x01\x01", 52)],
  ["unknown data", bytes("\x01\x02\x03\x04\x05")],
])("%s", (looksLike, data) => {
  expect(identify(data).looksLike).toBe(looksLike);
});

test("a script names its interpreter, with control characters escaped", () => {
  expect(identify(bytes("#! /usr/bin/env \x1b[31mpython\n")).detail).toBe(
    String.raw`starts with #! and names "/usr/bin/env \u001b[31mpython"`,
  );
});

test("signatures cut at any byte never throw", () => {
  const whole = portableExecutable(0x8664, 0x22);

  for (let cut = 0; cut < whole.length; cut++) expect(identify(whole.slice(0, cut)).looksLike).not.toBe("");
});
