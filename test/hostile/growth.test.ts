/** How much one user with quotas makes the store grow, by each write of the contract. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { type Answered, type Asked, ask, cookiesOf, type Login, openLogin } from '../attacks/attacked.js';
import { isFull } from '../helpers/full.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { type HostileService, PASSWORD, startHostileService } from './hostile-service.js';

const TIMES = 1000;
const TOGETHER = 8;
const MB = 1_000_000;
/** Of titles and code. The records that are there already have 9.2 MB of it. */
const QUOTA = { bytes: 15 * MB, snippets: 200 };
/** Sessions, tokens and keys of a user, and the log of transactions. */
const CONSTANT_MB = 16;
const LOG_IN_AND_OUT = 'login and logout';
const [BEYOND_QUOTA, DELETED_BEFORE] = [403, 404];

const code = (i: number) => `value_${i} = "${i}"  # ${'word '.repeat(i % 700)}${i}\n`;

type Sent = Asked & { readonly path: string };
/** What is sent the i-th time. A `{id}` stands for the id in the answer before it. */
type Write = (i: number, hostile: HostileService) => readonly Sent[];
const json = (body: object, headers = {}) => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
});
const post = (path: string, sent: Asked): Sent => ({ method: 'POST', path, ...sent });
const create = (i: number, headers: object): Sent => post('/snippets/', json({ code: code(i) }, headers));
const form = (fields: Record<string, string>, headers = {}) => ({
  body: String(new URLSearchParams(fields)),
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
});

/** By operation. What names a cookie or a client sends no other credentials. */
const WRITES: Readonly<Record<string, Write>> = {
  createSnippet: (i) => [create(i, { 'Idempotency-Key': `key-${i}` })],
  updateSnippet: (i, { ids }) => [
    { method: 'PUT', path: `/snippets/${ids[i % 50]}/`, ...json({ code: code(i), title: `title ${i}` }) },
  ],
  deleteSnippet: (i, { ids }) => [
    // The first one makes room for the others.
    { method: 'DELETE', path: `/snippets/${ids.at(-1 - (i % 10))}/` },
    create(i, { 'Idempotency-Key': `other-${i}` }),
    { method: 'DELETE', path: '/snippets/{id}/' },
  ],
  previewSnippet: (i) => [post('/preview/', json({ code: code(i) }))],
  createToken: () => [post('/api-token-auth/', json({ username: 'alice', password: PASSWORD }))],
  createAccessToken: (_, { client: { clientId: client_id, clientSecret: client_secret } }) => [
    post(
      '/oauth2/access_token/',
      form({ grant_type: 'password', username: 'alice', password: PASSWORD, client_id, client_secret }),
    ),
  ],
};

/** Logs in by a form that is filled in again and again, and out. Login and logout need what the answer before told. */
async function logInAndOut(port: number, logIn: Login): Promise<Answered[]> {
  const login = await logIn(PASSWORD);
  const Cookie = cookiesOf(login.headers);
  const [, token = ''] = /csrftoken=([0-9a-f]+)/.exec(Cookie) ?? [];
  const logout = await ask({ port }, '/api-auth/logout/', {
    method: 'POST',
    ...form({ csrfmiddlewaretoken: token }, { Cookie }),
  });
  return [login, logout];
}

async function sendAll(port: number, requests: readonly Sent[], { senders }: HostileService) {
  const answers: Answered[] = [];
  for (const { path, ...asked } of requests) {
    const { id } = JSON.parse(
      /^\{"id"/.test(answers.at(-1)?.text ?? '') ? (answers.at(-1)?.text ?? '') : '{}',
    );
    const hasOwn = path.startsWith('/api-') || path.startsWith('/oauth2/');
    const credentials = hasOwn ? {} : senders.token?.({ method: '', path });
    const headers = { ...credentials, ...asked.headers };
    answers.push(await ask({ port }, path.replace('{id}', String(id ?? 0)), { ...asked, headers }));
  }
  return answers;
}

describeOnBothStores('every write of the contract, a thousand times', (kind) => {
  it('makes the store grow by a quota and a constant', { skip: !isFull && 'FULL=1' }, async () => {
    const declared = Object.values(readSpecification().paths).flatMap(({ post, put, delete: remove }) =>
      [post, put, remove].flatMap((operation) => operation?.operationId ?? []),
    );
    assert.deepEqual(declared.sort(), [...Object.keys(WRITES), 'login', 'logout'].sort());

    const hostile = await startHostileService(kind, 10, {
      QUOTA_BYTES: String(QUOTA.bytes),
      QUOTA_SNIPPETS: String(QUOTA.snippets),
    });
    const port = Number(new URL(hostile.service.address).port);
    const before = await hostile.storedBytes();
    const logIn = await openLogin({ port });
    const writes: [string, (i: number) => Promise<Answered[]>][] = Object.entries(WRITES).map(
      ([operationId, write]) => [operationId, (i) => sendAll(port, write(i, hostile), hostile)],
    );
    writes.push([LOG_IN_AND_OUT, () => logInAndOut(port, logIn)]);
    for (const [operationId, write] of writes) {
      const began = await hostile.storedBytes();
      const statuses = new Map<number, number>();
      for (let i = 0; i < TIMES; i += TOGETHER) {
        const answers = await Promise.all(Array.from({ length: TOGETHER }, (_, k) => write(i + k)));
        for (const { status } of answers.flat()) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      const grown = ((await hostile.storedBytes()) - began) / MB;
      console.log(`${kind}, ${operationId}: ${grown.toFixed(1)} MB, ${JSON.stringify([...statuses])}`);
      const usual = operationId === LOG_IN_AND_OUT ? [302] : [200, 201, 204, BEYOND_QUOTA, DELETED_BEFORE];
      assert.deepEqual(
        [...statuses.keys()].filter((status) => !usual.includes(status)),
        [],
        operationId,
      );
    }
    const grown = ((await hostile.storedBytes()) - before) / MB;
    const most = QUOTA.bytes / MB + CONSTANT_MB;
    console.log(`${kind}: ${grown.toFixed(1)} MB in all, of at most ${most}`);
    assert.ok(grown < most);
  });
});
