/** A full disk, or one that has become read-only: reading goes on, writes get 503, and go on as soon as there is room. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  prepareAlice,
  results,
  run,
  runHere,
  type Service,
  sendJson,
  serve,
  stop,
} from '../helpers/service.js';
import { until } from '../helpers/until.js';
import { makeFailingDisk, makeSmallDisk, type SmallDisk } from './small-disk.js';

const disk = makeSmallDisk(40);
if (typeof disk !== 'string') after(() => disk.remove());
const failing = makeFailingDisk();
if (typeof failing !== 'string') after(() => failing.remove());

const LARGE = 'x = "some words that are stored"\n'.repeat(3_000);

/** Plain text: highlighting a hundred long snippets would take most of the time of these tests. */
const post = (service: Service, token: string, code: string) =>
  sendJson(
    service,
    'POST',
    '/snippets/',
    { Authorization: `Token ${token}` },
    { code, language: 'plaintext' },
  );

async function idsOf({ address }: Service): Promise<number[]> {
  const list = (await (await fetch(`${address}/snippets/`)).json()) as { id: number }[];
  return list.map(({ id }) => id);
}

describe('the embedded store on a full disk', { skip: typeof disk === 'string' && disk }, () => {
  // Without a disk the suite is skipped.
  const { folder, fill } = disk as SmallDisk;

  it('holds everything that was acknowledged, is read, and writes again once there is room', async () => {
    const { settings, token } = await prepareAlice({ DATA_DIR: join(folder, 'data') });
    const first = await serve(settings);
    const acknowledged: number[] = [];
    let makeRoom: () => void = () => assert.fail('the disk was full at once');
    for (;;) {
      const response = await post(first, token, LARGE);
      if (response.status === 503) {
        assert.match(response.headers.get('Retry-After') ?? '', /^\d+$/);
        break;
      }
      assert.equal(response.status, 201);
      acknowledged.push(((await response.json()) as { id: number }).id);
      if (acknowledged.length === 10) makeRoom = await fill();
    }
    assert.deepEqual(await idsOf(first), acknowledged);
    await until('the log names the cause', () => /database or disk is full/.test(first.written.stderr));
    first.signal('SIGKILL');
    await first.ended;

    const second = await serve(settings);
    assert.deepEqual(await idsOf(second), acknowledged);
    assert.equal((await post(second, token, LARGE)).status, 503);
    makeRoom();
    const headers = { Authorization: `Token ${token}` };
    for (const id of acknowledged.slice(1))
      assert.equal((await sendJson(second, 'DELETE', `/snippets/${id}/`, headers)).status, 204);
    assert.equal((await post(second, token, LARGE)).status, 201);
    await stop(second);
    assert.deepEqual(results(await runHere(['check', '--json'], settings)), [{ problems: 0 }]);
  });
});

it('the embedded store on a disk that becomes read-only refuses writes, and is read', {
  skip: typeof failing === 'string' && failing,
}, async () => {
  assert.ok(typeof failing !== 'string');
  const { settings, token } = await prepareAlice({ DATA_DIR: join(failing.folder, 'data') });
  const service = await serve(settings);
  assert.equal((await post(service, token, 'x')).status, 201);
  failing.fail();
  // What is open already may take one more.
  await until('writes are refused', async () => (await post(service, token, 'x')).status === 503);
  assert.equal((await fetch(`${service.address}/snippets/1/`)).status, 200);
  await stop(service);
  const refused = await run(['serve'], settings);
  assert.match(refused.stderr, /the store cannot be opened: EROFS/);
});
