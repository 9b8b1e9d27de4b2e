/** What the decompiler answered about a function, as a fact. */
import type { PseudocodeFact } from "../../../contracts/facts.ts";
import { Failure, type FailureCode } from "../../../base/failure.ts";
import { hexadecimal } from "../address-space.ts";
import type { Meaning } from "./given-names.ts";
import type { DecompiledFunction, DecompiledVariable, DecompileFailure, DecompileFailureReason } from "./protocol.ts";

/** What the engine knows about the function besides. */
export type Surroundings = Pick<PseudocodeFact, "address" | "name" | "callees" | "strings" | "decompiler"> & {
  readonly meanings: ReadonlyMap<string, Meaning>;
};

export function pseudocodeFact(
  decompiled: DecompiledFunction,
  { meanings, callees, strings, decompiler, ...place }: Surroundings,
): PseudocodeFact {
  const { text, lines, signature, locals, warnings } = decompiled;
  return {
    ...place,
    text,
    lines: lines.flatMap((addresses, index) =>
      addresses.length === 0 ? [] : [{ line: index + 1, addresses: addresses.map(hexadecimal) }],
    ),
    signature: {
      return_type: signature.returnType,
      convention: signature.convention,
      variadic: signature.variadic,
      no_return: signature.noReturn,
    },
    parameters: signature.parameters.map(variableFact),
    locals: locals.map(variableFact),
    callees,
    strings,
    names: namesIn(decompiled, meanings),
    warnings: warnings
      .filter(({ message }) => message !== NO_DOUBT)
      .map(({ message, address }) => ({ message, address: address === undefined ? null : hexadecimal(address) })),
    decompiler,
  };
}

/** Said of every call that does not return, which the engine knew. */
const NO_DOUBT = "Subroutine does not return";

/** Why there is no text of the function called `name`. */
export function decompileFailure(name: string, address: bigint, { reason, message }: DecompileFailure): Failure {
  const at = hexadecimal(address);
  return new Failure(CODES[reason], `${name} at ${at} was not decompiled: ${message}`, { address: at, reason });
}

const CODES: Readonly<Record<DecompileFailureReason, FailureCode>> = {
  work_limit: "decompile_too_complex",
  deadline: "decompile_timeout",
  trap: "decompile_failed",
  unsupported_program: "decompile_unsupported",
  not_a_function: "decompile_failed",
  decompiler_error: "decompile_failed",
};

function variableFact({ name, type, storage, size }: DecompiledVariable): PseudocodeFact["locals"][number] {
  return { name, type, storage, size };
}

/** Identifiers of the text that are not names of the program, in its order. */
function namesIn(
  { text, tokens }: DecompiledFunction,
  meanings: ReadonlyMap<string, Meaning>,
): PseudocodeFact["names"] {
  const identifiers = new Set(tokens.map(({ start, length }) => text.slice(start, start + length)));
  return [...identifiers].flatMap((identifier) => {
    const meaning = meanings.get(identifier);
    return meaning === undefined ? [] : [{ identifier, name: meaning.name, address: hexadecimal(meaning.address) }];
  });
}
