import { execFileSync } from "node:child_process";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { analysedParts } from "../../../../test/embedded-analysis.ts";
import { Addresses } from "../address-space.ts";
import { feedOf, feedingDigest, type NamedFeed, type Prototypes } from "./feed.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../../../test/corpus/bin");
const NONE: Prototypes = { prototypeOf: () => undefined, types: [] };

async function fed(file: string, prototypes = NONE, architecture?: string): Promise<NamedFeed> {
  const { parts, sample } = analysedParts(path.join(CORPUS, file), architecture);
  const { base } = await parts.summary();
  return await feedOf({ parts, sample, addresses: new Addresses(base), prototypes });
}

function nm(file: string, ...flags: string[]): { address: bigint; kind: string; name: string }[] {
  const text = execFileSync("nm", [...flags, path.join(CORPUS, file)], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [, address, kind, name] = /^([0-9a-f]+) (\w) (\S+)$/u.exec(line) ?? [];
    return address === undefined ? [] : [{ address: BigInt(`0x${address}`), kind: kind ?? "", name: name ?? "" }];
  });
}

let features: NamedFeed;
beforeAll(async () => {
  features = await fed("features-o2");
});

test("every function symbol of the file is a function with its name", () => {
  const named = new Map(features.feed.functions.map(({ address, name }) => [address, name]));
  const symbols = nm("features-o2").filter(({ kind }) => /^[tT]$/u.test(kind));

  expect(symbols.length).toBeGreaterThan(15);
  for (const { address, name } of symbols) {
    if (!name.includes(".")) expect(named.get(address)).toBe(name);
  }
});

test("data symbols are labels that know their size", () => {
  const label = features.feed.labels.find(({ name }) => name === "log_lines");
  const [symbol] = nm("features-o2", "-S").filter(({ name }) => name === "log_lines");

  expect(symbol ?? label).toMatchObject({ name: "log_lines" });
  expect(label?.type).toBe("undefined4");
});

test("a stub and the slot behind it have the name of their import", () => {
  const { functions, imports } = features.feed;
  const slots = new Set(imports.map(({ name }) => name));

  expect(functions.filter(({ name }) => name === "puts")).toHaveLength(1);
  expect(slots).toContain("puts");
  expect(slots).toContain("abort");
});

test("what never returns is known as such", () => {
  const noReturn = features.feed.functions.filter((fed) => fed.noReturn).map(({ name }) => name);

  expect(noReturn).toEqual(expect.arrayContaining(["abort", "_exit", "fatal", "leave"]));
  expect(noReturn).not.toContain("puts");
  expect(noReturn).not.toContain("main");
});

test("constant strings are arrays of characters with room for their NUL", async () => {
  const { feed } = features;
  const bytesAt = (address: bigint, size: number): string => {
    const region = feed.regions.find((one) => address >= one.address && address < one.address + BigInt(one.size));
    const start = Number(address - (region?.address ?? 0n));
    return Buffer.from(region?.bytes.slice(start, start + size) ?? []).toString("latin1");
  };
  const strings = feed.labels.filter(({ type }) => type?.startsWith("char[") === true);

  expect(strings.map(({ address }) => bytesAt(address, 4))).toContain("many");
  for (const { address, type } of strings) {
    const size = Number(/\d+/u.exec(type ?? "")?.[0]);
    expect(bytesAt(address, size)).toMatch(/^[^\0]+\0$/u);
  }
});

test("jumps to other functions are tail calls; objdump says which", () => {
  const text = execFileSync("objdump", ["-d", "--no-show-raw-insn", path.join(CORPUS, "features-o2")], {
    encoding: "utf8",
  });
  const jump = /^\s*([0-9a-f]+):\s+jmp\s+[0-9a-f]+ <puts@plt>/mu.exec(text);
  const say = features.feed.functions.find(({ name }) => name === "say");

  expect(say?.tailCalls).toEqual([BigInt(`0x${jump?.[1] ?? ""}`)]);
  expect(features.feed.functions.find(({ name }) => name === "main")?.tailCalls).toEqual([]);
});

