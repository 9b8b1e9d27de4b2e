/**
 * Strings against what is known of the program: its source for Go and Rust, where each literal must be found as it
 * stands, and strings(1) for C, whose every text must be in one of ours.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { analyzeImage } from "../../src/engine/analyze.ts";
import { textAt } from "../../src/engine/columns.ts";
import type { StringTable } from "../../src/engine/program.ts";
import { loadImage } from "../../src/formats/load.ts";
import { Memory } from "../../src/formats/memory.ts";
import { build, type Recipe } from "./toolchain.ts";

interface Found {
  readonly rva: number;
  readonly size: number;
  readonly text: string;
  readonly counted: boolean;
}

const GO_ARM64 = { GOARCH: "arm64", GOOS: "linux" };
const RUST_ARM64 = ["--target", "aarch64-unknown-linux-gnu", "-C", "linker=aarch64-linux-gnu-gcc-12"];

describe.each([
  ["Go", { command: "go", language: "go", flags: ["build"] }],
  ["stripped Go", { command: "go", language: "go", flags: ["build", "-ldflags=-s -w"], strip: true }],
  ["Go as PIE", { command: "go", language: "go", flags: ["build", "-buildmode=pie", "-ldflags=-s -w"] }],
  ["Rust", { command: "rustc", language: "rs", flags: ["-C", "opt-level=0"] }],
  ["optimised Rust", { command: "rustc", language: "rs", flags: ["-C", "opt-level=3"], strip: true }],
  ["small Rust", { command: "rustc", language: "rs", flags: ["-C", "opt-level=s", "-C", "lto=fat"], strip: true }],
  ["Go for AArch64", { command: "go", language: "go", flags: ["build", "-ldflags=-s -w"], environment: GO_ARM64 }],
  ["Rust for AArch64", { command: "rustc", language: "rs", flags: ["-C", "opt-level=0", ...RUST_ARM64] }],
  ["optimised Rust for AArch64", { command: "rustc", language: "rs", flags: ["-C", "opt-level=3", ...RUST_ARM64] }],
] satisfies [string, Recipe][])("%s", (_, recipe) => {
  const source = recipe.language === "go" ? goSource() : rustSource();
  const program = build(source, recipe);

  test.skipIf(program === undefined)("every literal of the source is found as it stands, and once", () => {
    const found = stringsOf(program ?? "");

    const times = new Map<string, number>();
    for (const { text } of found) times.set(text, (times.get(text) ?? 0) + 1);
    const wrong = literals().filter((literal) => times.get(literal) !== 1);
    expect(wrong.map((literal) => [literal, near(found, literal)])).toEqual([]);
  });

  test.skipIf(program === undefined)("no two strings share a byte", () => {
    expect(overlaps(stringsOf(program ?? ""))).toEqual([]);
  });
});

const LIBRARIES = "/usr/lib/x86_64-linux-gnu";
const C_PROGRAMS = [
  "/bin/ls",
  "/usr/bin/python3.11",
  "/usr/bin/gdb",
  `${LIBRARIES}/libcrypto.so.3`,
  `${LIBRARIES}/libc.so.6`,
];

describe.each(C_PROGRAMS.filter((file) => existsSync(file)))("%s", (file) => {
  const found = stringsOf(file);

  test("every text that strings(1) prints and a NUL ends is part of one of ours", () => {
    const listed = nulTerminatedTexts(file);
    const missing = listed.filter(({ rva, size }) => !covers(found, rva, rva + size));

    console.log(`${file}: ${listed.length} texts of strings(1), ${missing.length} missing, ${found.length} of ours`);
    expect(missing.slice(0, 20)).toEqual([]);
    expect(listed.length).toBeGreaterThan(100);
  });

  test("none is taken for a counted one, and no two share a byte", () => {
    expect(found.filter(({ counted }) => counted)).toEqual([]);
    expect(overlaps(found)).toEqual([]);
  });
});

function stringsOf(file: string): readonly Found[] {
  const bytes = readFileSync(file);
  const loaded = loadImage(bytes);
  if (loaded.kind !== "image") throw new Error(`${file} is no image`);
  const { strings } = analyzeImage(loaded.image, new Memory(loaded.image, bytes));
  return rowsOf(strings);
}

function rowsOf(strings: StringTable): readonly Found[] {
  return Array.from(strings.rva, (rva, index) => ({
    rva,
    size: strings.size[index] ?? 0,
    text: textAt(strings.value, index),
    counted: strings.counted[index] === 1,
  }));
}

function overlaps(found: readonly Found[]): readonly Found[] {
  return found.filter(({ rva }, index) => {
    const before = found[index - 1];
    return before !== undefined && before.rva + before.size > rva;
  });
}

/** What was found instead of a literal, to read in a failure. */
function near(found: readonly Found[], literal: string): readonly string[] {
  const key = literal.slice(0, 12);
  return found.filter(({ text }) => text.includes(key)).map(({ text }) => text.slice(0, 80));
}

