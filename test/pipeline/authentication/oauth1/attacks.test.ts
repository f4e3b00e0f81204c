/** Signed requests that somebody has bent: each is refused, and nothing changes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { deleteConsumer } from '#src/pipeline/authentication/oauth1.js';
import { startApp } from '../../../helpers/app.js';
import { describeOnAnyStore } from '../../../helpers/stores.js';
import {
  BAD_SIGNATURE,
  BASE_URL,
  FORM,
  inBody,
  inHeader,
  now,
  useAttackedApp,
  withHeader,
} from './attacked-app.js';
import { type Credentials, issue, type Sent, type Signing, signed } from './sign.js';

const BESIDE = 'Invalid OAuth header. Protocol parameters stand in the header alone, not in query or form.';
const OFF_TIME = 'OAuth timestamp is more than 300 seconds away from the time of this service.';
const NO_INTEGER = 'Invalid OAuth header. The parameter oauth_timestamp is no positive integer.';
const WRONG_BODY = 'OAuth body hash does not match the body.';
const missing = (name: string) => `Invalid OAuth header. The parameter ${name} is missing.`;

const JSON_BODY = { code: 'print(1)' };
const hash = (body: unknown, algorithm = 'sha1') =>
  createHash(algorithm).update(JSON.stringify(body)).digest('base64');

const without = (name: string) => inHeader(new RegExp(`${name}="[^"]*", |, ${name}="[^"]*"$`), '');
const sentAs = (type: string, body: string) => (sent: Sent) => ({
  ...sent,
  headers: { ...sent.headers, 'Content-Type': type },
  body,
});
const more = (text: string) => (sent: Sent) => withHeader(sent, (header) => `${header}, ${text}`);

interface Attack {
  readonly name: string;
  /** What the honest client signs; by default a form. */
  readonly signing?: Signing;
  readonly bend: (sent: Sent, other: Credentials) => Sent;
  /** Default: BAD_SIGNATURE. */
  readonly detail?: string;
}

const TAMPERED: Attack[] = [
  { name: 'a value of the form', bend: inBody('print', 'PRINT') },
  { name: 'one more field of the form', bend: inBody('code', 'linenos=on&code') },
  { name: 'a field of the form given twice', bend: (s) => ({ ...s, body: `${s.body}&code=evil` }) },
  {
    name: 'the order of equal names',
    signing: {
      form: [
        ['code', 'a'],
        ['code', 'b'],
        ['title', 't'],
      ],
    },
    bend: inBody('title=t', 'title=u'),
  },
  {
    name: 'a form sent as JSON',
    bend: sentAs('application/json', '{"code":"evil"}'),
  },
  {
    name: 'a form sent as multipart',
    bend: sentAs(
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="code"\r\n\r\nevil\r\n--x--\r\n',
    ),
  },
  {
    name: 'JSON sent as a form',
    signing: { json: JSON_BODY },
    bend: sentAs('application/x-www-form-urlencoded', 'code=evil'),
  },
  {
    name: 'a value of the query',
    signing: { path: '/snippets/?format=json', form: FORM },
    bend: (s) => ({ ...s, path: '/snippets/?format=' }),
  },
  {
    name: 'a field moved from the form into the query with another value',
    signing: {
      form: [
        ['code', 'x'],
        ['title', 't'],
      ],
    },
    bend: (s) => ({ ...s, path: '/snippets/?title=u', body: 'code=x' }),
  },
  {
    name: 'the method',
    signing: { method: 'GET', path: '/snippets/' },
    bend: (s) => ({ ...s, method: 'POST' }),
  },
  {
    name: 'the path',
    signing: { method: 'GET', path: '/users/' },
    bend: (s) => ({ ...s, path: '/snippets/' }),
  },
  {
    name: 'the path, escaped',
    signing: { method: 'GET', path: '/users/' },
    bend: (s) => ({ ...s, path: '/%75sers/' }),
  },
  {
    name: 'the consumer key',
    bend: (s, other) =>
      inHeader(/oauth_consumer_key="[^"]*"/, `oauth_consumer_key="${other.consumerKey}"`)(s),
  },
  {
    name: 'the token',
    bend: (s, other) => inHeader(/oauth_token="[^"]*"/, `oauth_token="${other.token}"`)(s),
  },
  { name: 'the nonce', bend: inHeader('oauth_nonce="', 'oauth_nonce="x') },
  { name: 'the timestamp', bend: inHeader(/oauth_timestamp="\d+"/, `oauth_timestamp="${now() - 5}"`) },
  { name: 'the version left out', bend: without('oauth_version') },
  { name: 'the signature method', bend: inHeader('HMAC-SHA1', 'HMAC-SHA256') },
  { name: 'the signature', bend: inHeader('oauth_signature="', 'oauth_signature="A') },
  {
    name: 'the signature cut short',
    bend: inHeader(/oauth_signature="((?:%..|[^%"]){4})[^"]*"/, 'oauth_signature="$1"'),
  },
  { name: 'one more protocol parameter in the header', bend: more('oauth_verifier="1"') },
];

