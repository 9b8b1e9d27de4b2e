import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellQuote } from "./shell-quote.ts";

test.each(["/bin/ls", "a b", "it's", "$(id)", "a\\b", "new\nline", "esc\u001b[31m", "rtl\u202e'x\\'", "*", ""])(
  "bash reads %j back as it was",
  (word) => {
    const read = execFileSync("bash", ["-c", `printf %s ${shellQuote(word)}`], { encoding: "utf8" });

    expect(read).toBe(word);
  },
);

test("a name that looks like a flag is made a path", () => {
  expect(shellQuote("-rf")).toBe("./-rf");
});
