/** Rewrites one generated section of docs/benchmarks.md and leaves the rest of the page alone. */
import { readFileSync, writeFileSync } from "node:fs";

const PAGE = "docs/benchmarks.md";

/** `rows[0]` is the head of the table. The page holds `<!-- name -->` and `<!-- /name -->` around the section. */
export function writeSection(name: string, note: string, rows: readonly (readonly string[])[]): void {
  const page = readFileSync(PAGE, "utf8");
  const open = `<!-- ${name} -->`;
  const close = `<!-- /${name} -->`;
  const start = page.indexOf(open);
  const end = page.indexOf(close);
  if (start < 0 || end < start) throw new Error(`${PAGE} has no section ${name}`);
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(" | ")} |`);
  const rule = `|${" --- |".repeat(rows[0]?.length ?? 0)}`;
  const section = `${open}\n\n${note}\n\n${[head, rule, ...body].join("\n")}\n\n`;
  writeFileSync(PAGE, page.slice(0, start) + section + page.slice(end));
  console.log(section);
}
