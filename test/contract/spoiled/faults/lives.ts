/** Resources that are there after they were deleted, or not there after they were made. */
import { answer, edit, isCreated, isSnippet } from '../changes.js';
import type { Fault, Reply } from '../proxy.js';
import type { Faults } from '../spoiling.js';

export const deletedResources: Faults = {
  'a DELETE that deletes nothing': deleteNothing,
  'a cache that is not told of a DELETE': cache,
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

/** Whoever may not delete is refused all the same: `If-Match` is looked at after credentials and permissions. */
function deleteNothing(): Fault {
  return {
    request({ method, headers }) {
      if (method === 'DELETE') headers['if-match'] = '"of no version"';
      return undefined;
    },
    reply(given, { method }) {
      if (method !== 'DELETE' || given.status !== 412) return;
      const { 'content-type': _none, ...headers } = given.headers;
      Object.assign(given, { status: 204, headers, body: Buffer.alloc(0) });
    },
  };
}

function cache(): Fault {
  const read = new Map<string, Reply>();
  return {
    request: ({ method, target, headers }) =>
      method === 'GET' && headers['if-none-match'] === undefined ? read.get(target) : undefined,
    reply(given, message) {
      const { method, target } = message;
      if (given.status !== 200 || !isSnippet(message)) return;
      if (method === 'GET') read.set(target, given);
      if (method === 'PUT') read.delete(target);
    },
  };
}
