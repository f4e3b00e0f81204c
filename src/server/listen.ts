/** Listens on a port, and says in the operator's words why it cannot. */
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { Settings } from '../config/index.js';
import { OperatorError } from '../errors/operator-error.js';

/** How a deployment is reached, but for the port, which may be chosen at the start. */
type Site = Pick<Settings, 'host' | 'tlsCert'>;

/** @throws OperatorError naming the address and what stands in the way */
export function listen(server: NetServer, site: Site, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const reason = LISTEN_FAILURES[error.code ?? ''] ?? error.message;
      reject(new OperatorError(`cannot listen on ${listenUrl(site, port)}: ${reason}`, { cause: error }));
    };
    server.once('error', fail);
    server.listen(port, site.host, () => {
      server.off('error', fail);
      // A server that listens on a port has no other kind of address (a pipe has a string).
      resolve(server.address() as AddressInfo);
    });
  });
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use; stop the other program, or set PORT',
  EACCES: 'this user may not use the port; set PORT to 1024 or more',
  EADDRNOTAVAIL: 'this machine does not have the address; set HOST',
  ENOTFOUND: 'the host name is unknown; set HOST',
  EAI_AGAIN: 'the host name cannot be looked up; set HOST',
};

export function listenUrl({ host, tlsCert }: Site, port: number): string {
  const scheme = tlsCert === undefined ? 'http' : 'https';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
