/** Symbols of data as labels that know what the file says of their size. */
import { regionAt } from "../address-space.ts";
import { functionAt } from "../code-map.ts";
import { PERMISSION_BITS } from "../parts/stored-summary.ts";
import type { Summary } from "../parts/summary.ts";
import { symbolAt, symbolName, type Places } from "../places.ts";
import type { GivenNames } from "./given-names.ts";
import type { FedLabel } from "./protocol.ts";

/** Code has its functions, and what else marks a place in it names nothing. */
export function labelledSymbols(places: Places, summary: Summary, names: GivenNames): FedLabel[] {
  const { symbols, functions } = places;
  const labels: FedLabel[] = [];
  for (let row = 0; row < symbols.rva.length; row++) {
    const rva = symbols.rva[row] ?? 0;
    if (symbols.rva[row - 1] === rva || names.has(rva)) continue;
    if (!isData(summary, rva) || functionAt(functions, rva) >= 0) continue;
    const best = symbolAt(symbols, rva);
    if (best < 0) continue;
    const type = typeOfSize(symbols.size[best] || gapAfter(symbols.rva, row));
    labels.push({ address: names.address(rva), name: names.claim(rva, symbolName(places, best)), type });
  }
  return labels;
}

function isData({ regions }: Summary, rva: number): boolean {
  const region = regionAt(regions, rva);
  return region >= 0 && ((regions.permissions[region] ?? 0) & PERMISSION_BITS.execute) === 0;
}

/** Bytes to the next symbol where a register holds as many: what tables without sizes say; else 0. */
function gapAfter(rvas: ArrayLike<number>, row: number): number {
  const rva = rvas[row] ?? 0;
  let next = row + 1;
  while (rvas[next] === rva) next++;
  const gap = (rvas[next] ?? Infinity) - rva;
  return gap <= 8 ? gap : 0;
}

/** A type that says the size and nothing else: what fits in a register as one value, the rest as bytes. */
function typeOfSize(size: number): string | undefined {
  if (size === 1 || size === 2 || size === 4 || size === 8) return `undefined${size}`;
  return size > 0 && size <= LARGEST_LABEL ? `undefined1[${size}]` : undefined;
}

/** Bytes; larger sizes are more often wrong than useful. */
const LARGEST_LABEL = 0x100_0000;
