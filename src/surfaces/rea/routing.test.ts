import { expect, test } from "vitest";
import { routeOf, wantsJson, type Route } from "./routing.ts";

function route(...argv: string[]): Route {
  const commands = new Set(["analyze", "functions", "list-procedures"]);
  return routeOf(argv, { known: (word) => commands.has(word), exists: (path) => path === "sample.bin" });
}

test("the first word that is no flag is the command, wherever the flags stand", () => {
  const expected = { kind: "command", name: "functions" };

  expect(route("functions", "f", "--json")).toEqual({ ...expected, rest: ["f", "--json"] });
  expect(route("--json", "functions", "f")).toEqual({ ...expected, rest: ["--json", "f"] });
  expect(route("--store", "functions", "functions", "f")).toEqual({ ...expected, rest: ["--store", "functions", "f"] });
});

test("the name of an MCP tool is a command too", () => {
  expect(route("list_procedures", "f")).toMatchObject({ name: "list-procedures" });
});

test("a path in place of a command is analysed, missing or not", () => {
  expect(route("sample.bin", "--json")).toEqual({ kind: "command", name: "analyze", rest: ["sample.bin", "--json"] });
  expect(route("./missing")).toMatchObject({ name: "analyze" });
});

test("a command wins over a file of the same name, and other words are unknown", () => {
  expect(routeOf(["analyze"], { known: () => true, exists: () => true })).toMatchObject({ name: "analyze", rest: [] });
  expect(route("functoins")).toEqual({ kind: "unknown", word: "functoins" });
});

test("help comes with and without a command", () => {
  expect(route("--help")).toEqual({ kind: "help" });
  expect(route("help")).toEqual({ kind: "help" });
  expect(route("help", "functions")).toEqual({ kind: "command", name: "functions", rest: ["--help"] });
  expect(route("help", "nothing")).toEqual({ kind: "unknown", word: "nothing" });
  expect(route()).toEqual({ kind: "missing" });
  expect(route("--json", "--version")).toEqual({ kind: "version" });
});

test("--json counts only before --", () => {
  expect(wantsJson(["functions", "--json"])).toBe(true);
  expect(wantsJson(["search", "f", "--", "--json"])).toBe(false);
});
