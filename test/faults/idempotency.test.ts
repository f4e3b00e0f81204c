/** SIGKILL while keyed creates are under way: repeated at two processes, each key has exactly one snippet. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createAlice,
  postSnippet,
  type Service,
  type Settings,
  serve,
  temporaryFolder,
} from '../helpers/service.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';

const KEYS = 40;
const MOST_ROUNDS = 20;

const folder = await temporaryFolder();

describeOnBothStores('a service that is killed between insert and answer', (kind) => {
  let settings: Settings;
  let token: string;
  before(async () => {
    const MONGODB_URL = await databaseOf(kind);
    settings = {
      DATA_DIR: join(folder, kind),
      LOG_LEVEL: 'error',
      AUTH_SCHEMES: 'token',
      ...(MONGODB_URL && { MONGODB_URL, SECRET_KEY: 'a secret key that only tests of this project know' }),
    };
    token = await createAlice(settings);
  });

  /** @returns the answer's id, and whether it repeats; undefined when the connection was lost */
  async function create(service: Service, key: string) {
    try {
      const headers = { Authorization: `Token ${token}`, 'Idempotency-Key': key };
      const response = await postSnippet(service, headers, { code: `print("${key}")` });
      const { id } = (await response.json()) as { id: number };
      assert.equal(response.status, 201);
      return { id, isReplay: response.headers.has('Idempotency-Replayed') };
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  it('has created a snippet for each key or not at all, and its repetitions create the rest once', async () => {
    let unanswered = 0;
    for (let round = 0; round < MOST_ROUNDS && unanswered === 0; round += 1) {
      const first = await serve(settings);
      const keys = Array.from({ length: KEYS }, () => randomUUID());
      const answers = keys.map((key) => create(first, key));
      // As soon as one is answered, others are stored or on their way. MongoDB takes several at a time.
      await Promise.race(answers);
      await sleep(Math.random() * 40);
      first.signal('SIGKILL');
      await first.ended;
      const answered = await Promise.all(answers);

      const services = await Promise.all([serve(settings), serve(settings)]);
      for (const [i, key] of keys.entries()) {
        const again = await Promise.all(services.map((service) => create(service, key)));
        const ids = new Set([answered[i], ...again].flatMap((one) => (one ? [one.id] : [])));
        assert.equal(ids.size, 1, `${key}: ${[...ids]}`);
        const repeated = again.filter((one) => one?.isReplay).length;
        assert.ok(repeated === 2 || (repeated === 1 && answered[i] === undefined));
        if (repeated === 2 && answered[i] === undefined) unanswered += 1;
      }
      const list = await fetch(`${services[0]?.address}/snippets/`);
      const snippets = (await list.json()) as { code: string }[];
      for (const key of keys) assert.equal(snippets.filter(({ code }) => code.includes(key)).length, 1);
      for (const service of services) {
        service.signal('SIGKILL');
        await service.ended;
      }
    }
    assert.ok(unanswered > 0, 'no kill came between an insert and its answer');
  });
});
