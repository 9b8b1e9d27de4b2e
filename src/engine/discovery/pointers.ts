/** Functions whose address is taken: by an instruction, or by a pointer in data. */
import type { PointerColumns } from "../../formats/image.ts";
import type { CodeSpace } from "../code-space.ts";
import { firstAtLeast, lastAtMost } from "../columns.ts";
import type { NamedTable } from "../instruction-set.ts";
import { IntList, NumberList } from "../lists.ts";
import type { Descent } from "./descent.ts";
import { MARK } from "./marks.ts";
import type { StartSigns } from "./start-signs.ts";

/** Code addresses in data, ascending by slot. */
export interface CodePointers {
  readonly slot: Float64Array;
  /** Offset in code space. */
  readonly target: Int32Array;
  /** Bytes of a pointer. */
  readonly size: number;
}

/** The pointers of `size` bytes that lead to code. */
export function codePointers(pointers: PointerColumns, space: CodeSpace, size: number): CodePointers {
  const slots = new NumberList(1024);
  const targets = new IntList(1024);
  const { lowest, highest } = space;
  for (let row = 0; row < pointers.slot.length; row++) {
    const rva = pointers.target[row] as number;
    if (rva < lowest || rva > highest) continue;
    const target = space.offsetOf(rva);
    if (target < 0 || space.regionAt(target)?.region.content === "stubs") continue;
    slots.push(pointers.slot[row] ?? 0);
    targets.push(target);
  }
  return { slot: slots.view(), target: targets.view(), size };
}

/** Takes addresses in code for functions until no new ones turn up. */
export function addTaken(descent: Descent, signs: StartSigns, state: { taken: number }): void {
  while (state.taken < descent.taken.length) {
    const before = descent.functions.count;
    for (; state.taken < descent.taken.length; state.taken++) {
      const offset = descent.taken.at(state.taken);
      if (mayStart(descent, signs, offset)) descent.addFunction(offset, "code_pointer");
    }
    if (descent.functions.count > before) descent.drain();
  }
}

/** Takes pointers in data for functions, the surest first, and follows label arrays inside their function. */
export function addPointers(
  descent: Descent,
  signs: StartSigns,
  pointers: CodePointers,
  state: { taken: number },
): void {
  const labels = labelArrays(pointers, signs);
  const { set, space, absolute } = descent.ground;
  for (const label of labelsOfTables(pointers, set.namedTables?.(space, absolute) ?? [])) labels.add(label);
  addTaken(descent, signs, state);
  for (const sure of SURENESS) {
    for (let row = 0; row < pointers.target.length; row++) {
      const offset = pointers.target[row] ?? -1;
      if (labels.has(offset) || !sure(signs, offset) || !mayStart(descent, signs, offset)) continue;
      descent.addFunction(offset, "data_pointer");
      if (sure === SURENESS[0]) continue;
      descent.drain();
      addTaken(descent, signs, state);
    }
    descent.drain();
    addTaken(descent, signs, state);
  }
  followLabels(descent, labels);
  addTaken(descent, signs, state);
}

/** Marks with evidence the functions that pointers lead to as well. */
export function notePointers(descent: Descent, pointers: CodePointers): void {
  const note = (offset: number, evidence: "data_pointer" | "code_pointer"): void => {
    const index = descent.functionAt(offset);
    if (index >= 0) descent.functions.note(index, evidence);
  };
  for (const offset of pointers.target) note(offset, "data_pointer");
  for (const offset of descent.taken.view()) note(offset, "code_pointer");
}

function mayStart(descent: Descent, signs: StartSigns, offset: number): boolean {
  const mark = descent.marks[offset] ?? 0;
  if ((mark & (MARK.FUNCTION | MARK.COVERED | MARK.INNER)) !== 0) return false;
  return descent.ground.extents.allowsStart(offset) && signs.decodes(offset);
}

/** What a pointer must lead to, pass by pass. */
const SURENESS: readonly ((signs: StartSigns, offset: number) => boolean)[] = [
  (signs, offset) => signs.isAligned(offset) && signs.isPrologue(offset),
  (signs, offset) => signs.isAligned(offset) || signs.isPrologue(offset),
  () => true,
];

/** Targets of runs of pointers that mostly lead to no likely start: labels of computed jumps, not functions. */
function labelArrays(pointers: CodePointers, signs: StartSigns): Set<number> {
  const labels = new Set<number>();
  const { slot, target, size } = pointers;
  for (let first = 0; first < slot.length;) {
    let next = first + 1;
    while (next < slot.length && slot[next] === (slot[next - 1] ?? 0) + size) next++;
    const run = target.subarray(first, next);
    if (run.length >= SHORTEST_ARRAY) {
      let likely = 0;
      for (const offset of run) if (signs.isAligned(offset) || signs.isPrologue(offset)) likely++;
      if (likely < run.length / 2) for (const offset of run) labels.add(offset);
    }
    first = next;
  }
  return labels;
}

const SHORTEST_ARRAY = 4;

/** Targets of the pointers that stand side by side from the start of a table on and lead near the jump through it. */
function* labelsOfTables({ slot, target, size }: CodePointers, tables: readonly NamedTable[]): Iterable<number> {
  const starts = new Set(tables.map(({ rva }) => rva));
  let budget = slot.length + tables.length;
  for (const { rva, jump } of tables) {
    for (let row = firstAtLeast(slot, rva), at = rva; slot[row] === at && budget-- > 0; row++, at += size) {
      const label = target[row] ?? 0;
      if ((at !== rva && starts.has(at)) || Math.abs(label - jump) > LONGEST_SWITCH) break;
      yield label;
    }
  }
}

/** Bytes between a jump and what it may lead to. */
const LONGEST_SWITCH = 0x1_0000;

function followLabels(descent: Descent, labels: ReadonlySet<number>): void {
  const { functions, marks } = descent;
  const starts = functions.ascendingStarts();
  for (const label of labels) {
    if (((marks[label] ?? 0) & MARK.INSTRUCTION) !== 0) continue;
    const start = starts[lastAtMost(starts, label)];
    if (start === undefined) continue;
    marks[label] = (marks[label] ?? 0) | MARK.LEADER;
    descent.continueAt(descent.functionAt(start), label);
  }
  descent.drain();
}
