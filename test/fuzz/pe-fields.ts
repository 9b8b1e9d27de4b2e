/** Where a PE32+ file keeps its counts, sizes, offsets and links (PE format, "Optional Header", "Section Table"). */
import type { Field } from "./elf-fields.ts";

const FILE_HEADER: readonly Field[] = [
  { name: "Machine", offset: 4, width: 2 },
  { name: "NumberOfSections", offset: 6, width: 2 },
  { name: "PointerToSymbolTable", offset: 12, width: 4 },
  { name: "NumberOfSymbols", offset: 16, width: 4 },
  { name: "SizeOfOptionalHeader", offset: 20, width: 2 },
  { name: "Characteristics", offset: 22, width: 2 },
];

const OPTIONAL_HEADER: readonly Field[] = [
  { name: "Magic", offset: 0, width: 2 },
  { name: "AddressOfEntryPoint", offset: 16, width: 4 },
  { name: "ImageBase", offset: 24, width: 8 },
  { name: "SectionAlignment", offset: 32, width: 4 },
  { name: "FileAlignment", offset: 36, width: 4 },
  { name: "SizeOfImage", offset: 56, width: 4 },
  { name: "SizeOfHeaders", offset: 60, width: 4 },
  { name: "Subsystem", offset: 68, width: 2 },
  { name: "NumberOfRvaAndSizes", offset: 108, width: 4 },
];

const SECTION_HEADER: readonly Field[] = [
  { name: "VirtualSize", offset: 8, width: 4 },
  { name: "VirtualAddress", offset: 12, width: 4 },
  { name: "SizeOfRawData", offset: 16, width: 4 },
  { name: "PointerToRawData", offset: 20, width: 4 },
  { name: "PointerToRelocations", offset: 24, width: 4 },
  { name: "NumberOfRelocations", offset: 32, width: 2 },
  { name: "Characteristics", offset: 36, width: 4 },
];

/** Words at the start of each table that a directory names: descriptors, counts and links all lie there. */
const TABLE_WORDS = 12;

/** Every such field of the headers and the first words of every table. */
export function peFields(file: Uint8Array): Field[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pe = view.getUint32(0x3c, true);
  const optional = pe + 24;
  const sections = optional + view.getUint16(pe + 20, true);
  const fields = [...at("", FILE_HEADER, pe), ...at("", OPTIONAL_HEADER, optional)];
  for (let index = 0; index < view.getUint16(pe + 6, true); index++) {
    fields.push(...at(`section[${index}].`, SECTION_HEADER, sections + index * 40));
  }
  for (let index = 0; index < 16; index++) {
    const entry = optional + 112 + index * 8;
    fields.push(...at(`directory[${index}].`, [{ name: "rva", offset: 0, width: 4 }], entry));
    fields.push(...at(`directory[${index}].`, [{ name: "size", offset: 4, width: 4 }], entry));
    const table = offsetOf(view, sections, view.getUint16(pe + 6, true), view.getUint32(entry, true));
    const words = table === undefined ? 0 : TABLE_WORDS;
    for (let word = 0; word < words; word++) {
      fields.push({ name: `table[${index}]+${word * 4}`, offset: (table ?? 0) + word * 4, width: 4 });
    }
  }
  return fields;
}

function offsetOf(view: DataView, sections: number, count: number, rva: number): number | undefined {
  if (rva === 0) return undefined;
  for (let index = 0; index < count; index++) {
    const header = sections + index * 40;
    const distance = rva - view.getUint32(header + 12, true);
    if (distance >= 0 && distance < view.getUint32(header + 16, true)) {
      return view.getUint32(header + 20, true) + distance;
    }
  }
  return undefined;
}

function at(prefix: string, fields: readonly Field[], base: number): Field[] {
  return fields.map(({ name, offset, width }) => ({ name: `${prefix}${name}`, offset: base + offset, width }));
}
