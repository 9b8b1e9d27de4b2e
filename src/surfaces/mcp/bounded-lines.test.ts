import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { boundedLines, type LeftOut } from "./bounded-lines.ts";

async function passed(input: string, chunk: number): Promise<{ through: string; refused: LeftOut[] }> {
  const refused: LeftOut[] = [];
  const pieces = Array.from({ length: Math.ceil(input.length / chunk) }, (_, index) =>
    Buffer.from(input.slice(index * chunk, (index + 1) * chunk)),
  );
  const through = await text(Readable.from(pieces).pipe(boundedLines(1000, (line) => refused.push(line))));
  return { through, refused };
}

test.each([1, 7, 64, 5000])("lines pass whole up to the bound, in pieces of %i", async (chunk) => {
  const [short, longest, longer] = ["{}\n", `${"a".repeat(999)}\n`, `<${"b".repeat(2000)}>\n`];

  const { through, refused } = await passed(short + longest + longer + short, chunk);

  expect(through).toBe(short + longest + short);
  expect(refused).toEqual([{ head: `<${"b".repeat(255)}`, tail: `${"b".repeat(254)}>\n` }]);
});

test("a line without an end is no line", async () => {
  expect(await passed("{}\n{", 2)).toEqual({ through: "{}\n", refused: [] });
});
