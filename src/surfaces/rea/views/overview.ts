/** The first page about a program. */
import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { Overview } from "../../../contracts/facts.ts";
import { facts, grouped, humanSize, titled, type Fact } from "../text/facts.ts";
import type { Sheet } from "../text/sheet.ts";
import type { Style } from "../text/style.ts";
import { table, type Column } from "../text/table.ts";
import { displayWidth } from "../text/width.ts";
import { flow } from "../text/flow.ts";
import { entropyBar } from "./entropy-bar.ts";
import { machoLines } from "./macho.ts";
import { peLines } from "./pe.ts";
import type { Scene, View } from "./view.ts";

export const overview: View = {
  noun: ["fact", "facts"],
  *lines(page: Overview, { sheet, file }: Scene): Iterable<string> {
    yield sheet.style.bold(sheet.fit(headline(page), 0));
    yield* titled("Identity", facts(identity(page), sheet, "  "), sheet);
    yield* titled("Language", facts(language(page), sheet, "  "), sheet);
    yield* titled("Windows image", facts(peLines(page), sheet, "  "), sheet);
    yield* titled("Mach-O image", facts(machoLines(page), sheet, "  "), sheet);
    yield* titled("Hardening", hardening(page, sheet), sheet);
    yield* titled("Contents", facts(contents(page), sheet, "  "), sheet);
    yield* titled("Sections", table(SECTION_COLUMNS, sectionsOf(page), sheet, "  "), sheet);
    yield* titled("Entry points", table(ENTRY_COLUMNS, page.entry_points, sheet, "  "), sheet);
    yield* titled("Imports by theme", themes(page, sheet), sheet);
    yield* titled("Notable strings", table(NOTABLE_COLUMNS, page.notable_strings, sheet, "  "), sheet);
    yield* titled("Largest functions", table(RANKED_COLUMNS, page.largest_functions, sheet, "  "), sheet);
    yield* titled("Most called functions", table(RANKED_COLUMNS, page.most_called_functions, sheet, "  "), sheet);
    yield* titled("Damage", table(ISSUE_COLUMNS, page.issues, sheet, "  "), sheet);
    yield* titled("Next", nextSteps(page, file, sheet.style), sheet);
  },
};

type Section = Overview["sections"][number];
type Ranked = Overview["largest_functions"][number];

/** `/bin/ls: ELF 64-bit x86-64 shared object, 148.8 KiB, stripped`. */
function headline({ identity }: Overview): string {
  const { file, format, architecture, kind, size, stripped, static: linked } = identity;
  const linking = linked ? ["statically linked"] : [];
  return [
    `${file}: ${formatName(format)} ${architecture} ${kind}`,
    humanSize(size),
    ...linking,
    ...(stripped ? ["stripped"] : []),
  ].join(", ");
}

/** Short names of formats are initials. */
function formatName(format: string): string {
  if (format === "macho") return "Mach-O";
  return format.length <= 3 ? format.toUpperCase() : format;
}

function identity({ identity: it }: Overview): Fact[] {
  return [
    ["size", `${grouped(it.size)} ${plural(it.size, "byte")}`],
    ["sha256", it.sha256],
    ["sha1", it.sha1],
    ["md5", it.md5],
    ["build id", it.build_id],
    ["format", `${formatName(it.format)}, ${it.bits}-bit ${it.endian}-endian, ${it.abi}`],
    ["image base", it.image_base],
    ["interpreter", it.interpreter],
    ["soname", it.soname],
    ["needs", it.needed.join(" ")],
    ["runpath", it.runpath.join(":")],
    ["debug info", it.debug_info ? "yes" : "none"],
    ["debug link", it.debug_link],
  ];
}

function language({ language: it }: Overview): Fact[] {
  const { go } = it;
  return [
    ["language", it.name],
    ["evidence", it.evidence.join("; ")],
    ["compiler", it.compilers.join("; ")],
    [
      "go",
      go === null
        ? null
        : `${go.version ?? "version unknown"}, ${grouped(go.functions)} ${plural(go.functions, "function")} in ${go.table ?? "no table"}`,
    ],
    ["go package", go?.path],
    ["go module", go?.module],
    [
      "go settings",
      go === null
        ? null
        : Object.entries(go.settings)
            .map((pair) => pair.join("="))
            .join(" "),
    ],
    ["go requires", go?.dependencies.join(" ")],
    ...Object.entries(it.module_info ?? {}),
  ];
}

function* hardening({ hardening: list }: Overview, sheet: Sheet): Iterable<string> {
  const width = Math.max(0, ...list.map(({ property }) => property.length));
  const states = Math.max(0, ...list.map(({ state }) => state.length));
  for (const { property, state, evidence } of list) {
    const painted = stateColour(state, sheet.style)(printable(state).padEnd(states));
    const used = width + states + 6;
    yield `  ${printable(property).padEnd(width)}  ${painted}  ${sheet.style.dim(sheet.fit(evidence, used))}`.trimEnd();
  }
}

function stateColour(state: string, style: Style): (text: string) => string {
  if (/^(?:full|enabled|yes|on|present)/iu.test(state)) return style.green;
  return /^(?:none|disabled|no|off|absent)/iu.test(state) ? style.red : style.yellow;
}

