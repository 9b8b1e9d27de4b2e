/** What only Mach-O files say, as a fact. */
import type { MachOFact, MachOHeaderFact } from "../../../contracts/facts.ts";
import type { Image } from "../../../formats/image.ts";
import type { MachOHeaderFacts, MachOSignature } from "../../../formats/macho/facts.ts";

/** `undefined` for other formats. */
export function machoFact({ build }: Image): MachOFact | undefined {
  const { macho } = build;
  if (macho === undefined) return undefined;
  const { tables, fixups, reexports } = macho;
  return {
    ...machoHeaderFact(macho),
    fixups,
    tables: {
      function_starts: tables.functionStarts ?? null,
      compact_unwind: tables.compactUnwind,
      landing_pads: tables.landingPads,
    },
    reexports: reexports.length,
  };
}

/** What headers and load commands say. */
export function machoHeaderFact(facts: MachOHeaderFacts): MachOHeaderFact {
  const { slice, encryption, signature } = facts;
  return {
    file_type: facts.fileType,
    flags: [...facts.flags],
    architecture_name: facts.architectureName,
    slice: slice === undefined ? null : sliceFact(slice),
    uuid: facts.uuid ?? null,
    platforms: facts.platforms.map(platformFact),
    source_version: facts.sourceVersion ?? null,
    libraries: facts.libraries.map((library) => ({
      path: library.path,
      kind: library.kind,
      current_version: library.currentVersion,
      compatibility_version: library.compatibilityVersion,
    })),
    rpaths: [...facts.rpaths],
    current_version: facts.currentVersion ?? null,
    compatibility_version: facts.compatibilityVersion ?? null,
    encryption: encryption === undefined ? null : encryptionFact(encryption),
    signature: signature === undefined ? null : signatureFact(signature),
  };
}

function sliceFact({ offset, size, architectures }: NonNullable<MachOHeaderFacts["slice"]>): MachOHeaderFact["slice"] {
  return { file_offset: offset, size, architectures: [...architectures] };
}

function encryptionFact({
  offset,
  size,
  id,
}: NonNullable<MachOHeaderFacts["encryption"]>): MachOHeaderFact["encryption"] {
  return { file_offset: offset, size, id };
}

type Platform = MachOHeaderFacts["platforms"][number];

function platformFact({ platform, minimumVersion, sdkVersion, tools }: Platform): MachOHeaderFact["platforms"][number] {
  return { platform, minimum_version: minimumVersion, sdk_version: sdkVersion ?? null, tools: [...tools] };
}

/** Longer entitlements, in characters, are not repeated in the answer. */
const ENTITLEMENTS_LIMIT = 16_384;

function signatureFact(signature: MachOSignature): NonNullable<MachOHeaderFact["signature"]> {
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
