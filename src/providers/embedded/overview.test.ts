import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { analyseFile } from "../../../test/embedded-analysis.ts";
import { build } from "../../../test/truth/toolchain.ts";
import { overviewSchema } from "../../contracts/facts.ts";

function readelf(...args: readonly string[]): string {
  return execFileSync("readelf", ["-W", ...args], { encoding: "utf8" });
}

describe("the overview of /bin/ls", async () => {
  const overview = await (await analyseFile("/bin/ls")).overview();

  test("fits its contract", () => {
    expect(overviewSchema.parse(overview)).toEqual(overview);
  });

  test("identifies the bytes as the digest tools do", () => {
    const digest = (tool: string): string => execFileSync(tool, ["/bin/ls"], { encoding: "utf8" }).split(" ")[0] ?? "";

    const { sha256, sha1, md5 } = overview.identity;
    expect({ sha256, sha1, md5 }).toEqual({
      sha256: digest("sha256sum"),
      sha1: digest("sha1sum"),
      md5: digest("md5sum"),
    });
  });

  test("lists the libraries, entry and sections that readelf shows", () => {
    const needed = [...readelf("-d", "/bin/ls").matchAll(/\(NEEDED\).*\[(.*)\]/gu)].map(([, name]) => name);
    const [, entry] = /Entry point address: +(0x[0-9a-f]+)/u.exec(readelf("-h", "/bin/ls")) ?? [];
    const sections = [...readelf("-S", "/bin/ls").matchAll(/^ +\[ *[1-9]\d*\] (\S+)/gmu)].map(([, name]) => name);

    expect(overview.identity.needed).toEqual(needed);
    expect(overview.entry_points[0]).toMatchObject({ address: entry, role: "entry" });
    expect(overview.sections.map(({ name }) => name)).toEqual(sections);
  });

  test("counts imports and groups each of them once", () => {
    const undefinedSymbols = [...readelf("--dyn-syms", "/bin/ls").matchAll(/ UND (\S+)/gu)].length;
    const grouped = overview.imports_by_theme.reduce((sum, { total }) => sum + total, 0);

    expect(overview.counts.imports).toBe(undefinedSymbols);
    expect(grouped).toBe(undefinedSymbols);
  });

  test("ranks functions by size and callers", () => {
    const sizes = overview.largest_functions.map(({ size }) => size);
    const callers = overview.most_called_functions.map((item) => item.callers);

    expect(sizes).toEqual(sizes.toSorted((left, right) => right - left));
    expect(callers).toEqual(callers.toSorted((left, right) => right - left));
    expect(overview.largest_functions).toHaveLength(10);
  });

  test("picks the usage text and the project's address from its strings", () => {
    const found = new Map(overview.notable_strings.map(({ reason, value }) => [reason, value]));

    expect(found.get("usage text")).toContain("Usage: %s [OPTION]... [FILE]...");
    expect(overview.language.name).toBe("C");
  });
});

test("constructors and destructors are told apart, in their order", async () => {
  const source = `
    int sum;
    __attribute__((constructor(200))) static void late(void) { sum += 2; }
    __attribute__((constructor(101))) static void early(void) { sum += 1; }
    __attribute__((destructor)) static void done(void) { sum = 0; }
    int main(void) { return sum; }`;

  const file = build(source, { command: "gcc", language: "c", flags: [] });
  if (file === undefined) return;

  const overview = await (await analyseFile(file)).overview();

  const roles = overview.entry_points.map(({ role, name }) => [role, name]);
  expect(roles.filter(([role]) => role === "constructor").map(([, name]) => name)).toEqual([
    "early",
    "late",
    "frame_dummy",
  ]);
  expect(roles).toContainEqual(["destructor", "done"]);
  expect(roles).toContainEqual(["main", "main"]);
});

test("a library shows its exports as entry points", async () => {
  const source = "int first(int n) { return n; } int second(int n) { return n + 1; }";

  const file = build(source, { command: "gcc", language: "c", flags: ["-shared", "-fPIC"] });
  if (file === undefined) return;

  const overview = await (await analyseFile(file)).overview();

  const exported = overview.entry_points.filter(({ role }) => role === "export").map(({ name }) => name);
  expect(exported).toEqual(expect.arrayContaining(["first", "second"]));
});

test("a program of another architecture says that its code is not analysed", async () => {
  const analysis = await analyseFile(new URL("../../../test/corpus/bin/bare-mips.o", import.meta.url).pathname);

  const overview = await analysis.overview();

  expect(overview.code_analysed).toBe(false);
  const { items } = await analysis.procedures({ offset: 0, limit: 1 }, { kinds: [], order: "address" });
  const info = await analysis.procedure(BigInt(items[0]?.address ?? 0));
  expect(info?.unknowns).toEqual([expect.stringContaining("no decoder")]);
});
