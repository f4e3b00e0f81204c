// Random sequences of creates, edits and deletes over a network that spoils every other request: what each call reports is
// true, nothing is done twice, and nothing goes elsewhere. SEQUENCES=1000 runs a thousand; SEED repeats one.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SnippetStore, SnippetStoreError, token } from 'snippet-store/sdk';
import { useApp, useUser } from '../helpers/app.js';

const SEQUENCES = Number(process.env.SEQUENCES ?? 40);
/** At the same time. */
const LANES = 8;
/** Milliseconds; some faults last until the client gives up. */
const TIMEOUT = 800;
const ELSEWHERE = 'http://elsewhere.invalid/';

const getLost = () => {
  throw new TypeError('fetch failed', { cause: new Error('other side closed') });
};
const ofProxy = (status: number) => () =>
  new Response('<h1>Not the service</h1>', {
    status,
    headers: { 'Content-Type': 'text/html', 'Retry-After': '0' },
  });
const redirect = (Location: string) => new Response(null, { status: 308, headers: { Location } });

/** What becomes of a request: how often `deliver` gives it to the service, and what the client gets as its answer. */
const FAULTS: ((deliver: () => Promise<Response>, request: Request) => Response | Promise<Response>)[] = [
  getLost,
  (deliver) => deliver().then(getLost),
  async (deliver) => {
    const [answer] = [await deliver(), await deliver()];
    return answer;
  },
  async (deliver) => {
    const answer = await deliver();
    const text = await answer.text();
    return new Response(text ? text.slice(0, text.length >> 1) : null, answer);
  },
  ofProxy(502),
  (deliver) => deliver().then(ofProxy(504)),
  ofProxy(200),
  ofProxy(429),
  (_, { url }) => redirect(`${url}#again`),
  () => redirect(ELSEWHERE),
  // Nothing in time, before and after it arrives.
  async (deliver) => {
    const answer = await deliver();
    return sleep(TIMEOUT + 100, answer);
  },
  async (deliver, { method }) => {
    await sleep(TIMEOUT + 100);
    // A create that arrives after its snippet was deleted makes another: the key lives as long as the record.
    return method === 'POST' ? getLost() : deliver();
  },
];

/** What a call says of its intention. */
type Outcome = 'done' | 'nothing done' | 'unknown';

/** A snippet of a sequence and what was tried with it. */
interface Tried {
  id: number | undefined;
  /** Words that its code then has once; the first one from its creation. */
  words: [word: string, Outcome][];
  deletes: Outcome[];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call;
    return 'done';
  } catch (error) {
    assert.ok(error instanceof SnippetStoreError, String(error));
    return error.mayBeDone ? 'unknown' : 'nothing done';
  }
}

describe('a program on a network that spoils its requests', () => {
  /** Without the network between, for the truth. */
  let direct: SnippetStore;
  const app = useApp();
  const alice = useUser(app, 'alice');
  before(() => {
    direct = createClient({ baseUrl: app.url, auth: token(alice.token) });
  });

  async function runSequence(seed: number): Promise<Tried[]> {
    const random = makeRandom(seed);
    const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
    let words = 0;
    // It ends with a letter: a search also finds what begins with its word.
    const nextWord = () => `wx${seed}x${++words}x`;
    const append =
      (word: string) =>
      ({ code }: { code: string }) => ({ code: `${code} ${word}` });
    const tried: Tried[] = [];
    let current: Tried | undefined;

    /** Somebody else edits before the next attempt. The program may have gone on to another snippet meanwhile. */
    const editByOthers = async (method: string) => {
      if (method !== 'PUT' || current?.id === undefined || random() < 0.5) return;
      const word = nextWord();
      const { id, words } = current;
      words.push([word, await outcomeOf(direct.editSnippet({ id, change: append(word) }))]);
    };
    const spoil = async (request: Request) => {
      // As if nobody waited any more: a request that is under way arrives.
      const deliver = () => fetch(new Request(request.clone(), { signal: null }));
      try {
        return (await oneOf(FAULTS)?.(deliver, request)) ?? getLost();
      } finally {
        await editByOthers(request.method);
      }
    };
    const underWay: Promise<unknown>[] = [];
    const client = createClient({
      baseUrl: app.url,
      auth: token(alice.token),
      timeout: TIMEOUT,
      retryDelay: 1,
      retries: Math.floor(random() * 4),
      fetch: (request) => {
        assert.notEqual(request.url, ELSEWHERE);
        const isKept = random() < 0.5 || request.url.endsWith('#again');
        const work = isKept ? fetch(request) : spoil(request);
        underWay.push(work);
        return work;
      },
    });
    const replace = async (id: number, word: string) => {
      const { data, response } = await direct.withResponse.getSnippet({ id });
      const etag = response.headers.get('etag') ?? '';
      return client.updateSnippet({ ...data, ...append(word)(data), 'If-Match': etag });
    };

    for (let step = 0; step < 6; step++) {
      current = oneOf(tried.filter(({ id }) => id !== undefined));
      const kind = random();
      const word = nextWord();
      if (current?.id === undefined || kind < 0.2) {
        const one: Tried = { id: undefined, words: [], deletes: [] };
        const create = client.createSnippet({ code: word }).then(({ id }) => {
          one.id = id;
        });
        one.words.push([word, await outcomeOf(create)]);
        tried.push(one);
        continue;
      }
      const { id, words, deletes } = current;
      if (kind < 0.65) words.push([word, await outcomeOf(client.editSnippet({ id, change: append(word) }))]);
      else if (kind < 0.88) words.push([word, await outcomeOf(replace(id, word))]);
      else deletes.push(await outcomeOf(client.deleteSnippet({ id })));
    }
    await Promise.allSettled(underWay);
    return tried;
  }

  /** Fails when the service has something else than what was reported. */
  async function checkTruth({ words, deletes }: Tried, about: string): Promise<void> {
    const [[first, created] = assert.fail()] = words;
    const stored = await direct.listSnippets({ q: first }).toArray();
    const isGone = created === 'nothing done' || deletes.includes('done');
    const mayBeGone = isGone || created === 'unknown' || deletes.includes('unknown');
    const counts = [...(mayBeGone ? [0] : []), ...(isGone ? [] : [1])];
    assert.ok(
      counts.includes(stored.length),
      `${about}: ${stored.length} are there, created: ${created}, deleted: ${deletes}`,
    );
    for (const { code } of stored)
      for (const [word, outcome] of words) {
        const times = code.split(' ').filter((one) => one === word).length;
        const allowed = { done: [1], 'nothing done': [0], unknown: [0, 1] }[outcome];
        assert.ok(
          allowed.includes(times),
          `${about}: "${word}" is there ${times} times, reported: ${outcome}`,
        );
      }
  }

  it(`tells the truth in ${SEQUENCES} sequences, and keeps its secrets`, {
    timeout: 1_800_000,
  }, async (test) => {
    const first = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const count = process.env.SEED === undefined ? SEQUENCES : 1;
    const counted = { done: 0, 'nothing done': 0, unknown: 0 };
    const runLane = async (_: unknown, lane: number) => {
      for (let seed = first + lane; seed < first + count; seed += LANES)
        for (const tried of await runSequence(seed)) {
          await checkTruth(tried, `SEED=${seed}`);
          for (const outcome of [...tried.words.map(([, one]) => one), ...tried.deletes]) counted[outcome]++;
        }
    };
    await Promise.all(Array.from({ length: LANES }, runLane));
    test.diagnostic(JSON.stringify(counted));
    if (count > 1) for (const times of Object.values(counted)) assert.ok(times > 0, JSON.stringify(counted));
  });
});
