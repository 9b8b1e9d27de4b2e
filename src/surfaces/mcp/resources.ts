/** What a client may read by address: the complete schemas, and the answers that were too large to send. */
import { readFile } from "node:fs/promises";
import { ProtocolError, ProtocolErrorCode, type ReadResourceResult, type Resource } from "@modelcontextprotocol/server";
import { sha256 as digestOf } from "../../base/digest.ts";
import type { ArtifactFile, WriteArtifact } from "../../operations/budget.ts";
import type { Catalogue } from "./catalogue.ts";
import { artifactUri, ENVELOPE, schemaUri } from "./uris.ts";

const JSON_TYPE = "application/json";
/** A client's line buffer holds 10 MB; escaped twice, a larger document would not fit. */
const LARGEST_READ = 4 * 1024 * 1024;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "rea://schemas/{tool}.json",
    name: "schema",
    description: "Complete schemas of a tool",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: "rea://artifacts/{sha256}",
    name: "artifact",
    description: "An answer kept whole",
    mimeType: JSON_TYPE,
  },
];

/** The artifacts that this server wrote; it gives out no other file. */
export class Artifacts {
  readonly #files = new Map<string, ArtifactFile>();

  /** Remembers what `write` writes. */
  recording(write: WriteArtifact): WriteArtifact {
    return async (owner, document) => {
      const file = await write(owner, document);
      this.#files.set(file.sha256, file);
      return file;
    };
  }

  get(sha256: string): ArtifactFile | undefined {
    return this.#files.get(sha256);
  }

  list(): readonly Resource[] {
    return [...this.#files.values()].map(({ sha256, bytes }) => ({
      uri: artifactUri(sha256),
      name: `${sha256.slice(0, 12)}.json`,
      description: "An answer kept whole",
      mimeType: JSON_TYPE,
      size: bytes,
    }));
  }
}

export function listResources(catalogue: Catalogue, artifacts: Artifacts): readonly Resource[] {
  const schemas = [ENVELOPE, ...catalogue.names].map((name) => ({
    uri: schemaUri(name),
    name: `${name}.json`,
    mimeType: JSON_TYPE,
  }));
  return [...schemas, ...artifacts.list()];
}

/** Rejects with a protocol error when there is no such resource. */
export async function readResource(
  uri: string,
  catalogue: Catalogue,
  artifacts: Artifacts,
): Promise<ReadResourceResult> {
  const text = (await schemaText(uri, catalogue)) ?? (await artifactText(uri, artifacts));
  if (text === undefined)
    throw new ProtocolError(ProtocolErrorCode.ResourceNotFound, `there is no resource ${uri}`, { uri });
  return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
}

async function schemaText(uri: string, catalogue: Catalogue): Promise<string | undefined> {
  const name = /^rea:\/\/schemas\/([a-z_]+)\.json$/u.exec(uri)?.[1];
  if (name === undefined) return undefined;
  const { completeEnvelope, completeSchema } = await import("./tool-schema.ts");
  if (name === ENVELOPE) return JSON.stringify(completeEnvelope());
  const operation = await catalogue.operation(name);
  return operation === undefined ? undefined : JSON.stringify(completeSchema(operation));
}

async function artifactText(uri: string, artifacts: Artifacts): Promise<string | undefined> {
  const sha256 = /^rea:\/\/artifacts\/([0-9a-f]{64})$/u.exec(uri)?.[1];
  const file = sha256 === undefined ? undefined : artifacts.get(sha256);
  if (file === undefined) return undefined;
  if (file.bytes > LARGEST_READ) {
    const message = `the artifact has ${file.bytes} bytes, more than the ${LARGEST_READ} of one message; read ${file.path}`;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri, path: file.path, bytes: file.bytes });
  }
  const bytes = await readFile(file.path).catch(() => undefined);
  return bytes !== undefined && digestOf(bytes) === file.sha256 ? bytes.toString("utf8") : undefined;
}