const POLLUTED: Attack[] = [
  ...['oauth_token', 'oauth_signature'].flatMap((name): Attack[] => [
    {
      name: `${name} twice in the header`,
      bend: more(`${name}="1"`),
      detail: `Invalid OAuth header. The parameter ${name} is given twice.`,
    },
    {
      name: `${name} in the query too`,
      bend: (s) => ({ ...s, path: `/snippets/?${name}=1` }),
      detail: BESIDE,
    },
    { name: `${name} in the form too`, bend: (s) => ({ ...s, body: `${s.body}&${name}=1` }), detail: BESIDE },
  ]),
  {
    name: 'a protocol parameter in the query, signed with it',
    signing: { path: '/snippets/?oauth_callback=x', form: FORM },
    bend: (s) => s,
    detail: BESIDE,
  },
  {
    name: 'all of them in the form, some in the header',
    bend: (s) => ({ ...s, headers: { ...s.headers, Authorization: 'OAuth realm="api"' } }),
    detail: missing('oauth_consumer_key'),
  },
];

const MISSING: Attack[] = [
  'oauth_consumer_key',
  'oauth_token',
  'oauth_signature_method',
  'oauth_signature',
  'oauth_timestamp',
  'oauth_nonce',
].flatMap((name): Attack[] => [
  { name: `no ${name}`, bend: without(name), detail: missing(name) },
  {
    name: `an empty ${name}`,
    bend: inHeader(new RegExp(`${name}="[^"]*"`), `${name}=""`),
    detail: missing(name),
  },
]);

const SIGNED_WRONGLY: Attack[] = [
  ['no token at all (a consumer for itself)', { oauth_token: undefined }, missing('oauth_token')],
  ['the beginning of time', { oauth_timestamp: '1' }, OFF_TIME],
  ['a time ten minutes ago', { oauth_timestamp: String(now() - 600) }, OFF_TIME],
  ['a time in ten minutes', { oauth_timestamp: String(now() + 600) }, OFF_TIME],
  ['milliseconds', { oauth_timestamp: String(Date.now()) }, NO_INTEGER],
  ['zero', { oauth_timestamp: '0' }, NO_INTEGER],
  ['a negative time', { oauth_timestamp: `-${now()}` }, NO_INTEGER],
  ['a fraction', { oauth_timestamp: `${now()}.5` }, NO_INTEGER],
  ['a time with a zero in front', { oauth_timestamp: `0${now()}` }, NO_INTEGER],
  ['a time in words', { oauth_timestamp: 'NaN' }, NO_INTEGER],
  ['version 2.0', { oauth_version: '2.0' }, 'Invalid OAuth header. The parameter oauth_version is not 1.0.'],
  [
    'an empty version',
    { oauth_version: '' },
    'Invalid OAuth header. The parameter oauth_version is not 1.0.',
  ],
  ...['RSA-SHA1', 'hmac-sha1', 'constructor', '__proto__', 'none'].map(
    (method) =>
      [
        `the signature method ${method}`,
        { oauth_signature_method: method },
        'Invalid OAuth header. The parameter oauth_signature_method is none of HMAC-SHA1, HMAC-SHA256, PLAINTEXT.',
      ] as const,
  ),
].map(([name, parameters, detail]) => ({
  name: String(name),
  // The table's columns are typed together; each row is these three.
  signing: { form: FORM, parameters: parameters as Record<string, string> },
  bend: (sent: Sent) => sent,
  detail: String(detail),
}));

const OPERATORS: Attack[] = [
  {
    name: 'an operator as the name of a header parameter',
    bend: inHeader('oauth_token=', 'oauth_token[$ne]='),
    detail: missing('oauth_token'),
  },
  {
    name: 'an operator as the token',
    bend: inHeader(/oauth_token="[^"]*"/, `oauth_token="${encodeURIComponent('{"$ne":null}')}"`),
  },
  {
    name: 'an operator as the consumer key',
    bend: inHeader(/oauth_consumer_key="[^"]*"/, `oauth_consumer_key="${encodeURIComponent('{"$gt":""}')}"`),
  },
  {
    name: 'an operator in the form',
    bend: (s) => ({ ...s, body: `${s.body}&oauth_token[$ne]=1` }),
    detail: BESIDE,
  },
  {
    name: 'an operator in the query',
    bend: (s) => ({ ...s, path: '/snippets/?oauth_token[$ne]=1' }),
    detail: BESIDE,
  },
  { name: 'NUL in the token', bend: inHeader('oauth_token="', 'oauth_token="%00') },
];

