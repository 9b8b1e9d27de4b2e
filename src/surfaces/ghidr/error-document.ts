/** The one document of a failed command, within its fixed size. */
import { FAILURES, type Failure } from "../../base/failure.ts";
import { isGhidrErrorCode, LARGEST_ERROR, type ErrorDocument } from "../../contracts/ghidr/errors.ts";
import { taggedPath } from "../../contracts/ghidr/tagged-path.ts";

/** The document and its line end, at most `LARGEST_ERROR` bytes: candidates give way first, then all details. */
export function errorText(failure: Failure): string {
  const document = errorDocument(failure);
  let text = encode(document);
  let { details } = document.error;
  while (tooLarge(text) && Array.isArray(details["candidates"]) && details["candidates"].length > 0) {
    const kept = details["candidates"].slice(0, Math.floor(details["candidates"].length / 2)) as unknown[];
    details = { ...details, candidates: kept };
    text = encode(withDetails(document, details));
  }
  if (!tooLarge(text)) return text;
  return encode(withDetails(document, { omitted: "details exceed the size of an error document" }));
}

export function errorDocument(failure: Failure): ErrorDocument {
  const { code, details } = published(failure);
  return {
    schema_version: 1,
    kind: "error",
    error: { code, message: clipped(failure.message), retryable: FAILURES[code].retryable, details },
  };
}

/** What is said of a failure whose code is not one of the contract: that should not happen, and is said so. */
function published(failure: Failure): { code: Failure["code"]; details: Readonly<Record<string, unknown>> } {
  if (!isGhidrErrorCode(failure.code)) return { code: "internal_error", details: { reason: failure.code } };
  const { store } = failure.details;
  const details = typeof store === "string" ? { ...failure.details, store: taggedPath(store) } : failure.details;
  return { code: failure.code, details: failure.code === "store_unwritable" ? { reason: "", ...details } : details };
}

function withDetails(document: ErrorDocument, details: ErrorDocument["error"]["details"]): ErrorDocument {
  return { ...document, error: { ...document.error, details } };
}

function encode(document: ErrorDocument): string {
  return `${JSON.stringify(document)}\n`;
}

function tooLarge(text: string): boolean {
  return Buffer.byteLength(text) > LARGEST_ERROR;
}

/** Characters; a message is for people, and what it is about is in the details. */
const LONGEST_MESSAGE = 4000;

function clipped(message: string): string {
  return message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE)}…`;
}
