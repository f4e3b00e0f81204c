/** An HTTP server with the parts of src/server/ that a test is about. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** @param attach adds what the test is about @returns the port */
export async function serveHere(t: TestContext, attach: (server: Server) => void): Promise<number> {
  const server = createServer({ requireHostHeader: false });
  attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
