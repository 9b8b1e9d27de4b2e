/** The module's answer about a function, read back into plain data. */
import type { DecompiledFunction, DecompiledSignature, DecompiledVariable, TextToken, TokenKind } from "./protocol.ts";
import { WireReader } from "./wire.ts";

/** In the order of `TokenKind` in `wasm/decompiler/src/token_sink.rs`. */
const TOKEN_KINDS: readonly TokenKind[] = [
  "keyword",
  "comment",
  "type",
  "function",
  "variable",
  "parameter",
  "global",
  "constant",
  "field",
  "label",
  "operator",
  "punctuation",
];

/** Stands for the lack of an address. */
const NO_ADDRESS = 0xffff_ffff_ffff_ffffn;

/** Reads what `Decompiled::write` in `wasm/decompiler/src/function.rs` wrote about the function at `address`. */
export function readAnswer(bytes: Uint8Array, address: bigint): DecompiledFunction {
  const reader = new WireReader(bytes);
  const text = reader.text();
  const tokens = reader.list(() => readToken(reader));
  return {
    kind: "text",
    text: `${text}\n`,
    lines: addressesOfLines(text, tokens),
    tokens,
    signature: readSignature(reader),
    locals: reader.list(() => readVariable(reader)),
    callees: reader.list(() => ({ address: reader.u64(), name: reader.text() })),
    strings: [...new Set(reader.list(() => unquoted(reader.text())))],
    warnings: reader.list(() => {
      const at = reader.u64();
      const message = reader.text();
      return at === address ? { message } : { message, address: at };
    }),
  };
}

function readToken(reader: WireReader): TextToken {
  const [start, length, kind, address] = [reader.u32(), reader.u32(), TOKEN_KINDS[reader.u8()], reader.u64()];
  if (kind === undefined) throw new Error("the decompiler's module has a kind of token that is not known");
  return address === NO_ADDRESS ? { start, length, kind } : { start, length, kind, address };
}

function readSignature(reader: WireReader): DecompiledSignature {
  return {
    name: reader.text(),
    returnType: reader.text(),
    convention: reader.text(),
    variadic: reader.flag(),
    noReturn: reader.flag(),
    parameters: reader.list(() => readVariable(reader)),
  };
}

function readVariable(reader: WireReader): DecompiledVariable {
  return { name: reader.text(), type: reader.text(), storage: reader.text(), size: reader.u32() };
}

/** Without the quotes and the prefix of wide literals. */
function unquoted(literal: string): string {
  return literal.slice(literal.indexOf('"') + 1, literal.lastIndexOf('"'));
}

/** Tokens come in the order of the text, so one walk over both is enough. */
function addressesOfLines(text: string, tokens: readonly TextToken[]): bigint[][] {
  const lines: bigint[][] = [];
  let next = 0;
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const addresses = new Set<bigint>();
    for (let token = tokens[next]; token !== undefined && token.start <= end; token = tokens[++next]) {
      if (token.address !== undefined) addresses.add(token.address);
    }
    lines.push([...addresses].sort((left, right) => (left < right ? -1 : 1)));
    start = end + 1;
  }
  return lines;
}
