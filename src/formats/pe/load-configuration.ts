/** The load configuration: security cookie, SafeSEH handlers, control flow guard (winnt.h, `IMAGE_LOAD_CONFIG_DIRECTORY`). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { plural } from "../../base/plural.ts";
import type { Memory } from "../memory.ts";
import type { AddressSpace } from "../words.ts";
import { DIRECTORY, directoryOf, type Header } from "./header.ts";

export interface LoadConfiguration {
  /** Rva of the stack cookie. */
  readonly securityCookie?: number;
  /** Exception handlers that 32-bit code registers; absent where the table is not part of the format or missing. */
  readonly safeHandlers?: readonly number[];
  /** Functions that may be called through pointers. */
  readonly guardFunctions: readonly number[];
  /** `GuardFlags`; 0 in configurations from before control flow guard. */
  readonly guardFlags: number;
  /** Slots that the loader points to its own checks of indirect calls. */
  readonly guardSlots: readonly number[];
}

/** What is read from. */
export interface LoadConfigurationSources {
  readonly header: Header;
  readonly memory: Memory;
  readonly space: AddressSpace;
}

/** `undefined` when the image has none. Fields that an older, shorter configuration lacks are absent. */
export function readLoadConfiguration(
  sources: LoadConfigurationSources,
  issues: IssueList,
): LoadConfiguration | undefined {
  const { header, memory, space } = sources;
  const directory = directoryOf(header, DIRECTORY.loadConfiguration);
  const stated = directory === undefined ? undefined : memory.window(directory.rva, 4)?.u32(0);
  if (directory === undefined || stated === undefined) return undefined;
  const bytes = memory.from(directory.rva, Math.max(stated, directory.size));
  if (bytes === undefined) return undefined;
  const fields = new Fields(bytes, space);
  const layout = LAYOUT[space.words.bits];
  const securityCookie = fields.address(layout.cookie);
  const guardFlags = fields.u32(layout.flags);
  const stride = 4 + (guardFlags >>> 28);
  const guardFunctions = readTable(memory, fields, { table: layout.guardTable, stride }, issues);
  const safeHandlers =
    layout.handlerTable === undefined
      ? undefined
      : readTable(memory, fields, { table: layout.handlerTable, stride: 4 }, issues);
  return {
    ...(securityCookie === undefined ? {} : { securityCookie }),
    ...(safeHandlers === undefined || safeHandlers.length === 0 ? {} : { safeHandlers }),
    guardFunctions,
    guardFlags,
    guardSlots: layout.guardSlots.flatMap((offset) => fields.address(offset) ?? []),
  };
}

interface FieldLayout {
  readonly cookie: number;
  /** Only 32-bit x86 has one. */
  readonly handlerTable?: number;
  readonly guardTable: number;
  readonly flags: number;
  /** Addresses of the slots of the checks and dispatchers of CFG, and of XFG where there is that. */
  readonly guardSlots: readonly number[];
}

/** Offsets of the fields; each table is an address with a count in the next word. */
const LAYOUT: Readonly<Record<32 | 64, FieldLayout>> = {
  32: { cookie: 0x3c, handlerTable: 0x40, guardTable: 0x50, flags: 0x58, guardSlots: [0x48, 0x4c] },
  64: { cookie: 0x58, guardTable: 0x80, flags: 0x90, guardSlots: [0x70, 0x78, 0x118, 0x120, 0x128] },
};

class Fields {
  readonly #bytes: Bytes;
  readonly #space: AddressSpace;

  constructor(bytes: Bytes, space: AddressSpace) {
    this.#bytes = bytes;
    this.#space = space;
  }

  /** Zero when the configuration is too short. */
  u32(offset: number): number {
    return this.#bytes.window(offset, 4)?.u32(0) ?? 0;
  }

  count(offset: number): number {
    const word = this.#bytes.window(offset, this.#space.words.size);
    return word === undefined ? 0 : this.#space.words.unsigned(word, 0);
  }

  /** `undefined` for zero, and when the configuration is too short. */
  address(offset: number): number | undefined {
    const word = this.#bytes.window(offset, this.#space.words.size);
    return word === undefined || this.count(offset) === 0 ? undefined : this.#space.read(word, 0);
  }

  /** The address at `offset` and the count behind it. */
  table(offset: number): { readonly rva: number | undefined; readonly count: number } {
    return { rva: this.address(offset), count: this.count(offset + this.#space.words.size) };
  }
}

/** Rvas of code in a table, whose rows may have more bytes after each rva. */
function readTable(
  memory: Memory,
  fields: Fields,
  { table, stride }: { readonly table: number; readonly stride: number },
  issues: IssueList,
): number[] {
  const { rva, count } = fields.table(table);
  const bytes = rva === undefined || count === 0 ? undefined : memory.from(rva, count * stride);
  if (bytes === undefined) return [];
  if (bytes.length < count * stride) {
    issues.add("pe_guard_table_truncated", `a table of ${count} ${plural(count, "function")} is cut`, bytes.fileOffset);
  }
  const found: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += stride) {
    const target = bytes.u32(at);
    if (memory.regionAt(target)?.permissions.execute === true) found.push(target);
  }
  return found;
}
