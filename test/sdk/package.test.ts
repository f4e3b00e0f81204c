// The packed SDK, installed into an empty project: it compiles there as strictly as can be, its README and examples run,
// and one program does the same on Node, on Deno and Bun where they are, and in a browser.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { access, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { issue } from '../authentication/oauth1/sign.js';
import { codeBlocks, ROOT } from '../docs/read-markdown.js';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { launchChromium, skipWithoutChromium } from '../helpers/chromium.js';
import { findClosedUrl } from './start-server.js';

const run = promisify(execFile);
const README = codeBlocks('src/sdk/README.md', 'ts');
/** What each block of the README prints, and each example. */
const PRINTED = {
  'block-0.mjs': /^\d+ demo\nGreeting javascript\nconsole\.log\("hello"\)\n\d+ Greeting\n$/,
  'block-1.mjs': /^\d+ undefined\ntheirs was kept\nundefined\n$/,
  'block-2.mjs': /^\[ 'This field may not be blank\.' \]\n$/,
  'block-3.mjs': /^request GET https:\S+\nresponse GET https:\S+\n1\n$/,
  'first-steps.mjs': /^demo has "Greeting" in javascript\n(found "Greeting"\n)+gone: Not found\.\n$/,
  'oauth1.mjs': /^demo stored snippet \d+\n1 found\n$/,
};
const COMMON_JS = `import { createClient, NotFoundError, type Snippet } from 'snippet-store-sdk';
import { getUser } from 'snippet-store-sdk/operations';
export const read = (): Promise<Snippet> => createClient({ baseUrl: 'http://127.0.0.1:1' }).getSnippet({ id: 1 });
export const error = new NotFoundError(getUser, 'http://127.0.0.1:1/', new Response(), { detail: 'x' });
`;
const STRICTLY =
  '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noImplicitOverride --module nodenext --target es2022 --lib es2022,dom --noEmitOnError --skipDefaultLibCheck';

