/** Analysis of images whose code the engine can decode. */
import type { Task } from "./analyze.ts";
import { CodeSpace } from "./code-space.ts";
import { int32Of } from "./columns.ts";
import { dataPointers } from "./data-pointers.ts";
import { DataWords } from "./data-words.ts";
import type { Descent } from "./discovery/descent.ts";
import { ConstantSlots } from "./discovery/constant-slots.ts";
import { discover } from "./discovery/discover.ts";
import { readExtents } from "./discovery/extents.ts";
import { ImportNames } from "./discovery/import-names.ts";
import { firstUncovered } from "./discovery/marks.ts";
import { absoluteAddresses } from "./discovery/operands.ts";
import type { BlockRows } from "./flow/block-rows.ts";
import { BlockStarts } from "./flow/block-starts.ts";
import { edgeTargets, flowTables } from "./flow/block-tables.ts";
import type { FlowTables } from "./flow/block-tables.ts";
import { countPartners, functionIndex, readCalls } from "./flow/calls.ts";
import { ownersOf } from "./flow/ownership.ts";
import { nameRegisterCalls } from "./flow/register-calls.ts";
import { referenceTable } from "./flow/reference-rows.ts";
import { sweep } from "./flow/sweep.ts";
import type { Swept } from "./flow/sweep.ts";
import { badBlocks, functionRows, functionTable } from "./function-table.ts";
import type { FoundRows } from "./function-table.ts";
import { OUT_SIZE } from "./instruction.ts";
import type { InstructionSet } from "./instruction-set.ts";
import { LandingPads } from "./landing-pads.ts";
import { namingSymbols, symbolsByAddress } from "./names.ts";
import type { Program } from "./program.ts";
import { searchedCode, searchedData } from "./searched-regions.ts";
import { findStrings } from "./strings/find.ts";

export function analyzeCode(task: Task, set: InstructionSet): Program {
  const { image, memory, sources, progress } = task;
  const absolute = absoluteAddresses(image);
  const space = new CodeSpace(image, memory);
  const pointers = dataPointers(image, memory, absolute);
  const words = new DataWords(image, memory, absolute);
  const ground = {
    set,
    space,
    absolute,
    extents: readExtents(image, space, sources),
    imports: new ImportNames(set, image, space, absolute),
    words,
    constants: new ConstantSlots(image, words, space),
    landingPads: new LandingPads(sources.unwind ? image.landingPads : undefined, space, set.alignment),
    haltGoesOn: image.kind === "kernel_module" || image.kind === "relocatable",
    poll: (covered: number) => progress("code", SHARE.seeds + (SHARE.code * covered) / Math.max(space.size, 1)),
  };
  progress("code", SHARE.seeds);
  const descent = discover(image, ground, pointers, sources);

  progress("flow", SHARE.seeds + SHARE.code);
  const swept = sweep(descent, pointers);
  const tables = cutIntoFunctions(task, descent, swept);
  swept.blocks.forget();
  const references = referenceTable(swept.references);
  progress("strings", SHARE.seeds + SHARE.code + SHARE.flow + SHARE.references);
  const strings = findStrings(image, memory, references);
  progress("done", 1);
  return {
    ...tables,
    references,
    strings,
    counts: {
      instructions: swept.instructions,
      jumpTables: descent.jumpTables.count,
      unclaimedCodeBytes: unclaimedBytes(descent),
      codeAnalysed: true,
    },
    issues: [...descent.issues, ...searchedCode(image).issues, ...searchedData(image).issues],
  };
}

/** Parts of the whole that the stages take, as measured on large programs. */
const SHARE = { seeds: 0.05, code: 0.5, flow: 0.2, references: 0.1 } as const;

/** All tables but those of references and strings: a call of its own, so that nothing keeps what only they are made of. */
function cutIntoFunctions(
  { image, believe, progress }: Task,
  descent: Descent,
  swept: Swept,
): Pick<Program, "functions" | "blocks" | "edges" | "unresolved" | "symbolOrder"> {
  const { ground } = descent;
  const rows = functionRows(descent, swept.placeholders);
  descent.owners.forget();
  const blockStarts = new BlockStarts(swept.blocks.start.subarray(0, swept.blocks.count), ground.space.size);
  const { blocks, edges, firstBlock, owners } = cutIntoBlocks(descent, swept.blocks, blockStarts, rows);

  progress("references", SHARE.seeds + SHARE.code + SHARE.flow);
  const index = functionIndex(descent, swept.blocks, blockStarts, owners, rows);
  const flow = { ground, effects: ground.set.effects?.(image), blocks, edges, firstBlock };
  const { unresolved, named } = nameRegisterCalls(flow, swept, index);
  const { callers } = countPartners(readCalls(swept.references, index), rows.count);
  const symbolOrder = symbolsByAddress(image.symbols);
  const functions = functionTable({
    image,
    rows,
    descent,
    blocks,
    firstBlock,
    callers,
    names: namingSymbols(image.symbols, symbolOrder, believe),
    badBlocks: badBlocks(swept.blocks, descent),
    named,
  });
  return { functions, blocks, edges, unresolved, symbolOrder };
}

/** The tables of blocks and edges, and the row of each block's function. */
function cutIntoBlocks(
  descent: Descent,
  found: BlockRows,
  blockStarts: BlockStarts,
  rows: FoundRows,
): FlowTables & { readonly owners: Int32Array } {
  const rank = new Int32Array(descent.functions.count);
  for (let row = 0; row < rows.count; row++) {
    const index = rows.found[row] ?? -1;
    if (index >= 0) rank[index] = row;
  }
  const targets = edgeTargets(found, blockStarts);
  const owners = ownersOf(found, targets, descent);
  rankOwners(owners, rank);
  const starts = int32Of(rows.count, (row) => startOf(descent, rows.found[row] ?? -1));
  return { ...flowTables(descent.ground.space, found, targets, owners, starts), owners };
}

/** Turns functions in the order of discovery into rows; blocks that nobody claimed are those of their walkers. */
function rankOwners(owners: Int32Array, rank: Int32Array): void {
  for (let block = 0; block < owners.length; block++) {
    const owner = owners[block] as number;
    owners[block] = rank[owner < 0 ? ~owner : owner] as number;
  }
}

/** Offset of a function in code space, -1 for the stand-in of an import. */
function startOf(descent: Descent, found: number): number {
  return found < 0 ? -1 : descent.functions.startOf(found);
}

/** Bytes that are neither covered nor padding. */
function unclaimedBytes(descent: Descent): number {
  const { set, space } = descent.ground;
  const out = new Int32Array(OUT_SIZE);
  let count = 0;
  for (const { region, start, end } of space.regions) {
    if (region.content === "stubs") continue;
    for (let at = firstUncovered(descent, start, end); at < end; at = firstUncovered(descent, at, end)) {
      const padding = set.paddingAt(space.bytes, at, out);
      if (padding === 0) count++;
      at += padding || 1;
    }
  }
  return count;
}
