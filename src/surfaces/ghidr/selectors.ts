/** What of a program a command line asks for: a function, an address, a range. */
import type { Address } from "../../contracts/ghidr/address.ts";
import { LARGEST_RANGE } from "../../contracts/ghidr/disassembly.ts";
import type { FunctionSelector } from "../../contracts/ghidr/functions.ts";
import type { CallsRequest } from "../../operations/ghidr/calls.ts";
import type { CodeSelector } from "../../operations/ghidr/disassemble.ts";
import type { ReferenceTarget } from "../../operations/ghidr/xrefs.ts";
import type { Flags } from "./flags.ts";
import { invalid, shorten } from "./words.ts";

export function selectorOf(flags: Flags): FunctionSelector {
  const chosen = onlyOne(flags, ["--name", "--address"]);
  if (chosen === undefined) throw invalid("--name", "a function is chosen by --name or by --address");
  const { flag, text } = chosen;
  return flag === "--name" ? { kind: "name", value: text } : { kind: "address", value: addressOf(flag, text) };
}

export function codeSelectorOf(flags: Flags): CodeSelector {
  const chosen = onlyOne(flags, ["--name", "--address", "--range"]);
  if (chosen === undefined) throw invalid("--name", "code is chosen by --name, by --address or by --range");
  return chosen.flag === "--range" ? { kind: "range", value: rangeOf(chosen.text) } : selectorOf(flags);
}

export function referenceTargetOf(flags: Flags): ReferenceTarget {
  const chosen = onlyOne(flags, ["--to", "--from", "--name"]);
  if (chosen === undefined) throw invalid("--to", "references are chosen by --to, by --from or by --name");
  const { flag, text } = chosen;
  if (flag === "--name") return { kind: "name", name: text };
  return { kind: flag === "--to" ? "to" : "from", address: addressOf(flag, text) };
}

export function aroundOf(flags: Flags): CallsRequest["around"] {
  const direction = flags.choice("--direction", ["callers", "callees", "both"]);
  if (onlyOne(flags, ["--name", "--address"]) !== undefined) {
    return { selector: selectorOf(flags), direction: direction ?? "both" };
  }
  if (direction !== undefined) throw invalid("--direction", "--direction needs a function: --name or --address");
  return undefined;
}

/** The one flag that is given of those that exclude each other. */
function onlyOne<const T extends string>(
  flags: Flags,
  names: readonly T[],
): { readonly flag: T; readonly text: string } | undefined {
  const [first, second] = names.flatMap((flag) => {
    const text = flags.text(flag);
    return text === undefined ? [] : [{ flag, text }];
  });
  if (first !== undefined && second !== undefined) {
    throw invalid(second.flag, `${first.flag} and ${second.flag} exclude each other`);
  }
  return first;
}

/** A space may hold colons; an offset holds none. */
function addressOf(flag: string, text: string): Address {
  const { space, offset } = /^(?<space>.+):(?<offset>0x[0-9a-f]{1,16})$/su.exec(text)?.groups ?? {};
  if (space !== undefined && offset !== undefined) return { space, offset };
  throw invalid(flag, `${flag} takes SPACE:0x and lower-case hexadecimal digits, not ${shorten(text)}`);
}

function rangeOf(text: string): Extract<CodeSelector, { readonly kind: "range" }>["value"] {
  const offset = "0x[0-9a-f]{1,16}";
  // A space may hold dots, too.
  const form = new RegExp(`^(?<space>.+):(?<start>${offset})\\.\\.(?<other>.+):(?<end>${offset})$`, "su");
  const { space, start, other, end } = form.exec(text)?.groups ?? {};
  if (space === undefined || start === undefined || end === undefined) {
    throw invalid("--range", `--range takes SPACE:0xA..SPACE:0xB, not ${shorten(text)}`);
  }
  if (space !== other) throw invalid("--range", "both ends of --range lie in one address space");
  const size = BigInt(end) - BigInt(start) + 1n;
  if (size < 1n) throw invalid("--range", "--range ends before it begins");
  if (size <= BigInt(LARGEST_RANGE)) return { space, start, end };
  throw invalid("--range", `--range has ${size} addresses, at most ${LARGEST_RANGE} are disassembled at once`);
}
