/** Reads the C of the tables: one declaration a line, in the subset of C11 (6.7) that README.md describes. */

export type Declaration = FunctionDeclaration | TypeDeclaration;

export interface FunctionDeclaration {
  readonly kind: "function";
  readonly name: string;
  /** From its return type to its last parenthesis, without marks and conventions. */
  readonly text: string;
  readonly convention: Convention | undefined;
  readonly noReturn: boolean;
  readonly variadic: boolean;
  /** Types in its text, each once, in the order of the text. */
  readonly uses: readonly TypeUse[];
}

export interface TypeDeclaration {
  readonly kind: "type";
  /** What it declares: a tag with its keyword, such as `struct tm`, the name of a typedef, or both. */
  readonly names: readonly string[];
  /** The declaration without conventions, with its semicolon. */
  readonly text: string;
  readonly uses: readonly TypeUse[];
}

export type Convention = "__cdecl" | "__stdcall";

/** A type that is not built into C: a tag with its keyword, or a name. */
export interface TypeUse {
  readonly name: string;
  /** Only pointed to: its members need not be known. */
  readonly isPointedTo: boolean;
}

/** Throws a `SyntaxError` that quotes the line: the tables are ours. */
export function parseDeclaration(line: string): Declaration {
  return new Parser(line).declaration();
}

