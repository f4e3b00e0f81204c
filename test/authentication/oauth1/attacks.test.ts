/** Signed requests, and what somebody has bent of them: each of these is refused, and nothing changes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { deleteConsumer, issueOAuth1Token, type SignatureMethod } from '#src/authentication/oauth1.js';
import { beforeTests, startApp, useAppWithUsers } from '../../helpers/app.js';
import { countOf, describeOnBothStores, type StoreKind } from '../../helpers/stores.js';
import { type Credentials, issue, type Sent, type Signing, signed } from './sign.js';

/** As an operator may write it, and as clients sign it: 3.4.1.2. */
const CONFIGURED = 'https://Snippets.Example.COM:443/';
const BASE_URL = 'https://snippets.example.com';

const BAD_SIGNATURE = 'Invalid OAuth consumer key, token or signature.';
const BESIDE = 'Invalid OAuth header. Protocol parameters stand in the header alone, not in query or form.';
const OFF_TIME = 'OAuth timestamp is more than 300 seconds away from the time of this service.';
const NO_INTEGER = 'Invalid OAuth header. The parameter oauth_timestamp is no positive integer.';
const NO_VERSION = 'Invalid OAuth header. The parameter oauth_version is not 1.0.';
const NO_METHOD =
  'Invalid OAuth header. The parameter oauth_signature_method is none of HMAC-SHA1, HMAC-SHA256, PLAINTEXT.';
const WRONG_BODY = 'OAuth body hash does not match the body.';
const USED = 'OAuth nonce has been used already.';
const missing = (name: string) => `Invalid OAuth header. The parameter ${name} is missing.`;

const FORM = [
  ['code', 'print("ä & b")'],
  ['title', 'a+b c'],
] as const;
const JSON_BODY = { code: 'print(1)' };
const FORM_TYPE = 'application/x-www-form-urlencoded';
const hash = (body: unknown, algorithm = 'sha1') =>
  createHash(algorithm).update(JSON.stringify(body)).digest('base64');
const now = () => Math.floor(Date.now() / 1000);
const at = (time: number | string): Signing => ({
  form: FORM,
  parameters: { oauth_timestamp: String(time) },
});

type Bend = (sent: Sent, other: Credentials) => Sent;
const unchanged: Bend = (sent) => sent;
const asked =
  (change: Partial<Sent>): Bend =>
  (sent) => ({ ...sent, ...change });
const withHeader = (sent: Sent, change: (header: string) => string): Sent => {
  const Authorization = change(sent.headers.Authorization ?? '');
  assert.notEqual(Authorization, sent.headers.Authorization, 'the attack changes nothing');
  return { ...sent, headers: { ...sent.headers, Authorization } };
};
const inHeader =
  (from: string | RegExp, to: string): Bend =>
  (sent) =>
    withHeader(sent, (header) => header.replace(from, to));
const inBody =
  (from: string | RegExp, to: string): Bend =>
  (sent) => ({ ...sent, body: sent.body?.replace(from, to) ?? '' });
const set = (name: string, value: string) =>
  inHeader(new RegExp(`${name}="[^"]*"`), `${name}="${encodeURIComponent(value)}"`);
const without = (name: string) => inHeader(new RegExp(`${name}="[^"]*", |, ${name}="[^"]*"$`), '');
const more = (text: string) => inHeader(/$/, `, ${text}`);
const sentAs =
  (type: string, body: string): Bend =>
  (sent) => ({ ...sent, headers: { ...sent.headers, 'Content-Type': type }, body });

/** What the honest client signs is by default a form, and the refusal that of a bad signature. */
type Attack = readonly [name: string, bend: Bend, detail?: string, signing?: Signing];

const MULTIPART = '--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nevil\r\n--x--\r\n';
const READ: Signing = { method: 'GET', path: '/users/' };
const HASHED: Signing = { json: JSON_BODY, parameters: { oauth_body_hash: hash(JSON_BODY) } };
const hashedAs = (oauth_body_hash: string) => ({ json: JSON_BODY, parameters: { oauth_body_hash } });

