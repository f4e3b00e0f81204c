// Random sequences of creates, edits and deletes over a network that spoils every other request: what each call reports is
// true, nothing is done twice, and nothing goes elsewhere. SEQUENCES=1000 runs a thousand; SEED repeats one.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createClient, type SnippetStore, SnippetStoreError, token } from 'snippet-store/sdk';
import { useApp, useUser } from '../helpers/app.js';

const SEQUENCES = Number(process.env.SEQUENCES ?? 40);
/** At the same time. */
const LANES = 8;
/** Milliseconds; some faults last until the client gives up. */
const TIMEOUT = 800;
const ELSEWHERE = 'http://elsewhere.invalid/';

/** What becomes of a request: how often the service gets it, and what the client gets instead of its answer. */
const FAULTS = [
  [0, 'lost'],
  [1, 'lost'],
  [2, 'the answer'],
  [1, 'half of it'],
  [0, 502],
  [1, 504],
  [0, 200],
  [0, 429],
  [0, 'a redirection within the service'],
  [0, 'a redirection elsewhere'],
  [1, 'nothing in time'],
  [0, 'nothing in time, and then it arrives'],
] as const;
type Fault = (typeof FAULTS)[number];

/** Asks the service as if nobody waited any more: a request that is under way arrives. */
const deliver = (request: Request) => fetch(new Request(request.clone(), { signal: null }));

async function spoil(
  request: Request,
  [times, instead]: Fault,
  others: () => Promise<void>,
): Promise<Response> {
  const answer = times > 0 ? await deliver(request) : Response.error();
  if (times === 2) await deliver(request);
  await others();
  const redirect = (Location: string) => new Response(null, { status: 308, headers: { Location } });
  const { status, headers } = answer;
  switch (instead) {
    case 'the answer':
      return answer;
    case 'lost':
      throw new TypeError('fetch failed', { cause: new Error('other side closed') });
    case 'half of it': {
      const text = await answer.text();
      return new Response(text.length > 0 ? text.slice(0, text.length >> 1) : null, { status, headers });
    }
    case 'a redirection within the service':
      return redirect(`${request.url}#again`);
    case 'a redirection elsewhere':
      return redirect(ELSEWHERE);
    case 'nothing in time':
    case 'nothing in time, and then it arrives':
      await new Promise((resolve) => setTimeout(resolve, TIMEOUT + 100));
      // A create that arrives after its snippet was deleted makes another: the key lives as long as the record.
      if (times === 0 && request.method !== 'POST') await deliver(request);
      return answer;
    default:
      return new Response('<h1>Not the service</h1>', {
        status: instead,
        headers: { 'Content-Type': 'text/html', 'Retry-After': '0' },
      });
  }
}

/** What a call says of its intention. */
type Outcome = 'done' | 'nothing done' | 'unknown';

/** What somebody wanted: a word that the code of a snippet then has once, or that the snippet is gone. */
interface Intention {
  word: string;
  outcome: Outcome;
}

/** A snippet of a sequence and what was tried with it. */
interface Tried {
  create: Intention;
  id: number | undefined;
  edits: Intention[];
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
  before(async () => {
    direct = createClient({ baseUrl: app.url, auth: token(alice.token) });
  });

  async function runSequence(seed: number): Promise<Tried[]> {
    const random = makeRandom(seed);
    const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
    let words = 0;
    // It ends with a letter: a search also finds what begins with its word.
    const nextWord = (kind: string) => `${kind}x${seed}x${++words}x`;
    const tried: Tried[] = [];
    let current: Tried | undefined;

    /** Somebody else edits before the next attempt. The program may have gone on to another snippet meanwhile. */
    const editByOthers = async (method: string) => {
      const edited = current;
      if (method !== 'PUT' || edited?.id === undefined || random() < 0.5) return;
      const word = nextWord('other');
      const edit = direct.editSnippet({ id: edited.id, change: ({ code }) => ({ code: `${code} ${word}` }) });
      edited.edits.push({ word, outcome: await outcomeOf(edit) });
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
        const fault = random() < 0.5 || request.url.endsWith('#again') ? undefined : oneOf(FAULTS);
        const work = fault ? spoil(request, fault, () => editByOthers(request.method)) : fetch(request);
        underWay.push(work);
        return work;
      },
    });

    for (let step = 0; step < 6; step++) {
      const known = tried.filter(({ id }) => id !== undefined);
      current = oneOf(known);
      const kind = random();
      if (current?.id === undefined || kind < 0.2) {
        const word = nextWord('create');
        const one: Tried = { create: { word, outcome: 'unknown' }, id: undefined, edits: [], deletes: [] };
        const create = client.createSnippet({ code: word }).then(({ id }) => {
          one.id = id;
        });
        one.create.outcome = await outcomeOf(create);
        tried.push(one);
      } else if (kind < 0.65) {
        const word = nextWord('edit');
        const edit = client.editSnippet({
          id: current.id,
          change: ({ code }) => ({ code: `${code} ${word}` }),
        });
        current.edits.push({ word, outcome: await outcomeOf(edit) });
      } else if (kind < 0.88) {
        const { id } = current;
        const word = nextWord('replace');
        const replace = async () => {
          const { data, response } = await direct.withResponse.getSnippet({ id });
          const etag = response.headers.get('etag') ?? '';
          await client.updateSnippet({ ...data, code: `${data.code} ${word}`, 'If-Match': etag });
        };
        current.edits.push({ word, outcome: await outcomeOf(replace()) });
      } else {
        current.deletes.push(await outcomeOf(client.deleteSnippet({ id: current.id })));
      }
    }
    await Promise.allSettled(underWay);
    return tried;
  }

  /** Fails when the service has something else than what was reported. */
  async function checkTruth({ create, edits, deletes }: Tried, about: string): Promise<void> {
    const stored = await direct.listSnippets({ q: create.word }).toArray();
    assert.ok(stored.length <= 1, `${about}: created ${stored.length} times`);
    const [snippet] = stored;
    if (create.outcome === 'nothing done') assert.equal(snippet, undefined, `${about}: created`);
    if (deletes.includes('done')) assert.equal(snippet, undefined, `${about}: not deleted`);
    const mayBeGone = deletes.includes('done') || deletes.includes('unknown') || create.outcome !== 'done';
    if (!mayBeGone) assert.ok(snippet, `${about}: gone`);
    if (!snippet) return;
    for (const { word, outcome } of [create, ...edits]) {
      const times = snippet.code.split(' ').filter((one) => one === word).length;
      const allowed = { done: [1], 'nothing done': [0], unknown: [0, 1] }[outcome];
      assert.ok(allowed.includes(times), `${about}: "${word}" is there ${times} times, reported: ${outcome}`);
    }
  }

  it(`tells the truth in ${SEQUENCES} sequences, and keeps its secrets`, {
    timeout: 1_800_000,
  }, async (test) => {
    const first = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const count = process.env.SEED === undefined ? SEQUENCES : 1;
    const counted = { done: 0, 'nothing done': 0, unknown: 0 };
    let next = 0;
    const lane = async () => {
      while (next < count) {
        const seed = first + next++;
        for (const one of await runSequence(seed)) {
          await checkTruth(one, `SEED=${seed}`);
          for (const { outcome } of [one.create, ...one.edits]) counted[outcome]++;
          for (const outcome of one.deletes) counted[outcome]++;
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    test.diagnostic(JSON.stringify(counted));
    if (count > 1) for (const times of Object.values(counted)) assert.ok(times > 0, JSON.stringify(counted));
  });
});
