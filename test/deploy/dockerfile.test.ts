/** The image: what its Dockerfile says, and, with FULL=1, what it makes. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ROOT } from '../docs/read-markdown.js';
import { freePort } from '../helpers/free-port.js';
import { isFull } from '../helpers/full.js';
import { stagesOf } from './dockerfile.js';
import { CONTEXT, type Image, replayDockerfile } from './replay-dockerfile.js';

describe('deploy/Dockerfile', () => {
  const stages = stagesOf('Dockerfile');
  const last = stages.at(-1)?.instructions ?? [];
  const lastOf = (keyword: string) => last.findLast((instruction) => instruction.keyword === keyword);

  it('builds in one stage and runs in another, from images without a registry host name', () => {
    assert.equal(stages.length, 2);
    for (const { image } of stages) assert.match(image, /^[a-z]+:[\w.-]+$/);
  });

  it('runs as a numbered user that is not root, without a shell in between', () => {
    assert.match(lastOf('USER')?.text ?? '', /^[1-9]\d*:[1-9]\d*$/);
    for (const keyword of ['ENTRYPOINT', 'CMD']) assert.match(lastOf(keyword)?.text ?? '', /^\["/);
    assert.deepEqual(lastOf('CMD')?.args, ['serve']);
  });

  it('runs nothing in the last stage, which takes everything from the build', () => {
    assert.deepEqual(
      last.filter(
        ({ keyword, flags }) => keyword === 'RUN' || (keyword === 'COPY' && flags.from !== 'build'),
      ),
      [],
    );
  });

  it('checks its health by node', () => {
    assert.match(lastOf('HEALTHCHECK')?.text ?? '', /CMD \["node", "\/app\/deploy\/healthcheck\.mjs"\]$/);
  });

  it('keeps everything out of the build that .dockerignore does not name, and what it names exists', () => {
    assert.deepEqual(
      CONTEXT.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
    assert.ok(
      !CONTEXT.some((path) => /^(data|\.git|\.env|node_modules|dist|deploy\/compose\/?$)/.test(path)),
    );
  });
});

const skip = isFull ? false : 'installs from the package registry: set FULL=1';

describe('the image that deploy/Dockerfile makes, replayed in an empty folder', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-image-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  if (skip) return;
  const image = replayDockerfile('Dockerfile', folder);
  const app = join(image.root, image.workdir);
  makeReadOnly(folder, image);

  it('holds production packages alone, no npm, no sources, no types and no maps', () => {
    const files = readdirSync(image.root, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(
      files.filter((file) => /(\.map|\.[mc]?ts|\.tsbuildinfo|\/npm-cli\.js)$/.test(file)),
      [],
    );
    for (const absent of [
      'src',
      'test',
      'node_modules/typescript',
      'node_modules/@biomejs',
      'node_modules/@scarf',
    ]) {
      assert.ok(!existsSync(join(app, absent)), absent);
    }
  });

  it('is small: the application stays under 60 MiB', () => {
    const [kib] = execFileSync('du', ['-sk', app], { encoding: 'utf8' }).split('\t');
    assert.ok(Number(kib) < 60 * 1024, `${kib} KiB`);
  });

  it('serves unprivileged on a read-only root, is healthy, writes only /data and stops with 0', async () => {
    const port = await freePort();
    // In the container each path starts at its root.
    const inside = (path: string) => (path.startsWith('/') ? join(image.root, path) : path);
    const env = {
      PATH: join(image.root, 'usr/local/bin'),
      ...image.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    };
    const options = {
      cwd: app,
      env: { ...env, DATA_DIR: inside(image.env.DATA_DIR ?? '') },
      ...identity(image),
    };
    const [command = '', ...args] = [...image.entrypoint, ...image.command].map(inside);
    const before = listing(image.root);

    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    after(() => child.kill('SIGKILL'));
    let written = '';
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        written += text;
        if (written.includes('listening on')) resolve();
      });
      void ended.then((code) => reject(new Error(`ended with ${code}`)));
    });
    const password = /with the password (\S+) /.exec(written)?.[1];
    const base = `http://127.0.0.1:${port}`;
    const created = await fetch(`${base}/snippets/`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`demo:${password}`).toString('base64')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ code: 'print(1)', language: 'python' }),
    });
    assert.equal(created.status, 201);
    assert.equal((await fetch(`${base}/docs/`)).status, 200);

    const [check = '', ...checkArgs] = image.healthcheck.map(inside);
    assert.equal(spawnSync(check, checkArgs, options).status, 0);
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
    const late = spawnSync(check, checkArgs, { ...options, encoding: 'utf8' });
    assert.equal(late.status, 1);
    assert.match(late.stderr, /^\/healthz: .*ECONNREFUSED/);

    const made = listing(image.root).filter((file) => !before.includes(file));
    assert.ok(
      made.some((file) => file.endsWith('.sqlite')),
      made.join(),
    );
    assert.deepEqual(
      made.filter((file) => !file.startsWith('data/')),
      [],
    );
  });
});

function listing(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' });
}

/** Root can write everywhere, so as root it takes another user; as another user, the folder's permissions. */
function makeReadOnly(folder: string, image: Image): void {
  chmodSync(folder, 0o755);
  if (process.getuid?.() !== 0) execFileSync('chmod', ['-R', 'a-w', join(image.root, 'app')]);
  after(() => {
    if (process.getuid?.() !== 0) execFileSync('chmod', ['-R', 'u+w', image.root]);
  });
}

function identity({ user = '' }: Image): { uid?: number; gid?: number } {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  return process.getuid?.() === 0 ? { uid, gid } : {};
}