function covers(found: readonly Found[], start: number, end: number): boolean {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((found[middle]?.rva ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const candidate = found[low - 1];
  return candidate !== undefined && candidate.rva + candidate.size >= end;
}

/** Texts in the data sections, by strings(1), of which the byte behind is NUL; tables of the format are left out. */
function nulTerminatedTexts(file: string): readonly { rva: number; size: number; text: string }[] {
  const bytes = readFileSync(file);
  const loaded = loadImage(bytes);
  if (loaded.kind !== "image") throw new Error(`${file} is no image`);
  const sections = [".rodata", ".data", ".data.rel.ro"];
  const regions = loaded.image.regions.filter(({ name }) => sections.includes(name));
  const listing = execFileSync("strings", ["-a", "-n", "5", "-t", "x", file], {
    encoding: "latin1",
    maxBuffer: 1 << 28,
  });
  return [...listing.matchAll(/^\s*([0-9a-f]+) (.*)$/gmu)].flatMap((match) => {
    const offset = Number.parseInt(match[1] ?? "", 16);
    const text = match[2] ?? "";
    const region = regions.find(
      (one) => offset >= one.fileOffset && offset + text.length < one.fileOffset + one.fileSize,
    );
    if (region === undefined || bytes[offset + text.length] !== 0) return [];
    return [{ rva: region.rva + (offset - region.fileOffset), size: text.length, text }];
  });
}

/** Words of the literals below; the first says where a literal is used. */
const WORDS = ["amber", "birch", "cedar", "delta", "ember", "flint", "grove", "heath", "inlet", "jetty", "knoll"];

/** Text that stands nowhere else, of 1 to 6 words. */
function literal(use: string, index: number): string {
  const words = Array.from({ length: 1 + (index % 6) }, (_, word) => WORDS[(index * 7 + word * 3) % WORDS.length]);
  return `${use}${index} ${words.join(" ")}`;
}

const USES = { returned: 40, printed: 20, listed: 120, keyed: 30, named: 30, helped: 30, failed: 10 };

function literals(): readonly string[] {
  return Object.entries(USES).flatMap(([use, count]) => many(use, count));
}

function many(use: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => literal(use, index));
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(", ");
}

/** A program that uses each literal in one of the ways in which Go keeps strings. */
function goSource(): string {
  const returned = many("returned", USES.returned).map(
    (text, index) => `\tcase ${index}:\n\t\treturn ${JSON.stringify(text)}`,
  );
  const printed = many("printed", USES.printed).map((text) => `\tfmt.Println(${JSON.stringify(text)}, n)`);
  const keyed = many("keyed", USES.keyed).map((text, index) => `\t${JSON.stringify(text)}: ${index},`);
  const failed = many("failed", USES.failed).map(
    (text, index) => `\tif n == ${index + 90} {\n\t\tpanic(${JSON.stringify(text)})\n\t}`,
  );
  const options = many("named", USES.named).map(
    (name, index) => `\t{${JSON.stringify(name)}, ${JSON.stringify(literal("helped", index))}, ${index}},`,
  );
  return `package main

import (
	"fmt"
	"os"
)

var listed = []string{${quoted(many("listed", USES.listed))}}

var keyed = map[string]int{
${keyed.join("\n")}
}

type option struct {
	name, help string
	value      int
}

var options = []option{
${options.join("\n")}
}

//go:noinline
func returned(n int) string {
	switch n {
${returned.join("\n")}
	}
	return ""
}

func main() {
	n := len(os.Args)
${printed.join("\n")}
${failed.join("\n")}
	fmt.Println(listed[n], keyed[os.Args[0]], options[n], returned(n))
}
`;
}

/** The same in Rust. */
function rustSource(): string {
  const returned = many("returned", USES.returned).map((text, index) => `        ${index} => ${JSON.stringify(text)},`);
  const printed = many("printed", USES.printed).map((text) => `    println!("{}{}", ${JSON.stringify(text)}, n);`);
  const keyed = many("keyed", USES.keyed).map(
    (text, index) => `    keys.insert(${JSON.stringify(text)}, n + ${index});`,
  );
  const failed = many("failed", USES.failed).map(
    (text, index) => `    if n == ${index + 90} { panic!(${JSON.stringify(text)}); }`,
  );
  const options = many("named", USES.named).map(
    (name, index) =>
      `    Choice { name: ${JSON.stringify(name)}, help: ${JSON.stringify(literal("helped", index))}, value: ${index} },`,
  );
  return `use std::collections::HashMap;

static LISTED: &[&str] = &[${quoted(many("listed", USES.listed))}];

struct Choice { name: &'static str, help: &'static str, value: usize }

static CHOICES: &[Choice] = &[
${options.join("\n")}
];

#[inline(never)]
fn returned(n: usize) -> &'static str {
    match n {
${returned.join("\n")}
        _ => "",
    }
}

fn main() {
    let n = std::env::args().count();
    let mut keys: HashMap<&'static str, usize> = HashMap::new();
${keyed.join("\n")}
${printed.join("\n")}
${failed.join("\n")}
    let choice = &CHOICES[n];
    println!("{} {:?} {} {} {} {}", LISTED[n], keys, choice.name, choice.help, choice.value, returned(std::process::id() as usize));
}
`;
}
