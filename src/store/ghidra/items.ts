/** What the store keeps of samples, as cleanup sees it: one item is one thing that is counted and removed whole. */
import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import { isSha256 } from "../../base/digest.ts";
import type { Matched, RemovalCounts, Usage } from "../../contracts/ghidr/results.ts";
import { addUsage, NO_USAGE, usageOf } from "./usage.ts";
import { ID } from "./workspace.ts";

export type ItemKind = "analyses" | "derived" | "quarantined_analyses" | "artifacts" | "diagnostic_logs";

export interface Item {
  readonly kind: ItemKind;
  /** Names that lead to it from the root, the same below the store and below a cleanup transaction. */
  readonly names: readonly string[];
  /** Digest of the profile, of Analyses and what was derived from them. */
  readonly profile?: string;
  readonly usage: Usage;
}

/** The items below a root that belong to a sample, or all of them when `sample` is undefined. No link is followed. */
export function itemsIn(root: string, sample: string | undefined): Item[] {
  const isSample: Level = (name) => (sample === undefined ? isSha256(name) : name === sample);
  const isScope: Level = (name) => isSample(name) || (sample === undefined && name === "global");
  return [
    ...collect(root, "analyses", "analyses", [isSample, isSha256], 2),
    ...collect(root, "derived", "derived", [isSample, isSha256], 2),
    ...collect(root, "quarantined_analyses", "quarantine", [isSample, isSha256, isId], 2),
    ...collect(root, "artifacts", "artifacts", [isScope, isArtifactScope, isArtifact]),
    ...collect(root, "diagnostic_logs", "diagnostics", [isScope, isId]),
  ];
}

export function countItems(items: readonly Item[]): RemovalCounts {
  const count = (kind: ItemKind): number => items.filter((item) => item.kind === kind).length;
  return {
    analyses: count("analyses"),
    derived: count("derived"),
    quarantined_analyses: count("quarantined_analyses"),
    artifacts: count("artifacts"),
    diagnostic_logs: count("diagnostic_logs"),
    usage: items.map(({ usage }) => usage).reduce(addUsage, NO_USAGE),
  };
}

export function matchedItems(items: readonly Item[]): Matched {
  const profiles = items.flatMap(({ profile }) => (profile === undefined ? [] : [profile]));
  return { ...countItems(items), analysis_profile_sha256: [...new Set(profiles)].sort() };
}

/** Which names may lie at one depth. */
type Level = (name: string) => boolean;

const isId: Level = (name) => ID.test(name);
const isArtifact: Level = (name) => name.endsWith(".json") && isSha256(name.slice(0, -".json".length));
const isArtifactScope: Level = (name) => isSha256(name) || name === "clean" || name === "doctor";

/** `profileAt` is the index in `names` of the digest of a profile. */
function collect(root: string, kind: ItemKind, folder: string, levels: readonly Level[], profileAt?: number): Item[] {
  const found: Item[] = [];
  const visit = (names: readonly string[], [level, ...deeper]: readonly Level[]): void => {
    for (const name of listDirectory(path.join(root, ...names))) {
      if (level?.(name) !== true) continue;
      const all = [...names, name];
      if (deeper.length > 0) {
        visit(all, deeper);
        continue;
      }
      const profile = profileAt === undefined ? undefined : all[profileAt];
      const usage = usageOf(path.join(root, ...all));
      found.push({ kind, names: all, usage, ...(profile === undefined ? {} : { profile }) });
    }
  };
  visit([folder], levels);
  return found;
}

/** Names in bytewise order (they are ASCII where they matter); none for what is no directory. */
export function listDirectory(directory: string): string[] {
  const state = lstatSync(directory, { throwIfNoEntry: false });
  return state?.isDirectory() === true ? readdirSync(directory).sort() : [];
}