const HASHED = { json: JSON_BODY, parameters: { oauth_body_hash: hash(JSON_BODY) } };

const BODY_HASHES: Attack[] = [
  { name: 'another body than the hash says', signing: HASHED, bend: inBody('1', '2'), detail: WRONG_BODY },
  {
    name: 'no body where the hash has one',
    signing: HASHED,
    bend: (s) => ({ ...s, body: '' }),
    detail: WRONG_BODY,
  },
  {
    name: 'another hash',
    signing: HASHED,
    bend: inHeader(
      /oauth_body_hash="[^"]*"/,
      `oauth_body_hash="${encodeURIComponent(hash({ code: 'evil' }))}"`,
    ),
  },
  { name: 'the hash left out', signing: HASHED, bend: without('oauth_body_hash') },
  {
    name: 'an empty hash, signed',
    signing: { json: JSON_BODY, parameters: { oauth_body_hash: '' } },
    bend: (s) => s,
    detail: WRONG_BODY,
  },
  {
    name: 'a hash of an unknown kind, signed',
    signing: { json: JSON_BODY, parameters: { oauth_body_hash: hash(JSON_BODY, 'md5') } },
    bend: (s) => s,
    detail: WRONG_BODY,
  },
];

describeOnAnyStore('OAuth 1.0a', (store) => {
  const { app, alice, mine, other, another, send, refused, accepted } = useAttackedApp(store);

  describe('takes', () => {
    for (const signatureMethod of ['HMAC-SHA1', 'HMAC-SHA256', 'PLAINTEXT'] as const) {
      it(`accepts JSON signed by ${signatureMethod}`, () =>
        accepted(signed(BASE_URL, mine, { json: JSON_BODY, signatureMethod })));
    }
    it('accepts PLAINTEXT without timestamp and nonce (3.1)', () =>
      accepted(
        signed(BASE_URL, mine, {
          form: FORM,
          signatureMethod: 'PLAINTEXT',
          parameters: { oauth_timestamp: undefined, oauth_nonce: undefined },
        }),
      ));
    it('accepts a request without oauth_version', () =>
      accepted(signed(BASE_URL, mine, { form: FORM, parameters: { oauth_version: undefined } })));
    it('accepts a query in any order and encoding', () =>
      accepted(signed(BASE_URL, mine, { form: FORM, path: '/snippets/?z=%7E&a=r+b&a=%72%20a&%C3%A4=' })));
    for (const apart of [-280, 280]) {
      it(`accepts the time of a clock that is ${apart} seconds off`, () =>
        accepted(
          signed(BASE_URL, mine, { form: FORM, parameters: { oauth_timestamp: String(now() + apart) } }),
        ));
    }
    for (const algorithm of ['sha1', 'sha256']) {
      it(`accepts a body hash by ${algorithm}`, () =>
        accepted(
          signed(BASE_URL, mine, {
            json: JSON_BODY,
            parameters: { oauth_body_hash: hash(JSON_BODY, algorithm) },
          }),
        ));
    }
    it('authenticates requests that end in 403 and 404 too', async () => {
      assert.equal(
        (await send(signed(BASE_URL, mine, { method: 'PUT', path: '/snippets/999999/', form: FORM }))).status,
        404,
      );
      assert.equal((await send(signed(BASE_URL, mine, { method: 'PATCH', path: '/snippets/' }))).status, 405);
    });
  });

  const TABLES = { TAMPERED, POLLUTED, MISSING, SIGNED_WRONGLY, OPERATORS, BODY_HASHES };
  for (const [table, attacks] of Object.entries(TABLES)) {
    describe(`refuses what is ${table.toLowerCase().replaceAll('_', ' ')}:`, () => {
      for (const { name, signing = { form: FORM }, bend, detail = BAD_SIGNATURE } of attacks) {
        it(name, () => refused(bend(signed(BASE_URL, mine, signing), other), detail));
      }
    });
  }

  describe('refuses', () => {
    it("refuses another consumer's token, signed with all the secrets of both", async () => {
      const mixed = { ...mine, token: other.token, tokenSecret: other.tokenSecret };
      await refused(signed(BASE_URL, mixed, { form: FORM }), BAD_SIGNATURE);
    });

    for (const part of ['consumerKey', 'consumerSecret', 'token', 'tokenSecret'] as const) {
      it(`refuses a wrong ${part} with one message for every part`, () =>
        refused(signed(BASE_URL, { ...mine, [part]: 'wrong' }, { form: FORM }), BAD_SIGNATURE));
    }

    it('refuses PLAINTEXT with a wrong secret, and with one of the two', async () => {
      for (const wrong of [
        { tokenSecret: '' },
        { consumerSecret: '' },
        { tokenSecret: `${mine.tokenSecret}x` },
      ]) {
        const sent = signed(BASE_URL, { ...mine, ...wrong }, { form: FORM, signatureMethod: 'PLAINTEXT' });
        await refused(sent, BAD_SIGNATURE);
      }
    });

    it('refuses a signature for another URL: a Host header proves nothing', async () => {
      for (const address of [app.url, 'http://snippets.example.com/store', 'https://snippets.example.com']) {
        await refused(signed(address, mine, { form: FORM }), BAD_SIGNATURE);
      }
    });

    it('refuses a user who is deactivated', async () => {
      const carol = await app.addUser('carol');
      const hers = await issue(app, carol);
      await accepted(signed(BASE_URL, hers, { form: FORM }), 'carol');
      await app.store.users.updateOne({ _id: carol.id }, { $set: { active: false } });
      const response = await send(signed(BASE_URL, hers, { form: FORM }));
      assert.deepEqual(
        [response.status, await response.json()],
        [401, { detail: 'User inactive or deleted.' }],
      );
    });

    it('refuses the secret of another token, even of the same consumer and user', async () => {
      const { tokenSecret } = await another();
      await refused(signed(BASE_URL, { ...mine, tokenSecret }, { form: FORM }), BAD_SIGNATURE);
    });

    it('refuses a token of another SECRET_KEY', async () => {
      const foreign = await another('another secret key of 32 characters');
      await refused(signed(BASE_URL, foreign, { form: FORM }), BAD_SIGNATURE);
    });

    it('refuses a consumer that is deleted, and its tokens', async () => {
      const gone = await issue(app, alice);
      await accepted(signed(BASE_URL, gone, { form: FORM }));
      assert.equal(await deleteConsumer(app.store, gone.consumerKey), true);
      await refused(signed(BASE_URL, gone, { form: FORM }), BAD_SIGNATURE);
      assert.equal(await app.store.oauth1Tokens.findOne({ key: gone.token }), null);
    });
  });

  it('is not attempted without the header: parameters elsewhere name nobody', async () => {
    const { headers, body } = signed(BASE_URL, mine, { form: FORM });
    const parameters = (headers.Authorization ?? '').slice('OAuth realm="api", '.length);
    const asForm = parameters.replaceAll('"', '').replaceAll(', ', '&');
    for (const sent of [
      { path: `/snippets/?${asForm}`, body: body ?? '' },
      { path: '/snippets/', body: `${body}&${asForm}` },
    ]) {
      const response = await send({
        ...sent,
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
      assert.equal(response.status, 401);
      assert.deepEqual(await response.json(), { detail: 'Authentication credentials were not provided.' });
    }
  });

  it('leaves no token secret in the store, only what the documentation says', async () => {
    const dump = JSON.stringify([
      await app.store.oauth1Tokens.find({}).toArray(),
      await app.store.oauth1Nonces.find({}).toArray(),
    ]);
    for (const secret of [mine.tokenSecret, mine.consumerSecret, app.settings.secretKey ?? '']) {
      assert.ok(!dump.includes(secret));
    }
    const consumer = await app.store.oauth1Consumers.findOne({ key: mine.consumerKey });
    assert.equal(consumer?.secret, mine.consumerSecret);
  });
});

describe('PLAINTEXT over plain HTTP', () => {
  const ON_THE_WAY: [string, string, Record<string, string>][] = [
    ['to an address without TLS', 'http://snippets.example.com', {}],
    ['through a proxy that nobody trusts', 'https://snippets.example.com', { 'X-Forwarded-Proto': 'https' }],
  ];
  for (const [name, BASE_URL, forwarded] of ON_THE_WAY) {
    it(`is refused, even with the right secrets, ${name}`, async () => {
      const app = await startApp({ env: { AUTH_SCHEMES: 'oauth1', BASE_URL } });
      try {
        const mine = await issue(app, await app.addUser('alice'));
        const { path, headers, ...init } = signed(BASE_URL, mine, {
          form: FORM,
          signatureMethod: 'PLAINTEXT',
        });
        const response = await app.fetch(path, { ...init, headers: { ...headers, ...forwarded } });
        const detail = 'The OAuth signature method PLAINTEXT requires HTTPS.';
        assert.deepEqual([response.status, await response.json()], [401, { detail }]);
        assert.equal(await app.store.snippets.countDocuments(), 0);
      } finally {
        await app.close();
      }
    });
  }
});
