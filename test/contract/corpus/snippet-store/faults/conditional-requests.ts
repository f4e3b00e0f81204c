/** ETags and conditions that do not fit together. */
import { change, forward, isSnippet, isSnippetRead } from '../changes.js';
import type { Faults } from '../fault.js';

const SAME = '"same"';

export const conditions: Faults = {
  'an If-None-Match that is not read': () =>
    forward(({ headers }) => {
      delete headers['if-none-match'];
    }),
  'an If-Match that is not read': () =>
    forward(({ headers }) => {
      delete headers['if-match'];
    }),
  '304 for any If-None-Match': () => ({
    reply(given, message) {
      if (message.method !== 'GET' || message.headers['if-none-match'] === undefined || given.status !== 200)
        return;
      const { 'content-type': _none, ...headers } = given.headers;
      Object.assign(given, { status: 304, headers, body: Buffer.alloc(0) });
    },
  }),
  'one ETag for all versions': () => ({
    request(message) {
      if (message.headers['if-match'] === SAME) delete message.headers['if-match'];
      return undefined;
    },
    reply(given, message) {
      if (isSnippet(message) && given.headers.etag !== undefined) given.headers.etag = SAME;
    },
  }),
  '412 for the current ETag': () =>
    change(isSnippetRead, ({ headers }) => {
      if (headers.etag !== undefined) headers.etag = `"x${headers.etag.slice(1)}`;
    }),
};
