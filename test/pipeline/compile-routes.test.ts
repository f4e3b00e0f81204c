/** Nothing is open because a part of a route is missing: each is taken away in turn from an application that runs. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { handlers } from '#src/handlers/index.js';
import type { Route } from '#src/http/route.js';
import { basicHeader, useAppWithUsers } from '../helpers/app.js';
import { countOf } from '../helpers/stores.js';

const MEMBERS: readonly (keyof Route)[] = [
  ...(['endpoint', 'renderers', 'schemes', 'permit', 'permitRecord', 'mayUse', 'throttle'] as const),
  ...(['find', 'methods'] as const),
];
const OF_METHODS = ['operation', 'handle', 'validate', 'maxBytes'];

describe('a route without', () => {
  const routes: Route[] = [];
  const getSnippet: typeof handlers.getSnippet = (input, context) => {
    routes.push(context.route);
    return handlers.getSnippet(input, context);
  };
  const listSnippets: typeof handlers.listSnippets = (input, context) => {
    routes.push(context.route);
    return handlers.listSnippets(input, context);
  };
  const api = { specification: readSpecification(), handlers: { ...handlers, getSnippet, listSnippets } };
  const { app, alice, bob } = useAppWithUsers({ api });
  before(async () => {
    await app.client(alice).createSnippet({ code: 'kept' });
    for (const path of ['/snippets/', '/snippets/1/']) await app.fetch(path);
    assert.deepEqual(
      routes.map((route) => Object.keys(route).sort()),
      [[...MEMBERS].sort(), [...MEMBERS].sort()],
    );
    for (const { methods } of routes)
      for (const method of methods.values()) assert.deepEqual(Object.keys(method), OF_METHODS);
  });

  /** What has to be refused to everybody. */
  async function attempt(): Promise<void> {
    const valid = { code: 'changed' };
    for (const [user, method, path, body] of [
      [undefined, 'POST', '/snippets/', valid],
      [undefined, 'DELETE', '/snippets/1/', undefined],
      [bob, 'PUT', '/snippets/1/', valid],
      [bob, 'DELETE', '/snippets/1/', undefined],
      [alice, 'PUT', '/snippets/1/', { code: 7 }],
      [alice, 'POST', '/snippets/', { code: '' }],
      [{ ...alice, password: 'wrong' }, 'GET', '/snippets/1/', undefined],
      [{ ...alice, password: 'wrong' }, 'GET', '/snippets/', undefined],
    ] as const) {
      const headers = { ...(user && basicHeader(user)), ...(body && { 'Content-Type': 'application/json' }) };
      const sent = body === undefined ? null : JSON.stringify(body);
      const { status } = await fetch(`${app.url}${path}`, { method, headers, body: sent });
      assert.ok(status >= 400, `${method} ${path} by ${user?.username} is ${status}`);
    }
    assert.equal(await countOf(app.store.snippets), 1);
    assert.equal((await app.store.snippets.findOne({ _id: 1 }))?.code, 'kept');
  }

  async function takeAway(parts: readonly object[], member: string): Promise<void> {
    const kept = parts.map((part) => Reflect.get(part, member));
    for (const part of parts) assert.ok(Reflect.set(part, member, undefined));
    await attempt().finally(() => parts.map((part, index) => Reflect.set(part, member, kept[index])));
  }

  it('nothing refuses what it refuses', attempt);
  for (const member of MEMBERS) it(`${member} refuses it too`, () => takeAway(routes, member));
  for (const member of OF_METHODS)
    it(`${member} of its methods refuses it too`, () =>
      takeAway(
        routes.flatMap(({ methods }) => [...methods.values()]),
        member,
      ));
});
