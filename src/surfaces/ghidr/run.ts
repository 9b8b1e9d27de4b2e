/** Runs what a command line asks for, and renders the answer in the format that was asked for. */
import { createInterface } from "node:readline/promises";
import { createGhidrContext } from "../../composition/ghidr.ts";
import type { CallsData } from "../../contracts/ghidr/calls.ts";
import type { DisassemblyData } from "../../contracts/ghidr/disassembly.ts";
import type { Envelope } from "../../contracts/ghidr/envelope.ts";
import type { FunctionDetailData } from "../../contracts/ghidr/function-detail.ts";
import type { SampleProvenance } from "../../contracts/ghidr/provenance.ts";
import type {
  CleanupData,
  DecompilationData,
  DoctorData,
  FunctionsData,
  InspectionData,
  Matched,
} from "../../contracts/ghidr/results.ts";
import type { ReferencesData } from "../../contracts/ghidr/references.ts";
import type { StringsData } from "../../contracts/ghidr/strings.ts";
import { calls } from "../../operations/ghidr/calls.ts";
import { clean } from "../../operations/ghidr/clean.ts";
import { decompile } from "../../operations/ghidr/decompile.ts";
import { disassemble } from "../../operations/ghidr/disassemble.ts";
import { doctor } from "../../operations/ghidr/doctor.ts";
import { functionDetail } from "../../operations/ghidr/function.ts";
import { functions } from "../../operations/ghidr/functions.ts";
import { inspect } from "../../operations/ghidr/inspect.ts";
import type { Answer, Context } from "../../operations/ghidr/operation.ts";
import { checkBudget, respond, type Response } from "../../operations/ghidr/respond.ts";
import { strings } from "../../operations/ghidr/strings.ts";
import { xrefs } from "../../operations/ghidr/xrefs.ts";
import { resolveGhidrStore } from "../../store/ghidra/location.ts";
import { callsView, disassemblyView, functionDetailView, referencesView, stringsView } from "./code-views.ts";
import {
  cleanupView,
  countsText,
  decompilationView,
  doctorView,
  functionsView,
  inspectionView,
  spilledView,
  warningLines,
} from "./human.ts";
import type { Interrupts } from "./interrupts.ts";
import { rawVariable } from "./raw-arguments.ts";
import type { Request } from "./requests.ts";
import type { Streams } from "./streams.ts";

/** Rejects with the failures of the commands. */
export async function runRequest(request: Request, streams: Streams, interrupts: Interrupts): Promise<void> {
  const human = request.format === "human";
  const store = resolveGhidrStore({
    flag: request.store,
    variable: (name) => rawVariable(name, process.env[name]),
  });
  const context = createGhidrContext({
    environment: process.env,
    store,
    progress: human ? (message) => streams.note(`ghidr: ${message}`) : () => {},
    signal: interrupts.signal,
    secondInterrupt: interrupts.second,
  });
  const answer = await answerOf(request, context, streams);
  const response = await respond(answer, store.path, request.budget);
  if (human) for (const line of warningLines(response.envelope.warnings)) streams.note(line);
  await streams.succeed(human ? view(response) : response.text);
}

async function answerOf(request: Request, context: Context, streams: Streams): Promise<Answer> {
  switch (request.command) {
    case "doctor":
      return doctor(context, request);
    case "inspect":
      return inspect(context, request.sample);
    case "functions":
      return functions(context, { ...request.sample, window: request.window });
    case "strings":
      return strings(context, { ...request.sample, window: request.window });
    case "function":
      return functionDetail(context, { ...request.sample, selector: request.selector });
    case "xrefs":
      return xrefs(context, { ...request.sample, target: request.target, window: request.window });
    case "calls": {
      const { sample, around, window } = request;
      return calls(context, { ...sample, window, ...(around === undefined ? {} : { around }) });
    }
    case "disassemble":
      return disassemble(context, { ...request.sample, selector: request.selector, window: request.window });
    case "decompile": {
      const { sample, selector, decompileTimeout } = request;
      return decompile(context, { ...sample, selector, decompileTimeout });
    }
    case "clean": {
      const { target, dryRun, yes } = request;
      const confirm = async (matched: Matched): Promise<boolean> =>
        yes || (await asks(request, matched, streams, context));
      const affordable = (prospective: Answer): void => checkBudget(prospective, context.store.path, request.budget);
      return clean(context, { target, dryRun, confirm, affordable });
    }
  }
}

/** A person at a terminal is asked; nobody else ever is. */
async function asks(request: Request, matched: Matched, streams: Streams, context: Context): Promise<boolean> {
  if (request.format !== "human" || !streams.interactive) return false;
  // Not as a terminal of readline, which would keep interrupts from this process.
  const input = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = new Promise<string>((resolve) => input.once("close", () => resolve("")));
  try {
    const question = `Remove ${countsText(matched)}? [y/N] `;
    const said = await Promise.race([input.question(question, { signal: context.signal }), ended]);
    context.signal.throwIfAborted();
    return /^y(?:es)?$/iu.test(said.trim());
  } finally {
    input.close();
  }
}

function view({ envelope, spilled }: Response): string {
  if (spilled !== undefined) return spilledView(spilled);
  return RENDERERS[envelope.kind](envelope);
}

/** The data of a kind is what its operation answers. */
const RENDERERS: Readonly<Record<Envelope["kind"], (envelope: Envelope) => string>> = {
  doctor: ({ data }) => doctorView(data as DoctorData),
  inspection: ({ data, provenance }) => inspectionView(data as InspectionData, provenance as SampleProvenance),
  functions: ({ data }) => functionsView(data as FunctionsData),
  function_detail: ({ data }) => functionDetailView(data as FunctionDetailData),
  strings: ({ data }) => stringsView(data as StringsData),
  references: ({ data }) => referencesView(data as ReferencesData),
  calls: ({ data }) => callsView(data as CallsData),
  disassembly: ({ data }) => disassemblyView(data as DisassemblyData),
  decompilation: ({ data }) => decompilationView(data as DecompilationData),
  cleanup: ({ data }) => cleanupView(data as CleanupData),
};