function contents({ counts: it, evidence, code_analysed: analysed }: Overview): Fact[] {
  const sources = Object.entries(evidence).map(([source, count]) => `${source} ${grouped(count)}`);
  const unknown = [
    ...(it.unresolved_calls > 0
      ? [`${grouped(it.unresolved_calls)} ${plural(it.unresolved_calls, "call")} computed at run time`]
      : []),
    ...(it.unresolved_jumps > 0
      ? [`${grouped(it.unresolved_jumps)} ${plural(it.unresolved_jumps, "jump")} with unknown targets`]
      : []),
    ...(it.unclaimed_code_bytes > 0
      ? [`${grouped(it.unclaimed_code_bytes)} code ${plural(it.unclaimed_code_bytes, "byte")} in no function`]
      : []),
  ];
  const kinds = [
    grouped(it.functions),
    ...(it.thunks > 0 ? [`${grouped(it.thunks)} ${plural(it.thunks, "thunk")}`] : []),
    `${grouped(it.import_stubs)} import ${plural(it.import_stubs, "stub")}`,
  ];
  return [
    ["functions", kinds.join(", ")],
    ["found by", sources.join(", ")],
    [
      "code",
      analysed
        ? `${grouped(it.instructions)} ${plural(it.instructions, "instruction")} in ${grouped(it.blocks)} ${plural(it.blocks, "block")}`
        : "not analysed",
    ],
    ["jump tables", analysed ? it.jump_tables : "not looked for"],
    ["references", analysed ? grouped(it.references) : `${grouped(it.references)} in data; not looked for in code`],
    ["strings", grouped(it.strings)],
    ["symbols", grouped(it.symbols)],
    ["imports", grouped(it.imports)],
    ["exports", grouped(it.exports)],
    ["unknown", unknown.join(", ")],
  ];
}

/** A section without a name says nothing on a first page. */
function sectionsOf({ sections }: Overview): Section[] {
  return sections.filter(({ name, size }) => name !== "" || size > 0);
}

const SECTION_COLUMNS: readonly Column<Section>[] = [
  { title: "ADDRESS", cell: ({ address }) => address ?? "-", paint: "cyan" },
  { title: "SIZE", cell: ({ size }) => grouped(size), align: "right" },
  { title: "PERM", cell: ({ permissions }) => permissions },
  { title: "ENTROPY", cell: ({ entropy }) => entropyBar(entropy) },
  { title: "NAME", cell: ({ name }) => name },
];

const ENTRY_COLUMNS: readonly Column<Overview["entry_points"][number]>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "ROLE", cell: ({ role }) => role, paint: "dim" },
  { title: "NAME", cell: ({ name }) => name },
];

const NOTABLE_COLUMNS: readonly Column<Overview["notable_strings"][number]>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "WHY", cell: ({ reason }) => reason, paint: "dim" },
  { title: "VALUE", cell: ({ value }) => value },
];

const RANKED_COLUMNS: readonly Column<Ranked>[] = [
  { title: "ADDRESS", cell: ({ address }) => address, paint: "cyan" },
  { title: "SIZE", cell: ({ size }) => grouped(size), align: "right" },
  { title: "CALLERS", cell: ({ callers }) => grouped(callers), align: "right" },
  { title: "NAME", cell: ({ name }) => name },
];

const ISSUE_COLUMNS: readonly Column<Overview["issues"][number]>[] = [
  { title: "OFFSET", cell: ({ offset }) => (offset === null ? "-" : `0x${offset.toString(16)}`), paint: "cyan" },
  { title: "WHAT", cell: ({ message }) => message },
];

/** Names of a theme flow over as many lines as they need. */
function* themes({ imports_by_theme: list }: Overview, sheet: Sheet): Iterable<string> {
  const width = Math.max(0, ...list.map(({ theme }) => theme.length));
  for (const { theme, total, names } of list) {
    const parts = [...names.map(printable), ...(total > names.length ? [`${total - names.length} more`] : [])];
    const words = parts.map((part, index) => (index === parts.length - 1 ? part : `${part},`));
    const lines = flow(words, (sheet.columns ?? PIPE_COLUMNS) - width - 4);
    for (const [index, line] of lines.entries()) {
      yield `  ${sheet.style.dim((index === 0 ? printable(theme) : "").padEnd(width))}  ${line}`;
    }
  }
}

/** Words flow on a pipe too, where there is no width to follow. */
const PIPE_COLUMNS = 120;

function* nextSteps(page: Overview, file: string, style: Style): Iterable<string> {
  const largest = page.largest_functions[0]?.address;
  const text = page.notable_strings[0]?.address;
  const steps = [
    [`rea functions ${file} --order callers`, "functions, the most called first"],
    ...(largest === undefined ? [] : [[`rea function ${file} ${largest}`, "all about the largest function"]]),
    ...(text === undefined ? [] : [[`rea xrefs ${file} ${text}`, "the code that uses the first notable string"]]),
    [`rea imports ${file} --all`, "every import with its library and number of calls"],
    [`rea strings ${file} --all`, "every string"],
    [`rea search ${file} PATTERN`, "functions and strings that mention something"],
  ];
  const width = Math.max(...steps.map(([line = ""]) => displayWidth(line)));
  for (const [line = "", purpose = ""] of steps) {
    yield `  ${style.cyan(line)}${" ".repeat(width - displayWidth(line))}  ${style.dim(purpose)}`;
  }
}
