/** What the data of exception handlers says, whichever handler it is for: its form is told by what all its data has in common. */
import type { IssueList } from "../../base/issue.ts";
import { readCallSites } from "../dwarf/lsda.ts";
import type { LandingPads } from "../landing-pads.ts";
import type { Memory } from "../memory.ts";
import type { AddressSpace } from "../words.ts";
import { readCompactFunctionInformation } from "./compact-function-information.ts";
import type { UnwindRange } from "./exception-table.ts";
import { readFunctionInformation } from "./function-information.ts";
import { ENTRY_LIMIT, type HandledRange, type HandlerData } from "./handler-data.ts";
import { readScopeTable } from "./scope-table.ts";

/** Where the tables are. */
export interface HandlerGround {
  readonly memory: Memory;
  readonly space: AddressSpace;
}

/**
 * Adds the landing pads of all functions with handlers; gives the rvas of the code that handlers call. Handlers that
 * the program brings itself, or whose data has no known form, add nothing.
 */
export function addHandlers(
  ranges: readonly UnwindRange[],
  ground: HandlerGround,
  pads: LandingPads,
  issues: IssueList,
): ReadonlySet<number> {
  const functions = new Set<number>();
  const sizes = new Map(ranges.map(({ rva, size }) => [rva, size]));
  const forms = formsOf(ground, sizes);
  for (const handled of byHandler(ranges).slice(0, HANDLER_LIMIT)) {
    const form = forms.find(({ read }) => handled.slice(0, SAMPLE).every((range) => read(range) !== undefined));
    if (form === undefined) continue;
    for (const range of handled) {
      const data = form.read(range);
      if (!pads.spend(data?.size ?? ENTRY_LIMIT, issues)) return functions;
      if (data === undefined) continue;
      pads.addAll(data.pads, form.faults);
      for (const rva of data.functions) functions.add(rva);
    }
  }
  return functions;
}

interface Form {
  readonly read: (range: HandledRange) => HandlerData | undefined;
  /** Whether handlers are for faults of any instruction. */
  readonly faults: boolean;
}

/** The most telling ones first. */
function formsOf(ground: HandlerGround, sizes: ReadonlyMap<number, number>): readonly Form[] {
  const { memory } = ground;
  return [
    { read: (range) => readFunctionInformation(range, memory, sizes), faults: false },
    { read: (range) => readScopeTable(range, memory), faults: true },
    { read: (range) => callSites(range, ground), faults: false },
    { read: (range) => readCompactFunctionInformation(range, memory), faults: false },
  ];
}

/** Functions whose data has to have a form before the data of all is read so. */
const SAMPLE = 16;

/** Handlers whose data is looked at: programs have some from their run-time libraries, and few of their own. */
const HANDLER_LIMIT = 64;

/** Bytes of a data area that is looked at. */
const AREA_LIMIT = 0x4_0000;

/** MinGW puts the language-specific data area where other handlers have their data. */
function callSites(
  { rva, size, handlerData }: HandledRange,
  { memory, space }: HandlerGround,
): HandlerData | undefined {
  const area = memory.from(handlerData, AREA_LIMIT);
  const sites = area === undefined ? undefined : readCallSites(area, { lsda: handlerData, rva, space });
  if (sites?.whole !== true || sites.end > rva + size || sites.end === rva) return undefined;
  return { pads: sites.pads, functions: [], size: sites.size };
}

function byHandler(ranges: readonly UnwindRange[]): HandledRange[][] {
  const handled = new Map<number, HandledRange[]>();
  for (const { rva, size, handler, handlerData } of ranges) {
    if (handler === undefined || handlerData === undefined) continue;
    const rows = handled.get(handler) ?? [];
    if (rows.length === 0) handled.set(handler, rows);
    rows.push({ rva, size, handler, handlerData });
  }
  return [...handled.values()];
}
