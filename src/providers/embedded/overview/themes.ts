/** What imports are for, by theme. */
import { compareNames } from "../parts/names.ts";
import { THEMES, type Theme } from "./theme-table.ts";
import { WINDOWS_THEMES } from "./windows-themes.ts";

export interface ThemeCount {
  readonly theme: string;
  readonly total: number;
  readonly names: string[];
}

/**
 * Themes that occur, in the order of the table, `other` last. Of each at most 12 names, in alphabetical order of the
 * raw ones, in the form that `shown` gives them. `plain` takes off what the file's format adds to names.
 */
export function importsByTheme(
  names: readonly string[],
  shown: (raw: string) => string,
  plain: (raw: string) => string = (raw) => raw,
): ThemeCount[] {
  const byTheme = new Map<string, Set<string>>();
  for (const name of names) {
    if (name === "") continue;
    const theme = themeOf(plain(name));
    const known = byTheme.get(theme);
    if (known === undefined) byTheme.set(theme, new Set([name]));
    else known.add(name);
  }
  return [...NAMES_OF_THEMES, OTHER].flatMap((theme) => {
    const found = [...(byTheme.get(theme) ?? [])].sort(compareNames);
    return found.length === 0 ? [] : [{ theme, total: found.length, names: found.slice(0, MAX_NAMES).map(shown) }];
  });
}

/** The theme of an import by its raw name, without regard to the forms that libraries give the same function. */
export function themeOf(name: string): string {
  const plain = plainName(name);
  const exact = BY_NAME.get(plain);
  if (exact !== undefined) return exact;
  return longestPrefix(plain, BY_PREFIX) ?? longestPrefix(name, BY_WINDOWS_PREFIX) ?? OTHER;
}

function longestPrefix(name: string, themes: ReadonlyMap<string, string>): string | undefined {
  for (let length = Math.min(name.length, LONGEST_PREFIX); length > 0; length--) {
    const theme = themes.get(name.slice(0, length));
    if (theme !== undefined) return theme;
  }
  return undefined;
}

const MAX_NAMES = 12;
const OTHER = "other";

/** `__open64_2`, `__read_chk`, `readdir_r` and `__isoc99_sscanf` are `open`, `read`, `readdir` and `sscanf`. */
function plainName(name: string): string {
  return name
    .replace(/^(?:__isoc(?:99|23)_|__x?pg_|_IO_|__GI_|__libc_(?!start)|__posix_|__|_(?=[a-z]))/u, "")
    .replace(/_(?:chk|unlocked)$/u, "")
    .replace(/_(?:2|r)$/u, "")
    .replace(/64(?:v2)?(?=$|_)/u, "");
}

/** In the order of the tables, each once. */
const NAMES_OF_THEMES: ReadonlySet<string> = new Set([...THEMES, ...WINDOWS_THEMES].map(({ theme }) => theme));

const BY_NAME = themeByText(THEMES, ({ names, endings = [] }) =>
  (names.match(/\S+/gu) ?? []).flatMap((name) => [name, ...endings.map((ending) => name + ending)]),
);
const BY_PREFIX = themeByText(THEMES, ({ prefixes }) => prefixes);
const BY_WINDOWS_PREFIX = themeByText(WINDOWS_THEMES, ({ prefixes }) => prefixes);
const LONGEST_PREFIX = Math.max(...[...BY_PREFIX.keys(), ...BY_WINDOWS_PREFIX.keys()].map((prefix) => prefix.length));

function themeByText(
  tables: readonly Theme[],
  textsOf: (theme: Theme) => readonly string[],
): ReadonlyMap<string, string> {
  const themes = new Map<string, string>();
  for (const theme of tables) {
    for (const text of textsOf(theme)) if (!themes.has(text)) themes.set(text, theme.theme);
  }
  return themes;
}
