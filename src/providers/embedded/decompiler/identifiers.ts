/** Names of a program as identifiers of C (ISO C 6.4.2): legal, readable, each given once. */

/** Hands out identifiers; whoever asks first gets the plain one, the same names in the same order the same ones. */
export class Identifiers {
  readonly #taken = new Set<string>();

  /** The identifier for what is called `shown` at `address`; with the address in it when the plain one is taken. */
  claim(shown: string, address: bigint): string {
    const plain = identifierFor(shown);
    const free = this.#taken.has(plain) ? this.#free(`${plain}_${address.toString(16)}`) : plain;
    this.#taken.add(free);
    return free;
  }

  #free(wanted: string): string {
    let name = wanted;
    for (let next = 2; this.#taken.has(name); next++) name = `${wanted}_${next}`;
    return name;
  }
}

/**
 * The identifier that reads most like the name: `shop__total` for `shop::total(shop::Item const&)`. Different names may
 * give the same one. At most 100 characters.
 */
export function identifierFor(shown: string): string {
  if (PLAIN.test(shown) && shown.length <= LONGEST) return isReserved(shown) ? `${shown}_` : shown;
  const words = symbolsInWords(core(shown.slice(0, LONGEST_READ)));
  const text = words
    .replaceAll("::", "__")
    .replaceAll(/[^A-Za-z0-9_]+/gu, "_")
    .replaceAll(/_{3,}/gu, "__")
    .slice(0, LONGEST)
    .replaceAll(/^_(?=.)|_+$/gu, "");
  const legal = /^[A-Za-z_]/u.test(text) ? text : `_${text}`;
  return isReserved(legal) ? `${legal}_` : legal;
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/u;
const LONGEST = 100;
/** Characters of a name that are looked at. */
const LONGEST_READ = 4096;

/** The name without what C has no place for: parameters, template arguments, the hash of a Rust path. */
function core(shown: string): string {
  const path = shown
    .replace(/::h[0-9a-f]{16}$/u, "")
    .replace(/ \[clone [^\]]*\]/gu, "")
    .replaceAll("(anonymous namespace)", "anonymous");
  const named = withoutReturnType(withoutGroups(path));
  return named === "" ? path : named;
}

/**
 * Without parameter lists and template arguments. `(*T)` of Go is a part of a path and stays, as does what a
 * Rust path or an operator starts with.
 */
function withoutGroups(path: string): string {
  let kept = "";
  let depth = 0;
  for (const [piece] of path.matchAll(PIECES)) {
    const opens = piece === "(" || (piece === "<" && kept !== "");
    const closes = piece === ")" || piece === ">";
    if (opens) depth++;
    else if (closes && depth > 0) depth--;
    else if (depth === 0 && (!piece.startsWith("(*") || /(?:^|[.:])$/u.test(kept))) kept += piece;
  }
  return kept.replace(/ (?:const|volatile|&+|noexcept)+$/u, "").trim();
}

/** Operators and what else looks like a group and is none, brackets, and the text between them. */
const PIECES =
  /operator(?:\(\)|<=>|<<=?|>>=?|->\*?|[<>]=?)|\(\*[\w$]+\)|\{lambda\([^)]*\)#\d+\}|[()<>]|[^()<>{o]+|[^]/gu;

/** Functions made from templates are shown with what they return. */
function withoutReturnType(path: string): string {
  if (!path.includes(" ") || /operator |^(?:vtable|typeinfo|VTT|guard|non-virtual|virtual|<)/u.test(path)) return path;
  return path.slice(path.lastIndexOf(" ") + 1);
}

const SYMBOLS: readonly (readonly [symbol: string, word: string])[] = [
  ["operator()", "operator_call"],
  ["operator[]", "operator_index"],
  ["operator<=>", "operator_order"],
  ["operator<<", "operator_shl"],
  ["operator>>", "operator_shr"],
  ["operator->", "operator_arrow"],
  ["operator==", "operator_eq"],
  ["operator!=", "operator_ne"],
  ["operator<=", "operator_le"],
  ["operator>=", "operator_ge"],
  ["operator+=", "operator_add_to"],
  ["operator-=", "operator_subtract_from"],
  ["operator++", "operator_increment"],
  ["operator--", "operator_decrement"],
  ["operator<", "operator_lt"],
  ["operator>", "operator_gt"],
  ["operator=", "operator_assign"],
  ["operator+", "operator_add"],
  ["operator-", "operator_minus"],
  ["operator*", "operator_star"],
  ["operator/", "operator_divide"],
  ["operator!", "operator_not"],
  ["::~", "::destroy_"],
];

function symbolsInWords(name: string): string {
  let text = name;
  for (const [symbol, word] of SYMBOLS) text = text.replaceAll(symbol, word);
  return text;
}

/** Words of the language, types that the text uses without declaring them, and names that the decompiler gives itself. */
function isReserved(name: string): boolean {
  return RESERVED.has(name) || GIVEN.test(name);
}

const RESERVED: ReadonlySet<string> = new Set([
  ...["auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern"],
  ...["float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed"],
  ...["sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while"],
  ...["alignas", "alignof", "bool", "constexpr", "false", "nullptr", "thread_local", "true", "typeof", "asm"],
  ...["_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary", "_Noreturn"],
  ...["_Static_assert", "_Thread_local", "code", "byte", "uchar", "ushort", "uint", "ulong", "longlong", "ulonglong"],
  ...["int1", "int2", "int4", "int8", "uint1", "uint2", "uint4", "uint8", "float4", "float8", "float10", "float16"],
  ...["wchar2", "wchar4", "wchar_t", "undefined", "NULL"],
]);
const GIVEN =
  /^(?:param_\d+|local_[0-9a-f]+|[a-z]{1,4}(?:Var|Stack|Ram|Reg)_?\w*|x?unknown\d+|undefined\d+|(?:in|extraout|unaff|auVar|CONCAT|SUB|ZEXT|SEXT)_?[0-9A-Z]\w*|func_0x[0-9a-f]+|(?:code_)?(?:LAB|joined)_?0x[0-9a-f]+)$/u;
