/** What only Mach-O files say, for the first page. */
import type { MachOFact, Overview } from "../../../contracts/facts.ts";
import { grouped, type Fact } from "../text/facts.ts";

/** No lines for other formats. */
export function machoLines({ macho }: Overview): Fact[] {
  return macho === undefined ? [] : machoFacts(macho);
}

/** The facts of one program. */
export function machoFacts(it: MachOFact): Fact[] {
  return [
    ["type", `${it.file_type} for ${it.architecture_name}`],
    ["slice", it.slice === null ? null : sliceText(it.slice)],
    ["flags", it.flags.join(" ")],
    ["uuid", it.uuid],
    ["platforms", it.platforms.map(platformText).join("; ")],
    ["source", it.source_version],
    ["version", it.current_version],
    ["libraries", it.libraries.map(({ path, kind }) => (kind === "needed" ? path : `${path} (${kind})`)).join(" ")],
    ["rpaths", it.rpaths.join(" ")],
    ["fixups", it.fixups],
    ["encrypted", it.encryption === null || it.encryption.id === 0 ? null : encrypted(it.encryption)],
    ["signature", it.signature === null ? null : signatureText(it.signature)],
    ["entitlements", it.signature?.entitlements],
  ];
}

function sliceText({ file_offset: offset, size, architectures }: NonNullable<MachOFact["slice"]>): string {
  return `${grouped(size)} bytes at 0x${offset.toString(16)} of a file for ${architectures.join(", ")}`;
}

function platformText({ platform, minimum_version: minimum, sdk_version: sdk, tools }: Platform): string {
  const parts = [`${platform} ${minimum} or later`, ...(sdk === null ? [] : [`SDK ${sdk}`]), ...tools];
  return parts.join(", ");
}

type Platform = MachOFact["platforms"][number];

function encrypted({ file_offset: offset, size, id }: NonNullable<MachOFact["encryption"]>): string {
  return `${grouped(size)} bytes at 0x${offset.toString(16)} by scheme ${id}`;
}

function signatureText({ identifier, team_id: team, flags, hashes }: NonNullable<MachOFact["signature"]>): string {
  const parts = [identifier ?? "no identifier", ...(team === null ? [] : [`team ${team}`]), ...flags, ...hashes];
  return [...parts, "not verified"].join(", ");
}