const TAMPERED: Attack[] = [
  ['a value of the form', inBody('print', 'PRINT')],
  ['one more field of the form', inBody('code', 'linenos=on&code')],
  ['a field of the form given twice', inBody(/$/, '&code=evil')],
  ['a form sent as JSON', sentAs('application/json', '{"code":"evil"}')],
  ['a form sent as multipart', sentAs('multipart/form-data; boundary=x', MULTIPART)],
  ['JSON sent as a form', sentAs(FORM_TYPE, 'code=evil'), BAD_SIGNATURE, { json: JSON_BODY }],
  ['the query', asked({ path: '/snippets/?a=' }), BAD_SIGNATURE, { path: '/snippets/?a=b', form: FORM }],
  ['the method', asked({ method: 'POST' }), BAD_SIGNATURE, { method: 'GET' }],
  ['the path', asked({ path: '/snippets/' }), BAD_SIGNATURE, READ],
  ['the path, escaped', asked({ path: '/%75sers/' }), BAD_SIGNATURE, READ],
  ['the consumer key', (s, other) => set('oauth_consumer_key', other.consumerKey)(s, other)],
  ['the token', (s, other) => set('oauth_token', other.token)(s, other)],
  ['the nonce', inHeader('oauth_nonce="', 'oauth_nonce="x')],
  ['the timestamp', set('oauth_timestamp', String(now() - 5))],
  ['the version left out', without('oauth_version')],
  ['the signature method', inHeader('HMAC-SHA1', 'HMAC-SHA256')],
  ['the signature', inHeader('oauth_signature="', 'oauth_signature="A')],
  ['the signature cut short', inHeader(/(oauth_signature="(?:%..|[^%"]){4})[^"]*"/, '$1"')],
  ['one more protocol parameter in the header', more('oauth_verifier="1"')],
  ['the body of a hash', inBody('1', '2'), WRONG_BODY, HASHED],
  ['the body of a hash left out', asked({ body: '' }), WRONG_BODY, HASHED],
  ['the hash', set('oauth_body_hash', hash({ code: 'evil' })), BAD_SIGNATURE, HASHED],
  ['the hash left out', without('oauth_body_hash'), BAD_SIGNATURE, HASHED],
];

const POLLUTED: Attack[] = [
  ...['oauth_token', 'oauth_signature'].flatMap((name): Attack[] => [
    [`${name} twice`, more(`${name}="1"`), `Invalid OAuth header. The parameter ${name} is given twice.`],
    [`${name} in the query too`, asked({ path: `/snippets/?${name}=1` }), BESIDE],
    [`${name} in the form too`, inBody(/$/, `&${name}=1`), BESIDE],
  ]),
  ['one signed in the query', unchanged, BESIDE, { path: '/snippets/?oauth_callback=x', form: FORM }],
  ['none in the header', inHeader(/, .*/, ''), missing('oauth_consumer_key')],
  ['an operator in the name', inHeader('oauth_token=', 'oauth_token[$ne]='), missing('oauth_token')],
  ['an operator as the token', set('oauth_token', '{"$ne":null}')],
  ['an operator as the consumer key', set('oauth_consumer_key', '{"$gt":""}')],
  ['NUL in the token', inHeader('oauth_token="', 'oauth_token="%00')],
  ...['consumer_key', 'token', 'signature_method', 'signature', 'timestamp', 'nonce'].flatMap(
    (part): Attack[] => [
      [`no oauth_${part}`, without(`oauth_${part}`), missing(`oauth_${part}`)],
      [`an empty oauth_${part}`, set(`oauth_${part}`, ''), missing(`oauth_${part}`)],
    ],
  ),
];

const signedWith = (parameters: Record<string, string | undefined>) => ({ form: FORM, parameters });
const SIGNED: Attack[] = [
  [
    'no token (a consumer for itself)',
    unchanged,
    missing('oauth_token'),
    signedWith({ oauth_token: undefined }),
  ],
  ['the beginning of time', unchanged, OFF_TIME, at(1)],
  ['a time ten minutes ago', unchanged, OFF_TIME, at(now() - 600)],
  ['a time in ten minutes', unchanged, OFF_TIME, at(now() + 600)],
  ['milliseconds', unchanged, NO_INTEGER, at(Date.now())],
  ...['0', `-${now()}`, `${now()}.5`, `0${now()}`, 'NaN'].map(
    (time): Attack => [`the time ${time}`, unchanged, NO_INTEGER, at(time)],
  ),
  ...['2.0', ''].map(
    (version): Attack => [
      `version "${version}"`,
      unchanged,
      NO_VERSION,
      signedWith({ oauth_version: version }),
    ],
  ),
  ...['RSA-SHA1', 'hmac-sha1', 'constructor', '__proto__', 'none'].map(
    (method): Attack => [method, unchanged, NO_METHOD, signedWith({ oauth_signature_method: method })],
  ),
  ['an empty hash', unchanged, WRONG_BODY, hashedAs('')],
  ['a hash of an unknown kind', unchanged, WRONG_BODY, hashedAs(hash(JSON_BODY, 'md5'))],
];

