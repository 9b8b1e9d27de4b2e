/** Every function of a program as a folder of C files that can be browsed; what a run has written the next one keeps. */
import { z } from "zod";
import type { ProcedureFact } from "../../../contracts/facts.ts";
import { deadlineInput } from "../../../operations/decompiling.ts";
import { operation, type TargetContext } from "../../../operations/operation.ts";
import type { Analysis, PseudocodeAnswer } from "../../../providers/provider.ts";
import { fileName, fileText, isCurrent } from "./function-file.ts";
import { Folder, FUNCTIONS, INDEX } from "./folder.ts";
import { callsText, pageText, type Entry, type Index } from "./index-files.ts";

/** On the command line alone, for it writes files. */
export const decompileTree = operation({
  name: "decompile_tree",
  family: "procedures",
  summary: "Write every function as C into a folder",
  description: "One file a function, an index as Markdown and as JSON, and the call graph.",
  input: z.object({ output: z.string().min(1).describe("Folder to write."), deadline: deadlineInput }),
  output: z.object({
    directory: z.string(),
    functions: z.int().min(0),
    written: z.int().min(0),
    /** Written by an earlier run and still right. */
    kept: z.int().min(0),
    failures: z.array(z.object({ address: z.string(), name: z.string(), code: z.string(), message: z.string() })),
  }),
  positional: [],
  examples: [],
  readOnly: false,
  run: async (input, context) => {
    const { analysis } = context;
    const [key, folder] = [await analysis.pseudocodeKey(), await Folder.open(input.output)];
    const { items } = await analysis.procedures(EVERY, { kinds: ["function", "thunk"], order: "address" });
    if ((await folder.read(INDEX)) === undefined) await folder.write(INDEX, jsonText(indexOf(analysis, [], false)));
    const missing = await withoutCurrentFile(folder, items, key);
    const failures = await writeFunctions(folder, missing, key, input.deadline, context);
    const entries: Entry[] = [];
    for (const fact of items) entries.push(await entryOf(analysis, fact, failures.get(BigInt(fact.address))));
    const index = indexOf(analysis, entries, true);
    await folder.write("README.md", pageText(index));
    await folder.write("calls.dot", callsText(index));
    await folder.write(INDEX, jsonText(index));
    return {
      result: {
        directory: folder.path,
        functions: items.length,
        written: missing.length - failures.size,
        kept: items.length - missing.length,
        failures: entries.flatMap(({ address, name, failure }) =>
          failure === null ? [] : [{ address, name, ...failure }],
        ),
      },
    };
  },
});

const EVERY = { offset: 0, limit: null };

type Failures = ReadonlyMap<bigint, NonNullable<Entry["failure"]>>;

async function withoutCurrentFile(
  folder: Folder,
  items: readonly ProcedureFact[],
  key: string,
): Promise<ProcedureFact[]> {
  const missing: ProcedureFact[] = [];
  for (const item of items) {
    const text = await folder.read(fileOf(item));
    if (text === undefined || !isCurrent(text, item.address, key)) missing.push(item);
  }
  return missing;
}

async function writeFunctions(
  folder: Folder,
  procedures: readonly ProcedureFact[],
  key: string,
  deadline: number,
  { analysis, signal, progress }: TargetContext,
): Promise<Failures> {
  const failures = new Map<bigint, NonNullable<Entry["failure"]>>();
  const facts = new Map(procedures.map((fact) => [BigInt(fact.address), fact]));
  let done = 0;
  const each = async (address: bigint, answer: PseudocodeAnswer): Promise<void> => {
    const fact = facts.get(address);
    if (answer.kind === "failed") {
      const { code, message } = answer.failure;
      failures.set(address, { code, message });
    } else if (fact !== undefined) await folder.write(fileOf(fact), fileText(answer.fact, key));
    progress(`decompiling ${++done} of ${facts.size}`, done / facts.size);
  };
  progress("decompiling", 0);
  if (facts.size > 0) await analysis.pseudocode([...facts.keys()], { signal, deadlineMs: deadline * 1000, each });
  return failures;
}

async function entryOf(analysis: Analysis, fact: ProcedureFact, failure: Entry["failure"] = null): Promise<Entry> {
  const calls = await analysis.callsFrom(BigInt(fact.address));
  const callees = new Map(
    calls.flatMap(({ callee }) => (callee === null ? [] : [[callee.address, callee.name] as const])),
  );
  const { address, name, size, callers } = fact;
  return {
    ...{ address, name, size, callers },
    file: failure === null ? fileOf(fact) : null,
    failure,
    callees: [...callees].map(([at, called]) => ({ address: at, name: called })),
  };
}

function fileOf({ address, name }: ProcedureFact): string {
  return `${FUNCTIONS}/${fileName(address, name)}`;
}

function indexOf({ target, binding }: Analysis, functions: readonly Entry[], complete: boolean): Index {
  return { schema_version: 1, complete, target, binding, functions };
}

function jsonText(index: Index): string {
  return `${JSON.stringify(index, null, 1)}\n`;
}
