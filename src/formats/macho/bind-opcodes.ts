/** Opcodes that say which words hold addresses of imports (Mach-O: `mach-o/loader.h`, `BIND_OPCODE_*`). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { Cursor } from "../cursor.ts";
import type { Layout } from "./layout.ts";
import { SegmentSlots, wrappingUleb } from "./segment-slots.ts";

/** A word and what the dynamic linker puts into it. */
export interface Binding {
  readonly slot: number;
  readonly name: string;
  /** Position of the library from 1 on, or one of `ORDINAL`. */
  readonly ordinal: number;
  /** The import may be missing at run time. */
  readonly weak: boolean;
}

/** `lazy` opcodes come in short runs, each with an end of its own; `weak` ones name no library. */
export type BindTable = "bind" | "weak" | "lazy";

const OPCODE = {
  done: 0x00,
  setOrdinal: 0x10,
  setOrdinalUleb: 0x20,
  setSpecialOrdinal: 0x30,
  setSymbol: 0x40,
  setType: 0x50,
  setAddend: 0x60,
  setSegment: 0x70,
  addAddress: 0x80,
  bind: 0x90,
  bindAdd: 0xa0,
  bindAddScaled: 0xb0,
  bindTimesSkipping: 0xc0,
  threaded: 0xd0,
} as const;

const POINTER_TYPE = 1;
const WEAK_IMPORT = 1;

/** Visits each binding in the order of the opcodes, up to the first broken one. */
export function readBindOpcodes(
  opcodes: Bytes,
  table: BindTable,
  layout: Layout,
  issues: IssueList,
  visit: (binding: Binding) => void,
): void {
  const machine = new BindMachine(opcodes, layout, table, visit);
  if (machine.run()) return;
  issues.add("macho_bind_opcodes_wrong", "a bind opcode is unknown or leaves its segment", opcodes.fileOffset);
}

class BindMachine {
  readonly #cursor: Cursor;
  readonly #slots: SegmentSlots;
  readonly #table: BindTable;
  readonly #visit: (binding: Binding) => void;
  #name = "";
  #ordinal = 0;
  #weak = false;
  #type: number = POINTER_TYPE;

  constructor(opcodes: Bytes, layout: Layout, table: BindTable, visit: (binding: Binding) => void) {
    this.#cursor = new Cursor(opcodes);
    this.#slots = new SegmentSlots(layout);
    this.#table = table;
    this.#visit = visit;
  }

  /** False when an opcode is broken. */
  run(): boolean {
    const cursor = this.#cursor;
    while (cursor.at < cursor.end) {
      const byte = cursor.u8();
      if (byte === OPCODE.done && this.#table !== "lazy") return true;
      if (!this.#step(byte & 0xf0, byte & 0x0f) || cursor.failed) return false;
    }
    return true;
  }

  #step(opcode: number, immediate: number): boolean {
    const cursor = this.#cursor;
    switch (opcode) {
      case OPCODE.done:
        return true;
      case OPCODE.setOrdinal:
        this.#ordinal = immediate;
        return true;
      case OPCODE.setOrdinalUleb:
        this.#ordinal = cursor.uleb();
        return true;
      case OPCODE.setSpecialOrdinal:
        this.#ordinal = immediate === 0 ? 0 : immediate - 16;
        return true;
      case OPCODE.setSymbol:
        return this.#setSymbol(immediate);
      case OPCODE.setType:
        this.#type = immediate;
        return true;
      case OPCODE.setAddend:
        wrappingUleb(cursor);
        return true;
      case OPCODE.setSegment:
        this.#slots.enter(immediate, cursor.uleb());
        return true;
      case OPCODE.addAddress:
        this.#slots.move(wrappingUleb(cursor));
        return true;
      default:
        return this.#bindStep(opcode, immediate);
    }
  }

  #bindStep(opcode: number, immediate: number): boolean {
    const cursor = this.#cursor;
    switch (opcode) {
      case OPCODE.bind:
        return this.#bind(1, 0);
      case OPCODE.bindAdd:
        return this.#bind(1, wrappingUleb(cursor));
      case OPCODE.bindAddScaled:
        return this.#bind(1, immediate * this.#slots.size);
      case OPCODE.bindTimesSkipping: {
        const count = cursor.uleb();
        return this.#bind(count, wrappingUleb(cursor));
      }
      default:
        return false;
    }
  }

  #setSymbol(flags: number): boolean {
    const { text, terminated } = this.#cursor.bytes.cString(this.#cursor.at);
    if (!terminated) return false;
    const end = this.#cursor.bytes.data.indexOf(0, this.#cursor.at);
    this.#cursor.at = end + 1;
    this.#name = text;
    this.#weak = (flags & WEAK_IMPORT) !== 0;
    return true;
  }

  #bind(count: number, gap: number): boolean {
    const [name, weak] = [this.#name, this.#weak];
    const ordinal = this.#table === "weak" ? WEAK_ORDINAL : this.#ordinal;
    return this.#slots.visit(count, gap, (slot) => {
      if (this.#type === POINTER_TYPE) this.#visit({ slot, name, ordinal, weak });
    });
  }
}

/** `BIND_SPECIAL_DYLIB_WEAK_LOOKUP`. */
const WEAK_ORDINAL = -3;
