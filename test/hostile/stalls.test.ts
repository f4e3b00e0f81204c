/**
 * No request holds the event loop up: inputs that were slow once, bodies of the worst structure, and a sample of the
 * others, are sent to a service, and the processor time of its main thread is measured. `EVERY_INPUT=1` sends all of them,
 * to both stores.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { issueConsumer, issueOAuth1Token } from '#src/authentication/oauth1.js';
import { addUser } from '#src/commands/user-records.js';
import { plainMarkup } from '#src/highlighting/markup.js';
import { openStore, type Store } from '#src/store/index.js';
import { termsOf } from '#src/store/terms.js';
import { signed } from '../authentication/oauth1/sign.js';
import { basicHeader } from '../helpers/app.js';
import { logIn } from '../helpers/browser.js';
import { type RawRequest, sendRaw } from '../helpers/send.js';
import { SECRET_KEY, type Service, serve, temporaryFolder } from '../helpers/service.js';
import { databaseOf, type StoreKind } from '../helpers/stores.js';
import { highlight } from '../highlighting/read-markup.js';
import { recordingLog, snippet } from '../store/samples.js';
import { mainThreadMs, skipWithoutSchedstat, slowness } from './measure.js';
import { type Input, WORST_TEXTS, worstInputs } from './worst-inputs.js';

/** Milliseconds of the main thread for one request, on the machine of the calibration. */
const LIMIT = 50;
/** More for each megabyte of an answer: long ones are made and sent in parts, between which others are served. */
const LIMIT_PER_MB = 25;
/** Which OAuth 1.0a clients sign, whatever the port is. */
const BASE_URL = 'http://127.0.0.1';
const ALICE = { username: 'alice', password: 'correct horse battery staple' };
/** Snippets of one letter, which inputs delete. */
const SPARE = 100;

const EVERY_INPUT = process.env.EVERY_INPUT === '1';
/** Bodies whose structure is the attack: each is read and refused. */
const BROKEN_BODY = /^createSnippet, [\w/-]+, (a run of|many|deep|one member)/;
const KNOWN =
  /many times|segments below|short different letters|many members|a run of "(\[|a&|\+|\ufffd|--|\\r\\n--)|(json|urlencoded), \w+: 500000 of (marks|letters, then NUL)$/;
/** The sample has one in so many; each operation has at least one in any case. */
const SAMPLED = 797;

for (const kind of EVERY_INPUT ? (['embedded', 'mongodb'] as const) : (['embedded'] as const))
  it(
    `the worst inputs of every operation cost the main thread less than ${LIMIT} ms each (${kind})`,
    {
      skip: skipWithoutSchedstat,
    },
    () => checkStalls(kind),
  );

/** Fails for inputs that take longer, three times in a row. */
async function checkStalls(kind: StoreKind): Promise<void> {
  const { service, ids, senders } = await startHostile(kind);
  let slow = slowness();
  const covered = new Set<string>();
  const late: string[] = [];
  let [worst, count, deleted] = [0, 0, 0];
  const recordOf = (operationId: string) =>
    operationId.startsWith('delete') ? (ids.at(-1 - (deleted++ % SPARE)) ?? 1) : (ids[0] ?? 1);
  for (let i = 0; i < 60; i++)
    await fetch(`${service.address}${['/', '/snippets/?limit=5', '/users/', '/docs/'][i % 4]}`);
  for (const [index, input] of [...SEARCHES, ...worstInputs(recordOf)].entries()) {
    const isBroken = BROKEN_BODY.test(input.name);
    const isWanted = EVERY_INPUT || index % SAMPLED === 0 || isBroken || KNOWN.test(input.name);
    if (covered.has(input.operationId) && index >= SEARCHES.length && !isWanted) continue;
    covered.add(input.operationId);
    const Accept = count % 2 === 0 ? 'text/html' : '*/*';
    const { headers: own = {}, ...rest } = input.make();
    const request = { ...rest, method: input.method };
    // Input of its own credentials has no others.
    const isAlone = 'Authorization' in own || 'Cookie' in own;
    const sender = isAlone ? undefined : isBroken ? byBasic : senders[Math.floor(count / 2) % senders.length];
    count += 1;
    let share = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3 && share > 1; run++) {
      // What else the machine does may have changed since.
      if (run > 0) slow = slowness();
      const headers = { Accept, ...sender?.(request), ...own };
      const { share: taken, status } = await shareOfLimit(service, { ...request, headers });
      share = Math.min(share, taken / slow);
      assert.ok(isBroken ? status === 400 : status !== 500, `${input.name}: ${status}`);
    }
    worst = Math.max(worst, share);
    if (share > 1) late.push(`${input.name}: ${(share * LIMIT * slow).toFixed(0)} ms`);
  }
  console.log(`${kind}: ${count} inputs; the worst takes ${(100 * worst).toFixed(0)} % of its limit`);
  assert.deepEqual(late, []);
  assert.doesNotMatch(service.written.stderr, /"level":[56]0/, 'no error that the service does not know');
}

/** @returns also the share of its limit: 1 for as long as the input may take on the machine of the calibration */
async function shareOfLimit({ address, pid }: Service, request: RawRequest) {
  const began = mainThreadMs(pid);
  const answer = await sendRaw(address, request);
  const ms = mainThreadMs(pid) - began;
  const limit = LIMIT + (LIMIT_PER_MB * (await answer.arrayBuffer()).byteLength) / 1e6;
  return { share: ms / limit, status: answer.status };
}

