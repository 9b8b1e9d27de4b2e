/** Everything that is known of one address. */
import type { AddressFacts } from "../provider.ts";
import { textAt } from "../../engine/columns.ts";
import { fileOffsetOf, hexadecimal, regionAt, type Addresses } from "./address-space.ts";
import { functionHolding } from "./code-map.ts";
import { permissionText } from "./parts/stored-summary.ts";
import type { RegionRows } from "./parts/summary.ts";
import { functionName, quoted, startingName, stringHolding, symbolHolding, symbolName, type Places } from "./places.ts";
import { stringFact } from "./strings.ts";

export function describeAddress(places: Places, regions: RegionRows, addresses: Addresses, rva: number): AddressFacts {
  const region = regionAt(regions, rva);
  const owner = functionHolding(places.functions, rva);
  const start = places.functions.rva[owner] ?? 0;
  const string = stringHolding(places.strings, rva);
  return {
    address: addresses.text(rva),
    rva: hexadecimal(rva),
    fileOffset: fileOffsetOf(regions, rva),
    mapped: region >= 0,
    section: region < 0 ? null : textAt(regions.name, region),
    permissions: region < 0 ? null : permissionText(regions.permissions[region] ?? 0),
    name: startingName(places, rva) ?? null,
    function:
      owner < 0 ? null : { address: addresses.text(start), name: functionName(places, owner), offset: rva - start },
    symbol: symbolFact(places, addresses, rva, string),
    string: string < 0 ? null : stringFact({ strings: places.strings, regions, addresses }, string),
  };
}

/** What is known of an address that no image of this size maps. */
export function unmappedAddress(address: bigint, rva: string): AddressFacts {
  return {
    address: hexadecimal(address),
    rva,
    fileOffset: null,
    mapped: false,
    section: null,
    permissions: null,
    name: null,
    function: null,
    symbol: null,
    string: null,
  };
}

function symbolFact(places: Places, addresses: Addresses, rva: number, string: number): AddressFacts["symbol"] {
  const { symbols, strings } = places;
  const row = symbolHolding(symbols, rva);
  if (row >= 0) {
    const start = symbols.rva[row] ?? 0;
    return { address: addresses.text(start), name: symbolName(places, row), offset: rva - start };
  }
  if (string < 0) return null;
  const start = strings.rva[string] ?? 0;
  return { address: addresses.text(start), name: quoted(textAt(strings.value, string)), offset: rva - start };
}
