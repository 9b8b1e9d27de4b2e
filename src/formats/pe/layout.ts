/** The parts of a PE file that its headers describe, and the memory they make up. */
import { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import { AddressSpace, Words } from "../words.ts";
import { CoffNames } from "./coff-names.ts";
import { type Header, readImageHeader, readObjectHeader, signatureOffset } from "./header.ts";
import { bitsOf } from "./machines.ts";
import { readSectionHeaders, type SectionHeader } from "./section-headers.ts";

export interface Layout {
  readonly file: Bytes;
  readonly header: Header;
  readonly names: CoffNames;
  readonly space: AddressSpace;
  readonly sections: readonly SectionHeader[];
}

/** Objects have no addresses; their sections are laid out from here. */
const OBJECT_BASE = 0x10_0000n;

/** Reads the headers; `undefined` when the bytes are no PE image and no COFF object. */
export function readLayout(data: Uint8Array, issues: IssueList): Layout | undefined {
  const file = new Bytes(data);
  const signature = signatureOffset(data);
  const header = signature === undefined ? readObjectHeader(data) : readImageHeader(file, signature, issues);
  if (header === undefined) return undefined;
  const names = new CoffNames(file, header);
  const bits = header.optional?.bits ?? bitsOf(header.machine);
  const base = isObject(header) ? OBJECT_BASE : (header.optional?.imageBase ?? 0n);
  const space = new AddressSpace(new Words(bits), base);
  return { file, header, names, space, sections: readSectionHeaders(file, header, names, issues) };
}

/** Whether the sections of the file have no addresses yet. */
export function isObject({ signature }: Header): boolean {
  return signature === undefined;
}
