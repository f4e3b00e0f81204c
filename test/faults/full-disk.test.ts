/** A full disk, or one that has become read-only: reading and deleting go on, also after a crash, and writing goes on as soon as there is room. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createAlice, results, run, runHere, type Service, serve } from '../commands/snippet-store.js';
import { until } from '../helpers/until.js';
import { makeFailingDisk, makeSmallDisk, type SmallDisk } from './small-disk.js';

const disk = makeSmallDisk(40);
const skip = typeof disk === 'string' ? disk : false;
if (typeof disk !== 'string') after(() => disk.remove());

const LARGE = 'x = "some words that are stored"\n'.repeat(3_000);

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

describe('the embedded store on a full disk', { skip }, () => {
  // Without a disk the suite is skipped.
  const { folder, fill } = disk as SmallDisk;
  const settings = { DATA_DIR: join(folder, 'data'), AUTH_SCHEMES: 'token', LOG_LEVEL: 'warn' };
  let key: string;

  async function send({ address }: Service, method: string, path: string, code?: string): Promise<Answer> {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { Authorization: `Token ${key}`, 'Content-Type': 'application/json' },
      // Plain text: highlighting a hundred long snippets would take most of the time of these tests.
      ...(code !== undefined && { body: JSON.stringify({ code, language: 'plaintext' }) }),
    });
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('Retry-After'),
    };
  }

  async function refusedForRoom(service: Service, method: string, path: string, code = LARGE): Promise<void> {
    const { status, text, retryAfter } = await send(service, method, path, code);
    assert.equal(status, 503, text);
    assert.equal(JSON.parse(text).detail, 'Service temporarily unavailable, try again later.');
    assert.match(retryAfter ?? '', /^\d+$/);
  }

  async function namesTheDisk(service: Service): Promise<void> {
    await until(
      'readiness names the disk',
      async () => (await send(service, 'GET', '/readyz')).status === 503,
    );
    const { checks } = JSON.parse((await send(service, 'GET', '/readyz')).text);
    const { disk: found, ...others } = checks;
    assert.match(found, /^The disk is full or read-only:/);
    assert.deepEqual(new Set(Object.values(others)), new Set(['ok']));
  }

  async function idsOf(service: Service): Promise<number[]> {
    return JSON.parse((await send(service, 'GET', '/snippets/')).text).map(({ id }: { id: number }) => id);
  }

  async function create(service: Service): Promise<string> {
    const { status, text } = await send(service, 'POST', '/snippets/', LARGE);
    assert.equal(status, 201, text);
    return `/snippets/${JSON.parse(text).id}/`;
  }

  it('goes on reading and deleting, also after a kill, and on writing once there is room', async () => {
    key = await createAlice(settings);

    const first = await serve(settings);
    const [kept, ...others] = await Promise.all(Array.from({ length: 6 }, () => create(first)));
    const [one = '', two = '', three = '', four = ''] = others;
    const makeRoom = await fill();
    await refusedForRoom(first, 'POST', '/snippets/');
    await namesTheDisk(first);
    await refusedForRoom(first, 'PUT', kept ?? '', 'print(1)');
    assert.equal((await send(first, 'DELETE', one)).status, 204);
    await refusedForRoom(first, 'POST', '/snippets/');
    first.signal('SIGKILL');
    const { stderr } = await first.ended;
    assert.match(stderr, /the disk that holds DATA_DIR is full: make room on it/);

    const refill = await fill();
    assert.equal(refill.length, 0);
    const second = await serve(settings);
    assert.equal((await idsOf(second)).length, 5);
    await namesTheDisk(second);
    assert.equal((await send(second, 'DELETE', two)).status, 204);
    await refusedForRoom(second, 'POST', '/snippets/');
    // In order, so that nothing of the log of writes is left to be read by the next start.
    second.signal('SIGTERM');
    assert.equal((await second.ended).code, 0);

    const third = await serve(settings);
    assert.equal((await send(third, 'DELETE', three)).status, 204);
    assert.equal((await runHere(['users', 'list'], settings)).code, 0);
    makeRoom();
    await until('it is ready again', async () => (await send(third, 'GET', '/readyz')).status === 200);
    const again = await create(third);
    assert.equal((await send(third, 'GET', again)).status, 200);
    assert.equal((await send(third, 'DELETE', four)).status, 204);
    assert.equal((await idsOf(third)).length, 3);
    third.signal('SIGTERM');
    assert.equal((await third.ended).code, 0);
    assert.deepEqual(results(await runHere(['check', '--json'], settings)), [{ problems: 0 }]);
  });

  it('takes snippets until it is full, and all that were acknowledged are there', async () => {
    const service = await serve(settings);
    const before = (await idsOf(service)).length;
    let stored = 0;
    for (; ; stored++) {
      const { status, text } = await send(service, 'POST', '/snippets/', LARGE);
      if (status === 503) break;
      assert.equal(status, 201, text);
    }
    assert.ok(stored > 10, `${stored} were stored`);
    await namesTheDisk(service);
    const ids = await idsOf(service);
    assert.equal(ids.length, before + stored);
    for (const id of ids) assert.equal((await send(service, 'DELETE', `/snippets/${id}/`)).status, 204);
    await until('it is ready again', async () => (await send(service, 'GET', '/readyz')).status === 200);
    await create(service);
    service.signal('SIGTERM');
    assert.equal((await service.ended).code, 0);
  });

  it('does not start over nothing, and says that the disk is full', async () => {
    const makeRoom = await fill();
    const { code, stderr } = await run(['serve'], { DATA_DIR: join(folder, 'other'), PORT: '0' });
    makeRoom();
    assert.equal(code, 1);
    assert.match(stderr, /the disk is full, make room on it/);
  });
});

const failing = makeFailingDisk();
if (typeof failing !== 'string') after(() => failing.remove());

it('the embedded store on a disk that becomes read-only refuses writes, says why, and is read', {
  skip: typeof failing === 'string' && failing,
}, async () => {
  assert.ok(typeof failing !== 'string');
  const settings = { DATA_DIR: join(failing.folder, 'data'), AUTH_SCHEMES: 'token', LOG_LEVEL: 'warn' };
  const headers = {
    Authorization: `Token ${await createAlice(settings)}`,
    'Content-Type': 'application/json',
  };
  const service = await serve(settings);
  const create = () =>
    fetch(`${service.address}/snippets/`, { method: 'POST', headers, body: '{"code":"x"}' });
  assert.equal((await create()).status, 201);
  failing.fail();
  // What is open already may take one more.
  await until('writes are refused', async () => (await create()).status === 503);
  assert.equal((await fetch(`${service.address}/snippets/1/`)).status, 200);
  const { checks } = (await (await fetch(`${service.address}/readyz`)).json()) as {
    checks: { disk: string };
  };
  assert.match(checks.disk, /^The disk is full or read-only/);
  service.signal('SIGTERM');
  const { code, stderr } = await service.ended;
  assert.equal(code, 0, stderr);
  assert.match(stderr, /the disk that holds DATA_DIR cannot be written \(EROFS\)/);
  const refused = await run(['serve'], settings);
  assert.match(refused.stderr, /the data folder cannot be written \(EROFS\)/);
});
