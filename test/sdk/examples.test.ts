// The programs of examples/sdk run against the service and do what they say.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { issue } from '../pipeline/authentication/oauth1/sign.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe("the SDK's example", () => {
  let folder: string;
  let app: TestApp;
  let alice: TestUser;
  const ran: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-examples-'));
    await cp(join(root, 'examples/sdk'), folder, { recursive: true });
    // What the package is called outside, made of what is compiled here.
    const installed = join(folder, 'node_modules/snippet-store-sdk');
    await mkdir(installed, { recursive: true });
    await writeFile(join(installed, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
    await writeFile(join(installed, 'index.js'), `export * from '${root}dist/sdk/index.js';\n`);
    // Clients sign the address that they ask, so the service has to know its port before it listens.
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    const port = address !== null && typeof address === 'object' ? String(address.port) : '';
    probe.close();
    const env = { AUTH_SCHEMES: 'basic,oauth1', BASE_URL: `http://127.0.0.1:${port}`, PORT: port };
    app = await startApp({ env });
    alice = await app.addUser('alice');
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(name: string, args: string[] = [], more: Record<string, string> = {}): Promise<string> {
    ran.push(name);
    const env = { BASE_URL: app.url, USERNAME: alice.username, PASSWORD: alice.password, ...more };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(folder, name), ...args], {
      env,
    });
    assert.equal(stderr, '');
    return stdout;
  }

  it('first-steps creates, edits, finds and deletes a snippet', async () => {
    const said = await run('first-steps.mjs');
    assert.equal(said, 'alice has "Greeting" in javascript\nfound "Greeting"\ngone: Not found.\n');
  });

  it('import-files stores files, and says what is wrong with one', async () => {
    const files = { 'a.py': 'print(1)', 'empty.txt': ' \n' };
    for (const [name, code] of Object.entries(files)) await writeFile(join(folder, name), code);
    const said = await run(
      'import-files.mjs',
      Object.keys(files).map((name) => join(folder, name)),
    );
    assert.match(
      said,
      /^a\.py: \d+\nempty\.txt: 400 Invalid input\.\n {2}code: This field may not be blank\.\n$/,
    );
    const [stored] = await app.client().snippets().toArray();
    assert.deepEqual([stored?.title, stored?.code, stored?.language], ['a.py', 'print(1)', 'python']);
  });

  it('oauth1 signs what it sends', async () => {
    const { consumerKey, consumerSecret, token, tokenSecret } = await issue(app, alice);
    const said = await run('oauth1.mjs', [], {
      CONSUMER_KEY: consumerKey,
      CONSUMER_SECRET: consumerSecret,
      OAUTH_TOKEN: token,
      OAUTH_TOKEN_SECRET: tokenSecret,
    });
    assert.match(said, /^alice stored snippet \d+\n1 found\n$/);
  });

  it('is among those that run here, whichever it is', async () => {
    const programs = (await readdir(join(root, 'examples/sdk'))).filter((name) => name.endsWith('.mjs'));
    assert.deepEqual(programs.sort(), ran.sort());
  });
});
