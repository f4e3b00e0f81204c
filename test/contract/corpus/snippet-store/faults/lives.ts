/** Resources that are there after they were deleted, or not there after they were made. */
import { answer, edit, isCreated, isSnippet } from '../changes.js';
import type { Faults } from '../fault.js';
import type { Fault } from '../proxy.js';

export const deletedResources: Faults = {
  'a DELETE that deletes nothing': deleteNothing,
  'a deleted snippet whose code can still be read': keepCode,
};

export const createdResources: Faults = {
  'snippets that nobody can read': () =>
    answer((message) => message.method === 'GET' && isSnippet(message), 404),
  // The document's links take the id from the body.
  'a new snippet with the id of none': () =>
    edit(isCreated, (body) => {
      body.id = Number(body.id) + 1_000_000;
    }),
};

const NO_VERSION = '"of no version"';

/** A user who may not delete is refused all the same: `If-Match` is checked after credentials and permissions. */
function deleteNothing(): Fault {
  return {
    request({ method, headers }) {
      if (method === 'DELETE') headers['if-match'] ??= NO_VERSION;
      return undefined;
    },
    reply(given, { method, headers: sent }) {
      // What the client's own `If-Match` refuses is refused rightly.
      if (method !== 'DELETE' || given.status !== 412 || sent['if-match'] !== NO_VERSION) return;
      const { 'content-type': _none, ...headers } = given.headers;
      Object.assign(given, { status: 204, headers, body: Buffer.alloc(0) });
    },
  };
}

/** The snippet itself is gone, and its bare code is still given away. */
function keepCode(): Fault {
  const deleted = new Set<string>();
  return {
    reply(given, { method, target }) {
      const [, id = '', rest] = /^\/snippets\/(\d+)\/(raw\/)?(\?|$)/.exec(target) ?? [];
      if (method === 'DELETE' && given.status === 204) deleted.add(id);
      if (method !== 'GET' || given.status !== 404 || rest === undefined || !deleted.has(id)) return;
      const headers = {
        ...given.headers,
        'content-type': 'text/plain',
        'content-disposition': 'inline',
        'cache-control': 'no-cache',
        etag: '"1"',
        link: `</snippets/${id}/>; rel="up"`,
      };
      Object.assign(given, { status: 200, headers, body: Buffer.from('print("hello")') });
    },
  };
}
