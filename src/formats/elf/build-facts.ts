/** What a file says about how it was built. */
import type { Bytes } from "../../base/bytes.ts";
import { textOf } from "../../base/bytes.ts";
import type { BuildFacts, GoFacts } from "../image.ts";
import type { Layout } from "./layout.ts";
import { buildIdOf, describeNotes, type Note } from "./notes.ts";
import { SECTION_TYPE, sectionBytes } from "./section-headers.ts";

/** Build id, compilers, debug information and what else sections made by compilers and linkers hold. */
export function buildFacts(layout: Layout, notes: readonly Note[], go: GoFacts | undefined): BuildFacts {
  const buildId = buildIdOf(notes);
  const link = debugLink(namedBytes(layout, ".gnu_debuglink"));
  const moduleInfo = keyValues(namedBytes(layout, ".modinfo"));
  return {
    ...(buildId === undefined ? {} : { buildId }),
    ...(link === undefined ? {} : { debugLink: link }),
    compilers: [...new Set(texts(namedBytes(layout, ".comment")))],
    notes: describeNotes(notes),
    ...(go === undefined ? {} : { go }),
    ...(moduleInfo.length === 0 ? {} : { moduleInfo }),
    stripped: !layout.sections.some(({ type, size }) => type === SECTION_TYPE.symtab && size > 0),
    hasDebugInfo: layout.sections.some(({ name, size }) => DEBUG_SECTION.test(name) && size > 0),
  };
}

/** Bytes of the first section with a name. */
export function namedBytes({ file, sections }: Layout, wanted: string): Bytes | undefined {
  const section = sections.find(({ name }) => name === wanted);
  return section === undefined ? undefined : sectionBytes(file, section);
}

const DEBUG_SECTION = /^\.(z?debug_info|stab)$/u;

/** Longest section of texts that is read. */
const TEXTS_LIMIT = 1 << 20;

function texts(section: Bytes | undefined): string[] {
  if (section === undefined) return [];
  return textOf(section.clamp(0, TEXTS_LIMIT).data)
    .split("\0")
    .filter((text) => text !== "");
}

function keyValues(section: Bytes | undefined): { readonly key: string; readonly value: string }[] {
  return texts(section).map((text) => {
    const at = text.indexOf("=");
    return at === -1 ? { key: text, value: "" } : { key: text.slice(0, at), value: text.slice(at + 1) };
  });
}

/** `.gnu_debuglink`: a file name, padding to four bytes, and the CRC-32 of that file (GDB manual, section 18.3). */
function debugLink(section: Bytes | undefined): BuildFacts["debugLink"] {
  if (section === undefined) return undefined;
  const name = section.cString(0);
  const size = section.data.indexOf(0) + 1;
  const checksum = section.window(Math.ceil(size / 4) * 4, 4);
  return name.terminated && checksum !== undefined ? { file: name.text, crc32: checksum.u32(0) } : undefined;
}
