/** Code and document cannot drift apart: what answers is named, and what is named answers. */
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import Router from '@koa/router';
import * as errors from '#src/errors/index.js';
import { InvalidClient, OAuth2Error } from '#src/errors/oauth2-error.js';
import { startApp, type TestApp } from '../helpers/app.js';
import { readDocument } from './harness/document/read-document.js';

/** What answers without being an operation: pages read it, clients do not. */
const OUTSIDE_THE_CONTRACT = /^\/assets\//;

// One cast: the types of the router keep quiet about this method, through which every route goes.
const prototype = Router.prototype as unknown as { register(path: string): unknown };

describe('the document and the running server', () => {
  const routes: string[] = [];
  let app: TestApp;
  let documented: string[];
  before(async () => {
    const register = mock.method(prototype, 'register');
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic,token' } });
    for (const {
      arguments: [path],
    } of register.mock.calls)
      routes.push(String(path));
    register.mock.restore();
    const { operations } = await readDocument(`${app.url}/openapi.json`);
    documented = [...new Set(operations.map(({ path }) => path))];
  });
  after(() => app.close());

  it('have the same addresses, but for the list of exceptions', () => {
    const inDocument = documented.map((path) => path.replace(/\{([^}]+)\}/g, ':$1'));
    const promised = routes.filter((path) => !OUTSIDE_THE_CONTRACT.test(path));
    assert.deepEqual([...new Set(promised)].sort(), inDocument.sort());
  });

  it('have the same methods: Allow of every address names the declared ones', async () => {
    const { operations } = await readDocument(`${app.url}/openapi.json`);
    for (const path of documented) {
      const response = await fetch(app.url + path.replace(/\{[^}]+\}/g, '1'), { method: 'OPTIONS' });
      const allowed = (response.headers.get('allow') ?? '')
        .split(', ')
        .filter((name) => !['HEAD', 'OPTIONS'].includes(name));
      const declared = operations.filter((operation) => operation.path === path).map(({ method }) => method);
      assert.deepEqual(allowed.sort(), declared.sort(), path);
    }
  });
});

describe('every kind of error', () => {
  const kinds = new Set([...Object.values(errors), OAuth2Error, InvalidClient].filter(isErrorClass));
  let statuses: Set<number>;
  before(async () => {
    const { source } = await readDocument('openapi.yaml');
    // Answers to requests that no operation stands for are declared beside the paths.
    const text = JSON.stringify([source.paths, source['x-derived-responses']]);
    statuses = new Set([...text.matchAll(/"([45]\d\d)":/g)].map(([, status]) => Number(status)));
  });

  for (const { name, status } of kinds) {
    it(`has a response in the document: ${name} (${status})`, () => assert.ok(statuses.has(status)));
  }
});

function isErrorClass(value: unknown): value is typeof errors.ApiError {
  return (
    typeof value === 'function' && (value === errors.ApiError || value.prototype instanceof errors.ApiError)
  );
}
