/** What only Mach-O files say, as a fact. */
import type { MachOFact } from "../../../contracts/facts.ts";
import type { Image } from "../../../formats/image.ts";
import type { MachOFacts, MachOSignature } from "../../../formats/macho/facts.ts";

/** `undefined` for other formats. */
export function machoFact({ build }: Image): MachOFact | undefined {
  const { macho } = build;
  if (macho === undefined) return undefined;
  const { tables, slice, encryption } = macho;
  return {
    file_type: macho.fileType,
    flags: [...macho.flags],
    architecture_name: macho.architectureName,
    slice:
      slice === undefined
        ? null
        : { file_offset: slice.offset, size: slice.size, architectures: [...slice.architectures] },
    uuid: macho.uuid ?? null,
    platforms: macho.platforms.map(platformFact),
    source_version: macho.sourceVersion ?? null,
    libraries: macho.libraries.map((library) => ({
      path: library.path,
      kind: library.kind,
      current_version: library.currentVersion,
      compatibility_version: library.compatibilityVersion,
    })),
    rpaths: [...macho.rpaths],
    current_version: macho.currentVersion ?? null,
    compatibility_version: macho.compatibilityVersion ?? null,
    encryption:
      encryption === undefined ? null : { file_offset: encryption.offset, size: encryption.size, id: encryption.id },
    signature: macho.signature === undefined ? null : signatureFact(macho.signature),
    fixups: macho.fixups,
    tables: {
      function_starts: tables.functionStarts ?? null,
      compact_unwind: tables.compactUnwind,
      landing_pads: tables.landingPads,
    },
    reexports: macho.reexports.length,
  };
}

type Platform = MachOFacts["platforms"][number];

function platformFact({ platform, minimumVersion, sdkVersion, tools }: Platform): MachOFact["platforms"][number] {
  return { platform, minimum_version: minimumVersion, sdk_version: sdkVersion ?? null, tools: [...tools] };
}

/** Longer entitlements, in characters, are not repeated in the answer. */
const ENTITLEMENTS_LIMIT = 16_384;

function signatureFact(signature: MachOSignature): NonNullable<MachOFact["signature"]> {
  const { entitlements } = signature;
  return {
    verified: false,
    identifier: signature.identifier ?? null,
    team_id: signature.teamId ?? null,
    flags: [...signature.flags],
    hashes: [...signature.hashes],
    cd_hash: signature.cdHash ?? null,
    certificates: signature.certificates,
    entitlements: entitlements === undefined || entitlements.length > ENTITLEMENTS_LIMIT ? null : entitlements,
    der_entitlements: signature.derEntitlements,
    file_offset: signature.offset,
    size: signature.size,
  };
}