describe('the packed SDK', () => {
  let app: TestApp;
  let project: string;
  let installed: string;
  let demo: TestUser;

  before(async () => {
    // OAuth 1.0a signs the address that is asked, so the service has to know it before it listens.
    const BASE_URL = await findClosedUrl();
    const env = { AUTH_SCHEMES: 'session,basic,token,oauth1,oauth2', BASE_URL, PORT: new URL(BASE_URL).port };
    app = await startApp({ env });
    demo = await app.addUser('demo');
    project = await mkdtemp(join(tmpdir(), 'snippet-store-sdk-'));
    installed = join(project, 'node_modules/snippet-store-sdk');
    const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/pack-sdk.mjs')]);
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
    const tarball = stdout.trim().split('\n').at(-1) ?? '';
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
    await cp(join(ROOT, 'test/sdk/fixtures'), project, { recursive: true });
    await cp(join(installed, 'examples'), project, { recursive: true });
    await writeFile(join(project, 'common.cts'), COMMON_JS);
    for (const [index, code] of README.entries()) {
      const here = code
        .replaceAll('http://127.0.0.1:8000', app.url)
        .replaceAll("'password'", `'${demo.password}'`);
      await writeFile(join(project, `block-${index}.mts`), here);
    }
  });
  after(async () => {
    await app.close();
    await rm(project, { recursive: true, force: true });
  });

  /** Runs a program in the project, which must write no error. */
  async function output(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const options = { cwd: project, env: { ...process.env, BASE_URL: app.url, ...env } };
    const { stdout, stderr } = await run(command, args, options);
    assert.equal(stderr, '', args.join(' '));
    return stdout;
  }

  it('depends on nothing, runs no script, and brings the source that every map leads to', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    assert.deepEqual([manifest.dependencies, manifest.scripts], [undefined, undefined]);
    const files = await readdir(installed, { recursive: true });
    for (const name of ['README.md', 'LICENSE']) assert.ok(files.includes(name), name);
    const modules = files.filter((file) => file.endsWith('.js') || file.endsWith('.d.ts'));
    assert.ok(modules.length > 0);
    for (const file of modules) {
      const map = JSON.parse(await readFile(join(installed, `${file}.map`), 'utf8'));
      for (const source of map.sources) await access(join(installed, dirname(file), map.sourceRoot, source));
    }
  });

  it('brings the command snippets, which names the package that its tools for agents need', async () => {
    const command = join(project, 'node_modules/.bin/snippets');
    assert.match((await run(command, ['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
    const refused = await run(command, ['mcp']).catch((error) => error);
    assert.match(refused.stderr, /npm install --global @modelcontextprotocol\/sdk/);
  });

  it('compiles under every strict option: what the contract allows, CommonJS, every block of its README', async () => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const files = ['types.mts', 'common.cts', ...README.map((_, index) => `block-${index}.mts`)];
    const compiled = run(process.execPath, [tsc, ...STRICTLY.split(' '), ...files], { cwd: project });
    assert.equal((await compiled.catch((error) => error)).stdout, '');
    const required = await output(process.execPath, ['-p', 'require("./common.cjs").error instanceof Error']);
    assert.equal(required, 'true\n');
  });

  it('does what every block of its README and every example shows', async () => {
    assert.equal(README.length, Object.keys(PRINTED).filter((name) => name.startsWith('block')).length);
    const { consumerKey, consumerSecret, token, tokenSecret } = await issue(app, demo);
    const env = {
      ...{ USERNAME: 'demo', PASSWORD: demo.password, OAUTH_TOKEN: token, OAUTH_TOKEN_SECRET: tokenSecret },
      ...{ CONSUMER_KEY: consumerKey, CONSUMER_SECRET: consumerSecret },
    };
    for (const [name, expected] of Object.entries(PRINTED))
      assert.match(await output(process.execPath, [name], env), expected, name);
  });

  /** What `exercise` of fixtures/program.mjs gives everywhere. */
  const done = [
    ...[true, 'Edited', 'javascript', true, 2, ['BadRequestError', 'This field may not be blank.']],
    ...['NotFoundError', 'AuthenticationError', 'ConnectionTimeoutError', 'RangeError'],
  ];
  const runtimes: Record<string, string[]> = {
    'Node, import': [process.execPath, 'import.mjs'],
    'Node, require': [process.execPath, 'require.cjs'],
    Deno: ['deno', 'run', '--quiet', '--node-modules-dir=manual', '--allow-all', 'import.mjs'],
    Bun: ['bun', 'import.mjs'],
  };
  for (const [name, [command = '', ...args]] of Object.entries(runtimes)) {
    const skip = spawnSync(command, ['--version']).error && `${command} is not on the PATH`;
    it(`works on ${name}`, { skip }, async () => {
      const { username } = await app.addUser(name.replace(/\W/g, ''), 'a long password');
      const body = `.then(async ([sdk, { exercise }]) => console.log(JSON.stringify(await exercise(sdk, {
        baseUrl: process.env.BASE_URL, username: process.env.USERNAME, password: 'a long password' }))));`;
      const rest = `import('./program.mjs')])${body}`;
      await writeFile(join(project, 'import.mjs'), `Promise.all([import('snippet-store-sdk'), ${rest}`);
      await writeFile(join(project, 'require.cjs'), `Promise.all([require('snippet-store-sdk'), ${rest}`);
      assert.deepEqual(JSON.parse(await output(command, args, { USERNAME: username })), done);
    });
  }

  it('works in a page, with a token and with the session of the browser', {
    skip: skipWithoutChromium,
  }, async () => {
    const { username, password } = await app.addUser('browser');
    const page = await (await launchChromium()).newPage();
    try {
      // The page and the SDK come from the origin of the service, as those of an application would.
      await page.route('**/__sdk/**', async (route) => {
        const path = new URL(route.request().url()).pathname.replace('/__sdk/', '');
        const body = path === '' ? '<!doctype html>' : await readFile(join(project, path), 'utf8');
        return route.fulfill({ contentType: path === '' ? 'text/html' : 'text/javascript', body });
      });
      await page.goto(`${app.url}/__sdk/`);
      const user = JSON.stringify({ username, password });
      const said = await page.evaluate(`(async () => {
        const sdk = await import('/__sdk/node_modules/snippet-store-sdk/esm/sdk/index.js');
        const { exercise } = await import('/__sdk/program.mjs');
        const baseUrl = location.origin;
        const store = sdk.createClient({ baseUrl, auth: sdk.session() });
        await store.showLogin();
        const wrong = await store.login({ ...${user}, password: 'guess' });
        const right = await store.login(${user});
        const { owner } = await store.createSnippet({ code: 'a' });
        await store.logout();
        const { name } = await store.createSnippet({ code: 'c' }).catch((reason) => reason);
        return [[wrong.includes('<form'), right, owner, name], await exercise(sdk, { baseUrl, ...${user} })];
      })()`);
      const listed = done.with(4, 3);
      assert.deepEqual(said, [[true, undefined, 'browser', 'AuthenticationError'], listed]);
    } finally {
      await page.close();
    }
  });
});
