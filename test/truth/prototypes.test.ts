/** Prototypes and types of the tables against the headers of glibc and mingw, read by their compilers. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  functionName,
  parseDeclaration,
  type FunctionDeclaration,
  type TypeDeclaration,
} from "../../src/providers/embedded/decompiler/prototypes/declaration.ts";
import { declarationsOf } from "../../src/providers/embedded/decompiler/prototypes/library.ts";
import { platformOf, type Machine } from "../../src/providers/embedded/decompiler/prototypes/platform.ts";
import { GLIBC_HEADERS, POSIX_HEADERS, WINDOWS_HEADERS } from "./library-headers.ts";
import { M32 } from "./toolchain.ts";

const TABLES = path.resolve(import.meta.dirname, "../../src/providers/embedded/decompiler/prototypes");

const MINGW = "x86_64-w64-mingw32-gcc";
const MINGW_32 = "i686-w64-mingw32-gcc";

function linesOf(table: string): string[] {
  return declarationsOf(readFileSync(path.join(TABLES, `${table}.h`), "utf8"));
}

interface Compiled {
  readonly errors: readonly string[];
  /** Functions that the included headers declare. */
  readonly declared: ReadonlySet<string>;
}

/** What a compiler says of a source; `undefined` where it is missing and CI is not set. */
function compiled(command: string, flags: readonly string[], source: string): Compiled | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "rea-prototypes-"));
  try {
    const [file, list] = [path.join(folder, "checked.c"), path.join(folder, "declared")];
    writeFileSync(file, source);
    const options = ["-w", "-fsyntax-only", "-fmax-errors=0", "-fno-diagnostics-show-caret", "-aux-info", list];
    const { error, stderr } = spawnSync(command, [...flags, ...options, file], { encoding: "utf8" });
    if (error !== undefined) {
      if (process.env["CI"] !== undefined) throw error;
      console.log(`not compared: ${error.message}`);
      return undefined;
    }
    const errors = stderr.split("\n").filter((line) => line.includes("error:"));
    return { errors, declared: errors.length > 0 ? new Set() : declaredIn(readFileSync(list, "utf8")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function declaredIn(list: string): ReadonlySet<string> {
  const lines = list.split("\n").filter((line) => line.startsWith("/*") && !line.includes("/checked.c:"));
  return new Set(lines.map((line) => /([A-Za-z_]\w*) \(/u.exec(line.replace(/^\/\*.*?\*\//u, ""))?.[1] ?? ""));
}

/** Declares the functions a second time, which a compiler takes only when both declarations agree. */
function declaredAgain(lines: readonly string[], convention = ""): string {
  const functions = lines.map((line) => parseDeclaration(line)).filter((one) => one.kind === "function");
  const freed = functions.map(({ name }) => `#undef ${name}\n`);
  return [...freed, ...functions.map((declaration) => inC(declaration, convention))].join("");
}

function inC({ name, text, convention }: FunctionDeclaration, usual: string): string {
  const start = text.search(new RegExp(String.raw`\b${name}\(`, "u"));
  // The one function of the tables that a caller in another convention calls back.
  const callee = name === "_beginthreadex" ? text.replace("(*start)", "(__stdcall *start)") : text;
  return `${callee.slice(0, start)}${convention ?? usual} ${callee.slice(start)};\n`;
}

/** Of the tables `names`, those that no header declares; everything else is as in the headers. */
function expectAgreement(names: readonly string[], outcomes: readonly (Compiled | undefined)[]): string[] {
  const known = outcomes.filter((outcome) => outcome !== undefined);
  expect(known.flatMap(({ errors }) => errors)).toEqual([]);
  const functions = names.flatMap(linesOf).map(functionName);
  return functions.filter((name) => !known.some(({ declared }) => declared.has(name)));
}

describe("functions", () => {
  test("of ISO C and POSIX are as glibc declares them", () => {
    const source = `${POSIX_HEADERS}${declaredAgain([...linesOf("c"), ...linesOf("posix")])}`;
    const outcome = compiled("gcc", ["-O2", "-D_XOPEN_SOURCE=700", "-D_DEFAULT_SOURCE"], source);

    if (outcome === undefined) return;
    expect(expectAgreement(["c", "posix"], [outcome])).toEqual(["gets", "basename"]);
  });

  test("of glibc are as it declares them, but for those that only its library and compilers know", () => {
    const source = `${GLIBC_HEADERS}${declaredAgain(linesOf("glibc"))}`;
    const outcome = compiled("gcc", ["-O2", "-D_FORTIFY_SOURCE=2"], source);

    if (outcome === undefined) return;
    const unknown = expectAgreement(["glibc"], [outcome]);
    console.log(`glibc: ${unknown.length} functions that no header declares: ${unknown.join(" ")}`);
    expect(unknown.length).toBeLessThan(60);
    for (const name of unknown) expect(name).toMatch(UNDECLARED);
  });

  test.each([
    [MINGW, []],
    [MINGW_32, [/^[GS]etWindowLongPtr[AW]$/u]],
  ])("of Windows are as %s declares them", (command, macros) => {
    const functions = declaredAgain(linesOf("windows"), "__stdcall");
    const outcomes = WINDOWS_HEADERS.map((headers) => compiled(command, ["-O2"], `${headers}${functions}`));

    if (outcomes.includes(undefined)) return;
    const unknown = expectAgreement(["windows"], outcomes);
    console.log(`${command}: ${unknown.length} functions that no header declares: ${unknown.join(" ")}`);
    const expected = [UNDECLARED_BY_MINGW, ...macros];
    expect(unknown.filter((name) => !expected.some((pattern) => pattern.test(name)))).toEqual([]);
  });
});

/** What compilers call by themselves, functions under the names of their versions, and system calls without a header. */
const UNDECLARED = /^(?:__\w+|pow10|cfree|capget|capset|stime|gets)$/u;

/** The native API, and the start code of the C runtime. */
const UNDECLARED_BY_MINGW = /^(?:GetEnvironmentStringsA|SystemFunction036|Nt[A-Z]\w+|Rtl[A-Z]\w+|Ldr[A-Z]\w+|_\w+)$/u;

describe.each<[string, readonly string[], Machine, string]>([
  ["gcc", [], { format: "elf", architecture: "x86_64", bits: 64 }, GLIBC_HEADERS],
  ["gcc", M32, { format: "elf", architecture: "x86", bits: 32 }, GLIBC_HEADERS],
  ["aarch64-linux-gnu-gcc-12", [], { format: "elf", architecture: "arm64", bits: 64 }, GLIBC_HEADERS],
  [MINGW, [], { format: "pe", architecture: "x86_64", bits: 64 }, WINDOWS_HEADERS[0] ?? ""],
  [MINGW_32, [], { format: "pe", architecture: "x86", bits: 32 }, WINDOWS_HEADERS[0] ?? ""],
])("types by %s %s", (command, flags, machine, headers) => {
  test("have the sizes, the signs, the members at their offsets and the values of the headers", () => {
    const types = typesOf(machine);
    const ours = types.map(({ text }) => renamed(text)).join("\n");
    const claims = types.flatMap((type) => claimsOf(type));
    const source = `typedef __WCHAR_TYPE__ wchar_t;\n${ours}\n${headers}${claims.join("\n")}\n`;
    const outcome = compiled(command, flags, source);

    if (outcome !== undefined) expect(outcome.errors).toEqual([]);
    expect(claims.length).toBeGreaterThan(300);
  });
});

/** What a platform's files declare, each name once, after what it is made of. */
function typesOf(machine: Machine): TypeDeclaration[] {
  const declared = new Map<string, TypeDeclaration>();
  for (const line of platformOf(machine).types.flatMap(typeLines)) {
    const declaration = parseDeclaration(line);
    if (declaration.kind !== "type" || declaration.names.some((name) => declared.has(name))) continue;
    for (const name of declaration.names) declared.set(name, declaration);
  }
  const ordered = new Set<TypeDeclaration>();
  const visit = (declaration: TypeDeclaration, within: readonly TypeDeclaration[]): void => {
    if (ordered.has(declaration) || within.includes(declaration)) return;
    for (const { name } of declaration.uses) {
      const used = declared.get(name);
      if (used !== undefined) visit(used, [...within, declaration]);
    }
    ordered.add(declaration);
  };
  for (const declaration of declared.values()) visit(declaration, []);
  return [...ordered];
}

function typeLines(table: string): string[] {
  try {
    return linesOf(path.join("types", table));
  } catch {
    return [];
  }
}

const BUILT_IN =
  /^(?:void|char|short|int|long|float|double|signed|unsigned|wchar_t|const|struct|union|enum|typedef|0x[0-9a-f]+|\d+)$/u;

/** So that no name is one of the headers or of their macros. */
function renamed(text: string): string {
  return text.replaceAll(/\w+/gu, (word) => (BUILT_IN.test(word) ? word : `our_${word}`));
}

/** Assertions that the type is as the one of the same name in the headers. */
function claimsOf({ names, text }: TypeDeclaration): string[] {
  const [open, close] = [text.indexOf("{"), text.lastIndexOf("}")];
  const isOpaque = open < 0 && /^typedef struct \w+ \w+;$/u.test(text);
  if (isOpaque) return [];
  return names
    .filter((name) => !WITHOUT_COUNTERPART.test(name))
    .flatMap((name) => [
      claim(`sizeof(${renamed(name)}) == sizeof(${name})`),
      ...(/^typedef (?:unsigned )?(?:char|short|int|long|long long) \w+;$/u.test(text)
        ? [claim(`((${renamed(name)})-1 < 0) == ((${name})-1 < 0)`)]
        : []),
      ...(open < 0 ? [] : insideClaims(name, text.slice(open + 1, close), text.includes("enum"))),
    ]);
}

function insideClaims(name: string, body: string, isEnumeration: boolean): string[] {
  if (isEnumeration) {
    const enumerators = body.split(",").map((one) => one.trim().split(" ")[0] ?? "");
    return enumerators.filter((one) => !WITHOUT_COUNTERPART.test(one)).map((one) => claim(`our_${one} == ${one}`));
  }
  const members = body.split("; ").map((member) => /(?:\(\*(\w+)\)\(|(\w+)(?:\[\w+\])?;?$)/u.exec(member.trim()));
  return members
    .map((match) => match?.[1] ?? match?.[2] ?? "")
    .filter((member) => member !== "" && !member.startsWith("__"))
    .filter((member) => !WITHOUT_COUNTERPART.test(`${name}.${member}`))
    .map((member) =>
      claim(`__builtin_offsetof(${renamed(name)}, our_${member}) == __builtin_offsetof(${name}, ${member})`),
    );
}

function claim(condition: string): string {
  return `_Static_assert(${condition}, "${condition}");`;
}

/** What is passed as a pointer here and an array there, and what has no name in the headers. */
const WITHOUT_COUNTERPART =
  /^(?:jmp_buf|sigjmp_buf|va_list|struct __va_list_tag|\w+ (?:U?LARGE_INTEGER_HALVES|VARIANT_(?:RECORD|VALUE))|(?:VARIANT|struct tagVARIANT)\.value|System(?:Module|KernelDebugger)Information)$/u;