async function startHostile(kind: StoreKind) {
  const [DATA_DIR, url] = [await temporaryFolder(), await databaseOf(kind)];
  const settings = {
    ...{ DATA_DIR, SECRET_KEY },
    ...(url && { MONGODB_URL: url }),
    ...{ AUTH_SCHEMES: 'session,basic,token,oauth1,oauth2', BASE_URL },
    ...{ THROTTLE_RATES: 'none', LOG_LEVEL: 'error', HIGHLIGHT_TIMEOUT_MS: '200' },
  };
  const store = await openStore({ mongodbUrl: url, dataDir: DATA_DIR }, recordingLog());
  await store.ready;
  const user = await addUser(store, ALICE.username, ALICE.password);
  if (user === undefined) throw new Error('alice is taken');
  const { _id, key, secret } = await issueConsumer(store, 'client');
  const issued = await issueOAuth1Token(store, SECRET_KEY, _id, user);
  const credentials = { consumerKey: key, consumerSecret: secret, ...issued };
  const ids = await storeWorst(store);
  await store.close();
  const service = await serve(settings);
  const browser = await logIn(service.address, ALICE);
  /** Headers of who sends an input; a signature is good once. */
  const senders: readonly ((asked: { method: string; path: string }) => object)[] = [
    () => ({}),
    () => browser.headersOfScript,
    byBasic,
    ({ method, path }) => signed(BASE_URL, credentials, { method, path }).headers,
  ];
  return { service, ids, senders };
}

const byBasic = () => basicHeader(ALICE);

/** As many one-letter words as the longest search has. */
const lettersFrom = (first: number) => Array.from({ length: 50 }, (_, i) => String.fromCodePoint(first + i));
const [LETTERS, FURTHER_LETTERS] = [lettersFrom(0x4e00), lettersFrom(0x5e00)];
/** Each begins more terms than a search names in place of a beginning. */
const FREQUENT_LETTERS = lettersFrom(0x3400);
const FREQUENT_PAIRS = FREQUENT_LETTERS.flatMap((letter) =>
  Array.from({ length: 210 }, (_, index) => letter + String.fromCodePoint(0x6000 + index)),
);
/** The longest word. It begins like the text in which it is looked for, wherever one begins to look. */
const NEAR_MISS = `${'z1'.repeat(49)}b`;

/** Records that make a later search slow. */
const PREPARED = [
  // Each lacks one of the last words, so that nearly all of them are looked up in each.
  ...Array.from({ length: 2000 }, (_, i) => LETTERS.toSpliced(-1 - (i % 4), 1).join(' ')),
  // The beginning, where the page looks for a match, has none.
  ...Array.from({ length: 50 }, () => `${'z_1_'.repeat(950)}\n${NEAR_MISS}`),
  // Each letter that the page shows is a match.
  ...Array.from({ length: 50 }, () => `${FURTHER_LETTERS.join(' ')}\n${FURTHER_LETTERS.join(' ')}`),
  // A record has room for 4,000 terms.
  ...[0, 3500, 7000].map((from) => FREQUENT_PAIRS.slice(from, from + 3500).join(' ')),
];
const SEARCHES: readonly Input[] = [LETTERS, FREQUENT_LETTERS, FURTHER_LETTERS, [NEAR_MISS]].flatMap(
  (words) =>
    ['application/json', 'text/html'].map((Accept) => ({
      name: `a search for ${words.slice(0, 3)} as ${Accept}`,
      operationId: 'listSnippets',
      method: 'GET',
      make: () => ({
        path: `/snippets/?limit=50&${new URLSearchParams({ q: words.join(' ') })}`,
        headers: { Accept },
      }),
    })),
);

/** What a POST would have stored, had it passed validation. @returns the ids without those of searches, the last first */
async function storeWorst(store: Store): Promise<number[]> {
  const spare = Array.from({ length: SPARE }, () => ({ code: 'x', language: 'python' }));
  const searched = PREPARED.map((code) => ({ code, language: 'python' }));
  const texts = WORST_TEXTS.filter((_, i) => i % 8 === 0).map(({ make }) => ({
    ...{ code: make(100_000).replaceAll('\0', 'x').toWellFormed(), language: 'python' },
  }));
  // Those whose highlighted HTML has most elements, lines and bytes.
  const coloured = [
    { language: 'json', code: '"a":1,'.repeat(16_600) },
    { language: 'xml', code: '<a b="&lt;">\n'.repeat(7_600) },
    { language: 'plaintext', code: '<\n'.repeat(50_000) },
  ];
  const all = [...searched, ...spare, ...texts, ...coloured];
  const records = all.map(({ code, language }, i) => {
    const title = code.slice(0, 100).toWellFormed();
    const input = { code, title, language, style: 'friendly', linenos: true };
    // Some of the texts would take the highlighter minutes, and would be stored without colours.
    const marked = language === 'python' ? plainMarkup(code, 'timeout') : highlight(code, language, 60_000);
    const terms = termsOf({ title, code, ownerId: 1, language });
    return snippet(i + 1, { ...input, ...marked, ownerId: 1, owner: 'alice', terms });
  });
  for (let i = 0; i < records.length; i += 100)
    await store.insertMany(store.snippets, records.slice(i, i + 100));
  await store.counters.updateOne(
    { _id: 'snippets' },
    { $set: { value: all.length, created: new Date() } },
    { upsert: true },
  );
  return records
    .slice(searched.length)
    .map(({ _id }) => _id)
    .reverse();
}
