/** A client that this project did not write: curl with its cookie jar, and with HTTP Basic. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startApp, type TestApp, type TestUser } from '../../helpers/app.js';

describe('curl', () => {
  let app: TestApp;
  let alice: TestUser;
  let folder: string;
  before(async () => {
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic' } });
    alice = await app.addUser('alice');
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-curl-'));
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** @returns what curl printed: with -w, the status behind the body */
  const curl = async (...args: string[]) =>
    (await promisify(execFile)('curl', ['-sS', '-w', ' %{http_code}', ...args])).stdout;

  it('logs in, writes with the token of its cookie jar, and logs out', async () => {
    const jar = join(folder, 'jar');
    const cookies = ['-b', jar, '-c', jar];
    const token = async () => /\tcsrftoken\t(\S+)/.exec(await readFile(jar, 'utf8'))?.[1] ?? '';
    const login = `${app.url}/api-auth/login/`;
    await curl(...cookies, login);
    const form = ['-d', `username=${alice.username}`, '--data-urlencode', `password=${alice.password}`];
    assert.match(
      await curl(...cookies, ...form, '-d', `csrfmiddlewaretoken=${await token()}`, login),
      / 302$/,
    );

    const write = async () =>
      curl(...cookies, '-H', `X-CSRFToken: ${await token()}`, '-d', 'code=x', `${app.url}/snippets/`);
    assert.match(await write(), /"owner":"alice".* 201$/);
    await curl(
      ...cookies,
      '-X',
      'POST',
      '-H',
      `X-CSRFToken: ${await token()}`,
      `${app.url}/api-auth/logout/`,
    );
    assert.match(await write(), /credentials were not provided.* 403$/);
  });

  it('writes with HTTP Basic', async () => {
    const answer = await curl('-u', `alice:${alice.password}`, '-d', 'code=x', `${app.url}/snippets/`);
    assert.match(answer, /"owner":"alice".* 201$/);
  });
});
