/** Names what a file that is no supported program looks like (signatures as the formats' own specifications give them). */
import { Bytes } from "../base/bytes.ts";
import { plural } from "../base/plural.ts";

export interface Identity {
  /** A noun phrase: `PE executable for x86-64`. */
  readonly looksLike: string;
  /** What was found that says so. */
  readonly detail: string;
}

/** Identifies any file; the last resort is unknown data. */
export function identify(file: Uint8Array): Identity {
  if (file.length === 0) return { looksLike: "empty file", detail: "the file has no bytes" };
  return structured(file) ?? bySignature(file) ?? text(file) ?? unknown(file);
}

/** Formats whose signature alone does not tell them apart. */
function structured(file: Uint8Array): Identity | undefined {
  return elf(file) ?? portableExecutable(file) ?? javaOrFatMachO(file) ?? riff(file);
}

/** Bytes of an ELF header of 32 bits, and of 64 bits; `EI_CLASS` says which one (System V gABI). */
const ELF_HEADERS = { 32: 52, 64: 64 } as const;

function elf(file: Uint8Array): Identity | undefined {
  if (!startsWith(file, [0x7f, 0x45, 0x4c, 0x46])) return undefined;
  if (file.length < ELF_HEADERS[file[4] === 1 ? 32 : 64]) {
    return {
      looksLike: "ELF file cut short",
      detail: `${file.length} ${plural(file.length, "byte is", "bytes are")} too few for an ELF header`,
    };
  }
  return { looksLike: "ELF file", detail: "signature 7f 45 4c 46" };
}

const PE_MACHINES: ReadonlyMap<number, string> = new Map([
  [0x014c, "x86"],
  [0x8664, "x86-64"],
  [0x01c4, "ARM"],
  [0xaa64, "ARM64"],
  [0xa641, "ARM64EC"],
  [0x0200, "Itanium"],
  [0x5064, "RISC-V 64"],
]);
const PE_IS_LIBRARY = 0x2000;

/** `MZ`, and the offset at 0x3c names a `PE` header (PE format, "MS-DOS Stub"). */
function portableExecutable(file: Uint8Array): Identity | undefined {
  if (!startsWith(file, [0x4d, 0x5a])) return undefined;
  const bytes = new Bytes(file);
  const at = bytes.window(0x3c, 4)?.u32(0);
  const header = at === undefined ? undefined : bytes.window(at, 24);
  if (header === undefined || header.u32(0) !== 0x4550) {
    return { looksLike: "DOS executable", detail: "starts with MZ and has no PE header" };
  }
  const machine = PE_MACHINES.get(header.u16(4)) ?? `machine 0x${header.u16(4).toString(16)}`;
  const kind = (header.u16(22) & PE_IS_LIBRARY) === 0 ? "executable" : "library";
  return {
    looksLike: `PE ${kind} for ${machine}`,
    detail: `MZ header with a PE header at 0x${(at ?? 0).toString(16)}`,
  };
}

/** Oldest class file version; as a count of architectures it would be out of reach. */
const FIRST_CLASS_VERSION = 45;

/** Both start with CAFEBABE: then comes a class file version, or the number of architectures. */
function javaOrFatMachO(file: Uint8Array): Identity | undefined {
  if (!startsWith(file, [0xca, 0xfe, 0xba, 0xbe])) return undefined;
  const header = new Bytes(file, "big").window(0, 8);
  if (header === undefined) return undefined;
  const count = header.u32(4);
  if (count < FIRST_CLASS_VERSION) {
    return { looksLike: "Mach-O universal binary", detail: `CAFEBABE with ${count} ${plural(count, "architecture")}` };
  }
  return { looksLike: "Java class file", detail: `CAFEBABE with class file version ${header.u16(6)}.${header.u16(4)}` };
}

const RIFF_KINDS: ReadonlyMap<string, string> = new Map([
  ["WEBP", "WebP image"],
  ["WAVE", "WAVE audio"],
  ["AVI ", "AVI video"],
]);

function riff(file: Uint8Array): Identity | undefined {
  if (!startsWith(file, [0x52, 0x49, 0x46, 0x46])) return undefined;
  const looksLike = RIFF_KINDS.get(Buffer.from(file.subarray(8, 12)).toString("latin1"));
  return looksLike === undefined ? undefined : { looksLike, detail: "RIFF header" };
}

interface Signature {
  readonly bytes: readonly number[];
  readonly at?: number;
  readonly looksLike: string;
}

function signature(looksLike: string, text: string, at = 0): Signature {
  return { looksLike, at, bytes: [...Buffer.from(text, "latin1")] };
}

