/** Where an ELF64 little-endian file keeps its counts, sizes, offsets and links (System V gABI, chapters 4 and 5). */

export interface Field {
  readonly name: string;
  readonly offset: number;
  readonly width: 2 | 4 | 8;
}

const HEADER: readonly Field[] = [
  { name: "e_type", offset: 16, width: 2 },
  { name: "e_machine", offset: 18, width: 2 },
  { name: "e_entry", offset: 24, width: 8 },
  { name: "e_phoff", offset: 32, width: 8 },
  { name: "e_shoff", offset: 40, width: 8 },
  { name: "e_ehsize", offset: 52, width: 2 },
  { name: "e_phentsize", offset: 54, width: 2 },
  { name: "e_phnum", offset: 56, width: 2 },
  { name: "e_shentsize", offset: 58, width: 2 },
  { name: "e_shnum", offset: 60, width: 2 },
  { name: "e_shstrndx", offset: 62, width: 2 },
];

const PROGRAM_HEADER: readonly Field[] = [
  { name: "p_type", offset: 0, width: 4 },
  { name: "p_offset", offset: 8, width: 8 },
  { name: "p_vaddr", offset: 16, width: 8 },
  { name: "p_filesz", offset: 32, width: 8 },
  { name: "p_memsz", offset: 40, width: 8 },
  { name: "p_align", offset: 48, width: 8 },
];

const SECTION_HEADER: readonly Field[] = [
  { name: "sh_name", offset: 0, width: 4 },
  { name: "sh_type", offset: 4, width: 4 },
  { name: "sh_addr", offset: 16, width: 8 },
  { name: "sh_offset", offset: 24, width: 8 },
  { name: "sh_size", offset: 32, width: 8 },
  { name: "sh_link", offset: 40, width: 4 },
  { name: "sh_info", offset: 44, width: 4 },
  { name: "sh_addralign", offset: 48, width: 8 },
  { name: "sh_entsize", offset: 56, width: 8 },
];

const DYNAMIC = 6;
const GNU_HASH = 0x6fff_fff6;
const VERNEED = 0x6fff_fffe;

/** Every such field of the file header, the program and section headers, the dynamic table, and the counted tables. */
export function elfFields(file: Uint8Array): Field[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const fields = [...HEADER];
  const phoff = Number(view.getBigUint64(32, true));
  for (let index = 0; index < view.getUint16(56, true); index++) {
    fields.push(...at(`ph[${index}]`, PROGRAM_HEADER, phoff + index * 56));
  }
  const shoff = Number(view.getBigUint64(40, true));
  for (let index = 0; index < view.getUint16(60, true); index++) {
    const header = shoff + index * 64;
    fields.push(...at(`sh[${index}]`, SECTION_HEADER, header));
    const start = Number(view.getBigUint64(header + 24, true));
    fields.push(...tableFields(view.getUint32(header + 4, true), start, Number(view.getBigUint64(header + 32, true))));
  }
  return fields;
}

function tableFields(type: number, start: number, size: number): Field[] {
  if (type === DYNAMIC) {
    return Array.from({ length: size / 16 }, (_, index) => ({
      name: `dynamic[${index}].d_val`,
      offset: start + index * 16 + 8,
      width: 8 as const,
    }));
  }
  if (type === GNU_HASH) {
    return [0, 4, 8, 12].map((offset) => ({ name: `gnu_hash+${offset}`, offset: start + offset, width: 4 as const }));
  }
  if (type === VERNEED) {
    return [0, 2, 4, 8, 12].map((offset) => ({
      name: `verneed+${offset}`,
      offset: start + offset,
      width: offset < 4 ? (2 as const) : (4 as const),
    }));
  }
  return [];
}

function at(prefix: string, fields: readonly Field[], base: number): Field[] {
  return fields.map(({ name, offset, width }) => ({ name: `${prefix}.${name}`, offset: base + offset, width }));
}
