/** Extracts between the worker that wrote them, the store that keeps them and the question that reads them. */
import { closeSync, fstatSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import { sha256 } from "../../../base/digest.ts";
import { Failure } from "../../../base/failure.ts";
import type { DerivedList } from "../../../contracts/ghidr/derived.ts";
import {
  EXTRACTS_VERSION,
  LARGEST_EXTRACT,
  type Extractor,
  type ExtractReport,
} from "../../../providers/ghidra/extracts.ts";
import type { StoredAnalysis } from "../../../store/ghidra/analyses.ts";
import { keepExtracts, readDerivedList, readExtract } from "../../../store/ghidra/derived.ts";
import type { Workspace } from "../../../store/ghidra/workspace.ts";
import { containerPieces } from "../../../store/container.ts";
import { openRegularFile } from "../../../store/tree.ts";
import { EXTRACTED } from "../worker-run.ts";
import { packExtract } from "./packing.ts";
import { Program } from "./program.ts";
import { decodeTable, type Tables } from "./tables.ts";

/** The program as far as these extracts tell; `undefined` when one of them is missing or wrong. */
export async function readProgram(
  store: string,
  analysis: StoredAnalysis,
  needs: readonly Extractor[],
): Promise<Program | undefined> {
  const list = readDerivedList(store, analysis, EXTRACTS_VERSION);
  if (list === undefined) return undefined;
  const tables: AnyTables = {};
  for (const name of needs) {
    if (list.absent.some((absent) => absent.name === name)) continue;
    const record = list.files.find((file) => file.name === name);
    const bytes = record === undefined ? undefined : await readExtract(store, analysis, record);
    const table = bytes === undefined ? undefined : decodeTable(bytes);
    if (table === undefined) return undefined;
    tables[name] = table;
  }
  return programOf(tables, list.absent);
}

/**
 * Packs what a worker has left in the workspace and keeps it with the Analysis; answers the program that it tells of.
 * Rejects with `protocol_violation` when a file is not as the worker reports, and with `store_unwritable`.
 */
export async function keepProgram(
  workspace: Workspace,
  analysis: StoredAnalysis,
  reports: readonly ExtractReport[],
): Promise<Program> {
  const tables: AnyTables = {};
  const files = new Map<string, Uint8Array[]>();
  const absent: DerivedList["absent"] = [];
  for (const report of reports) {
    if (report.state === "written") {
      const table = packed(workspace, report);
      tables[report.name] = table;
      files.set(report.name, containerPieces(table));
    } else absent.push(report);
  }
  await keepExtracts(workspace, analysis, { version: EXTRACTS_VERSION, files, absent });
  await workspace.discard(EXTRACTED);
  return programOf(tables, absent);
}

type AnyTables = Partial<Record<Extractor, Tables[Extractor]>>;

/** Each table is the one of its name: so it was packed. */
function programOf(tables: AnyTables, absent: DerivedList["absent"]): Program {
  return new Program(tables as Partial<Tables>, absent);
}

function packed(
  workspace: Workspace,
  report: Extract<ExtractReport, { readonly state: "written" }>,
): Tables[Extractor] {
  const bytes = readExtracted(workspace, report.name);
  try {
    if (bytes?.length !== report.bytes || sha256(bytes) !== report.sha256) {
      throw new RangeError("the file is not the one that is reported");
    }
    return packExtract(report.name, bytes, report.records);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const reason = `the extract ${report.name} cannot be used: ${error.message}`;
    throw new Failure("protocol_violation", reason, { reason }, error);
  }
}

/** The worker is not trusted not to have put something else there. */
function readExtracted(workspace: Workspace, name: Extractor): Uint8Array | undefined {
  const directory = workspace.place(EXTRACTED);
  if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const descriptor = openRegularFile(path.join(directory, `${name}.jsonl`));
  if (descriptor === undefined) return undefined;
  try {
    return fstatSync(descriptor).size <= LARGEST_EXTRACT ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}
