/** What only PE files say, as a fact. */
import type { Overview } from "../../../contracts/facts.ts";
import type { Image } from "../../../formats/image.ts";
import type { PeFacts } from "../../../formats/pe/facts.ts";

/** `undefined` for other formats. */
export function peFact({ build }: Image): Overview["pe"] {
  const { pe } = build;
  if (pe === undefined) return undefined;
  return {
    linker_version: pe.linkerVersion ?? null,
    subsystem: pe.subsystem ?? null,
    timestamp: pe.timestamp,
    built: pe.reproducible || pe.timestamp === 0 ? null : new Date(pe.timestamp * 1000).toISOString(),
    reproducible: pe.reproducible,
    rich: pe.rich === undefined ? null : { intact: pe.rich.intact, tools: pe.rich.tools.map((tool) => ({ ...tool })) },
    pdb: pe.pdb === undefined ? null : { ...pe.pdb },
    debug_entries: [...pe.debugEntries],
    version: pe.version === undefined ? null : versionFact(pe.version),
    manifest: manifestFact(pe.manifest),
    resources: pe.resources.map((resource) => ({ ...resource })),
    signature: pe.signature === undefined ? null : signatureFact(pe.signature),
    imphash: pe.importHash ?? null,
    overlay: pe.overlay === undefined ? null : overlayFact(pe.overlay),
    dotnet: pe.managed ?? null,
  };
}

type Fact = NonNullable<Overview["pe"]>;

function versionFact({ fileVersion, texts }: NonNullable<PeFacts["version"]>): Fact["version"] {
  return { file_version: fileVersion ?? null, texts: Object.fromEntries(texts.map(({ key, value }) => [key, value])) };
}

function manifestFact(text: string | undefined): Fact["manifest"] {
  if (text === undefined) return null;
  const level = /<(?:\w+:)?requestedExecutionLevel\b[^>]*\blevel\s*=\s*["'](\w+)["']/u.exec(text)?.[1];
  return { size: text.length, execution_level: level ?? null, text: text.length > MANIFEST_LIMIT ? null : text };
}

/** Longer manifests, in characters, are not repeated in the answer. */
const MANIFEST_LIMIT = 4096;

function signatureFact({
  offset,
  size,
  digest,
  subject,
  issuer,
  serial,
}: NonNullable<PeFacts["signature"]>): Fact["signature"] {
  return {
    verified: false,
    digest: digest ?? null,
    subject: subject ?? null,
    issuer: issuer ?? null,
    serial: serial ?? null,
    file_offset: offset,
    size,
  };
}

function overlayFact({ offset, size, entropy }: NonNullable<PeFacts["overlay"]>): Fact["overlay"] {
  return { file_offset: offset, size, entropy: Math.round(entropy * 1000) / 1000 };
}
