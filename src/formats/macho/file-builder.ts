/** Builds small 64-bit little-endian Mach-O files for tests: a code segment, a data segment and linked data. */

/** What goes into the file. */
export interface FileParts {
  /** `MH_*`; a library when absent. */
  readonly fileType?: number;
  /** Bytes of `__DATA`, which lies at `DATA_ADDRESS` and at `DATA_OFFSET` of the file. */
  readonly data?: Uint8Array;
  /** Commands of the form (type, size, offset, size), each with the bytes that it names. */
  readonly linked?: readonly { readonly command: number; readonly bytes: Uint8Array }[];
  /** Further commands as they stand. */
  readonly commands?: readonly Uint8Array[];
}

export const BASE = 0x1_0000_0000;
export const DATA_OFFSET = 0x1000;
export const DATA_ADDRESS = BASE + 0x4000;

const PAGE = 0x1000;
const LINKED_OFFSET = 0x3000;

/** The bytes of the file. */
export function buildFile({
  fileType = 6,
  data = new Uint8Array(0),
  linked = [],
  commands = [],
}: FileParts): Uint8Array {
  const linkedSize = linked.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const file = new Uint8Array(LINKED_OFFSET + linkedSize);
  file.set(data, DATA_OFFSET);
  const linkedCommands = linked.map(({ command, bytes }, index) => {
    const offset = LINKED_OFFSET + linked.slice(0, index).reduce((sum, part) => sum + part.bytes.length, 0);
    file.set(bytes, offset);
    return words(command, 16, offset, bytes.length);
  });
  const all = [
    segment("__TEXT", BASE, PAGE, 0, PAGE, 5),
    segment("__DATA", DATA_ADDRESS, 2 * PAGE, DATA_OFFSET, 2 * PAGE, 3),
    segment("__LINKEDIT", BASE + 0x8000, PAGE * 16, LINKED_OFFSET, linkedSize, 1),
    ...linkedCommands,
    ...commands,
  ];
  const size = all.reduce((sum, { length }) => sum + length, 0);
  file.set(words(0xfeed_facf, 0x0100_000c, 0, fileType, all.length, size, 0x85, 0));
  let at = 32;
  for (const command of all) {
    file.set(command, at);
    at += command.length;
  }
  return file;
}

/** 32-bit little-endian words. */
export function words(...values: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [index, value] of values.entries()) bytes.setUint32(index * 4, value, true);
  return new Uint8Array(bytes.buffer);
}

/** 64-bit little-endian words. */
export function longs(...values: readonly bigint[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(values.length * 8));
  for (const [index, value] of values.entries()) bytes.setBigUint64(index * 8, BigInt.asUintN(64, value), true);
  return new Uint8Array(bytes.buffer);
}

/** Byte strings one behind the other; texts get a terminator. */
export function joined(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  return Uint8Array.from(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`, "latin1") : part))),
  );
}

function segment(
  name: string,
  address: number,
  size: number,
  offset: number,
  fileSize: number,
  protection: number,
): Uint8Array {
  const named = Buffer.alloc(16);
  named.write(name, "latin1");
  const range = longs(BigInt(address), BigInt(size), BigInt(offset), BigInt(fileSize));
  return joined(words(0x19, 72), named, range, words(protection, protection, 0, 0));
}
