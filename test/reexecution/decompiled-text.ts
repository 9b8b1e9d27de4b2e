/** Texts of one program's functions, whichever decompiler wrote them. */

export interface DecompiledText {
  /** Where the function starts. */
  readonly address: bigint;
  readonly text: string;
  /** Variables of the program that the text names and does not declare. */
  readonly globals: readonly GlobalVariable[];
}

export interface GlobalVariable {
  readonly name: string;
  readonly address: bigint;
  /** A C type, as between the parentheses of a cast. */
  readonly type: string;
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gmu;

/** The text up to its body, without comments. */
export function signatureOf({ text }: DecompiledText): string {
  const plain = text.replaceAll(COMMENT, "");
  return plain.slice(0, Math.max(0, plain.indexOf("{"))).trim();
}

/** What the text calls the function; `undefined` when it does not start with a signature. */
export function identifierOf(text: DecompiledText): string | undefined {
  return /([A-Za-z_]\w*)\s*\(/u.exec(signatureOf(text))?.[1];
}
