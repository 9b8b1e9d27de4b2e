/** Call frame information of `.eh_frame` (DWARF 5, section 6.4; Linux Standard Base Core, section 10.6). */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { Cursor } from "../cursor.ts";
import {
  PC_RELATIVE_INT32,
  POINTER_OMITTED,
  readEncodedPointer,
  readEncodedValue,
  type PointerPlace,
} from "./encoded-pointer.ts";

/** The code that one frame description covers. */
export interface FrameRange {
  readonly rva: number;
  /** Bytes, never zero. */
  readonly size: number;
  /** The frame is already set up at the first instruction: a `.cold` piece of another function. */
  readonly fragment: boolean;
  /** Rva of the language-specific data area, when there is one. */
  readonly lsda?: number | undefined;
}

/** Frames in file order, and where the entry of each lies. */
export interface CallFrames {
  readonly ranges: FrameRange[];
  /** Offsets in the section of the frame descriptions that were met, zero-length ones included; ascending. */
  readonly entries: number[];
}

/** Reads every frame description of a section, up to a broken length. */
export function readCallFrames(section: Bytes, place: PointerPlace, issues: IssueList): CallFrames {
  const reader = new FrameReader(section, place);
  for (let at = 0; at + 4 <= section.length;) {
    const end = endOfEntry(section, at);
    if (end === undefined) {
      issues.add("eh_frame_entry_truncated", "an entry reaches past its section", section.fileOffset + at);
      break;
    }
    reader.read(at, end);
    at = end;
  }
  return reader.frames;
}

/** Reads the frame descriptions at the given offsets, which a walk did not meet, and adds their ranges. */
export function readMoreFrames(
  section: Bytes,
  place: PointerPlace,
  offsets: Iterable<number>,
  frames: CallFrames,
): void {
  const reader = new FrameReader(section, place, frames);
  for (const at of offsets) {
    const end = endOfEntry(section, at);
    if (end !== undefined) reader.read(at, end);
  }
}

/** Where the entry at `at` ends; `undefined` when the section does not hold it all. */
function endOfEntry(section: Bytes, at: number): number | undefined {
  if (at < 0 || at + 4 > section.length) return undefined;
  const length = section.u32(at);
  if (length === EXTENDED_LENGTH && at + 12 > section.length) return undefined;
  const end = length === EXTENDED_LENGTH ? at + 12 + Number(section.u64(at + 4)) : at + 4 + length;
  return end <= section.length ? end : undefined;
}

/** Offset of the field that tells common information from frame descriptions. */
function idOfEntry(section: Bytes, at: number): number {
  return section.u32(at) === EXTENDED_LENGTH ? at + 12 : at + 4;
}

const EXTENDED_LENGTH = 0xffff_ffff;

/** What frame descriptions share. */
interface CommonInformation {
  readonly pointerEncoding: number;
  /** Addresses are distances of 32 bits in a space of 64. */
  readonly plain: boolean;
  /** `POINTER_OMITTED` when frames have no language-specific data. */
  readonly lsdaEncoding: number;
  readonly hasAugmentationData: boolean;
  readonly signalFrame: boolean;
  /** Canonical frame address at function entry. */
  readonly register: number;
  readonly offset: number;
}

class FrameReader {
  readonly frames: CallFrames;
  readonly #section: Bytes;
  readonly #place: PointerPlace;
  /** One for all frame descriptions: they number in the tens of thousands. */
  readonly #cursor: Cursor;
  readonly #common = new Map<number, CommonInformation | undefined>();
  /** The one that was asked for last, which most frame descriptions share. */
  #lastAt = -1;
  #last: CommonInformation | undefined;

  constructor(section: Bytes, place: PointerPlace, frames: CallFrames = { ranges: [], entries: [] }) {
    this.#section = section;
    this.#place = place;
    this.#cursor = new Cursor(section);
    this.frames = frames;
  }

