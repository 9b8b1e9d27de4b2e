import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { analyseFile } from "../../../test/embedded-analysis.ts";

const ALL = { offset: 0, limit: null };

test("strings lie where strings(1) finds them", async () => {
  const analysis = await analyseFile("/bin/ls");
  const { items } = await analysis.strings(ALL, { minLength: 0, referencedOnly: false });

  const lines = execFileSync("strings", ["-t", "d", "-n", "8", "/bin/ls"], { encoding: "utf8" }).split("\n");
  const shown = new Map(
    lines.map((line) => line.trimStart().split(" ")).map(([offset, ...text]) => [Number(offset), text.join(" ")]),
  );
  const plain = items.filter(({ value, encoding }) => encoding === "ascii" && /^[ -~]{8,}$/u.test(value));
  expect(plain.length).toBeGreaterThan(100);
  for (const { file_offset, value } of plain) expect(shown.get(file_offset ?? -1)).toBe(value);
});

test("the shortest length counts characters and the filter for use keeps what code refers to", async () => {
  const analysis = await analyseFile("/bin/ls");
  const all = await analysis.strings(ALL, { minLength: 0, referencedOnly: false });
  const long = await analysis.strings(ALL, { minLength: 20, referencedOnly: false });
  const used = await analysis.strings(ALL, { minLength: 0, referencedOnly: true });

  expect(long.items).toEqual(all.items.filter(({ value }) => [...value].length >= 20));
  expect(used.items).toEqual(all.items.filter(({ references }) => references > 0));
});
