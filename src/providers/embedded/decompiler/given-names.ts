/** The identifiers that the places of one program have in C. */
import type { Addresses } from "../address-space.ts";
import { Identifiers } from "./identifiers.ts";

/** What an identifier stands for. */
export interface Meaning {
  /** As the engine shows it. */
  readonly name: string;
  readonly address: bigint;
}

/** Each place has one identifier; who asks first gets the plain one. */
export class GivenNames {
  /** Of the identifiers that are not what the engine shows. */
  readonly meanings = new Map<string, Meaning>();
  readonly #identifiers = new Identifiers();
  readonly #addresses: Addresses;
  readonly #named = new Set<number>();
  readonly #imports = new Map<number, string>();

  constructor(addresses: Addresses) {
    this.#addresses = addresses;
  }

  address(rva: number): bigint {
    return this.#addresses.absolute(rva);
  }

  /** `wanted` is what the identifier is made from, when that is not what is shown. */
  claim(rva: number, shown: string, wanted = shown): string {
    const address = this.address(rva);
    const identifier = this.#identifiers.claim(wanted, address);
    if (identifier !== shown) this.meanings.set(identifier, { name: shown, address });
    this.#named.add(rva);
    return identifier;
  }

  /** The same for all that leads to one import: its stubs and its slots. `row` is that of the import. */
  claimImport(row: number, rva: number, shown: string): string {
    const known = this.#imports.get(row);
    this.#named.add(rva);
    if (known !== undefined) return known;
    const identifier = this.claim(rva, shown);
    this.#imports.set(row, identifier);
    return identifier;
  }

  /** Whether something at `rva` has its identifier. */
  has(rva: number): boolean {
    return this.#named.has(rva);
  }
}
