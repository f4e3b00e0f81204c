/** A request as a scheme sees it, for tests without a server. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AuthenticationRequest } from '#src/extension.js';

interface Asked {
  method?: string;
  /** With its query. */
  path?: string;
  headers?: IncomingHttpHeaders;
  form?: readonly (readonly [string, string])[];
}

export function request({
  method = 'GET',
  path = '/',
  headers = {},
  form = [],
}: Asked): AuthenticationRequest {
  const [bare = '', query = ''] = path.split('?');
  return {
    method,
    path: bare,
    query: new URLSearchParams(query),
    headers,
    ip: '127.0.0.1',
    confidential: true,
    origin: 'http://127.0.0.1',
    session: undefined,
    cookie: () => undefined,
    vary: () => undefined,
    form: async () => form,
    bytes: async () => Buffer.alloc(0),
  };
}