  /** Reads the entry when it is a frame description. */
  read(at: number, end: number): void {
    const id = idOfEntry(this.#section, at);
    if (id + 4 > end) return;
    const distance = this.#section.u32(id);
    if (distance === 0) return;
    this.frames.entries.push(at);
    const common = this.#commonAt(id - distance);
    if (common === undefined) return;
    const range = this.#plainRange(id + 4, end, common) ?? this.#range(id + 4, end, common);
    if (range !== undefined) this.frames.ranges.push(range);
  }

  #commonAt(at: number): CommonInformation | undefined {
    if (at !== this.#lastAt) {
      if (!this.#common.has(at)) {
        const end = endOfEntry(this.#section, at);
        this.#common.set(at, end === undefined ? undefined : readCommon(this.#section, at, end, this.#place));
      }
      this.#lastAt = at;
      this.#last = this.#common.get(at);
    }
    return this.#last;
  }

  /**
   * What nearly all compilers write, read without asking about each field: distance and size in 32 bits, no
   * language-specific data, and a first rule that holds behind the first instruction. `undefined` for all else.
   */
  #plainRange(at: number, end: number, common: CommonInformation): FrameRange | undefined {
    const instructions = common.hasAugmentationData ? at + 9 : at + 8;
    if (!common.plain || instructions >= end) return undefined;
    if (common.hasAugmentationData && this.#section.u8(at + 8) !== 0) return undefined;
    if ((this.#section.u8(instructions) & COMPACT.mask) !== COMPACT.advance) return undefined;
    const distance = this.#section.i32(at);
    const size = this.#section.i32(at + 4);
    const rva = this.#place.rva + at + distance;
    return distance === 0 || rva < 0 || size <= 0 ? undefined : { rva, size, fragment: false, lsda: undefined };
  }

  #range(at: number, end: number, common: CommonInformation): FrameRange | undefined {
    const cursor = this.#cursor;
    cursor.moveTo(at, end);
    const rva = readEncodedPointer(cursor, common.pointerEncoding, this.#place);
    const size = readEncodedValue(cursor, common.pointerEncoding, this.#place.space);
    const lsda = common.hasAugmentationData ? this.#dataArea(common.lsdaEncoding) : undefined;
    if (cursor.failed || rva === undefined || rva < 0 || size <= 0) return undefined;
    return { rva, size, fragment: !common.signalFrame && startsInsideFrame(cursor, common), lsda };
  }

  /** Reads the augmentation data of a frame, which holds that one pointer. */
  #dataArea(encoding: number): number | undefined {
    const cursor = this.#cursor;
    const size = cursor.uleb();
    const end = cursor.at + size;
    const lsda =
      encoding === POINTER_OMITTED || size === 0 ? undefined : readEncodedPointer(cursor, encoding, this.#place);
    cursor.skip(end - cursor.at);
    return lsda;
  }
}

function readCommon(section: Bytes, at: number, end: number, place: PointerPlace): CommonInformation | undefined {
  const id = idOfEntry(section, at);
  if (id + 5 > end || section.u32(id) !== 0) return undefined;
  const cursor = new Cursor(section, id + 4, end);
  const version = cursor.u8();
  const augmentation = readAugmentation(cursor);
  if (augmentation.startsWith("eh")) cursor.skip(place.space.words.size);
  cursor.uleb();
  cursor.sleb();
  if (version === 1) cursor.u8();
  else cursor.uleb();
  const hasAugmentationData = augmentation.startsWith("z");
  const size = hasAugmentationData ? cursor.uleb() : 0;
  const instructionsAt = cursor.at + size;
  const encodings = encodingsOf(cursor, hasAugmentationData ? augmentation.slice(1) : "", place);
  if (cursor.failed) return undefined;
  const instructions = new Cursor(section, instructionsAt, end);
  return {
    ...encodings,
    plain: encodings.pointerEncoding === PC_RELATIVE_INT32 && place.space.words.bits === 64,
    hasAugmentationData,
    signalFrame: augmentation.includes("S"),
    ...entryFrame(instructions),
  };
}

function readAugmentation(cursor: Cursor): string {
  let text = "";
  for (let byte = cursor.u8(); byte !== 0 && !cursor.failed; byte = cursor.u8()) text += String.fromCharCode(byte);
  return text;
}

type Encodings = Pick<CommonInformation, "pointerEncoding" | "lsdaEncoding">;

function encodingsOf(cursor: Cursor, letters: string, place: PointerPlace): Encodings {
  let [pointerEncoding, lsdaEncoding]: [number, number] = [0, POINTER_OMITTED];
  for (const letter of letters) {
    if (letter === "R") pointerEncoding = cursor.u8();
    else if (letter === "L") lsdaEncoding = cursor.u8();
    else if (letter === "P") {
      const personality = cursor.u8();
      if (personality !== POINTER_OMITTED) readEncodedValue(cursor, personality, place.space);
    } else if (letter !== "S" && letter !== "B" && letter !== "G") break;
  }
  return { pointerEncoding, lsdaEncoding };
}

/** Call frame instructions that the first instruction of a function can meet (DWARF 5, section 6.4.2). */
const INSTRUCTION = {
  nop: 0x00,
  rememberState: 0x0a,
  defineFrame: 0x0c,
  defineFrameRegister: 0x0d,
  defineFrameOffset: 0x0e,
  defineFrameExpression: 0x0f,
  argumentsSize: 0x2e,
} as const;

/** High two bits of the compact forms. */
const COMPACT = { mask: 0xc0, advance: 0x40, offset: 0x80 } as const;

/** The canonical frame address that the first `DW_CFA_def_cfa` of common information sets. */
function entryFrame(cursor: Cursor): { readonly register: number; readonly offset: number } {
  while (cursor.at < cursor.end) {
    const instruction = cursor.u8();
    if (instruction === INSTRUCTION.defineFrame) return { register: cursor.uleb(), offset: cursor.uleb() };
    if (instruction !== INSTRUCTION.nop) break;
  }
  return { register: -1, offset: -1 };
}

/** Whether rules before the first advance differ from those at the entry of a function. */
function startsInsideFrame(cursor: Cursor, common: CommonInformation): boolean {
  while (cursor.at < cursor.end) {
    const instruction = cursor.u8();
    if ((instruction & COMPACT.mask) === COMPACT.offset) return true;
    switch (instruction) {
      case INSTRUCTION.nop:
      case INSTRUCTION.rememberState:
        break;
      case INSTRUCTION.argumentsSize:
        cursor.uleb();
        break;
      case INSTRUCTION.defineFrame: {
        const register = cursor.uleb();
        return register !== common.register || cursor.uleb() !== common.offset;
      }
      case INSTRUCTION.defineFrameRegister:
        return cursor.uleb() !== common.register;
      case INSTRUCTION.defineFrameOffset:
        return cursor.uleb() !== common.offset;
      case INSTRUCTION.defineFrameExpression:
        return true;
      default:
        return false;
    }
  }
  return false;
}
