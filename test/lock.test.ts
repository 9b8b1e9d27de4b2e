/** The lock file names everything that `npm ci` asks for: npm refuses a lock that lacks even an optional package. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const Names = z.record(z.string(), z.string()).default({});

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ dependencies: Names, optionalDependencies: Names, devDependencies: Names }),
  ),
});

test("each package that a locked package needs, optional ones too, is locked", () => {
  const file = path.resolve(import.meta.dirname, "..", "package-lock.json");
  const { packages } = Lock.parse(JSON.parse(readFileSync(file, "utf8")));

  const missing = Object.entries(packages).flatMap(([owner, needs]) =>
    Object.keys({ ...needs.dependencies, ...needs.optionalDependencies, ...needs.devDependencies })
      .filter((name) => !places(owner, name).some((place) => place in packages))
      .map((name) => `${owner} needs ${name}`),
  );

  expect(missing).toEqual([]);
});

/** Where Node looks for a package that `owner` needs, the nearest folder first. */
function places(owner: string, name: string): string[] {
  const folders = owner.split("/node_modules/");
  const outer = folders.map((_, depth) => folders.slice(0, depth + 1).join("/node_modules/"));
  return [...outer.toReversed().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}
