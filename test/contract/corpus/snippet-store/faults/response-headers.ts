/** Headers that are missing, or not as the document says. */
import { change, isCreated, isUsers, without } from '../changes.js';
import type { Faults } from '../fault.js';

export const responseHeaders: Faults = {
  'a missing challenge': () => without(({ status }) => status === 401, 'www-authenticate'),
  'a missing Allow': () => without(({ status }, message) => status === 200 && isUsers(message), 'allow'),
  'a missing Location': () => without(isCreated, 'location'),
  'a Location without its last slash': () =>
    change(isCreated, ({ headers }) => {
      headers.location = headers.location?.slice(0, -1) ?? '';
    }),
  'an ETag without quotes': () =>
    change(
      ({ headers }) => headers.etag !== undefined,
      ({ headers }) => {
        headers.etag = 'v1';
      },
    ),
  'a document for one origin alone': () =>
    change(
      (_given, { target }) => target === '/openapi.json',
      ({ headers }) => {
        headers['access-control-allow-origin'] = 'http://127.0.0.1';
      },
    ),
};
