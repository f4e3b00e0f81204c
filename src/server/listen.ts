/** Makes an HTTP server, with TLS where the deployment has a certificate, and listens on a port. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import type { Settings } from '../config/index.js';
import { codeOf } from '../errors/error-code.js';
import { OperatorError, SettingsError } from '../errors/operator-error.js';
import { MOST_HEADERS } from './check-head.js';

const SECOND = 1000;
const OPTIONS = {
  headersTimeout: 20 * SECOND,
  requestTimeout: 120 * SECOND,
  keepAliveTimeout: 65 * SECOND,
  connectionsCheckingInterval: 5 * SECOND,
  // `checkHeads` refuses a request without one, with a `detail`.
  requireHostHeader: false,
};
/** A connection on which nothing moves for so long is dropped, so that it does not hold memory. */
const IDLE = 60 * SECOND;

/** @throws SettingsError when a file of TLS_CERT or TLS_KEY cannot be read, or the two do not belong together */
export async function makeServer({ tlsCert, tlsKey }: Pick<Settings, 'tlsCert' | 'tlsKey'>): Promise<Server> {
  // The settings insist on both or none.
  const server =
    tlsCert === undefined || tlsKey === undefined
      ? createServer(OPTIONS)
      : createTlsServer({
          ...OPTIONS,
          handshakeTimeout: OPTIONS.headersTimeout,
          ...(await readCertificate(tlsCert, tlsKey)),
        });
  server.timeout = IDLE;
  // Node drops the rest unseen. `checkHeads` refuses the request: one header more than it allows tells.
  server.maxHeadersCount = MOST_HEADERS + 1;
  return server;
}

async function readCertificate(certPath: string, keyPath: string): Promise<{ cert: Buffer; key: Buffer }> {
  const attempt = async <T>(name: string, path: string, problem: string, use: () => T | Promise<T>) => {
    try {
      return await use();
    } catch (error) {
      const reason = codeOf(error) ?? (error instanceof Error ? error.message : String(error));
      throw new SettingsError(name, path, `${problem} (${reason})`);
    }
  };
  const cert = await attempt('TLS_CERT', certPath, 'cannot be read', () => readFile(certPath));
  await attempt('TLS_CERT', certPath, 'holds no certificate in PEM', () => createSecureContext({ cert }));
  const key = await attempt('TLS_KEY', keyPath, 'cannot be read', () => readFile(keyPath));
  await attempt('TLS_KEY', keyPath, 'holds no unencrypted key in PEM', () => createSecureContext({ key }));
  await attempt('TLS_KEY', keyPath, 'does not belong to TLS_CERT', () => createSecureContext({ cert, key }));
  return { cert, key };
}

const FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; stop the other program, or set PORT',
  EACCES: 'this user may not use the port; set PORT to 1024 or more',
  EADDRNOTAVAIL: 'this machine does not have the address; set HOST',
  ENOTFOUND: 'the host name is unknown; set HOST',
};

/** @returns the URL, with the port that was chosen for port 0 @throws OperatorError naming what stands in the way */
export async function listen(
  server: Server,
  { host, port, tlsCert }: { host: string; port: number; tlsCert?: string | undefined },
): Promise<string> {
  const urlOf = (chosen: number) =>
    `http${tlsCert === undefined ? '' : 's'}://${host.includes(':') ? `[${host}]` : host}:${chosen}`;
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const reason = FAILURES[codeOf(error) ?? ''] ?? String(error);
    throw new OperatorError(`cannot listen on ${urlOf(port)}: ${reason}`, { cause: error });
  }
  // A server that listens on a port has no other kind of address (a pipe has a string).
  return urlOf((server.address() as AddressInfo).port);
}
