/** Relocations of linked files before opcodes and chains: kernel extensions and old programs (`mach-o/reloc.h`). */
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Layout } from "./layout.ts";
import { COMMAND, commandOf } from "./load-commands.ts";
import { CPU, FILE_TYPE } from "./machines.ts";
import { readRelocation, RELOCATION_SIZE } from "./relocation-entry.ts";
import { PROTECTION } from "./segments.ts";

/** A word that is fixed; `symbol` is an index in the symbol table, absent when the word holds an address already. */
export interface ClassicRelocation {
  readonly slot: number;
  readonly symbol?: number;
}

/** Fields of `dysymtab_command`: offset of the external and of the local relocations, each before its count. */
const TABLES = [64, 72] as const;

/** Visits external relocations, then local ones, that cover a whole word. */
export function readClassicRelocations(
  layout: Layout,
  issues: IssueList,
  visit: (relocation: ClassicRelocation) => void,
): void {
  const { file, commands, space } = layout;
  const command = commandOf(commands, COMMAND.dynamicSymbols, 80);
  if (command === undefined) return;
  const base = relocationBase(layout);
  for (const field of TABLES) {
    const promised = command.u32(field + 4);
    const table = file.clamp(command.u32(field), promised * RELOCATION_SIZE);
    const count = Math.floor(table.length / RELOCATION_SIZE);
    if (count < promised) {
      const message = `${promised} ${plural(promised, "relocation is", "relocations are")} promised; the file holds ${count}`;
      issues.add("macho_relocations_truncated", message, table.fileOffset);
    }
    for (let index = 0; index < count; index++) {
      const entry = readRelocation(table, index * RELOCATION_SIZE);
      if (entry === undefined || entry.size !== space.words.size) continue;
      visit({ slot: base + entry.address, ...(entry.external ? { symbol: entry.symbol } : {}) });
    }
  }
}

/** Addresses count from the first segment, in 64-bit x86 programs from the first writable one. */
function relocationBase({ header, segments, space }: Layout): number {
  const fromWritable = header.cpuType === CPU.x86_64 && header.fileType !== FILE_TYPE.kernelExtension;
  const segment = fromWritable ? segments.find(({ protection }) => (protection & PROTECTION.write) !== 0) : segments[0];
  return segment === undefined ? 0 : (space.rvaOf(segment.address) ?? 0);
}
