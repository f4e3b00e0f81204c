/** Representations that were not asked for. */
import { change, forward, isSnippet } from '../changes.js';
import type { Faults } from '../spoiling.js';

export const negotiation: Faults = {
  'an Accept that is not read': () =>
    forward((message) => {
      if (isSnippet(message)) delete message.headers.accept;
    }),
};

export const headRequests: Faults = {
  'HEAD with another content type': () =>
    change(
      (given, { method }) => method === 'HEAD' && given.status === 200,
      ({ headers }) => {
        headers['content-type'] = 'text/plain';
      },
    ),
  'HEAD without the ETag': () =>
    change(
      (given, { method }) => method === 'HEAD' && given.status === 200,
      ({ headers }) => {
        delete headers.etag;
      },
    ),
};

export const preflights: Faults = {
  'a preflight that is refused': () => ({
    request: ({ method, headers }) =>
      method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
        ? {
            status: 403,
            headers: { 'content-type': 'application/json' },
            body: Buffer.from('{"detail":"no"}'),
          }
        : undefined,
  }),
  'a preflight for no origin': () =>
    change(
      (_given, { headers }) => headers['access-control-request-method'] !== undefined,
      ({ headers }) => {
        delete headers['access-control-allow-origin'];
      },
    ),
};
