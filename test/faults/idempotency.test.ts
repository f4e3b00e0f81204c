/** SIGKILL while keyed creates are under way: repeated at two processes, each key has exactly one snippet. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { postSnippet, prepareAlice, type Service, serve } from '../helpers/service.js';
import { databaseOf, describeOnBothStores } from '../helpers/stores.js';

const KEYS = 20;
const MOST_ATTEMPTS = 200;

/** @returns the answer's id, and whether it repeats; undefined when the connection was lost */
async function create(
  service: Service,
  token: string,
  key: string,
): Promise<{ id: number; isReplay: boolean } | undefined> {
  try {
    const headers = { Authorization: `Token ${token}`, 'Idempotency-Key': key };
    // Plain text: highlighting some hundred snippets would take most of the time of this test.
    const response = await postSnippet(service, headers, { code: key, language: 'plaintext' });
    const { id } = (await response.json()) as { id: number };
    // A busy machine has no connection to MongoDB for all at once.
    if (response.status === 503) return create(service, token, key);
    assert.equal(response.status, 201);
    return { id, isReplay: response.headers.has('Idempotency-Replayed') };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const codesAt = async ({ address }: Service) =>
  ((await (await fetch(`${address}/snippets/`)).json()) as { code: string }[]).map(({ code }) => code);

describeOnBothStores('a service that is killed between insert and answer', (kind) => {
  it('has created a snippet for each key or not at all, and its repetitions create the rest once', async () => {
    const MONGODB_URL = await databaseOf(kind);
    const { settings, token } = await prepareAlice({
      LOG_LEVEL: 'error',
      ...(MONGODB_URL && { MONGODB_URL }),
    });
    const [first, second] = await Promise.all([serve(settings), serve(settings)]);
    const keys: string[] = [];
    const answers: ReturnType<typeof create>[] = [];
    const answered = new Set<string>();
    /** Stored, and not answered. A stopped process sends no answer while the other one looks. */
    let lost: string[] = [];
    for (let attempt = 0; attempt < MOST_ATTEMPTS && lost.length === 0; attempt += 1) {
      first.signal('SIGCONT');
      await Promise.all(answers);
      const sent = Array.from({ length: KEYS }, () => randomUUID());
      keys.push(...sent);
      const begun = sent.map((key) =>
        create(first, token, key).then((answer) => {
          if (answer) answered.add(key);
          return answer;
        }),
      );
      answers.push(...begun);
      // As soon as one is answered, others are stored or on their way.
      await Promise.race(begun);
      first.signal('SIGSTOP');
      const stored = await codesAt(second);
      // What had been sent before the stop arrives.
      await sleep(50);
      lost = sent.filter((key) => !answered.has(key) && stored.some((code) => code.includes(key)));
    }
    assert.ok(lost.length > 0, 'no stop came between an insert and its answer');
    first.signal('SIGKILL');
    await first.ended;

    const services = [second, await serve(settings)];
    const firstAnswers = await Promise.all(answers);
    // All at once: MongoDB takes a tenth of a second for a linearizable read.
    const repeat = async (key: string, i: number) => {
      const again = await Promise.all(services.map((service) => create(service, token, key)));
      const ids = new Set([firstAnswers[i], ...again].flatMap((one) => (one ? [one.id] : [])));
      assert.equal(ids.size, 1, `${key}: ${[...ids]}`);
      const repeated = again.filter((one) => one?.isReplay).length;
      const mayBeNew = firstAnswers[i] === undefined && !lost.includes(key);
      assert.ok(repeated === 2 || (repeated === 1 && mayBeNew), `${key}: ${repeated} repetitions`);
    };
    await Promise.all(keys.map(repeat));
    const stored = await codesAt(second);
    for (const key of keys) assert.equal(stored.filter((code) => code.includes(key)).length, 1);
  });
});
