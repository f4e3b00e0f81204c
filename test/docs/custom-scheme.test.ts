/** The worked example of docs/authentication.md, run as a deployment would run it. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { results, runHere, type Service, serve, temporaryFolder } from '../helpers/service.js';
import { codeBlocks, ROOT } from './read-markdown.js';

const KEY = 'a key that the operator gave out';

// Beside the compiled tests, so that the module finds the package by its name.
const folder = await mkdtemp(join(ROOT, 'dist-test', 'config-'));
after(() => rm(folder, { recursive: true, force: true }));
const DATA_DIR = await temporaryFolder();
const service = await startWithApiKeys();

async function startWithApiKeys(): Promise<Service> {
  const CONFIG = join(folder, 'api-keys.mjs');
  const module = codeBlocks('docs/authentication.md', 'js').find((code) => code.includes('api-keys.mjs'));
  await writeFile(CONFIG, module ?? '');
  const command = ['users', 'create', 'ci', '--json', '--password-stdin'];
  const [user] = results(await runHere(command, { DATA_DIR }, 'a long password\n')) as [
    { id: number; username: string },
  ];
  const API_KEY_USERS = JSON.stringify({ [hash('sha256', KEY, 'hex')]: user });
  return serve({ DATA_DIR, CONFIG, AUTH_SCHEMES: 'apiKey,basic', API_KEY_USERS });
}

describe('the scheme of docs/authentication.md', () => {
  const create = (headers: Record<string, string>) =>
    fetch(`${service.address}/snippets/`, {
      method: 'POST',
      body: JSON.stringify({ code: 'print(42)' }),
      headers: { 'Content-Type': 'application/json', ...headers },
    });

  it('makes the user of the key the owner, and lets the next scheme try when there is no key', async () => {
    const Authorization = `Basic ${Buffer.from('ci:a long password').toString('base64')}`;
    for (const headers of [{ 'X-Api-Key': KEY }, { Authorization }]) {
      const answer = await create(headers as Record<string, string>);
      assert.deepEqual([answer.status, (await answer.json()).owner], [201, 'ci']);
      assert.match(answer.headers.get('vary') ?? '', /X-Api-Key/i);
    }
  });

  it('refuses the key of a deactivated user', async () => {
    for (const [command, status] of [
      ['deactivate', 401],
      ['activate', 201],
    ] as const) {
      await runHere(['users', command, 'ci'], { DATA_DIR });
      assert.equal((await create({ 'X-Api-Key': KEY })).status, status);
    }
  });

  it('refuses a wrong key and an anonymous write with its challenge, and stands in the served document', async () => {
    for (const headers of [{ 'X-Api-Key': 'wrong' }, {}]) {
      const answer = await create(headers as Record<string, string>);
      assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, 'ApiKey realm="api"']);
    }
    const document = await (await fetch(`${service.address}/openapi.json`)).json();
    assert.deepEqual(Object.keys(document.components.securitySchemes), ['apiKey', 'basic']);
    assert.deepEqual(document.paths['/snippets/'].post.security, [{ basic: [] }, { apiKey: [] }]);
  });
});
