/**
 * Whom an Authenticode signature names (Windows Authenticode Portable Executable Signature Format; RFC 2315,
 * section 9). Nothing is verified: any file can carry any certificate.
 */
import type { Bytes } from "../../base/bytes.ts";
import type { IssueList } from "../../base/issue.ts";
import type { Signature } from "./facts.ts";
import { childrenOf, derAt, derText, type DerValue, objectId, sameBytes, TAG } from "./der.ts";
import { DIRECTORY, directoryOf, type Header } from "./header.ts";

/** The first signature of the file; `undefined` when it has no certificate table. */
export function readSignature(header: Header, file: Bytes, issues: IssueList): Signature | undefined {
  const directory = directoryOf(header, DIRECTORY.certificates);
  if (directory === undefined) return undefined;
  const { rva: offset, size } = directory;
  const head = file.window(offset, CERTIFICATE_HEADER);
  const isSignedData = head !== undefined && head.u16(6) === SIGNED_DATA_TYPE;
  const length = Math.min(head?.u32(0) ?? 0, size) - CERTIFICATE_HEADER;
  const signed = isSignedData ? signedData(file.clamp(offset + CERTIFICATE_HEADER, Math.max(length, 0))) : undefined;
  if (signed === undefined) {
    issues.add("pe_signature_unreadable", "the certificate table holds no readable signature", offset);
    return { offset, size };
  }
  return { offset, size, ...signerFacts(signed) };
}

const CERTIFICATE_HEADER = 8;
const SIGNED_DATA_TYPE = 2;

interface SignedData {
  readonly certificates: readonly DerValue[];
  readonly signer: readonly DerValue[];
}

/** `ContentInfo`: an identifier and, in a context tag, `SignedData`. */
function signedData(bytes: Bytes): SignedData | undefined {
  const info = derAt(bytes, 0);
  const wrapped = info === undefined ? undefined : childrenOf(info)[1];
  const signed = wrapped === undefined ? undefined : childrenOf(wrapped)[0];
  if (signed === undefined || signed.tag !== TAG.sequence) return undefined;
  const parts = childrenOf(signed);
  const signers = parts.findLast(({ tag }) => tag === TAG.set);
  const signer = signers === undefined || signers === parts[1] ? undefined : childrenOf(signers)[0];
  const certificates = parts.find(({ tag }) => tag === TAG.context0);
  if (signer === undefined) return undefined;
  return { certificates: certificates === undefined ? [] : childrenOf(certificates), signer: childrenOf(signer) };
}

/** `SignerInfo`: version, issuer and serial number, digest algorithm... The certificate with both is the signer's. */
function signerFacts({ certificates, signer }: SignedData): Omit<Signature, "offset" | "size"> {
  const [, identity, algorithm] = signer;
  const [issuer, serial] = identity === undefined ? [] : childrenOf(identity);
  const digest = algorithm === undefined ? undefined : childrenOf(algorithm)[0];
  const subject = subjectOf(certificates, issuer, serial);
  const issuerName = issuer === undefined ? undefined : commonName(issuer);
  return {
    ...(digest === undefined ? {} : { digest: DIGESTS.get(objectId(digest)) ?? objectId(digest) }),
    ...(subject === undefined ? {} : { subject }),
    ...(issuerName === undefined ? {} : { issuer: issuerName }),
    ...(serial === undefined ? {} : { serial: Buffer.from(serial.content.data.subarray(0, 64)).toString("hex") }),
  };
}

const DIGESTS: ReadonlyMap<string, string> = new Map([
  ["1.2.840.113549.2.5", "md5"],
  ["1.3.14.3.2.26", "sha1"],
  ["2.16.840.1.101.3.4.2.1", "sha256"],
  ["2.16.840.1.101.3.4.2.2", "sha384"],
  ["2.16.840.1.101.3.4.2.3", "sha512"],
]);

/** `TBSCertificate`: perhaps a version, serial number, algorithm, issuer, validity, subject. */
function subjectOf(
  certificates: readonly DerValue[],
  issuer: DerValue | undefined,
  serial: DerValue | undefined,
): string | undefined {
  if (issuer === undefined || serial === undefined) return undefined;
  for (const certificate of certificates) {
    const body = childrenOf(certificate)[0];
    const fields = body === undefined ? [] : childrenOf(body);
    const first = fields[0]?.tag === TAG.context0 ? 1 : 0;
    const [number, , from, , subject] = fields.slice(first);
    if (number === undefined || from === undefined || subject === undefined) continue;
    if (sameBytes(number, serial) && sameBytes(from, issuer)) return commonName(subject);
  }
  return undefined;
}

const COMMON_NAME = "2.5.4.3";
const ORGANISATION = "2.5.4.10";

/** The common name of a distinguished name, or else its organisation. */
function commonName(name: DerValue): string | undefined {
  const texts = new Map<string, string>();
  for (const attribute of childrenOf(name).flatMap(childrenOf)) {
    const [type, value] = childrenOf(attribute);
    if (type !== undefined && value !== undefined) texts.set(objectId(type), derText(value));
  }
  return texts.get(COMMON_NAME) ?? texts.get(ORGANISATION);
}