const ACCEPTED: readonly (readonly [name: string, signing: Signing])[] = [
  [
    'PLAINTEXT without timestamp and nonce (3.1)',
    { ...signedWith({ oauth_timestamp: undefined, oauth_nonce: undefined }), signatureMethod: 'PLAINTEXT' },
  ],
  ['a request without oauth_version', signedWith({ oauth_version: undefined })],
  ['a query in any order and encoding', { form: FORM, path: '/snippets/?z=%7E&a=r+b&a=%72%20a&%C3%A4=' }],
  ['a body hash by SHA-1', HASHED],
  ['a body hash by SHA-256', hashedAs(hash(JSON_BODY, 'sha256'))],
];

function useAttackedApp(store: StoreKind = 'embedded') {
  const env = { AUTH_SCHEMES: 'oauth1,basic', BASE_URL: CONFIGURED };
  const { app, alice, bob } = useAppWithUsers({ store, env });
  const mine = beforeTests(() => issue(app, alice));
  /** Of bob. */
  const other = beforeTests(() => issue(app, bob));
  const send = ({ path, ...init }: Sent) => app.fetch(path, init);
  const countStored = () => Promise.all([countOf(app.store.snippets), countOf(app.store.oauth1Nonces)]);

  return {
    ...{ app, alice, mine, other, send },
    sign: (signing: Signing = { form: FORM }, credentials: Credentials = mine) =>
      signed(BASE_URL, credentials, signing),
    /** Another token of alice and the same consumer. */
    async another(secretKey = app.settings.secretKey ?? ''): Promise<Credentials> {
      const consumer = await app.store.oauth1Consumers.findOne({ key: mine.consumerKey });
      const user = { _id: alice.id, logins: 1 };
      return { ...mine, ...(await issueOAuth1Token(app.store, secretKey, consumer?._id ?? 0, user)) };
    },
    /** The answer is a denial, and neither a snippet nor a nonce is stored. */
    async refused(sent: Sent, detail = BAD_SIGNATURE) {
      const stored = await countStored();
      const response = await send(sent);
      assert.deepEqual([response.status, await response.json()], [401, { detail }]);
      assert.equal(response.headers.get('www-authenticate'), 'OAuth realm="api"');
      assert.deepEqual(await countStored(), stored);
    },
    async accepted(sent: Sent, owner = 'alice') {
      const response = await send(sent);
      const body = (await response.json()) as { owner?: string };
      assert.deepEqual([response.status, body.owner], [201, owner], JSON.stringify(body));
    },
  };
}

describe('OAuth 1.0a', () => {
  const { app, alice, mine, other, another, send, sign, refused, accepted } = useAttackedApp();

  for (const [name, signing] of ACCEPTED) it(`accepts ${name}`, () => accepted(sign(signing)));

  for (const apart of [-280, 280])
    it(`accepts the time of a clock that is ${apart} seconds off`, () => accepted(sign(at(now() + apart))));

  it('accepts a multipart form, whose fields are not signed', () =>
    accepted(sentAs('multipart/form-data; boundary=x', MULTIPART)(sign({}), other)));

  it('authenticates requests that end in 404 and 405 too', async () => {
    const put = sign({ method: 'PUT', path: '/snippets/999999/', form: FORM });
    const patch = sign({ method: 'PATCH', path: '/snippets/' });
    assert.deepEqual([(await send(put)).status, (await send(patch)).status], [404, 405]);
  });

  for (const [table, attacks] of Object.entries({ TAMPERED, POLLUTED, SIGNED }))
    for (const [name, bend, detail, signing] of attacks)
      it(`refuses what is ${table.toLowerCase()}: ${name}`, () =>
        refused(bend(sign(signing), other), detail));

  const CREDENTIALS: [name: string, of: () => object | Promise<object>, method?: SignatureMethod][] = [
    ...['consumerKey', 'consumerSecret', 'token', 'tokenSecret'].map((part): [string, () => object] => [
      `a wrong ${part}`,
      () => ({ [part]: 'wrong' }),
    ]),
    ["another consumer's token", () => ({ token: other.token, tokenSecret: other.tokenSecret })],
    ['the secret of another token', async () => ({ tokenSecret: (await another()).tokenSecret })],
    ['a token of another SECRET_KEY', () => another('another secret key of 32 characters')],
    ['no token secret', () => ({ tokenSecret: '' }), 'PLAINTEXT'],
    ['no consumer secret', () => ({ consumerSecret: '' }), 'PLAINTEXT'],
    ['a longer token secret', () => ({ tokenSecret: `${mine.tokenSecret}x` }), 'PLAINTEXT'],
  ];
  for (const [name, of, signatureMethod = 'HMAC-SHA1'] of CREDENTIALS)
    it(`refuses ${name} by ${signatureMethod}, with one message for every part`, async () =>
      refused(sign({ form: FORM, signatureMethod }, { ...mine, ...(await of()) })));

  it('refuses a signature for another URL: a Host header proves nothing', async () => {
    for (const url of [app.url, 'http://snippets.example.com', 'https://snippets.example.com/store'])
      await refused(signed(url, mine, { form: FORM }));
  });

  it('refuses a consumer that is deleted, and its tokens', async () => {
    const gone = await issue(app, alice);
    await accepted(sign({ form: FORM }, gone));
    assert.equal(await deleteConsumer(app.store, gone.consumerKey), true);
    await refused(sign({ form: FORM }, gone));
    assert.equal(await app.store.oauth1Tokens.findOne({ key: gone.token }), null);
  });

  it('is not attempted without the header: parameters elsewhere name nobody', async () => {
    const { headers, body } = sign();
    const parameters = (headers.Authorization ?? '').slice('OAuth realm="api", '.length);
    const asForm = parameters.replaceAll('"', '').replaceAll(', ', '&');
    const unsigned = { method: 'POST', headers: { 'Content-Type': FORM_TYPE } };
    for (const sent of [
      { path: `/snippets/?${asForm}`, body: body ?? '' },
      { path: '/snippets/', body: `${body}&${asForm}` },
    ])
      await refused({ ...unsigned, ...sent }, 'Authentication credentials were not provided.');
  });

  it('leaves no token secret in the store, only what the documentation says', async () => {
    const { oauth1Tokens, oauth1Nonces, oauth1Consumers } = app.store;
    const dump = JSON.stringify([
      await oauth1Tokens.find({}).toArray(),
      await oauth1Nonces.find({}).toArray(),
    ]);
    for (const secret of [mine.tokenSecret, mine.consumerSecret, app.settings.secretKey ?? ''])
      assert.ok(!dump.includes(secret));
    const consumer = await oauth1Consumers.findOne({ key: mine.consumerKey });
    assert.equal(consumer?.secret, mine.consumerSecret);
  });
});

