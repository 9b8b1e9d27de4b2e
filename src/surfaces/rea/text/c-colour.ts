/** Colours for C on a terminal: a tokenizer that looks at one line at a time, which is all that decompiled text needs. */
import type { Style } from "./style.ts";

/** The line with its tokens painted; without the colours it is the same text. */
export function paintC(line: string, style: Style): string {
  return line.replaceAll(TOKEN, (token, ...rest: unknown[]) => paintToken(token, rest, style));
}

/** Strings and characters; comments; numbers; words that a bracket follows; other words. */
const TOKEN =
  /(?<text>L?"(?:[^"\\]|\\.)*"|L?'(?:[^'\\]|\\.)*')|(?<comment>\/\/.*|\/\*.*?\*\/)|(?<number>\b(?:0x[0-9a-fA-F]+|\d[\w.]*))|(?<call>[A-Za-z_]\w*(?=\())|[A-Za-z_]\w*/gu;

type Groups = Readonly<Partial<Record<"text" | "comment" | "number" | "call", string>>>;

function paintToken(token: string, rest: readonly unknown[], style: Style): string {
  const groups = rest.at(-1) as Groups;
  if (groups.text !== undefined) return style.green(token);
  if (groups.comment !== undefined) return style.dim(token);
  if (groups.number !== undefined) return style.cyan(token);
  if (CONTROL.has(token)) return style.magenta(token);
  if (TYPE.test(token)) return style.blue(token);
  return groups.call === undefined ? token : style.yellow(token);
}

const CONTROL: ReadonlySet<string> = new Set([
  ...["break", "case", "continue", "default", "do", "else", "for", "goto", "if", "return", "sizeof", "switch", "while"],
]);
/** Words of the language and the types that decompiled text uses for what it knows only the size of. */
const TYPE =
  /^(?:void|bool|code|char|short|int|long|float|double|signed|unsigned|struct|union|enum|const|volatile|static|FILE|u?(?:char|short|int|long|longlong)|byte|wchar\d|undefined\d*|xunknown\d+|u?int\d+|float\d+|\w+_t)$/u;
