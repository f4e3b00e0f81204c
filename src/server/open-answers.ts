/** Knows the answers of a server that are under way. */
import type { Server, ServerResponse } from 'node:http';

/** @returns the answers whose requests have begun and which are not closed yet */
export function trackAnswers(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}
