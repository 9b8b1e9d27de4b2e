/** Bytes as a hexadecimal dump. */
import { plural } from "../../../base/plural.ts";
import { printable } from "../../../base/printable.ts";
import type { Scene, View } from "./view.ts";

interface Bytes {
  readonly address: string;
  readonly section: string | null;
  readonly file_offset: number | null;
  readonly size: number;
  readonly hex: string;
  readonly ascii: string;
}

const ROW = 16;

export const bytes: View = {
  noun: ["byte", "bytes"],
  *lines(result: Bytes, { sheet }: Scene): Iterable<string> {
    const { address, section, file_offset: offset, size } = result;
    const place = offset === null ? "not in the file" : `file offset 0x${offset.toString(16)}`;
    yield `${sheet.style.cyan(address)}, ${size} ${plural(size, "byte")}, ${printable(section ?? "no section")}, ${place}`;
    const start = BigInt(address);
    const width = `0x${(start + BigInt(size)).toString(16)}`.length;
    for (let at = 0; at < size; at += ROW) {
      const label = `0x${(start + BigInt(at)).toString(16)}`.padStart(width);
      const octets = hexText(result.hex.slice(at * 2, (at + ROW) * 2));
      yield `${sheet.style.cyan(label)}  ${octets}  ${sheet.style.green(`|${printable(result.ascii.slice(at, at + ROW))}|`)}`;
    }
  },
};

/** Two groups of eight, as wide as a full row. */
function hexText(hex: string): string {
  const octets = hex.match(/../gu) ?? [];
  const groups = [octets.slice(0, ROW / 2), octets.slice(ROW / 2)];
  return groups.map((group) => group.join(" ").padEnd((ROW / 2) * 3 - 1)).join("  ");
}
