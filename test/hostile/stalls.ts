/** Sends the worst inputs of every operation to a service, and measures the processor time of its main thread for each. */
import assert from 'node:assert/strict';
import { addUser } from '#src/commands/user-records.js';
import { readSpecification } from '#src/contract/read-specification.js';
import { highlight } from '#src/highlighting/highlight.js';
import { plainMarkup } from '#src/highlighting/markup.js';
import { issueConsumer, issueOAuth1Token } from '#src/pipeline/authentication/oauth1.js';
import { nextId, openStore, type Store } from '#src/store/index.js';
import { termsOf } from '#src/store/terms.js';
import { basicHeader } from '../helpers/app.js';
import { logIn } from '../helpers/browser.js';
import { sendRaw } from '../helpers/send.js';
import { type Service, serve, temporaryFolder } from '../helpers/service.js';
import { databaseOf, type StoreKind } from '../helpers/stores.js';
import { signed } from '../pipeline/authentication/oauth1/sign.js';
import { recordingLog, snippet } from '../store/samples.js';
import { mainThreadMs, slowness } from './measure.js';
import { type Input, WORST_TEXTS, worstInputs } from './worst-inputs.js';

/** Milliseconds of the main thread for one request, on the machine of the calibration. */
const LIMIT = 50;
/** More for each megabyte of an answer: long ones are made and sent in parts, between which others are served. */
const LIMIT_PER_MB = 25;
const SECRET_KEY = 'a secret key that only tests of this project know';
/** Which OAuth 1.0a clients sign, whatever the port is. */
const BASE_URL = 'http://127.0.0.1';
const ALICE = { username: 'alice', password: 'correct horse battery staple' };
/** Snippets of one letter, which inputs delete. */
const SPARE = 100;

/**
 * Fails for inputs that take longer, three times in a row.
 *
 * @param isWanted chooses inputs by name and number; each operation has at least one in any case
 */
export async function checkStalls(
  kind: StoreKind,
  isWanted: (name: string, index: number) => boolean,
): Promise<void> {
  const { service, ids, senders } = await startHostile(kind);
  const slow = slowness();
  const covered = new Set<string>();
  const late: string[] = [];
  let [worst, count, deleted] = [0, 0, 0];
  const recordOf = (operationId: string) =>
    operationId.startsWith('delete') ? (ids.at(-1 - (deleted++ % SPARE)) ?? 1) : (ids[0] ?? 1);
  for (let i = 0; i < 60; i++)
    await fetch(`${service.address}${['/', '/snippets/?limit=5', '/users/', '/docs/'][i % 4]}`);
  let index = 0;
  for (const input of worstInputs(readSpecification(), recordOf)) {
    index += 1;
    if (covered.has(input.operationId) && !isWanted(input.name, index)) continue;
    covered.add(input.operationId);
    const Accept = count % 2 === 0 ? 'text/html' : '*/*';
    // Input of its own credentials has no others.
    const isAlone = 'Authorization' in input.headers || 'Cookie' in input.headers;
    const sender = isAlone ? undefined : senders[Math.floor(count / 2) % senders.length];
    count += 1;
    let share = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3 && share > 1; run++)
      share = Math.min(share, await shareOfLimit(service, input, { Accept, ...sender?.(input) }, slow));
    worst = Math.max(worst, share);
    if (share > 1) late.push(`${input.name}: ${(share * LIMIT * slow).toFixed(0)} ms`);
  }
  console.log(`${kind}: ${count} inputs; the worst takes ${(100 * worst).toFixed(0)} % of its limit`);
  assert.deepEqual(late, []);
}

/** @returns 1 for as long as the input may take */
async function shareOfLimit({ address, pid }: Service, input: Input, headers: object, slow: number) {
  const { method, path, body } = input;
  const content = body?.();
  const began = mainThreadMs(pid);
  const answer = await sendRaw(address, {
    ...{ method, path, body: content, headers: { ...headers, ...input.headers } },
  });
  const ms = mainThreadMs(pid) - began;
  return ms / (slow * (LIMIT + (LIMIT_PER_MB * (await answer.arrayBuffer()).byteLength) / 1e6));
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
  const Cookie = await logIn(service.address, ALICE);
  const [, csrf = ''] = /csrftoken=([0-9a-f]+)/.exec(Cookie) ?? [];
  /** Headers of who sends an input; a signature is good once. */
  const senders: readonly ((input: Input) => object)[] = [
    () => ({}),
    () => ({ Cookie, 'X-CSRFToken': csrf }),
    () => basicHeader(ALICE),
    ({ method, path }) => signed(BASE_URL, credentials, { method, path }).headers,
  ];
  return { service, ids, senders };
}

/** What a POST would have stored, had it passed validation. @returns the ids, the last stored first */
async function storeWorst(store: Store): Promise<number[]> {
  const spare = Array.from({ length: SPARE }, () => ({ code: 'x', language: 'python' }));
  const texts = WORST_TEXTS.filter((_, i) => i % 8 === 0).map(({ make }) => ({
    ...{ code: make(100_000).replaceAll('\0', 'x').toWellFormed(), language: 'python' },
  }));
  // Those whose highlighted HTML has most elements, lines and bytes.
  const coloured = [
    { language: 'json', code: '"a":1,'.repeat(16_600) },
    { language: 'xml', code: '<a b="&lt;">\n'.repeat(7_600) },
    { language: 'plaintext', code: '<\n'.repeat(50_000) },
  ];
  const ids: number[] = [];
  for (const { code, language } of [...spare, ...texts, ...coloured]) {
    const { _id, created } = await nextId(store, 'snippets');
    const title = code.slice(0, 100).toWellFormed();
    const input = { code, title, language, style: 'friendly', linenos: true };
    // Some of the texts would take the highlighter minutes, and would be stored without colours.
    const marked = language === 'python' ? plainMarkup(code, 'timeout') : highlight(code, language, 60_000);
    const terms = termsOf({ title, code, ownerId: 1, language });
    await store.snippets.insertOne(
      snippet(_id, { ...input, ...marked, ownerId: 1, owner: 'alice', terms, created }),
    );
    ids.unshift(_id);
  }
  return ids;
}