test("memory that can be written, or that the loader fills, is not constant", () => {
  const { feed } = features;
  const isConstant = (address: bigint): boolean =>
    feed.readOnly.some(({ start, end }) => address >= start && address < end);

  expect(feed.imports.filter(({ slot }) => isConstant(slot))).toEqual([]);
  for (const { address, name } of nm("features-o2")) {
    if (name === "log_lines" || name === "recovery") expect(isConstant(address)).toBe(false);
    if (name === "main") expect(isConstant(address)).toBe(true);
  }
});

test("pointers that the loader writes are in the memory, which is constant once it is sealed", async () => {
  const { feed } = await fed("libshape.so");
  const [count] = nm("libshape.so").filter(({ name }) => name === "shape_count");
  const text = execFileSync("readelf", ["-rW", path.join(CORPUS, "libshape.so")], { encoding: "utf8" });
  const slot = BigInt(`0x${/^([0-9a-f]+) .* R_X86_64_GLOB_DAT .* shape_count/mu.exec(text)?.[1] ?? ""}`);

  const region = feed.regions.find(({ address, size }) => slot >= address && slot < address + BigInt(size));
  const view = new DataView(region?.bytes.buffer ?? new ArrayBuffer());
  expect(view.getBigUint64(Number(slot - (region?.address ?? 0n)), true)).toBe(count?.address);
  expect(feed.readOnly.some(({ start, end }) => slot >= start && slot < end)).toBe(true);
});

test("IAT slots of a Windows program are imports, in memory that is not constant though its section is read-only", async () => {
  const { feed } = await fed("features-x64.exe");

  const puts = feed.imports.filter(({ name }) => name === "puts");
  expect(puts).toHaveLength(1);
  expect(feed.machine).toEqual({ format: "pe", architecture: "x86_64", bits: 64, endian: "little" });
  for (const { slot } of feed.imports) {
    expect(feed.readOnly.some(({ start, end }) => slot >= start && slot < end)).toBe(false);
  }
});

test("names of Mach-O programs lose the underscore of the platform, of each program of a file", async () => {
  const one = await fed("darwin-x86_64");
  const slice = await fed("darwin-universal.o", NONE, "arm64");

  const names = one.feed.functions.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["main", "weekday", "printf", "qsort"]));
  expect(slice.feed.machine.architecture).toBe("arm64");
  expect(slice.feed.functions.map(({ name }) => name)).toContain("main");
});

test("objects call placeholders by the names of their imports", async () => {
  const { feed } = await fed("features.o");

  expect(feed.functions.map(({ name }) => name)).toEqual(expect.arrayContaining(["main", "puts", "abort"]));
});

test("identifiers are legal and mean one thing; what they stand for is kept", async () => {
  const { feed, meanings } = await fed("classes-o2");
  const places = [...feed.functions, ...feed.labels];

  for (const { name } of [...places, ...feed.imports]) expect(name).toMatch(/^[A-Za-z_]\w*$/u);
  const own = feed.labels.map(({ name }) => name);
  expect(new Set(own).size).toBe(own.length);
  expect(meanings.get("shop__total")?.name).toBe("shop::total(shop::Item const&, shop::Item const&)");
});

test("prototypes are asked for by the names of the file, and their types are told", async () => {
  const asked: string[] = [];
  const prototypeOf = (name: string): string | undefined => {
    asked.push(name);
    return name === "puts" ? "int puts(char *s)" : undefined;
  };

  const { feed } = await fed("features-o2", { prototypeOf, types: ["typedef ulong size_t;"] });

  expect(feed.functions.find(({ name }) => name === "puts")?.prototype).toBe("int puts(char *s)");
  expect(feed.functions.find(({ name }) => name === "main")?.prototype).toBe("int main(int argc,char **argv)");
  expect(feed.types).toEqual(["typedef ulong size_t;"]);
  expect(asked).toContain("puts");
  expect(asked).not.toContain("main");
});

test("what is fed changes with the prototypes", async () => {
  expect(await feedingDigest("2")).not.toBe(await feedingDigest("1"));
});
