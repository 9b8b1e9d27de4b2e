/** Addresses of what a client can read. */

/** Name of the schema that all answers share. */
export const ENVELOPE = "envelope";

export function schemaUri(name: string): string {
  return `rea://schemas/${name}.json`;
}

export function artifactUri(sha256: string): string {
  return `rea://artifacts/${sha256}`;
}