/** The name of the function that a line declares, without reading the rest of it. */
export function functionName(line: string): string {
  return /(\w+)\(/.exec(line)?.[1] ?? "";
}

/** As `names` of the type that a line declares, without reading the rest of it. */
export function typeNames(line: string): string[] {
  const tag = /^(?:typedef )?((?:struct|union|enum) \w+) \{/.exec(line)?.[1];
  const name = line.startsWith("typedef ") ? (/[ *](\w+);$/.exec(line) ?? /\(\*(\w+)\)/.exec(line))?.[1] : undefined;
  return [tag, name].filter((one) => one !== undefined);
}

const TOKEN = /\s*(?:(\w+)|(\.\.\.|[()[\]{},;*=-]))/y;

const BASIC = new Set(["void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "wchar_t"]);

const QUALIFIERS = ["const", "volatile"];

interface Specifier {
  readonly text: string;
  /** Absent for the types that are built into C, and for what is defined in place. */
  readonly use: string | undefined;
  readonly defines: string | undefined;
}

interface Declarator {
  readonly text: string;
  readonly name: string;
  readonly isPointer: boolean;
}

class Parser {
  readonly #line: string;
  readonly #tokens: readonly string[];
  readonly #uses = new Map<string, boolean>();
  #at = 0;

  constructor(line: string) {
    this.#line = line;
    this.#tokens = [...tokensOf(line)];
  }

  declaration(): Declaration {
    if (this.#take("typedef")) return this.#typedef();
    const noReturn = this.#take("noreturn");
    const specifier = this.#specifier();
    if (specifier.defines !== undefined && this.#take(";")) {
      return this.#end({ kind: "type", names: [specifier.defines], text: `${specifier.text};`, uses: this.#allUses() });
    }
    return this.#function(specifier, noReturn);
  }

  #typedef(): TypeDeclaration {
    const specifier = this.#specifier();
    const declarator = this.#declarator(specifier);
    if (declarator.name === "") throw this.#error("a name");
    this.#expect(";");
    const names = specifier.defines === undefined ? [declarator.name] : [specifier.defines, declarator.name];
    const text = `typedef ${specifier.text} ${declarator.text};`;
    return this.#end({ kind: "type", names, text, uses: this.#allUses() });
  }

  #function(returned: Specifier, noReturn: boolean): FunctionDeclaration {
    const stars = this.#stars();
    this.#use(returned, stars !== "");
    const name = this.#word();
    const { text, variadic } = this.#parameters();
    const convention = this.#convention();
    this.#expect(";");
    const whole = `${returned.text} ${stars}${name}${text}`;
    return this.#end({ kind: "function", name, text: whole, convention, noReturn, variadic, uses: this.#allUses() });
  }

  #parameters(): { readonly text: string; readonly variadic: boolean } {
    this.#expect("(");
    if (this.#peek() === "void" && this.#peek(1) === ")") {
      this.#at += 2;
      return { text: "(void)", variadic: false };
    }
    const parameters: string[] = [];
    let variadic = false;
    do {
      variadic = parameters.length > 0 && this.#take("...");
      parameters.push(variadic ? "..." : this.#variable().text);
    } while (!variadic && this.#take(","));
    this.#expect(")");
    return { text: `(${parameters.join(", ")})`, variadic };
  }

  /** A parameter or a member. */
  #variable(): Declarator {
    const specifier = this.#specifier();
    const declarator = this.#declarator(specifier);
    const space = declarator.text === "" ? "" : " ";
    return { ...declarator, text: `${specifier.text}${space}${declarator.text}` };
  }

  #declarator(specifier: Specifier): Declarator {
    const stars = this.#stars();
    if (this.#peek() === "(") {
      this.#use(specifier, true);
      return this.#pointerToFunction(stars);
    }
    this.#use(specifier, stars !== "");
    const name = isWord(this.#peek()) ? this.#word() : "";
    let text = stars + name;
    while (this.#take("[")) {
      text += `[${this.#number()}]`;
      this.#expect("]");
    }
    return { text, name, isPointer: stars !== "" };
  }

  #pointerToFunction(returnedStars: string): Declarator {
    this.#expect("(");
    this.#convention();
    const stars = this.#stars();
    if (stars === "") throw this.#error("*");
    const name = isWord(this.#peek()) ? this.#word() : "";
    this.#expect(")");
    return { text: `${returnedStars}(${stars}${name})${this.#parameters().text}`, name, isPointer: true };
  }

  /** The type before a declarator. What it uses is noted by whoever knows whether it is pointed to. */
  #specifier(): Specifier {
    const qualifier = QUALIFIERS.find((one) => this.#take(one));
    const specifier = this.#unqualified();
    return qualifier === undefined ? specifier : { ...specifier, text: `${qualifier} ${specifier.text}` };
  }

  #unqualified(): Specifier {
    const keyword = this.#peek();
    if (keyword === "struct" || keyword === "union" || keyword === "enum") return this.#tagged(keyword);
    const words: string[] = [];
    while (BASIC.has(this.#peek())) words.push(this.#word());
    if (words.length > 0) return { text: words.join(" "), use: undefined, defines: undefined };
    const name = this.#word();
    return { text: name, use: name, defines: undefined };
  }

  #tagged(keyword: "struct" | "union" | "enum"): Specifier {
    this.#expect(keyword);
    const tag = isWord(this.#peek()) ? this.#word() : "";
    const name = tag === "" ? keyword : `${keyword} ${tag}`;
    if (this.#peek() !== "{") return { text: name, use: name, defines: undefined };
    const body = keyword === "enum" ? this.#enumerators() : this.#members();
    return { text: `${name} { ${body} }`, use: undefined, defines: tag === "" ? undefined : name };
  }

  #members(): string {
    const members: string[] = [];
    this.#expect("{");
    do {
      const { name, text } = this.#variable();
      if (name === "") throw this.#error("the name of a member");
      this.#expect(";");
      members.push(`${text};`);
    } while (!this.#take("}"));
    return members.join(" ");
  }

  #enumerators(): string {
    const enumerators: string[] = [];
    this.#expect("{");
    do {
      const name = this.#word();
      enumerators.push(this.#take("=") ? `${name} = ${this.#number()}` : name);
    } while (this.#take(","));
    this.#expect("}");
    return enumerators.join(", ");
  }

  #stars(): string {
    let stars = "";
    while (this.#peek() === "*" || this.#peek() === "const") stars += this.#take("*") ? "*" : this.#constant();
    return stars;
  }

  /** Of a pointer that is itself constant. */
  #constant(): string {
    this.#expect("const");
    return isWord(this.#peek()) || this.#peek() === "*" ? "const " : "const";
  }

  #convention(): Convention | undefined {
    const word = this.#peek();
    if (word !== "__cdecl" && word !== "__stdcall") return undefined;
    this.#at++;
    return word;
  }

  #number(): string {
    const number = this.#tokens[this.#at++] ?? "";
    if (!/^(?:0x[0-9a-f]+|\d+)$/u.test(number)) throw this.#error("a number");
    return number;
  }

  #word(): string {
    const word = this.#tokens[this.#at++] ?? "";
    if (!isWord(word) || KEYWORDS.has(word)) throw this.#error("a name");
    return word;
  }

  #use({ use }: Specifier, isPointedTo: boolean): void {
    if (use !== undefined) this.#uses.set(use, isPointedTo && this.#uses.get(use) !== false);
  }

  #allUses(): TypeUse[] {
    return [...this.#uses].map(([name, isPointedTo]) => ({ name, isPointedTo }));
  }

  #end<T>(declared: T): T {
    if (this.#at < this.#tokens.length) throw this.#error("the end");
    return declared;
  }

  #peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead] ?? "";
  }

  #take(token: string): boolean {
    const isThere = this.#peek() === token;
    if (isThere) this.#at++;
    return isThere;
  }

  #expect(token: string): void {
    if (!this.#take(token)) throw this.#error(token);
  }

  #error(wanted: string): SyntaxError {
    return new SyntaxError(`${wanted} is missing before token ${this.#at + 1} of ${this.#line}`);
  }
}

const KEYWORDS = new Set([...QUALIFIERS, "struct", "union", "enum", "typedef", "noreturn", "__cdecl", "__stdcall"]);

function isWord(token: string): boolean {
  return /^[A-Za-z_]/u.test(token);
}

function* tokensOf(line: string): Generator<string> {
  const end = line.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(line);
    if (match === null) throw new SyntaxError(`no C that these tables use, at character ${at}: ${line}`);
    yield match[1] ?? match[2] ?? "";
  }
}
