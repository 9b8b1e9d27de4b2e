/** Where a 64-bit little-endian Mach-O file keeps its counts, sizes and offsets (`mach-o/loader.h`). */
import type { Field } from "./elf-fields.ts";

const HEADER: readonly Field[] = [
  { name: "cputype", offset: 4, width: 4 },
  { name: "filetype", offset: 12, width: 4 },
  { name: "ncmds", offset: 16, width: 4 },
  { name: "sizeofcmds", offset: 20, width: 4 },
];

const SEGMENT: readonly Field[] = [
  { name: "vmaddr", offset: 24, width: 8 },
  { name: "vmsize", offset: 32, width: 8 },
  { name: "fileoff", offset: 40, width: 8 },
  { name: "filesize", offset: 48, width: 8 },
  { name: "initprot", offset: 60, width: 4 },
  { name: "nsects", offset: 64, width: 4 },
];

const SECTION: readonly Field[] = [
  { name: "addr", offset: 32, width: 8 },
  { name: "size", offset: 40, width: 8 },
  { name: "offset", offset: 48, width: 4 },
  { name: "reloff", offset: 56, width: 4 },
  { name: "nreloc", offset: 60, width: 4 },
  { name: "flags", offset: 64, width: 4 },
  { name: "reserved1", offset: 68, width: 4 },
  { name: "reserved2", offset: 72, width: 4 },
];

const HEADER_SIZE = 32;
const SEGMENT_64 = 0x19;
const SEGMENT_SIZE = 72;
const SECTION_SIZE = 80;

/** Commands that hold texts and digests have no more than these first words to damage. */
const LONGEST_TABLE = 80;

/** Every such field of the header, the load commands, and the segments and sections among them. */
export function machoFields(file: Uint8Array): Field[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const fields = [...HEADER];
  let at = HEADER_SIZE;
  for (let index = 0; index < view.getUint32(16, true); index++) {
    const [type, size] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    fields.push({ name: `command[${index}].cmd`, offset: at, width: 4 });
    fields.push({ name: `command[${index}].cmdsize`, offset: at + 4, width: 4 });
    if (type === SEGMENT_64) fields.push(...segmentFields(`command[${index}]`, at, view.getUint32(at + 64, true)));
    else fields.push(...wordFields(`command[${index}]`, at, Math.min(size, LONGEST_TABLE)));
    at += size;
  }
  return fields;
}

function segmentFields(name: string, at: number, sections: number): Field[] {
  const fields = placed(name, SEGMENT, at);
  for (let index = 0; index < sections; index++) {
    fields.push(...placed(`${name}.section[${index}]`, SECTION, at + SEGMENT_SIZE + index * SECTION_SIZE));
  }
  return fields;
}

function wordFields(name: string, at: number, size: number): Field[] {
  const fields: Field[] = [];
  for (let offset = 8; offset + 4 <= size; offset += 4) {
    fields.push({ name: `${name}+${offset}`, offset: at + offset, width: 4 });
  }
  return fields;
}

function placed(prefix: string, fields: readonly Field[], base: number): Field[] {
  return fields.map(({ name, offset, width }) => ({ name: `${prefix}.${name}`, offset: base + offset, width }));
}
