import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { neverReturns } from "../../../../engine/discovery/no-return-names.ts";
import { functionName, parseDeclaration, typeNames } from "./declaration.ts";
import { declarationsOf, readTables } from "./library.ts";
import { platformOf, type Machine } from "./platform.ts";

const LINUX: Machine = { format: "elf", architecture: "x86_64", bits: 64 };
const LINUX_32: Machine = { format: "elf", architecture: "x86", bits: 32 };
const WINDOWS: Machine = { format: "pe", architecture: "x86_64", bits: 64 };
const WINDOWS_32: Machine = { format: "pe", architecture: "x86", bits: 32 };
const DARWIN: Machine = { format: "macho", architecture: "arm64", bits: 64 };

const TABLES = ["c", "cxx", "darwin", "glibc", "posix", "windows"];

function linesOf(table: string): string[] {
  return declarationsOf(readFileSync(path.join(import.meta.dirname, `${table}.h`), "utf8"));
}

describe("tables", () => {
  test("are all read, every line of them", () => {
    const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".h"));
    const functions = TABLES.flatMap(linesOf).map((line) => parseDeclaration(line));
    const types = readdirSync(path.join(import.meta.dirname, "types")).map((file) => path.basename(file, ".h"));
    const read = new Set(MACHINES.flatMap((machine) => platformOf(machine).types));

    expect(files).toEqual(TABLES.map((table) => `${table}.h`));
    expect(functions.filter(({ kind }) => kind !== "function")).toEqual([]);
    expect(
      new Set(functions.map((declaration) => declaration.kind === "function" && declaration.name)).size,
    ).toBeGreaterThan(1900);
    for (const table of types) {
      expect(read).toContain(table);
      for (const line of linesOf(path.join("types", table))) {
        expect(parseDeclaration(line)).toMatchObject({ kind: "type", names: typeNames(line) });
      }
    }
  });

  test.each(TABLES)("%s declares a function once", (table) => {
    const names = linesOf(table).map(functionName);

    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("and the engine agree on what never returns", () => {
    const functions = TABLES.flatMap(linesOf).flatMap((line) => {
      const declaration = parseDeclaration(line);
      return declaration.kind === "function" ? [declaration] : [];
    });

    expect(functions.filter(({ name, noReturn }) => noReturn !== neverReturns(name))).toEqual([]);
  });
});

const MACHINES: readonly Machine[] = [
  LINUX,
  { ...LINUX, architecture: "arm64" },
  LINUX_32,
  { ...LINUX, architecture: "riscv64" },
  { format: "elf", architecture: "arm", bits: 32 },
  { format: "elf", architecture: "mips", bits: 32 },
  WINDOWS,
  WINDOWS_32,
  DARWIN,
  { ...DARWIN, architecture: "x86_64" },
];

describe.each(MACHINES)("$format for $architecture, $bits bits", (machine) => {
  test("every function has a prototype, and every type stands before what holds it", () => {
    const prototypes = readTables().of(machine);
    const names = platformOf(machine).functions.flatMap(({ name }) => linesOf(name).map(functionName));
    const prefix = machine.format === "macho" ? "_" : "";

    const missing = names.filter((name) => prototypes.prototypeOf(`${prefix}${name}`) === undefined);

    expect(missing.filter((name) => !NOT_EVERYWHERE.test(name))).toEqual([]);
    const declared = new Set<string>();
    for (const text of prototypes.types) {
      const declaration = parseDeclaration(text);
      if (declaration.kind !== "type") throw new Error(text);
      const isOnlyName = /^typedef struct \w+ \w+;$/u.test(text);
      for (const { name, isPointedTo } of declaration.uses) {
        if (!((isPointedTo || isOnlyName) && /^(?:struct|union) /u.test(name)))
          expect([text, declared.has(name)]).toEqual([text, true]);
      }
      for (const name of declaration.names) declared.add(name);
    }
  });
});

/** Darwin has none of the first; MIPS numbers its resources in another way. */
const NOT_EVERYWHERE = /^(?:pthread_(?:barrier|spin)_\w+|timer_\w+|mq_\w+|[gs]etrlimit64|prlimit)$/u;

test("types are those that were asked for, and what they are made of", () => {
  const prototypes = readTables().of(LINUX);

  expect(prototypes.prototypeOf("puts")).toBe("int puts(const char *s)");
  expect(prototypes.types).toEqual([]);
  expect(prototypes.prototypeOf("nanosleep")).toBe("int nanosleep(const struct timespec *req, struct timespec *rem)");
  expect(prototypes.prototypeOf("utimensat")).toContain("struct timespec");
  expect(prototypes.types).toEqual(["typedef long time_t;", "struct timespec { time_t tv_sec; long tv_nsec; };"]);
});

test("structures that lead back to themselves are told once", () => {
  const prototypes = readTables().of(LINUX);
  prototypes.prototypeOf("getaddrinfo");

  expect(prototypes.types.filter((text) => text.startsWith("struct addrinfo"))).toHaveLength(1);
  expect(prototypes.types.at(-1)).toMatch(/^struct addrinfo .*struct addrinfo \*ai_next/u);
});

test("a name means what it means on the platform", () => {
  const tables = readTables();

  expect(tables.of(LINUX).prototypeOf("connect")).toContain("int sockfd");
  expect(tables.of(WINDOWS).prototypeOf("connect")).toContain("SOCKET s");
  expect(tables.of(LINUX).prototypeOf("CreateFileA")).toBeUndefined();
  expect(tables.of(WINDOWS).prototypeOf("fork")).toBeUndefined();
  expect(tables.of(LINUX).prototypeOf("of_the_program_itself")).toBeUndefined();
  expect(tables.of(LINUX).prototypeOf("constructor")).toBeUndefined();
  expect(tables.of(DARWIN).prototypeOf("_".repeat(10_000_000))).toBeUndefined();
});

test("32-bit Windows tells conventions apart, and decorated names are known", () => {
  const prototypes = readTables().of(WINDOWS_32);

  expect(prototypes.prototypeOf("Sleep")).toBe("__stdcall void Sleep(DWORD dwMilliseconds)");
  expect(prototypes.prototypeOf("_Sleep@4")).toBe("__stdcall void Sleep(DWORD dwMilliseconds)");
  expect(prototypes.prototypeOf("wsprintfA")).toMatch(/^__cdecl int wsprintfA\(/u);
  expect(prototypes.prototypeOf("_printf")).toBe("__cdecl int printf(const char *format, ...)");
});

test("names of Darwin lose the underscore and what says which variant they are", () => {
  const prototypes = readTables().of(DARWIN);

  expect(prototypes.prototypeOf("_puts")).toBe("int puts(const char *s)");
  expect(prototypes.prototypeOf("_stat$INODE64")).toBe("int stat(const char *pathname, struct stat *statbuf)");
  expect(prototypes.prototypeOf("puts")).toBe("int puts(const char *s)");
});

test("the version is the same for the same tables", () => {
  expect(readTables().version).toBe(readTables().version);
  expect(readTables().version).toMatch(/^[0-9a-f]{64}$/u);
});
