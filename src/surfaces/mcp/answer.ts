/** An answer as a tool result: the whole as structured content, beside it a text that is short and safe to read. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { FAILURES, type Failure } from "../../base/failure.ts";
import { printable } from "../../base/printable.ts";
import { errorDocument, type Envelope } from "../../contracts/envelope.ts";
import { spilledArtifact } from "../../operations/budget.ts";
import { previewOf } from "../../operations/preview.ts";
import { artifactUri, schemaUri } from "./uris.ts";

/** Largest text beside the structured content, in characters. */
export const TEXT_LIMIT = 2_000;

/** Marks text that holds names and strings of the analysed program. */
const UNTRUSTED = { "rea/content_origin": "untrusted_sample" };

/** `document` is the id of the open target that the answer is about. */
export function toolResult(envelope: Envelope, document: string | undefined): CallToolResult {
  const spilled = spilledArtifact(envelope);
  const kept = spilled === undefined ? [] : [`artifact: ${printable(spilled.artifact.path)}`];
  const head = linesWithin(
    [headLine(envelope, document), ...kept, ...remarkLines(envelope)].join("\n"),
    TEXT_LIMIT / 2,
  );
  const room = TEXT_LIMIT - head.length - 1;
  const body = spilled === undefined ? previewOf(envelope, room) : linesWithin(spilled.preview, room);
  const text: CallToolResult["content"][number] = {
    type: "text",
    text: `${head}\n${body}`,
    annotations: { audience: ["assistant"] },
    _meta: UNTRUSTED,
  };
  const content = spilled === undefined ? [text] : [text, artifactLink(spilled.artifact)];
  return { content, structuredContent: { ...envelope }, _meta: UNTRUSTED };
}

export function errorResult(operation: string, failure: Failure): CallToolResult {
  const document = errorDocument(operation, failure);
  const { code, message, details } = document.error;
  const lines = [`${code}: ${printable(message)}`, `next: ${nextStep(operation, failure)}`];
  for (const [name, value] of Object.entries(details)) {
    if (Array.isArray(value) && value.length > 0 && name !== "arguments")
      lines.push(`${name}: ${printable(value.join(", "))}`);
  }
  const text = linesWithin(lines.join("\n"), TEXT_LIMIT);
  return {
    isError: true,
    content: [{ type: "text", text, _meta: UNTRUSTED }],
    structuredContent: { ...document },
    _meta: UNTRUSTED,
  };
}

/** For revisions that have no structured content: the same document, as JSON, in a second text. */
export function withJsonText(result: CallToolResult): CallToolResult {
  const json = JSON.stringify(result.structuredContent).replaceAll(STEERING, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return { ...result, content: [...result.content, { type: "text", text: json, _meta: UNTRUSTED }] };
}

/** What JSON leaves as it is though it steers terminals and readers. */
const STEERING = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

function headLine({ operation, target, page }: Envelope, document: string | undefined): string {
  const about = document === undefined ? "" : ` [document ${document}]`;
  const what = target === null ? "" : ` ${printable(target.path)} ${target.architecture} base ${target.image_base}`;
  return `${operation}${about}${what}${pageText(page)}`;
}

function pageText(page: Envelope["page"]): string {
  if (page === undefined) return "";
  const total = page.total === null ? "" : ` of ${page.total}`;
  const next = page.next_offset === null ? "" : `, next offset ${page.next_offset}`;
  return `: ${page.returned}${total}${next}`;
}

function remarkLines({ warnings, limits }: Envelope): string[] {
  return [
    ...warnings.map(({ code, message }) => `warning: ${code}: ${printable(message)}`),
    ...limits.map(({ kind, limit, reason, raise_with: raise }) => {
      return `limit: ${kind} ${limit}: ${printable(reason)}${raise === null ? "" : ` (raise with ${raise})`}`;
    }),
  ];
}

function artifactLink({ sha256, bytes }: { sha256: string; bytes: number }): CallToolResult["content"][number] {
  const description = "The complete answer";
  return {
    type: "resource_link",
    uri: artifactUri(sha256),
    name: `${sha256.slice(0, 12)}.json`,
    description,
    mimeType: "application/json",
    size: bytes,
  };
}

/** Whole lines that fit, and a last one that says that there are more. */
function linesWithin(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf("\n", limit - MORE.length);
  return `${text.slice(0, end < 0 ? limit - MORE.length : end)}${MORE}`;
}

const MORE = "\n... more in the structured content";

/** The failure's hint in the words of this surface: commands are tools, and schemas stand for `--help`. */
function nextStep(operation: string, { code }: Failure): string {
  if (code === "invalid_arguments") return `Call it again as ${schemaUri(operation)} describes.`;
  const { hint } = FAILURES[code];
  return hint.replaceAll(/`rea ([a-z][a-z-]+)`/gu, (_all, command: string) => `\`${command.replaceAll("-", "_")}\``);
}
