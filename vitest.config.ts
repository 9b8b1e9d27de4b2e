/** Projects: unit (beside the sources), golden (facts of committed samples), ghidr and e2e (the built commands). */
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/longest-first.ts";

export default defineConfig({
  test: {
    // Compiling ground truth takes one core for minutes: the other runs what does not.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      // They share nothing but modules, which a worker then loads once.
      { test: { name: "unit", include: ["src/**/*.test.ts", "test/*.test.ts"], isolate: false, testTimeout: 60_000 } },
      { test: { name: "golden", include: ["test/golden/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { name: "truth", include: ["test/truth/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 300_000 } },
      { test: { name: "fuzz", include: ["test/fuzz/**/*.test.ts"], testTimeout: 300_000 } },
      { test: { name: "ghidr", include: ["test/ghidr/**/*.test.ts"], testTimeout: 600_000, hookTimeout: 600_000 } },
      { test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
