/** Opcodes that say which words hold addresses of the image (Mach-O: `mach-o/loader.h`, `REBASE_OPCODE_*`). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { Cursor } from "../cursor.ts";
import type { Layout } from "./layout.ts";
import { SegmentSlots, wrappingUleb } from "./segment-slots.ts";

const OPCODE = {
  done: 0x00,
  setType: 0x10,
  setSegment: 0x20,
  addAddress: 0x30,
  addScaled: 0x40,
  rebaseTimes: 0x50,
  rebaseTimesUleb: 0x60,
  rebaseAdd: 0x70,
  rebaseTimesSkipping: 0x80,
} as const;

const POINTER_TYPE = 1;

/** Visits each slot in the order of the opcodes, up to the first broken one. */
export function readRebaseOpcodes(
  opcodes: Bytes,
  layout: Layout,
  issues: IssueList,
  visit: (slot: number) => void,
): void {
  if (new RebaseMachine(opcodes, layout, visit).run()) return;
  issues.add("macho_rebase_opcodes_wrong", "a rebase opcode is unknown or leaves its segment", opcodes.fileOffset);
}

class RebaseMachine {
  readonly #cursor: Cursor;
  readonly #slots: SegmentSlots;
  readonly #visit: (slot: number) => void;
  #type: number = POINTER_TYPE;

  constructor(opcodes: Bytes, layout: Layout, visit: (slot: number) => void) {
    this.#cursor = new Cursor(opcodes);
    this.#slots = new SegmentSlots(layout);
    this.#visit = visit;
  }

  /** False when an opcode is broken. */
  run(): boolean {
    const cursor = this.#cursor;
    while (cursor.at < cursor.end) {
      const byte = cursor.u8();
      const [opcode, immediate] = [byte & 0xf0, byte & 0x0f];
      if (opcode === OPCODE.done) return true;
      if (!(this.#move(opcode, immediate) || this.#rebase(opcode, immediate)) || cursor.failed) return false;
    }
    return true;
  }

  /** Opcodes that fix no word. */
  #move(opcode: number, immediate: number): boolean {
    switch (opcode) {
      case OPCODE.setType:
        this.#type = immediate;
        return true;
      case OPCODE.setSegment:
        this.#slots.enter(immediate, this.#cursor.uleb());
        return true;
      case OPCODE.addAddress:
        this.#slots.move(wrappingUleb(this.#cursor));
        return true;
      case OPCODE.addScaled:
        this.#slots.move(immediate * this.#slots.size);
        return true;
      default:
        return false;
    }
  }

  #rebase(opcode: number, immediate: number): boolean {
    const cursor = this.#cursor;
    switch (opcode) {
      case OPCODE.rebaseTimes:
        return this.#fix(immediate, 0);
      case OPCODE.rebaseTimesUleb:
        return this.#fix(cursor.uleb(), 0);
      case OPCODE.rebaseAdd:
        return this.#fix(1, wrappingUleb(cursor));
      case OPCODE.rebaseTimesSkipping: {
        const count = cursor.uleb();
        return this.#fix(count, wrappingUleb(cursor));
      }
      default:
        return false;
    }
  }

  #fix(count: number, gap: number): boolean {
    return this.#slots.visit(count, gap, (slot) => {
      if (this.#type === POINTER_TYPE) this.#visit(slot);
    });
  }
}
