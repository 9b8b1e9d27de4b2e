/** What a code signature claims (XNU: `osfmk/kern/cs_blobs.h`). Hashes and certificates are not verified. */
import { type Bytes, textOf } from "../../base/bytes.ts";
import { sha256 } from "../../base/digest.ts";
import type { IssueList } from "../../base/issue.ts";
import type { MachOSignature } from "./facts.ts";
import type { Layout } from "./layout.ts";
import { COMMAND, linkedData } from "./load-commands.ts";

/** `undefined` for files without a signature. */
export function readCodeSignature({ file, commands }: Layout, issues: IssueList): MachOSignature | undefined {
  const data = linkedData(file, commands, COMMAND.codeSignature)?.withEndian("big");
  if (data === undefined) return undefined;
  const blobs = readBlobs(data);
  if (blobs === undefined) {
    issues.add("macho_code_signature_wrong", "the code signature is cut or no signature at all", data.fileOffset);
  }
  return { offset: data.fileOffset, size: data.length, ...claimsOf(blobs ?? []) };
}

/** Readers go by the directory with the strongest hash. */
function claimsOf(blobs: readonly Blob[]): Omit<MachOSignature, "offset" | "size"> {
  const directories = blobs
    .filter(({ magic }) => magic === MAGIC.codeDirectory)
    .map(({ bytes }) => readDirectory(bytes));
  const [best] = directories.toSorted((left, right) => right.hashType - left.hashType);
  const entitlements = blobs.find(({ magic }) => magic === MAGIC.entitlements)?.bytes;
  const certificates = blobs.find(({ slot }) => slot === CERTIFICATES_SLOT)?.bytes;
  return {
    ...(best === undefined ? { flags: [] } : directoryClaims(best)),
    hashes: directories.map(({ hashType }) => HASHES.get(hashType) ?? String(hashType)),
    certificates: certificates !== undefined && certificates.length > BLOB_HEADER,
    ...(entitlements === undefined ? {} : { entitlements: textOf(entitlements.clamp(BLOB_HEADER, TEXT_LIMIT).data) }),
    derEntitlements: blobs.some(({ magic }) => magic === MAGIC.derEntitlements),
  };
}

type DirectoryClaims = Pick<MachOSignature, "identifier" | "teamId" | "flags" | "cdHash">;

function directoryClaims({ bytes, identifier, teamId, flags, hashType }: CodeDirectory): DirectoryClaims {
  return {
    ...(identifier === undefined ? {} : { identifier }),
    ...(teamId === undefined ? {} : { teamId }),
    flags: flagNames(flags),
    ...(hashType === SHA256_TYPE ? { cdHash: sha256(bytes.data).slice(0, CD_HASH_DIGITS) } : {}),
  };
}

const MAGIC = {
  superBlob: 0xfade_0cc0,
  codeDirectory: 0xfade_0c02,
  entitlements: 0xfade_7171,
  derEntitlements: 0xfade_7172,
} as const;

const BLOB_HEADER = 8;
const CERTIFICATES_SLOT = 0x1_0000;

/** Real signatures have fewer than a dozen blobs. */
const BLOB_LIMIT = 64;
const TEXT_LIMIT = 1 << 20;
const SHA256_TYPE = 2;
const CD_HASH_DIGITS = 40;

const HASHES: ReadonlyMap<number, string> = new Map([
  [1, "sha1"],
  [SHA256_TYPE, "sha256"],
  [3, "sha256_truncated"],
  [4, "sha384"],
]);

const FLAGS: readonly (readonly [number, string])[] = [
  [0x1, "host"],
  [0x2, "adhoc"],
  [0x100, "hard"],
  [0x200, "kill"],
  [0x400, "expires"],
  [0x800, "restrict"],
  [0x1000, "enforcement"],
  [0x2000, "library_validation"],
  [0x1_0000, "runtime"],
  [0x2_0000, "linker_signed"],
];

function flagNames(flags: number): string[] {
  return FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => name);
}

interface Blob {
  readonly slot: number;
  readonly magic: number;
  /** The whole blob, its magic and length included. */
  readonly bytes: Bytes;
}

function readBlobs(data: Bytes): Blob[] | undefined {
  const header = data.window(0, 12);
  if (header === undefined || header.u32(0) !== MAGIC.superBlob) return undefined;
  const count = Math.min(header.u32(8), BLOB_LIMIT);
  const index = data.clamp(12, count * 8);
  const blobs: Blob[] = [];
  for (let at = 0; at + 8 <= index.length; at += 8) {
    const offset = index.u32(at + 4);
    const start = data.window(offset, BLOB_HEADER);
    const bytes = start === undefined ? undefined : data.window(offset, start.u32(4));
    if (start === undefined || bytes === undefined || bytes.length < BLOB_HEADER) continue;
    blobs.push({ slot: index.u32(at), magic: start.u32(0), bytes });
  }
  return blobs;
}

interface CodeDirectory {
  readonly bytes: Bytes;
  readonly flags: number;
  readonly hashType: number;
  readonly identifier: string | undefined;
  readonly teamId: string | undefined;
}

/** Version of the directory from which on it has a team. */
const TEAM_VERSION = 0x2_0200;

function readDirectory(bytes: Bytes): CodeDirectory {
  const fields = bytes.window(0, 44);
  if (fields === undefined) return { bytes, flags: 0, hashType: 0, identifier: undefined, teamId: undefined };
  const hasTeam = fields.u32(8) >= TEAM_VERSION && bytes.length >= 52;
  return {
    bytes,
    flags: fields.u32(12),
    hashType: fields.u8(37),
    identifier: textAt(bytes, fields.u32(20)),
    teamId: hasTeam ? textAt(bytes, bytes.u32(48)) : undefined,
  };
}

function textAt(bytes: Bytes, offset: number): string | undefined {
  if (offset === 0 || offset >= bytes.length) return undefined;
  return bytes.cString(offset).text;
}