describeOnBothStores('an OAuth 1.0a nonce', (store) => {
  const { app, mine, other, another, send, sign, refused, accepted } = useAttackedApp(store);
  const fixed = () => signedWith({ oauth_nonce: `a${Math.random()}`, oauth_timestamp: String(now()) });

  it('is good once, in whichever way it is spelled and whatever is sent with it', async () => {
    const signing = fixed();
    const once = sign(signing);
    await accepted(once);
    await refused(once, USED);
    await refused(inHeader('realm="api"', 'realm="other"')(once, other), USED);
    await refused(inHeader('oauth_nonce="a', 'oauth_nonce="%61')(once, other), USED);
    await refused(sign({ ...signing, form: [['code', 'other']] }), USED);
  });

  it('is accepted in one of ten requests at once', async () => {
    const once = sign();
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await send(once)).status));
    assert.deepEqual(statuses.sort(), [201, ...Array(9).fill(401)]);
  });

  it('is accepted again from another consumer, from another token, at another time', async () => {
    const signing = fixed();
    await accepted(sign(signing));
    await accepted(sign(signing, other), 'bob');
    await accepted(sign(signing, await another()));
    const later = { ...signing.parameters, oauth_timestamp: String(now() - 7) };
    await accepted(sign(signedWith(later), mine));
  });

  it('is not used up by a forged request', async () => {
    const once = sign();
    await refused(inBody('print', 'PRINT')(once, other));
    await accepted(once);
  });

  it('is kept until its timestamp has long been refused', async () => {
    const timestamp = now() + 100;
    await accepted(sign(at(timestamp)));
    const kept = { expiresAt: { $gte: new Date((timestamp + 600) * 1000) } };
    assert.equal((await app.store.oauth1Nonces.find(kept).toArray()).length > 0, true);
  });
});

describe('PLAINTEXT over plain HTTP', () => {
  for (const [name, url, forwarded] of [
    ['to an address without TLS', 'http://snippets.example.com', {}],
    ['through a proxy that nobody trusts', 'https://snippets.example.com', { 'X-Forwarded-Proto': 'https' }],
  ] as const)
    it(`is refused, even with the right secrets, ${name}`, async (t) => {
      const app = await startApp({ env: { AUTH_SCHEMES: 'oauth1', BASE_URL: url } }, t);
      const mine = await issue(app, await app.addUser('alice'));
      const { path, headers, ...init } = signed(url, mine, { form: FORM, signatureMethod: 'PLAINTEXT' });
      const response = await app.fetch(path, { ...init, headers: { ...headers, ...forwarded } });
      const detail = 'The OAuth signature method PLAINTEXT requires HTTPS.';
      assert.deepEqual([response.status, await response.json()], [401, { detail }]);
      assert.equal(await countOf(app.store.snippets), 0);
    });
});
