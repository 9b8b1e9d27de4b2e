/** What the command `ghidr` says about committed samples, with the real Ghidra: the reviewed answers of test/golden/ghidr/. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ghidr } from "../ghidr/command.ts";
import { GHIDRA_JAR, JAVA_17, lendEngines } from "../ghidr/engine/prepared.ts";

export interface Golden {
  /** File name without its ending; begins with the name of the operation. */
  readonly name: string;
  /** Command line; a name of the corpus stands for its path. */
  readonly words: readonly string[];
}

/** In this order on one store: the first question about a sample makes its Analysis. */
export const GOLDENS: readonly Golden[] = [
  { name: "doctor", words: ["doctor"] },
  { name: "inspect-elf", words: ["inspect", "hello-o2"] },
  { name: "inspect-elf-again", words: ["inspect", "hello-o2"] },
  { name: "functions-elf", words: ["functions", "hello-o2", "--all"] },
  { name: "functions-elf-page", words: ["functions", "hello-o2", "--limit", "2", "--offset", "35"] },
  { name: "decompile-elf", words: ["decompile", "hello-o2", "--name", "main"] },
  { name: "decompile-elf-address", words: ["decompile", "hello-o2", "--address", "ram:0x0000000000101240"] },
  { name: "decompile-elf-missing", words: ["decompile", "hello-o2", "--name", "Main"] },
  { name: "decompile-elf-ambiguous", words: ["decompile", "hello-o2", "--name", "printf"] },
  { name: "decompile-elf-interior", words: ["decompile", "hello-o2", "--address", "ram:0x0000000000101094"] },
  { name: "decompile-elf-space", words: ["decompile", "hello-o2", "--address", "RAM:0x0000000000101090"] },
  { name: "decompile-elf-external", words: ["decompile", "hello-o2", "--address", "EXTERNAL:0x00000003"] },
  { name: "strings-elf", words: ["strings", "hello-o2", "--limit", "6", "--offset", "40"] },
  { name: "xrefs-elf-to", words: ["xrefs", "hello-o2", "--to", "ram:0x102029"] },
  { name: "xrefs-elf-from", words: ["xrefs", "hello-o2", "--from", "ram:0x101133"] },
  { name: "xrefs-elf-name", words: ["xrefs", "hello-o2", "--name", "count_letters"] },
  { name: "xrefs-elf-nothing", words: ["xrefs", "hello-o2", "--to", "ram:0x1"] },
  { name: "xrefs-elf-space", words: ["xrefs", "hello-o2", "--to", "rom:0x1"] },
  { name: "calls-elf", words: ["calls", "hello-o2", "--all"] },
  { name: "calls-elf-callees", words: ["calls", "hello-o2", "--name", "main", "--direction", "callees"] },
  { name: "calls-elf-missing", words: ["calls", "hello-o2", "--name", "Main"] },
  { name: "function-elf", words: ["function", "hello-o2", "--name", "main"] },
  { name: "function-elf-thunk", words: ["function", "hello-o2", "--address", "ram:0x101040"] },
  { name: "function-elf-external", words: ["function", "hello-o2", "--address", "EXTERNAL:0x00000003"] },
  { name: "disassemble-elf", words: ["disassemble", "hello-o2", "--name", "count_letters"] },
  { name: "disassemble-elf-range", words: ["disassemble", "hello-o2", "--range", "ram:0x101091..ram:0x10109c"] },
  { name: "disassemble-elf-external", words: ["disassemble", "hello-o2", "--address", "EXTERNAL:0x00000003"] },
  { name: "inspect-pe", words: ["inspect", "windows-x64.exe"] },
  { name: "functions-pe", words: ["functions", "windows-x64.exe"] },
  { name: "strings-pe", words: ["strings", "windows-x64.exe", "--limit", "4", "--offset", "27"] },
  { name: "calls-pe", words: ["calls", "windows-x64.exe", "--name", "thrice"] },
  { name: "decompile-pe", words: ["decompile", "windows-x64.exe", "--name", "thrice"] },
  { name: "inspect-unverified", words: ["inspect", "bare-aarch64.o"] },
  { name: "inspect-ambiguous", words: ["inspect", "darwin-universal.o"] },
  { name: "clean-dry-run", words: ["clean", "hello-o2", "--dry-run"] },
  { name: "clean-sample", words: ["clean", "hello-o2"] },
  { name: "clean-refused", words: ["clean", "--all"] },
  { name: "clean-all", words: ["clean", "--all", "--yes"] },
];

const CORPUS = "test/corpus/bin";

export function goldenFile(name: string): string {
  return path.resolve(import.meta.dirname, "ghidr", `${name}.json`);
}

/** Asks every question; gives each answer as it is said, normalized and laid out for reading. */
export async function* answers(): AsyncGenerator<{
  readonly name: string;
  readonly said: unknown;
  readonly text: string;
}> {
  const folder = mkdtempSync(path.join(tmpdir(), "ghidr-golden-"));
  try {
    const store = path.join(folder, "store");
    await lendEngines(store);
    for (const { name, words } of GOLDENS) {
      const line = words.map((word, index) => (index === 1 && !word.startsWith("-") ? `${CORPUS}/${word}` : word));
      const worker = words[0] === "clean" ? [] : ["--ghidra", GHIDRA_JAR ?? "", "--java", JAVA_17 ?? ""];
      const { stdout, stderr } = ghidr([...line, "--store", store, ...worker]);
      const said: unknown = JSON.parse(stdout === "" ? stderr : stdout);
      yield { name, said, text: `${JSON.stringify(normalized(said, folder), undefined, 1)}\n` };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Places of this run and what a filesystem decides become words; everything else stays. */
function normalized(value: unknown, folder: string, key = ""): unknown {
  if (typeof value === "string") return normalizedText(value, folder);
  if (Array.isArray(value)) return value.map((item) => normalized(item, folder));
  if (typeof value !== "object" || value === null) return UNSTABLE.has(key) ? `<${key}>` : value;
  if (key === "diagnostic_log") return "<diagnostic_log>";
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, normalized(item, folder, name)]));
}

const UNSTABLE: ReadonlySet<string> = new Set(["logical_bytes", "allocated_bytes"]);

function normalizedText(text: string, folder: string): string {
  return text
    .replaceAll(folder, "<folder>")
    .replaceAll(GHIDRA_JAR ?? "<jar>", "<jar>")
    .replaceAll(JAVA_17 ?? "<jdk>", "<jdk>");
}
