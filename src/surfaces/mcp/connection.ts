/** One client over standard input and output, from the first message until either side ends. MCP stdio transport. */
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createServer, type ServerParts } from "./server.ts";

/**
 * Serves until the client closes its side, a stream breaks or `signal` aborts; then every request under way has been
 * aborted. Nothing but protocol messages goes to standard output.
 */
export async function serveConnection(parts: ServerParts, signal: AbortSignal): Promise<void> {
  const transport = new StdioServerTransport();
  const onerror = (error: Error): void => {
    process.stderr.write(`rea mcp: ${error.message}\n`);
  };
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
}
