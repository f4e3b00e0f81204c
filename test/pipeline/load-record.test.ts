/** `x-object` names any collection of the store; a contract that cannot be checked stops the start. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import type { PathItem, Specification } from '#src/contract/specification.js';
import { handlers } from '#src/handlers/index.js';
import { startApp, useApp, useUser } from '../helpers/app.js';

/** The service's own specification with one path changed. */
function changed(
  path: string,
  changes: Partial<PathItem>,
  without: readonly (keyof PathItem)[] = [],
): Specification {
  const specification = structuredClone(readSpecification());
  const item = specification.paths[path] ?? assert.fail(path);
  Object.assign(item, changes);
  for (const member of without) delete item[member];
  return specification;
}

const refuses = async (specification: Specification, message: RegExp) => {
  await assert.rejects(startApp({ api: { specification, handlers } }), message);
};

describe('the start', () => {
  it('is refused for an x-object that no collection defines, by the path and the file to edit', async () => {
    for (const name of ['comments', 'toString', '__proto__', 'sessions']) {
      const specification = changed('/snippets/{id}/', { 'x-object': name });
      const message = new RegExp(`/snippets/\\{id\\}/ has x-object: ${name}, .*src/store/definitions\\.ts`);
      await refuses(specification, message);
    }
  });

  it('is refused for an x-object on a path without {id}', async () => {
    await refuses(
      changed('/snippets/', { 'x-object': 'snippets' }),
      /\/snippets\/ has x-object, and no \{id\}/,
    );
  });
});

describe('an x-object that names another collection than the snippets', () => {
  const loaded: (object | null)[] = [];
  const specification = changed('/users/{id}/', {
    'x-object': 'users',
    'x-object-fields': ['username'],
    'x-permissions': ['IsAuthenticatedOrReadOnly', 'IsOwnerOrReadOnly'],
  });
  const getUser = (_input: unknown, { record }: { record: object | null }) => {
    loaded.push(record);
    return {
      status: 200 as const,
      headers: { ETag: '"1"' },
      body: { id: 1, username: 'alice', snippets: [] },
    };
  };
  const app = useApp({ api: { specification, handlers: { ...handlers, getUser } } });
  const alice = useUser(app, 'alice');

  it('loads the record with the fields that x-object-fields names, and no owner where there is none', async () => {
    await app.fetch(`/users/${alice.id}/`);
    assert.deepEqual(loaded, [{ _id: alice.id, username: 'alice', ownerId: null }]);
  });
});
