/** A contract that does not fit the code stops the start, with what to correct; `x-object` names any collection. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import type { PathItem } from '#src/contract/specification.js';
import { handlers } from '#src/handlers/index.js';
import { startApp, useApp, useUser } from '../helpers/app.js';

/** The service's own specification with one path changed; what is undefined goes. */
function changed(path: string, changes: { readonly [member in keyof PathItem]?: unknown }) {
  const specification = structuredClone(readSpecification());
  const item = specification.paths[path] ?? assert.fail(path);
  Object.assign(item, changes);
  for (const [member, value] of Object.entries(changes))
    if (value === undefined) delete item[member as keyof PathItem];
  return specification;
}

const DETAIL = '/snippets/{id}/';
const NO_ID = /\/snippets\/ has x-object, and no \{id\}/;
const NO_OBJECT = /openapi\.yaml: .*\/snippets\/\{id\}\/.*IsOwnerOrReadOnly.*x-object/s;
const NO_SECURITY = /get \/snippets\/\{id\}\/ has no security/;
const NO_HANDLER = /getRemark.*src\/handlers\/index\.ts/s;
const { get } = readSpecification().paths[DETAIL] ?? {};

describe('the start is refused for', () => {
  for (const [what, path, changes, message] of [
    ...['comments', 'toString', '__proto__', 'sessions'].map((name) => {
      const message = new RegExp(`/snippets/\\{id\\}/ has x-object: ${name}, .*src/store/definitions\\.ts`);
      return [`the x-object ${name}`, DETAIL, { 'x-object': name }, message] as const;
    }),
    ['an x-object without {id}', '/snippets/', { 'x-object': 'snippets' }, NO_ID],
    ['an object permission without an x-object', DETAIL, { 'x-object': undefined }, NO_OBJECT],
    ['no permission', '/users/', { 'x-permissions': [] }, /\/users\/ has no x-permissions/],
    ['no x-permissions', '/users/', { 'x-permissions': undefined }, /\/users\/ has no x-permissions/],
    [
      'no x-throttle-scope',
      '/users/',
      { 'x-throttle-scope': undefined },
      /\/users\/ has the x-throttle-scope undef/,
    ],
    [
      'an unknown x-throttle-scope',
      '/users/',
      { 'x-throttle-scope': 'all' },
      /\/users\/ has the x-throttle-scope all/,
    ],
    [
      'an operation that says nothing of schemes',
      DETAIL,
      { get: { ...get, security: undefined } },
      NO_SECURITY,
    ],
    ['an operation without a handler', DETAIL, { get: { ...get, operationId: 'getRemark' } }, NO_HANDLER],
    ...['AllowAll', 'toString', '__proto__', ''].map((name) => {
      const message = new RegExp(`permission ${name}, which does not exist`);
      return [
        `the permission "${name}"`,
        '/users/',
        { 'x-permissions': ['AllowAny', name] },
        message,
      ] as const;
    }),
  ] as const)
    it(what, async () => {
      await assert.rejects(startApp({ api: { specification: changed(path, changes), handlers } }), message);
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
    const body = { id: 1, username: 'alice', snippets: [] };
    return { status: 200 as const, headers: { ETag: '"1"' }, body };
  };
  const app = useApp({ api: { specification, handlers: { ...handlers, getUser } } });
  const alice = useUser(app, 'alice');

  it('loads the record with the fields that x-object-fields names, and no owner where there is none', async () => {
    await app.fetch(`/users/${alice.id}/`);
    assert.deepEqual(loaded, [{ _id: alice.id, username: 'alice', ownerId: null }]);
  });
});
