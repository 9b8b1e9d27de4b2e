/** How large an answer may be, and how large it is. */

export interface Budget {
  /** Largest size of the answer as one JSON document without white space. */
  readonly limit: number;
  readonly unit: "bytes" | "characters";
  /** Flag or argument that raises the limit. */
  readonly raiseWith: string;
}

export function sizeOf(value: unknown, unit: Budget["unit"]): number {
  const text = JSON.stringify(value) ?? "";
  return unit === "bytes" ? Buffer.byteLength(text) : text.length;
}
