/** What answers is in the document, and what is in the document answers. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import Router from '@koa/router';
import { readDocument } from '#harness/document/read-document.js';
import { startApp } from '../helpers/app.js';

/** What answers without being an operation: pages read it, clients do not. */
const OUTSIDE_THE_CONTRACT = /^\/assets\//;

// One cast: the types of the router keep quiet about this method, through which every route goes.
const prototype = Router.prototype as unknown as { register(path: string): unknown };

it('the document and the running server have the same paths', async (t) => {
  const register = t.mock.method(prototype, 'register');
  const app = await startApp({ env: { AUTH_SCHEMES: 'session,basic,token' } }, t);
  const routes = register.mock.calls.map((call) => String(call.arguments[0]));
  const { operations } = await readDocument(`${app.url}/openapi.json`);
  const documented = operations.map(({ path }) => path.replace(/\{([^}]+)\}/g, ':$1'));
  const answering = routes.filter((path) => !OUTSIDE_THE_CONTRACT.test(path));
  assert.deepEqual(new Set(answering.sort()), new Set(documented.sort()));
});
