/** The operations of `ghidr`, in the order of its help. */
import type { Operation } from "./operation.ts";

export const OPERATIONS = [
  {
    name: "doctor",
    kind: "doctor",
    schema: "doctor.json",
    worker: "doctor",
    category: "installation",
    description: "Says whether Ghidra, Java, the store and the sandbox can be used, and why not.",
  },
  {
    name: "inspect",
    kind: "inspection",
    schema: "inspection.json",
    worker: "inspect",
    category: "program",
    description: "Tells what a program is: its format, language, address range and number of functions.",
  },
  {
    name: "functions",
    kind: "functions",
    schema: "functions.json",
    worker: "functions",
    category: "code",
    description: "Lists the functions that Ghidra found, with names, entries and sizes, a page at a time.",
  },
  {
    name: "decompile",
    kind: "decompilation",
    schema: "decompilation.json",
    worker: "decompile",
    category: "code",
    description: "Gives Ghidra's C of one function, chosen by its exact name or its entry address.",
  },
  {
    name: "clean",
    kind: "cleanup",
    schema: "cleanup.json",
    worker: null,
    category: "store",
    description: "Removes what the store keeps of one sample, or of all of them.",
  },
] as const satisfies readonly Operation[];

export type OperationName = (typeof OPERATIONS)[number]["name"];
