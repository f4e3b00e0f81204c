import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from 'yaml';
import { readSpecification } from '#src/contract/read-specification.js';
import { useApp } from '../helpers/app.js';
import { describeOnBothStores } from '../helpers/stores.js';

describeOnBothStores('the service itself', (store) => {
  const app = useApp({ store, env: { BASE_URL: 'https://snippets.example' } });

  it('has a root that links to every collection', async () => {
    const root: Record<string, string> = await (await app.fetch('/')).json();
    const { properties = {} } = readSpecification().components.schemas.Root ?? {};
    const paths = Object.entries(properties).map(([name, schema]) => [name, schema.enum?.[0]]);
    assert.ok(paths.length >= 4);
    assert.deepEqual(root, Object.fromEntries(paths));
    for (const path of Object.values(root)) assert.equal((await app.fetch(path)).status, 200, path);
  });

  it('is alive, and is ready when all its parts are', async () => {
    const alive = await app.fetch('/healthz');
    assert.deepEqual([alive.status, await alive.json()], [200, { status: 'ok' }]);
    const ready = await app.fetch('/readyz');
    const checks = { store: 'ok', highlighter: 'ok' };
    assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ok', checks }]);
  });

  it('serves the same specification as JSON and as YAML', async () => {
    const json = await app.fetch('/openapi.json');
    const yaml = await app.fetch('/openapi.yaml');
    assert.equal(json.headers.get('Content-Type'), 'application/json');
    assert.match(yaml.headers.get('Content-Type') ?? '', /^application\/yaml/);
    const document = await json.json();
    assert.deepEqual(parse(await yaml.text()), document);
    assert.deepEqual(document.servers, [{ url: 'https://snippets.example' }]);
    assert.deepEqual(Object.keys(document.components.securitySchemes), ['basic', 'token']);
  });
});
