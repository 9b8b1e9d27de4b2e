/** One client over standard input and output, from the first message until either side ends. MCP stdio transport. */
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { boundedLines, type LeftOut } from "./bounded-lines.ts";
import { requestId } from "./request-id.ts";
import { createServer, type ServerParts } from "./server.ts";

/** Bytes of a message that the server reads. */
const LONGEST_MESSAGE = 10_485_760;

/**
 * Serves until the client closes its side, a stream breaks or `signal` aborts; then every request under way has been
 * aborted. A longer message than the server reads is answered with an error. Nothing but protocol messages goes to
 * standard output.
 */
export async function serveConnection(parts: ServerParts, signal: AbortSignal): Promise<void> {
  const onerror = (error: Error): void => {
    process.stderr.write(`rea mcp: ${error.message}\n`);
  };
  const messages = boundedLines(LONGEST_MESSAGE, (line) => refuse(line, onerror));
  process.stdin
    .on("error", onerror)
    .on("close", () => messages.end())
    .pipe(messages);
  const transport = new StdioServerTransport(messages, process.stdout, { maxBufferSize: 2 * LONGEST_MESSAGE });
  const connection = serveStdio(() => createServer(parts), { transport, onerror });
  await new Promise<void>((resolve) => {
    const protocolClose = transport.onclose;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way to say it
    transport.onclose = () => {
      protocolClose?.();
      resolve();
    };
    const stop = (): void => {
      connection.close().catch(onerror).finally(resolve);
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  // What is still read would keep the process.
  process.stdin.unpipe(messages).pause();
}

function refuse(line: LeftOut, onerror: (error: Error) => void): void {
  const id = requestId(line);
  const message = `a message has more than the ${LONGEST_MESSAGE} bytes that this server reads`;
  onerror(new Error(message));
  if (id === undefined) return;
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
}
