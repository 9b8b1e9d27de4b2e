/** The order of test files: long ones begin first, so that no worker is left with one of them at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than twenty seconds where nothing is kept from a run before, longest first. */
const LONG = [
  "test/ghidr/faults.test.ts",
  "test/truth/functions.test.ts",
  "test/golden/ghidr.test.ts",
  "test/fuzz/damaged-files.test.ts",
  "test/truth/functions-arm64.test.ts",
  "test/truth/functions-32.test.ts",
  "test/ghidr/engine/worker.test.ts",
  "test/ghidr/engine/extracts.test.ts",
  "test/ghidr/engine/truncations.test.ts",
  "test/truth/calls.test.ts",
  "test/e2e/mcp-session.test.ts",
  "test/e2e/decompile.test.ts",
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((left, right) => rank(left) - rank(right));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(name));
  return place < 0 ? LONG.length : place;
}
