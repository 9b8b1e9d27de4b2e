/** A directory that looks like Ghidra and one that looks like a JDK, whose `java` is a worker that a test controls. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EXTRACTS } from "./fake-extracts.ts";
import { FACTS, MAIN } from "./fake-ghidra.ts";

/** What the worker does between reading its request and ending. */
export interface Control {
  /** `hang` ends on SIGTERM, `ignore` does not; both never answer. */
  readonly mode:
    | "works"
    | "hang"
    | "ignore"
    | "crash"
    | "no_response"
    | "only_temporary"
    | "garbage"
    | "other_invocation";
  /** Milliseconds before it does anything, and again before it answers. */
  readonly delay?: number;
  /** Bytes that it prints on each stream. */
  readonly prints?: number;
  /** Bytes of the project that it saves. */
  readonly project?: number;
  /** Starts a process that outlives it unless somebody ends the whole group; its id is left in `child.pid`. */
  readonly child?: boolean;
}

export interface FakeInstallation {
  /** Flags that choose it. */
  readonly flags: readonly string[];
  control(control: Control): void;
  /** Leaves its process id and phase here. */
  readonly trace: string;
}

export function fakeInstallation(folder: string): FakeInstallation {
  const ghidra = path.join(folder, "fake-ghidra");
  const jdk = path.join(folder, "fake-jdk");
  const trace = path.join(folder, "trace");
  mkdirSync(path.join(ghidra, "Ghidra"), { recursive: true });
  mkdirSync(path.join(ghidra, "support"), { recursive: true });
  mkdirSync(path.join(jdk, "bin"), { recursive: true });
  mkdirSync(trace);
  writeFileSync(
    path.join(ghidra, "Ghidra", "application.properties"),
    "application.name=Ghidra\napplication.version=10.3\napplication.java.min=17\n",
  );
  writeFileSync(path.join(ghidra, "support", "analyzeHeadless"), "");
  writeFileSync(path.join(jdk, "release"), 'JAVA_VERSION="17.0.1"\n');
  script(path.join(jdk, "bin", "javac"), '#!/bin/sh\nwhile [ "$1" != -d ]; do shift; done\nmkdir -p "$2"\n');
  script(path.join(jdk, "bin", "jar"), '#!/bin/sh\n: > "$2"\n');
  const settings = JSON.stringify({
    control: path.join(folder, "control.json"),
    trace,
    facts: FACTS,
    main: MAIN,
    extracts: [...EXTRACTS],
  });
  script(path.join(jdk, "bin", "java"), `#!${process.execPath}\nconst SETTINGS = ${settings};\n${WORKER}`);
  const control = (wanted: Control): void => writeFileSync(path.join(folder, "control.json"), JSON.stringify(wanted));
  control({ mode: "works" });
  return { flags: ["--ghidra", ghidra, "--java", jdk, "--sandbox", "off"], control, trace };
}

function script(file: string, text: string): void {
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

const WORKER = String.raw`
const fs = require("node:fs");
const path = require("node:path");
const { spawn } = require("node:child_process");
const [requestFile, responseFile] = process.argv.slice(-2);
const request = JSON.parse(fs.readFileSync(requestFile, "utf8"));
// The rehearsal of a new adapter is not what a test is about.
if (/^0+$/.test(request.invocation_id)) process.exit(1);
const control = JSON.parse(fs.readFileSync(SETTINGS.control, "utf8"));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const note = (phase) => fs.writeFileSync(path.join(SETTINGS.trace, "worker"), process.pid + " " + phase);
const answer = (fields) => ({
  protocol_version: 1,
  invocation_id: control.mode === "other_invocation" ? "f".repeat(32) : request.invocation_id,
  operation: request.operation,
  ...fields,
});
const RESULTS = {
  doctor: { ghidra_version: "10.3", java_version: "17", language: "x", readable_paths: [], network_interfaces: [] },
  extract: {},
  disassemble: { function: null, items: [] },
  decompile: { function: { name: "main", qualified_name: "main", entry: SETTINGS.main.entry }, text: "x", warnings: [] },
};
async function work() {
  note("start");
  for (const stream of [process.stdout, process.stderr]) {
    for (let left = control.prints ?? 0; left > 0; left -= 65536) {
      if (!stream.write(Buffer.alloc(Math.min(left, 65536), 97))) await new Promise((resolve) => stream.once("drain", resolve));
    }
  }
  if (control.child) {
    const child = spawn("sleep", ["1000"], { stdio: "ignore" });
    fs.writeFileSync(path.join(SETTINGS.trace, "child.pid"), String(child.pid));
  }
  if (control.mode === "ignore") process.on("SIGTERM", () => {});
  if (control.mode === "ignore" || control.mode === "hang") {
    note("hanging");
    await pause(1e6);
  }
  if (control.mode === "crash") process.kill(process.pid, "SIGSEGV");
  await pause(control.delay ?? 0);
  if (request.analysis?.mode === "create") {
    fs.writeFileSync(path.join(path.dirname(responseFile), "profile.json"), JSON.stringify(SETTINGS.facts));
    const project = request.analysis.project_directory;
    fs.mkdirSync(path.join(project, "analysis.rep"));
    fs.writeFileSync(path.join(project, "analysis.gpr"), "");
    fs.writeFileSync(path.join(project, "analysis.rep", "data"), Buffer.alloc(control.project ?? 1000, 7));
  }
  note("saved");
  await pause(control.delay ?? 0);
  const analysis = request.operation === "doctor" ? null : SETTINGS.facts;
  const extracts = request.analysis?.extract === true ? SETTINGS.extracts.map(([name, { text, report }]) => {
    const directory = path.join(path.dirname(responseFile), "extracts");
    fs.mkdirSync(directory, { recursive: true });
    fs.writeFileSync(path.join(directory, name + ".jsonl"), text);
    return report;
  }) : null;
  const text = JSON.stringify(answer({ status: "ok", result: RESULTS[request.operation], analysis, extracts }));
  if (control.mode === "no_response") return;
  const draft = responseFile + ".tmp";
  fs.writeFileSync(draft, control.mode === "garbage" ? text.slice(0, 100) : text);
  if (control.mode !== "only_temporary") fs.renameSync(draft, responseFile);
  note("answered");
}
work().then(() => process.exit(0), (error) => {
  process.stderr.write(String(error));
  process.exit(1);
});
`;