/** Tried in order; longer signatures stand before shorter ones that they start with. */
const SIGNATURES: readonly Signature[] = [
  signature("Mach-O binary (32-bit)", "\xfe\xed\xfa\xce"),
  signature("Mach-O binary (32-bit)", "\xce\xfa\xed\xfe"),
  signature("Mach-O binary (64-bit)", "\xfe\xed\xfa\xcf"),
  signature("Mach-O binary (64-bit)", "\xcf\xfa\xed\xfe"),
  signature("Mach-O universal binary", "\xca\xfe\xba\xbf"),
  signature("Debian package", "!<arch>\ndebian-binary"),
  signature("ar archive (static library)", "!<arch>\n"),
  signature("thin ar archive (static library)", "!<thin>\n"),
  signature("ZIP archive (jar, apk, docx and others are ZIP archives)", "PK\x03\x04"),
  signature("empty ZIP archive", "PK\x05\x06"),
  signature("gzip compressed data", "\x1f\x8b"),
  signature("xz compressed data", "\xfd7zXZ\0"),
  signature("Zstandard compressed data", "\x28\xb5\x2f\xfd"),
  signature("bzip2 compressed data", "BZh"),
  signature("LZ4 compressed data", "\x04\x22\x4d\x18"),
  signature("7-Zip archive", "7z\xbc\xaf\x27\x1c"),
  signature("RAR archive", "Rar!\x1a\x07"),
  signature("tar archive", "ustar", 257),
  signature("cpio archive", "070701"),
  signature("RPM package", "\xed\xab\xee\xdb"),
  signature("SquashFS file system", "hsqs"),
  signature("Android DEX file", "dex\n"),
  signature("Android optimized DEX file", "dey\n"),
  signature("WebAssembly module", "\0asm"),
  signature("LLVM bitcode", "BC\xc0\xde"),
  signature("LLVM bitcode (wrapped)", "\xde\xc0\x17\x0b"),
  signature("PNG image", "\x89PNG\r\n\x1a\n"),
  signature("JPEG image", "\xff\xd8\xff"),
  signature("GIF image", "GIF87a"),
  signature("GIF image", "GIF89a"),
  signature("Windows icon", "\0\0\x01\0"),
  signature("PDF document", "%PDF-"),
  signature("SQLite database", "SQLite format 3\0"),
  signature("Windows program database (PDB)", "Microsoft C/C++ MSF 7.00\r\n\x1aDS"),
  signature("Lua bytecode", "\x1bLua"),
  signature("OLE compound document", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
  signature("device tree blob", "\xd0\x0d\xfe\xed"),
  signature("U-Boot image", "\x27\x05\x19\x56"),
];

function bySignature(file: Uint8Array): Identity | undefined {
  const found = SIGNATURES.find(({ bytes, at }) => startsWith(file, bytes, at));
  if (found !== undefined) return { looksLike: found.looksLike, detail: `signature ${printed(found.bytes)}` };
  return bitmap(file) ?? coffObject(file);
}

/** `BM` alone starts many texts: the size of the second header must fit too. */
function bitmap(file: Uint8Array): Identity | undefined {
  const header = new Bytes(file).window(0, 18);
  if (header === undefined || !startsWith(file, [0x42, 0x4d])) return undefined;
  const known = [12, 40, 52, 56, 64, 108, 124].includes(header.u32(14));
  return known ? { looksLike: "BMP image", detail: "BM with a bitmap header" } : undefined;
}

/** COFF objects start with their machine number; the header has no other mark (PE format, "COFF File Header"). */
function coffObject(file: Uint8Array): Identity | undefined {
  const header = new Bytes(file).window(0, 20);
  if (header === undefined) return undefined;
  const machine = PE_MACHINES.get(header.u16(0));
  const sections = header.u16(2);
  const plausible = sections > 0 && 20 + sections * 40 <= file.length && header.u16(16) === 0;
  if (machine === undefined || !plausible || header.u32(8) > file.length) return undefined;
  return {
    looksLike: `COFF object for ${machine}`,
    detail: `COFF header with ${sections} ${plural(sections, "section")}`,
  };
}

/** How much of a file is looked at to tell text from data. */
const TEXT_SAMPLE = 65_536;

function text(file: Uint8Array): Identity | undefined {
  if (startsWith(file, [0x23, 0x21])) return script(file);
  if (startsWith(file, [0xff, 0xfe]))
    return { looksLike: "UTF-16 text (little-endian)", detail: "byte order mark FF FE" };
  if (startsWith(file, [0xfe, 0xff])) return { looksLike: "UTF-16 text (big-endian)", detail: "byte order mark FE FF" };
  const sample = file.subarray(0, TEXT_SAMPLE);
  if (sample.some(isNoText)) return utf16WithoutMark(sample);
  const decoded = Buffer.from(sample.buffer, sample.byteOffset, sample.length).toString("utf8");
  const fault = decoded.indexOf("\ufffd");
  if (fault === -1 || fault >= decoded.length - 1)
    return { looksLike: "text", detail: "UTF-8 without control characters" };
  return undefined;
}

function script(file: Uint8Array): Identity {
  const line = new Bytes(file).clamp(2, 200);
  const end = line.data.indexOf(0x0a);
  const name = Buffer.from(line.data.subarray(0, end === -1 ? line.length : end))
    .toString("latin1")
    .trim();
  return { looksLike: "script", detail: `starts with #! and names ${JSON.stringify(name)}` };
}

/** Control characters that texts do not hold. */
function isNoText(byte: number): boolean {
  return (
    (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b) || byte === 0x7f
  );
}

/** Latin text in UTF-16 has a zero in every second byte. */
function utf16WithoutMark(sample: Uint8Array): Identity | undefined {
  const pairs = Math.floor(sample.length / 2);
  for (const [name, zeroAt] of [
    ["little", 1],
    ["big", 0],
  ] as const) {
    let latin = 0;
    for (let pair = 0; pair < pairs; pair++) {
      const low = sample[pair * 2 + 1 - zeroAt] ?? 0;
      if (sample[pair * 2 + zeroAt] === 0 && !isNoText(low)) latin++;
    }
    if (pairs >= 8 && latin / pairs > 0.9) {
      return { looksLike: `UTF-16 text (${name}-endian)`, detail: "Latin characters in two bytes each" };
    }
  }
  return undefined;
}

function unknown(file: Uint8Array): Identity {
  return { looksLike: "unknown data", detail: `no known signature; starts with ${printed([...file.subarray(0, 8)])}` };
}

function startsWith(file: Uint8Array, bytes: readonly number[], at = 0): boolean {
  return bytes.every((byte, index) => file[at + index] === byte);
}

function printed(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
}
