/** A service in a process of its own, with records made of the worst texts, and a sender for each scheme. */
import { addUser } from '#src/commands/user-records.js';
import { highlight, plainMarkup } from '#src/highlighting/highlight.js';
import { issueConsumer, issueOAuth1Token } from '#src/pipeline/authentication/oauth1.js';
import { addClient } from '#src/pipeline/authentication/oauth2.js';
import { issueToken } from '#src/pipeline/authentication/token.js';
import { nextId, openStore, type Store } from '#src/store/index.js';
import { termsOf } from '#src/store/terms.js';
import { bytesIn, bytesOf, cookiesOf, openLogin } from '../attacks/attacked.js';
import { type Service, serve, temporaryFolder } from '../helpers/service.js';
import { databaseOf, type StoreKind } from '../helpers/stores.js';
import { type Credentials, signed } from '../pipeline/authentication/oauth1/sign.js';
import { recordingLog, snippet } from '../store/samples.js';
import type { Input } from './corpus.js';
import { WORST_TEXTS } from './worst-texts.js';

const SECRET_KEY = 'a secret key that only tests of this project know';
export const PASSWORD = 'correct horse battery staple';
/** Which OAuth 1.0a clients sign, whatever the port is. */
export const BASE_URL = 'http://127.0.0.1';

/** @returns headers with the credentials of alice; OAuth 1.0a signs the request */
export type Sender = (input: Pick<Input, 'method' | 'path'>) => Readonly<Record<string, string>>;

export interface HostileService {
  readonly service: Service;
  /** By scheme; `nobody` sends no credentials. */
  readonly senders: Readonly<Record<string, Sender>>;
  /** The ids of alice's snippets; the first ones are made of the worst texts. */
  readonly ids: readonly number[];
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  readonly oauth1: Credentials;
  /** Bytes of the store: its files, or what MongoDB's collections and indexes take. */
  storedBytes(): Promise<number>;
}

/**
 * @param spare snippets of one letter, to be deleted by inputs
 * @param env more environment variables of the process
 */
export async function startHostileService(
  kind: StoreKind,
  spare: number,
  env: Readonly<Record<string, string>> = {},
): Promise<HostileService> {
  const [DATA_DIR, url] = [await temporaryFolder(), await databaseOf(kind)];
  const store = await openStore({ mongodbUrl: url, dataDir: DATA_DIR }, recordingLog());
  await store.ready;
  const user = await addUser(store, 'alice', PASSWORD);
  const key = user && (await issueToken(store, SECRET_KEY, user));
  if (!key) throw new Error('alice is taken');
  const ids = await storeWorst(store, user._id, spare);
  const consumer = await issueConsumer(store, 'client');
  const issued = await issueOAuth1Token(store, SECRET_KEY, consumer._id, user);
  const client = await addClient(store, 'editor');
  await store.close();

  const service = await serve({
    DATA_DIR,
    SECRET_KEY,
    BASE_URL,
    ...(url && { MONGODB_URL: url }),
    AUTH_SCHEMES: 'session,basic,token,oauth1,oauth2',
    THROTTLE_RATES: 'none',
    LOG_LEVEL: 'error',
    HIGHLIGHT_TIMEOUT_MS: '200',
    ...env,
  });
  const { address } = service;
  const accessToken = await obtainAccessToken(address, client);
  const session = await logIn(address);
  const credentials = { consumerKey: consumer.key, consumerSecret: consumer.secret, ...issued };
  return {
    service,
    ids,
    client,
    oauth1: credentials,
    storedBytes: () => (url === undefined ? bytesIn(DATA_DIR) : bytesOf(url)),
    senders: {
      nobody: () => ({}),
      session: () => session,
      basic: () => ({ Authorization: `Basic ${Buffer.from(`alice:${PASSWORD}`).toString('base64')}` }),
      token: () => ({ Authorization: `Token ${key}` }),
      oauth1: ({ method, path }) => ({
        Authorization: signed(BASE_URL, credentials, { method, path }).headers.Authorization ?? '',
      }),
      oauth2: () => ({ Authorization: `Bearer ${accessToken}` }),
    },
  };
}

/** Codes whose highlighted HTML has most elements, lines and bytes. */
const COLOURED = [
  { language: 'json', code: '"a":1,'.repeat(16_600) },
  { language: 'xml', code: '<a b="&lt;">\n'.repeat(7_600) },
  { language: 'plaintext', code: '<\n'.repeat(50_000) },
];

/** To store all of the texts takes ten seconds: one in so many is stored. */
const SAMPLED = 8;

/** What a POST would have stored, had it passed validation: each text as code, and cut as a title. */
async function storeWorst(store: Store, ownerId: number, spare: number): Promise<number[]> {
  const others = Array.from({ length: spare }, () => ({ code: 'x', language: 'python' }));
  const texts = WORST_TEXTS.filter((_, i) => i % SAMPLED === 0);
  const worst = texts.map(({ make }) => ({
    code: make(100_000).replaceAll('\0', 'x').toWellFormed(),
    language: 'python',
  }));
  const ids: number[] = [];
  for (const { code, language } of [...others, ...worst, ...COLOURED]) {
    const { _id, created } = await nextId(store, 'snippets');
    const title = code.slice(0, 100).toWellFormed();
    const input = { code, title, language, style: 'friendly', linenos: true };
    // Some of the texts would take the highlighter minutes, and would be stored without colours.
    const { markup, excerpt, plain } =
      language === 'python' ? plainMarkup(code, 'timeout') : highlight(input.code, input.language, 60_000);
    const terms = termsOf({ title, code, ownerId, language });
    const fields = { ...input, ownerId, owner: 'alice', terms, created, markup, excerpt, plain };
    await store.snippets.insertOne(snippet(_id, fields));
    ids.unshift(_id);
  }
  return ids;
}

async function obtainAccessToken(
  address: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  const form = { grant_type: 'password', username: 'alice', password: PASSWORD };
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
  const response = await fetch(`${address}/oauth2/access_token/`, { method: 'POST', body });
  return String((await response.json()).access_token);
}

/** @returns cookies and token of a session */
async function logIn(address: string): Promise<Record<string, string>> {
  const guess = await openLogin({ port: Number(new URL(address).port) });
  const { status, headers } = await guess(PASSWORD);
  const Cookie = cookiesOf(headers);
  const csrf = /csrftoken=([0-9a-f]+)/.exec(Cookie)?.[1];
  if (status !== 302 || csrf === undefined) throw new Error(`the login answered ${status}`);
  return { Cookie, 'X-CSRFToken': csrf };
}
