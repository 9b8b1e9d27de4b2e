/** How addresses are typed: `0x401120`, `401120h`, `rva:0x1120`, `off:0x1120`, `sub_401120`, `main+0x10`. */
import { Failure } from "../base/failure.ts";
import type { Analysis } from "../providers/provider.ts";

/** An address as answers show it: lower-case hexadecimal with `0x`. */
export function formatAddress(address: bigint): string {
  return `0x${address.toString(16)}`;
}

/** Addresses have 64 bits; sums wrap around. */
export function wrapped(address: bigint): bigint {
  return BigInt.asUintN(64, address);
}

/** `main+0x10`, `main+16`; the name may hold a plus itself (`operator+`). */
export function splitSum(text: string): { readonly base: string; readonly offset: bigint } | undefined {
  const [, base, offset] = /^(.+?)\s*\+\s*(0x[0-9a-f]{1,16}|\d{1,15}|[0-9a-f]{1,16}h)$/isu.exec(text) ?? [];
  if (base === undefined || offset === undefined) return undefined;
  return { base, offset: parseNumber(offset) ?? BigInt(offset) };
}

/** Spellings that cannot be a name. */
export function isExplicit(text: string): boolean {
  return /^(?:0x|rva:|off:)/iu.test(text);
}

/** `0x401120`, `rva:0x1120`, `off:0x1120`. Throws `address_invalid`, and `address_not_mapped` for a file offset. */
export function explicitAddress(analysis: Analysis, text: string): bigint {
  const [, space = "", digits = ""] = /^(rva:|off:|)(.*)$/isu.exec(text) ?? [];
  const value = parseNumber(digits);
  if (value === undefined) {
    const wanted = `${space}0x followed by at most 16 hexadecimal digits`;
    throw new Failure("address_invalid", `${text} is not an address: expected ${wanted}`, { argument: text });
  }
  switch (space.toLowerCase()) {
    case "rva:":
      return wrapped(analysis.imageBase + value);
    case "off:":
      return addressOfOffset(analysis, text, value);
    default:
      return value;
  }
}

function addressOfOffset(analysis: Analysis, text: string, offset: bigint): bigint {
  const address = offset <= BigInt(Number.MAX_SAFE_INTEGER) ? analysis.addressOfFileOffset(Number(offset)) : undefined;
  if (address !== undefined) return address;
  const message = `no memory is filled from file offset ${formatAddress(offset)}`;
  throw new Failure("address_not_mapped", message, { argument: text });
}

export interface ImpliedAddress {
  readonly address: bigint;
  /** Bare hexadecimal may as well have been meant as a name. */
  readonly spelling: "address" | "digits";
}

/** `401120h`, `401120` and `sub_401120`, read as addresses once no name fits. */
export function impliedAddress(text: string): ImpliedAddress | undefined {
  const [, generated] = /^(?:sub|loc|fcn|FUN|fun)[_.](?:0x)?([0-9a-f]{1,16})$/u.exec(text) ?? [];
  if (generated !== undefined) return { address: BigInt(`0x${generated}`), spelling: "digits" };
  const suffixed = parseNumber(text);
  if (suffixed !== undefined) return { address: suffixed, spelling: /^\d/u.test(text) ? "address" : "digits" };
  if (/^[0-9a-f]{1,16}$/iu.test(text)) return { address: BigInt(`0x${text}`), spelling: "digits" };
  return undefined;
}

/** `0x1120` or `1120h`, up to 64 bits. */
function parseNumber(text: string): bigint | undefined {
  const [, prefixed, suffixed] = /^(?:0x([0-9a-f]{1,16})|([0-9a-f]{1,17})h)$/iu.exec(text) ?? [];
  const digits = prefixed ?? suffixed;
  if (digits === undefined) return undefined;
  const value = BigInt(`0x${digits}`);
  return value === wrapped(value) ? value : undefined;
}
