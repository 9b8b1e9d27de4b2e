/** Procedure linkage tables of lazily bound programs, against the relocations that readelf counts. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { analyse } from "./analysed.ts";
import { build } from "./toolchain.ts";

const SOURCE = `
int puts(const char *), putchar(int), rand(void);
void exit(int);
int main(void) { puts("a"); putchar(rand()); exit(rand()); }
`;

test.each([
  ["gcc", ["-O1"]],
  ["gcc", ["-O1", "-fcf-protection", "-Wl,-z,ibtplt"]],
  ["gcc", ["-O1", "-m32"]],
  ["clang", ["-O1", "-fuse-ld=lld"]],
  ["aarch64-linux-gnu-gcc-12", ["-O1"]],
])("the entry of .plt that calls the resolver is no function: %s %s", (command, flags) => {
  const program = build(SOURCE, { command, language: "c", flags: [...flags, "-Wl,-z,lazy"] });
  if (program === undefined) return;

  const { image, program: found } = analyse(program);

  const tables = image.sections.filter(({ name }) => /^\.plt(?:\.sec)?$/u.test(name));
  const isInside = (rva: number): boolean =>
    tables.some((table) => rva >= (table.rva ?? 0) && rva < (table.rva ?? 0) + table.size);
  const imports = Array.from(found.functions.import).filter((_, index) => isInside(found.functions.rva[index] ?? 0));
  expect(imports).toHaveLength(lazySlots(program));
  expect(imports).not.toContain(-1);
  expect(found.references.to.filter((to) => to === tables[0]?.rva)).toHaveLength(0);
});

/** Slots that are bound at the first call. */
function lazySlots(program: string): number {
  const text = execFileSync("readelf", ["-rW", program], { encoding: "utf8" });
  return [...text.matchAll(/R_\S+_JUMP_SLO/gu)].length;
}
