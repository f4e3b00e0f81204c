/** How much one user with quotas makes the store grow, by each write of the contract. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { type Answered, type Asked, ask } from '../attacks/attacked.js';
import { isFull } from '../helpers/full.js';
import { describeOnBothStores } from '../helpers/stores.js';
import { type HostileService, PASSWORD, startHostileService } from './hostile-service.js';

const TIMES = 1000;
const TOGETHER = 8;
const MB = 1_000_000;
/** Of titles and code. The records that are there already have 9.2 MB of it. */
const QUOTA = { bytes: 15 * MB, snippets: 200 };
/** HTML, terms and excerpts beside the code, in a file whose pages are not full. */
const FACTOR = 6;
/** Sessions, tokens and keys of a user, the log of a transaction, a reserve. */
const CONSTANT_MB = 24;

const code = (i: number) => `value_${i} = "${i}"  # ${'word '.repeat(i % 700)}${i}\n`;

type Sent = Asked & { readonly path: string };
/** What is sent the i-th time. A `{id}` stands for the id in the answer before it. */
type Write = (i: number, hostile: HostileService, form: LoginForm) => readonly Sent[];
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
  login: (_, _hostile, { token, Cookie }) => [
    post(
      '/api-auth/login/',
      form({ username: 'alice', password: PASSWORD, csrfmiddlewaretoken: token }, { Cookie }),
    ),
  ],
  logout: (_, { senders }) => [
    post('/api-auth/logout/', form({}, senders.session?.({ method: 'POST', path: '/api-auth/logout/' }))),
  ],
};

interface LoginForm {
  readonly token: string;
  readonly Cookie: string;
}

/** Of somebody who is not logged in: it can be sent many times. */
async function openLogin(port: number): Promise<LoginForm> {
  const { text, headers } = await ask({ port }, '/api-auth/login/');
  const [, token = ''] = /name="csrfmiddlewaretoken" value="([0-9a-f]+)"/.exec(text) ?? [];
  const Cookie = [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
  return { token, Cookie };
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
    assert.deepEqual(declared.sort(), Object.keys(WRITES).sort());

    const hostile = await startHostileService(kind, 10, {
      QUOTA_BYTES: String(QUOTA.bytes),
      QUOTA_SNIPPETS: String(QUOTA.snippets),
    });
    const port = Number(new URL(hostile.service.address).port);
    const before = await hostile.storedBytes();
    const loginForm = await openLogin(port);
    for (const [operationId, write] of Object.entries(WRITES)) {
      const began = await hostile.storedBytes();
      const statuses = new Map<number, number>();
      for (let i = 0; i < TIMES; i += TOGETHER) {
        const answers = await Promise.all(
          Array.from({ length: TOGETHER }, (_, k) =>
            sendAll(port, write(i + k, hostile, loginForm), hostile),
          ),
        );
        for (const { status } of answers.flat()) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      const grown = ((await hostile.storedBytes()) - began) / MB;
      console.log(`${kind}, ${operationId}: ${grown.toFixed(1)} MB, ${JSON.stringify([...statuses])}`);
      assert.ok(
        [...statuses.keys()].every((status) => status > 0 && status < 500),
        operationId,
      );
    }
    const grown = ((await hostile.storedBytes()) - before) / MB;
    const most = (FACTOR * QUOTA.bytes) / MB + CONSTANT_MB;
    console.log(`${kind}: ${grown.toFixed(1)} MB in all, of at most ${most}`);
    assert.ok(grown < most);
  });
});
