/** The arrows between the folders of src/ point one way; see ARCHITECTURE.md. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ENGINES = ["base", "formats", "engine", "contracts", "process", "store"];

/** Each layer, and the layers it may import. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  contracts: ["base"],
  formats: ["base"],
  engine: ["base", "formats"],
  process: ["base", "contracts"],
  store: ["base", "contracts", "process"],
  providers: ENGINES,
  operations: ["base", "contracts", "store", "providers"],
  composition: [...ENGINES, "providers", "operations"],
  surfaces: ["base", "contracts", "process", "store", "providers", "operations", "composition"],
};

/** Files of `providers/` that `operations/` and `surfaces/` may see: the port and the selection, never an engine. */
const PORT = new Set([
  "src/providers/provider.ts",
  "src/providers/registry.ts",
  "src/providers/ghidra/port.ts",
  "src/providers/ghidra/worker-protocol.ts",
  "src/providers/ghidra/extracts.ts",
]);

const SOURCE = path.resolve(import.meta.dirname, "..", "src");

test("imports only point down the layers", () => {
  const upward = crossings().filter(({ from, to }) => !LAYERS[from]?.includes(to));

  expect(upward).toEqual([]);
});

test("only composition names a concrete provider", () => {
  const named = crossings().filter(
    ({ from, to, target }) => to === "providers" && from !== "composition" && !PORT.has(target),
  );

  expect(named).toEqual([]);
});

test("zod stays out of base, formats and engine, and so does the file system", () => {
  const foreign = sources()
    .filter((file) => /^(base|formats|engine)\//u.test(file))
    .flatMap((file) => specifiers(file).map((name) => `${file}: ${name}`))
    .filter((line) => /: (zod|node:(fs|net|http|child_process|worker_threads|os|process))/u.test(line));

  expect(foreign).toEqual([]);
});

test("every folder of src is a known layer", () => {
  const unknown = readdirSync(SOURCE).filter((name) => LAYERS[name] === undefined);

  expect(unknown).toEqual([]);
});

interface Crossing {
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly target: string;
}

/** Every import from one first-level folder into another. */
function crossings(): Crossing[] {
  return sources().flatMap((file) =>
    specifiers(file)
      .filter((name) => name.startsWith(".") && name.endsWith(".ts"))
      .map((name) => path.relative(SOURCE, path.resolve(SOURCE, path.dirname(file), name)))
      .map((target) => ({ file, target: `src/${target}`, from: layerOf(file), to: layerOf(target) }))
      .filter(({ from, to }) => from !== to),
  );
}

function layerOf(file: string): string {
  return file.split("/")[0] ?? "";
}

function sources(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
}

function specifiers(file: string): string[] {
  const text = readFileSync(path.join(SOURCE, file), "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/gu)].map((match) => match[1] ?? "");
}
