/** What stands before a path (OpenAPI 3.0.3, 4.7.5). */
import { asList, asRecord } from './values.js';

export interface Server {
  /** Scheme, host and port; undefined for one that is relative to where the document was found. */
  readonly origin: string | undefined;
  /** Without its last slash. */
  readonly path: string;
}

/** @returns the servers, their variables at their defaults; the root of the document's own server when none is named */
export function readServers(servers: unknown): Server[] {
  const found = asList(servers).flatMap((server) => readServer(server) ?? []);
  return found.length > 0 ? found : [{ origin: undefined, path: '' }];
}

function readServer(node: unknown): Server | undefined {
  const { url = '/', variables } = asRecord(node);
  const filled = String(url).replace(/\{([^}]+)\}/g, (_whole, name: string) =>
    String(asRecord(asRecord(variables)[name]).default ?? ''),
  );
  if (!URL.canParse(filled, NOWHERE)) return undefined;
  const { origin, pathname } = new URL(filled, NOWHERE);
  return { origin: origin === NOWHERE ? undefined : origin, path: pathname.replace(/\/$/, '') };
}

const NOWHERE = 'http://any.invalid';

/**
 * @param origin of the server under test
 * @returns the path of the server that the document gives it: one of the same host, else a relative one, else none
 */
export function basePathOn(servers: readonly Server[], origin: string): string {
  const found =
    servers.find((server) => server.origin === origin) ?? servers.find((one) => one.origin === undefined);
  return found?.path ?? '';
}
