// The requests that two builds have to answer alike, in the order in which each deployment gets them.

import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import { PASSWORD } from './deployments.mjs';

/**
 * @typedef {Record<string, string>} Memory
 * @typedef {string | ((memory: Memory) => string)} Later
 * @typedef {{ method?: string, path: Later, headers?: Record<string, Later | string[]>, body?: string | Buffer | ((memory: Memory) => string),
 *   keep?: (answer: import('./exchange.mjs').Answer, memory: Memory) => void }} Asked
 */

const basic = (user, password = PASSWORD) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const ALICE = { Authorization: basic('alice') };
const BOB = { Authorization: basic('bob') };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const ACCEPTS = [
  '*/*',
  'application/json',
  'text/html',
  'application/*;q=0.1, text/html',
  'text/plain',
  'image/png',
  'text/html;q=0',
  '',
];
const READ_PATHS = [
  '/',
  '/snippets/',
  '/snippets/1/',
  '/snippets/1/highlight/',
  '/snippets/1/raw/',
  '/users/',
  '/users/1/',
  '/docs/',
  '/openapi.json',
  '/openapi.yaml',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  '/api-auth/login/',
  '/healthz',
  '/readyz',
];
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** @param {unknown} value @returns {Asked} */
const create = (value, headers = ALICE) => ({
  method: 'POST',
  path: '/snippets/',
  headers: { ...JSON_TYPE, ...headers },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});
const put = (path, value, headers = ALICE) => ({ ...create(value, headers), method: 'PUT', path });

/** Snippets that reads find: enough for slices, of two owners, three languages and odd contents. */
const stored = [
  create({ title: 'Greeting', code: 'print("hello")\n' }),
  create({
    title: 'Größe & <b>',
    code: 'const größe = 1 < 2 && "ok";\n',
    language: 'javascript',
    linenos: true,
  }),
  create({ code: 'SELECT 1;', language: 'sql', style: 'github' }, BOB),
  create({ title: '', code: '\tif x:\r\n\t\tpass\r\n' }, BOB),
  create({ title: '日本語の題', code: '# コメント\nprint("世界")' }),
  create({ title: 'long', code: 'value = "0123456789"\n'.repeat(300) }),
];

const formBodies = [
  ['plain', 'code=print(1)&title=From+a+form'],
  ['linenos on', 'code=a&linenos=on&language=&style='],
  ['bad linenos', 'code=a&linenos=perhaps'],
  ['twice', 'code=a&code=b'],
  ['percent', 'code=%ff'],
  ['broken percent', 'code=%zz'],
  ['empty', ''],
  ['brackets', 'code[$ne]=1'],
  ['nul', 'code=a%00b'],
];

const jsonBodies = [
  ['no code', '{}'],
  ['blank code', '{"code":"  \\n"}'],
  ['null', 'null'],
  ['array', '[]'],
  ['string', '"x"'],
  ['broken', '{"code":'],
  ['empty', ''],
  ['numbers', '{"code":1,"title":2,"linenos":3,"language":4,"style":5}'],
  ['unknown choices', '{"code":"a","language":"klingon","style":"none"}'],
  ['long title', JSON.stringify({ code: 'a', title: 't'.repeat(101) })],
  ['long code', JSON.stringify({ code: 'c'.repeat(100_001) })],
  ['nul', '{"code":"a\\u0000b"}'],
  ['surrogate', '{"code":"a\\ud800b"}'],
  ['twice', '{"code":"a","code":"b"}'],
  ['proto', '{"code":"a","__proto__":{"x":1}}'],
  ['read-only', '{"code":"a","id":99,"owner":"bob","created":"2020-01-01"}'],
  ['bom', '\ufeff{"code":"a"}'],
  ['deep', `{"code":"a","x":${'['.repeat(200)}${']'.repeat(200)}}`],
];

const part = (name, value, more = '') =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const multipartBodies = [
  ['plain', `${part('code', 'print(2)')}${part('title', 'Parts')}--cut--\r\n`],
  ['a file', `${part('code', 'print(3)', '; filename="a.py"')}--cut--\r\n`],
  ['cut off', part('code', 'print(4)')],
  ['no part', '--cut--\r\n'],
  ['twice', `${part('code', 'a')}${part('code', 'b')}--cut--\r\n`],
];

/** @type {[string, string | Buffer, Record<string, string>][]} */
const oddBodies = [
  ['text/plain', 'print(1)', { 'Content-Type': 'text/plain' }],
  ['no type', '{"code":"a"}', {}],
  ['odd type', 'x', { 'Content-Type': 'nonsense' }],
  ['utf-16', '{"code":"a"}', { 'Content-Type': 'application/json; charset=utf-16' }],
  ['latin1', '{"code":"a"}', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
  ['json suffix', '{"code":"a"}', { 'Content-Type': 'application/vnd.api+json' }],
  ['gzip', 'x', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
  ['multipart without boundary', 'x', { 'Content-Type': 'multipart/form-data' }],
  ['bad utf-8', Buffer.from([0x7b, 0x22, 0x63, 0xff, 0x22, 0x3a, 0x31, 0x7d]), JSON_TYPE],
  ['expect', '{"code":"expected"}', { ...JSON_TYPE, Expect: '100-continue' }],
  ['odd expect', '{"code":"a"}', { ...JSON_TYPE, Expect: 'nonsense' }],
  [
    'chunked',
    'e\r\n{"code":"part"}\r\n0\r\n\r\n'.replace('e\r', 'f\r'),
    { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' },
  ],
  ['too large by its length', '', { ...JSON_TYPE, 'Content-Length': '99999999' }],
];

const credentials = [
  ['none', {}],
  ['right', ALICE],
  ['wrong password', { Authorization: basic('alice', 'wrong') }],
  ['unknown user', { Authorization: basic('nobody') }],
  ['no colon', { Authorization: `Basic ${Buffer.from('alice').toString('base64')}` }],
  ['no base64', { Authorization: 'Basic %%%' }],
  ['Basic alone', { Authorization: 'Basic' }],
  ['three parts', { Authorization: 'Basic a b' }],
  ['lower case', { Authorization: basic('alice').replace('Basic', 'basic') }],
  ['unknown scheme', { Authorization: 'Digest x' }],
  ['Token alone', { Authorization: 'Token' }],
  ['wrong token', { Authorization: 'Token nonsense' }],
  ['Bearer', { Authorization: 'Bearer nonsense' }],
  ['OAuth', { Authorization: 'OAuth nonsense' }],
  ['empty', { Authorization: '' }],
  ['stale session', { Cookie: 'sessionid=nonsense' }],
  ['two headers', { Authorization: [basic('alice'), basic('bob')] }],
];

const queries = [
  'limit=2',
  'limit=0',
  'limit=1001',
  'limit=x',
  'limit=',
  'limit=2&limit=3',
  'after=nonsense',
  'limit=2&after=nonsense',
  'owner=alice',
  'owner=nobody',
  'owner=',
  'language=python',
  'language=klingon',
  'language=',
  'q=hello',
  'q=',
  'q=hel',
  'q=%E4%B8%96',
  'q=%ff',
  'q=a%00',
  `q=${'x'.repeat(1000)}`,
  'order=-created',
  'order=created',
  'order=up',
  'order=-created&limit=2',
  'format=json',
  'format=api',
  'format=xml',
  'format=',
  'unknown=1',
  'limit[$gt]=1',
  'q=hello&owner=alice&language=python&limit=1',
  'format=api&limit=2',
  '%zz',
  'a&b==c&&',
];

const paths = [
  '/nothing/',
  '/nothing',
  '/snippets',
  '/snippets?limit=1',
  '/snippets/0/',
  '/snippets/01/',
  '/snippets/1',
  '/snippets/x/',
  '/snippets/-1/',
  '/snippets/99999/',
  '/snippets/9007199254740993/',
  '/snippets/1.5/',
  '/snippets//',
  '//snippets/',
  '/SNIPPETS/',
  '/snippets/%31/',
  '/%zz/',
  '/%00/',
  '/snippets/1/nothing/',
  '/users/99/',
  '/users/alice/',
  '/assets/browsable.css',
  '/assets/nothing.css',
  '/assets/',
  '/assets/../package.json',
  '/assets/%2e%2e/package.json',
  '/metrics',
  '/docs',
  '/favicon.ico',
  '/robots.txt',
  '*',
  '/?next=//evil.example.com',
  '/api-auth/login/?next=/users/',
  '/api-auth/login/?next=https://evil.example.com/',
  '/api-auth/',
  '/oauth2/access_token/',
  '/api-token-auth/',
];

const hosts = [
  'localhost',
  'evil.example.com',
  '127.0.0.1',
  '[::1]',
  'a.localhost',
  '',
  'local host',
  'localhost:99999',
  'snippets.localhost',
  'api.example.com:8000',
];

const csrfOf = (answer) => /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(answer.body)?.[1] ?? '';
const cookiesOf = (answer, memory) => {
  const jar = new Map(
    (memory.cookies ?? '')
      .split('; ')
      .filter(Boolean)
      .map((one) => one.split(/=(.*)/s, 2)),
  );
  for (const [name, value] of answer.headers) {
    const [, cookie, content] = (name.toLowerCase() === 'set-cookie' && /^([^=]+)=([^;]*)/.exec(value)) || [];
    if (cookie !== undefined) jar.set(cookie, content);
  }
  return [...jar].map((pair) => pair.join('=')).join('; ');
};
const keepPage = (answer, memory) => {
  memory.cookies = cookiesOf(answer, memory);
  memory.csrf = csrfOf(answer) || memory.csrf;
};
const keepCookies = (answer, memory) => {
  memory.cookies = cookiesOf(answer, memory);
};
const COOKIE = { Cookie: (memory) => memory.cookies };

/** What the deployment with Basic first is asked: every endpoint, representation, check and error. @returns {Record<string, Asked>} */
function onBasic() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  for (const path of ['/', '/snippets/', '/users/']) add(`empty store ${path}`, { path });
  stored.forEach((one, i) => {
    add(`store ${i + 1}`, one);
  });
  for (const path of READ_PATHS) {
    for (const method of METHODS) add(`${method} ${path}`, { method, path });
    for (const accept of ACCEPTS) add(`GET ${path} as ${accept}`, { path, headers: { Accept: accept } });
    add(`GET ${path} by alice as a page`, { path, headers: { ...HTML, ...ALICE } });
    add(`GET ${path} in gzip`, { path, headers: { 'Accept-Encoding': 'gzip' } });
    add(`GET ${path} in br`, { path, headers: { 'Accept-Encoding': 'br, gzip;q=0.5' } });
    add(`HEAD ${path} as a page`, { method: 'HEAD', path, headers: HTML });
  }
  add('every coding refused', { path: '/snippets/', headers: { 'Accept-Encoding': '*;q=0, identity;q=0' } });
  for (const query of queries) add(`list ?${query}`, { path: `/snippets/?${query}` });
  for (const query of queries) add(`list page ?${query}`, { path: `/snippets/?${query}`, headers: HTML });
  add('a slice', {
    path: '/snippets/?limit=2',
    keep: (answer, memory) => {
      memory.next =
        /<([^>]+)>; rel="next"/
          .exec(answer.headers.map((one) => one.join(': ')).join('\n'))?.[1]
          .replace(/^https?:\/\/[^/]+/, '') ?? '/';
    },
  });
  add('the next slice', { path: (memory) => memory.next });
  for (const path of paths)
    for (const accept of ['*/*', 'text/html'])
      add(`path ${path} as ${accept}`, { path, headers: { Accept: accept } });
  for (const path of paths) add(`POST to ${path}`, { method: 'POST', path, headers: JSON_TYPE, body: '{}' });
  for (const host of hosts) add(`host ${host}`, { path: '/snippets/1/', headers: { Host: host } });
  for (const [name, headers] of credentials) {
    add(`credentials ${name}: read`, { path: '/snippets/1/', headers });
    add(`credentials ${name}: create`, create({ code: 'a' }, headers));
    add(`credentials ${name}: page`, { path: '/', headers: { ...HTML, ...headers } });
  }
  for (const [name, body] of jsonBodies) {
    add(`json ${name}`, create(body));
    add(`json ${name} on a page`, create(body, { ...ALICE, ...HTML }));
    add(`json ${name} replaces`, put('/snippets/2/', body));
  }
  for (const [name, body] of formBodies) {
    add(`form ${name}`, { ...create(body, { ...ALICE, ...FORM_TYPE }) });
    add(`form ${name} on a page`, create(body, { ...ALICE, ...FORM_TYPE, ...HTML }));
  }
  for (const [name, body] of multipartBodies)
    add(`multipart ${name}`, create(body, { ...ALICE, 'Content-Type': 'multipart/form-data; boundary=cut' }));
  for (const [name, body, headers] of oddBodies)
    add(`body ${name}`, { method: 'POST', path: '/snippets/', headers: { ...ALICE, ...headers }, body });
  addOrders(add);
  addConditions(add);
  addKeys(add);
  for (const [name, headers] of [
    ['replaced by bob', BOB],
    ['replaced by nobody', {}],
    ['replaced by alice', ALICE],
  ]) {
    add(name, put('/snippets/1/', { code: 'print("new")', title: 'Greeting' }, headers));
    add(`${name}: deleted`, { method: 'DELETE', path: '/snippets/5/', headers });
  }
  add('deleted again', { method: 'DELETE', path: '/snippets/5/', headers: ALICE });
  add('read after it was deleted', { path: '/snippets/5/' });
  add('replace after it was deleted', put('/snippets/5/', { code: 'a' }));
  add('users in the end', { path: '/users/' });
  addTokens(add, '/api-token-auth/');
  add('method override by a form', create('_method=DELETE', { ...ALICE, ...FORM_TYPE, ...HTML }));
  add('metrics', { path: '/metrics' });
  return asked;
}

/** Each wrong in two ways at once: which check comes first. */
function addOrders(add) {
  const wrong = { Authorization: basic('alice', 'wrong') };
  const broken = '{"code":';
  add('order: path before password', { path: '/nothing/', headers: wrong });
  add('order: Accept before password', { path: '/snippets/', headers: { ...wrong, Accept: 'image/png' } });
  add('order: password before method', { method: 'PATCH', path: '/snippets/', headers: wrong });
  add('order: permission before method', { method: 'PATCH', path: '/snippets/' });
  add('order: method before record', { method: 'PATCH', path: '/snippets/99999/', headers: ALICE });
  add('order: record before type', put('/snippets/99999/', 'x', { ...ALICE, 'Content-Type': 'text/plain' }));
  add('order: owner before type', put('/snippets/1/', 'x', { ...BOB, 'Content-Type': 'text/plain' }));
  add('order: owner before If-Match', put('/snippets/1/', broken, { ...BOB, 'If-Match': '"0"' }));
  add('order: If-Match before body', put('/snippets/1/', broken, { ...ALICE, 'If-Match': '"0"' }));
  add('order: type before size', {
    method: 'POST',
    path: '/snippets/',
    headers: { ...ALICE, 'Content-Type': 'text/plain', 'Content-Length': '99999999' },
  });
  add('order: format before body', { ...create(broken), path: '/snippets/?format=xml' });
  add('order: query with broken body', { ...create(broken), path: '/snippets/?format=' });
  add('order: host before path', { path: '/nothing/', headers: { Host: 'evil.example.com' } });
  add('order: key before body', create(broken, { ...ALICE, 'Idempotency-Key': '' }));
  add('order: key that is no key', create({ code: 'a' }, { ...ALICE, 'Idempotency-Key': 'é'.repeat(3) }));
}

function addConditions(add) {
  const etag = (answer, memory) => {
    memory.etag = answer.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? '""';
  };
  for (const path of [
    '/',
    '/snippets/1/',
    '/users/1/',
    '/snippets/1/raw/',
    '/snippets/1/highlight/',
    '/openapi.json',
    '/.well-known/api-catalog',
  ]) {
    add(`etag of ${path}`, { path, keep: etag });
    const conditions = {
      same: (memory) => memory.etag,
      weak: (memory) => `W/${memory.etag}`,
      list: (memory) => `"x", ${memory.etag}`,
      any: '*',
      other: '"other"',
      broken: 'nonsense',
      empty: '',
    };
    for (const [name, value] of Object.entries(conditions)) {
      add(`If-None-Match ${name} ${path}`, { path, headers: { 'If-None-Match': value } });
    }
    add(`HEAD If-None-Match ${path}`, {
      method: 'HEAD',
      path,
      headers: { 'If-None-Match': (memory) => memory.etag },
    });
    add(`If-None-Match of gzip ${path}`, {
      path,
      headers: { 'If-None-Match': (memory) => memory.etag, 'Accept-Encoding': 'gzip' },
    });
    add(`If-None-Match as a page ${path}`, {
      path,
      headers: { 'If-None-Match': (memory) => memory.etag, ...HTML },
    });
    add(`If-Modified-Since ${path}`, {
      path,
      headers: { 'If-Modified-Since': 'Mon, 01 Jan 2035 00:00:00 GMT' },
    });
    add(`Range ${path}`, { path, headers: { Range: 'bytes=0-3' } });
  }
  add('etag to save with', { path: '/snippets/6/', keep: etag });
  add('If-Match other', put('/snippets/6/', { code: 'a' }, { ...ALICE, 'If-Match': '"other"' }));
  add('If-Match broken', put('/snippets/6/', { code: 'a' }, { ...ALICE, 'If-Match': 'nonsense' }));
  add(
    'If-Match weak',
    put('/snippets/6/', { code: 'a' }, { ...ALICE, 'If-Match': (memory) => `W/${memory.etag}` }),
  );
  add('If-Match same', put('/snippets/6/', { code: 'b' }, { ...ALICE, 'If-Match': (memory) => memory.etag }));
  add('If-Match old', put('/snippets/6/', { code: 'c' }, { ...ALICE, 'If-Match': (memory) => memory.etag }));
  add('If-Match any', put('/snippets/6/', { code: 'd' }, { ...ALICE, 'If-Match': '*' }));
  add('DELETE If-Match old', {
    method: 'DELETE',
    path: '/snippets/6/',
    headers: { ...ALICE, 'If-Match': '"1"' },
  });
}

function addKeys(add) {
  const key = (value) => ({ ...ALICE, 'Idempotency-Key': value });
  add('key first', create({ code: 'keyed' }, key('one')));
  add('key repeated', create({ code: 'keyed' }, key('one')));
  add('key repeated as a page', create({ code: 'keyed' }, { ...key('one'), ...HTML }));
  add('key repeated as a form', create('code=keyed', { ...key('one'), ...FORM_TYPE }));
  add('key for another body', create({ code: 'other' }, key('one')));
  add('key of another user', create({ code: 'keyed' }, { ...BOB, 'Idempotency-Key': 'one' }));
  add('key of a failure', create({ code: '' }, key('two')));
  add('key after a failure', create({ code: 'now right' }, key('two')));
  add('key too long', create({ code: 'a' }, key('k'.repeat(256))));
  add('key without a user', create({ code: 'a' }, { 'Idempotency-Key': 'three' }));
}

function addTokens(add, path) {
  const ask = (name, body, headers) => {
    add(`token ${name}`, { method: 'POST', path, headers, body });
  };
  ask('json', JSON.stringify({ username: 'alice', password: PASSWORD }), JSON_TYPE);
  ask('form', `username=alice&password=${PASSWORD.replaceAll(' ', '+')}`, FORM_TYPE);
  ask('as a page', JSON.stringify({ username: 'alice', password: PASSWORD }), { ...JSON_TYPE, ...HTML });
  ask('wrong', JSON.stringify({ username: 'alice', password: 'wrong' }), JSON_TYPE);
  ask('no password', JSON.stringify({ username: 'alice' }), JSON_TYPE);
  ask('objects', '{"username":{"$ne":1},"password":[]}', JSON_TYPE);
  ask('broken', '{', JSON_TYPE);
  ask('text', 'x', { 'Content-Type': 'text/plain' });
  ask('too large', JSON.stringify({ username: 'a'.repeat(20_000) }), JSON_TYPE);
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) add(`token ${method}`, { method, path });
  for (const user of ['alice', 'bob']) {
    const headers = { Authorization: (memory) => `Token ${memory[`${user}-token`]}` };
    add(`token of ${user} reads`, { path: '/snippets/1/', headers });
    add(`token of ${user} creates`, create({ code: 'by token' }, headers));
    add(`token of ${user} replaces`, put('/snippets/1/', { code: 'by token' }, headers));
  }
}

/** A browser: login, pages with forms, CSRF, logout. @returns {Record<string, Asked>} */
function onSession(prefix = '/api-auth/') {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  const login = (fields, headers = {}) => ({
    method: 'POST',
    path: `${prefix}login/`,
    headers: { ...FORM_TYPE, ...HTML, ...COOKIE, ...headers },
    body: (memory) => new URLSearchParams({ csrfmiddlewaretoken: memory.csrf, ...fields }).toString(),
    keep: keepCookies,
  });
  add('denied with session first', create({ code: 'a' }, {}));
  add('denied as a page', create({ code: 'a' }, HTML));
  add('login page', { path: `${prefix}login/?next=/users/`, headers: HTML, keep: keepPage });
  add('login page as JSON', { path: `${prefix}login/`, headers: { Accept: 'application/json' } });
  add('login without a cookie', {
    ...login({ username: 'alice', password: PASSWORD }),
    headers: { ...FORM_TYPE, ...HTML },
    keep: undefined,
  });
  add('login with a wrong CSRF token', {
    ...login({ username: 'alice', password: PASSWORD, csrfmiddlewaretoken: 'x' }),
    keep: undefined,
  });
  add('login with a wrong password', login({ username: 'alice', password: 'wrong' }));
  add('login without fields', login({}));
  add(
    'login from another origin',
    login({ username: 'alice', password: PASSWORD }, { Origin: 'https://evil.example.com' }),
  );
  add(
    'login across sites',
    login({ username: 'alice', password: PASSWORD }, { 'Sec-Fetch-Site': 'cross-site' }),
  );
  add('login', login({ username: 'alice', password: PASSWORD, next: '/snippets/' }));
  const as = { ...COOKIE, ...HTML };
  for (const path of ['/', '/snippets/', '/users/', `${prefix}login/`])
    add(`logged in ${path}`, { path, headers: as, keep: keepPage });
  const csrf = { 'X-CSRFToken': (memory) => memory.csrf };
  stored.forEach((one, i) => {
    add(`session stores ${i + 1}`, { ...one, headers: { ...JSON_TYPE, ...COOKIE, ...csrf } });
  });
  add('session without CSRF', create({ code: 'a' }, COOKIE));
  add('session with a wrong CSRF', create({ code: 'a' }, { ...COOKIE, 'X-CSRFToken': 'x' }));
  add(
    'session from another origin',
    create({ code: 'a' }, { ...COOKIE, ...csrf, Origin: 'https://evil.example.com' }),
  );
  add('session from no origin', create({ code: 'a' }, { ...COOKIE, ...csrf, Origin: 'null' }));
  add('session and Basic of bob', create({ code: 'a' }, { ...COOKIE, ...csrf, ...BOB }));
  add('session and wrong Basic', {
    path: '/',
    headers: { ...COOKIE, Authorization: basic('alice', 'wrong') },
  });
  const form = (fields, path = '/snippets/', method = 'POST') => ({
    method,
    path,
    headers: { ...FORM_TYPE, ...as },
    body: (memory) => new URLSearchParams({ csrfmiddlewaretoken: memory.csrf, ...fields }).toString(),
  });
  add(
    'form creates',
    form({ code: 'print(5)', title: 'By a form', language: 'python', style: '', linenos: 'on' }),
  );
  add('form with an error', form({ code: '', title: 't'.repeat(200) }));
  add('form replaces', form({ code: 'print(6)', _method: 'PUT' }, '/snippets/1/'));
  add('form deletes', form({ _method: 'DELETE' }, '/snippets/2/'));
  add('form with PUT', form({ code: 'print(7)' }, '/snippets/1/', 'PUT'));
  for (const path of [
    '/snippets/1/',
    '/snippets/?q=hello',
    '/snippets/?limit=2',
    '/users/1/',
    '/snippets/1/highlight/',
    '/snippets/99/',
  ]) {
    add(`page by its owner ${path}`, { path, headers: as });
    add(`page by nobody ${path}`, { path, headers: HTML });
    add(`page by bob ${path}`, { path, headers: { ...HTML, ...BOB } });
    add(`OPTIONS by its owner ${path}`, { method: 'OPTIONS', path, headers: COOKIE });
  }
  add('logout by GET', { path: `${prefix}logout/`, headers: as });
  add('logout without CSRF', {
    method: 'POST',
    path: `${prefix}logout/`,
    headers: { ...FORM_TYPE, ...as },
    body: 'a=b',
  });
  add('logout', { ...form({ next: '/users/' }, `${prefix}logout/`), keep: keepCookies });
  add('after the logout', { path: '/', headers: as });
  add('create after the logout', create({ code: 'a' }, { ...COOKIE, ...csrf }));
  return asked;
}

/** OAuth 2.0 and 1.0a, CORS, names of the host, a base URL. @returns {Record<string, Asked>} */
function onOAuth() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  stored.slice(0, 3).forEach((one, i) => {
    add(`store ${i + 1}`, one);
  });
  const token = (name, fields, headers = {}, keep) => {
    add(`grant ${name}`, {
      method: 'POST',
      path: '/oauth2/access_token/',
      headers: { ...FORM_TYPE, ...headers },
      keep,
      body: (memory) =>
        new URLSearchParams(typeof fields === 'function' ? fields(memory) : fields).toString(),
    });
  };
  const client = ({ client_id, client_secret }) => ({ client_id, client_secret });
  const user = { grant_type: 'password', username: 'alice', password: PASSWORD };
  const keep = (answer, memory) => Object.assign(memory, JSON.parse(answer.body));
  token('without a client', user);
  token('with a wrong secret', (memory) => ({ ...user, ...client(memory), client_secret: 'x' }));
  token('of another kind', (memory) => ({ ...client(memory), grant_type: 'client_credentials' }));
  token('without a kind', client);
  token('with a wrong password', (memory) => ({ ...client(memory), ...user, password: 'x' }));
  token('with a wrong scope', (memory) => ({ ...client(memory), ...user, scope: 'all' }));
  token(
    'to read',
    (memory) => ({ ...client(memory), ...user, scope: 'read' }),
    {},
    (answer, memory) => {
      memory.reading = JSON.parse(answer.body).access_token;
    },
  );
  token('with Basic', user, { Authorization: (memory) => basic(memory.client_id, memory.client_secret) });
  token('to write', (memory) => ({ ...client(memory), ...user }), {}, keep);
  token(
    'refreshed',
    (memory) => ({ ...client(memory), grant_type: 'refresh_token', refresh_token: memory.refresh_token }),
    {},
    (answer, memory) => {
      memory.access_token = JSON.parse(answer.body).access_token;
    },
  );
  token('refreshed by nonsense', (memory) => ({
    ...client(memory),
    grant_type: 'refresh_token',
    refresh_token: 'x',
  }));
  token('as JSON', {}, JSON_TYPE);
  for (const [name, headers] of [
    ['reading token', { Authorization: (memory) => `Bearer ${memory.reading}` }],
    ['writing token', { Authorization: (memory) => `Bearer ${memory.access_token}` }],
    ['wrong token', { Authorization: 'Bearer x' }],
  ]) {
    add(`${name} reads`, { path: '/snippets/1/', headers });
    add(`${name} creates`, create({ code: 'a' }, headers));
    add(`${name} on a page`, { path: '/snippets/1/', headers: { ...headers, ...HTML } });
  }
  addSigned(add);
  for (const origin of [
    'https://editor.example.com',
    'https://evil.example.com',
    'null',
    'http://snippets.localhost:8000',
  ]) {
    for (const path of ['/snippets/', '/openapi.json', '/nothing/']) {
      add(`CORS ${origin} ${path}`, { path, headers: { Origin: origin } });
      add(`preflight ${origin} ${path}`, {
        method: 'OPTIONS',
        path,
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
    }
  }
  add('CORS of a refusal', create({ code: 'a' }, { Origin: 'https://editor.example.com' }));
  for (const host of hosts)
    for (const path of ['/snippets/1/', '/healthz', '/nothing/'])
      add(`host ${host} ${path}`, { path, headers: { Host: host } });
  for (const path of [
    '/',
    '/openapi.json',
    '/openapi.yaml',
    '/docs/',
    '/snippets/?limit=1',
    '/.well-known/api-catalog',
    '/snippets',
  ])
    add(`base URL ${path}`, { path });
  return asked;
}

/** RFC 5849, over the base URL that the deployment has. */
function addSigned(add) {
  const url = 'http://snippets.localhost:8000';
  const sign =
    (method, path, bend = (fields) => fields) =>
    (memory) => {
      const oauth = new OAuth({
        consumer: { key: memory.consumer_key ?? memory.key, secret: memory.consumer_secret ?? memory.secret },
        signature_method: 'HMAC-SHA1',
        hash_function: (text, key) => createHmac('sha1', key).update(text).digest('base64'),
      });
      const fields = oauth.authorize(
        { url: url + path, method },
        { key: memory.oauth_token, secret: memory.oauth_token_secret },
      );
      return oauth.toHeader(bend(fields)).Authorization;
    };
  const signed = (...args) => ({ Host: 'snippets.localhost:8000', Authorization: sign(...args) });
  add('signed read', { path: '/snippets/1/', headers: signed('GET', '/snippets/1/') });
  add('signed create', create({ code: 'signed' }, signed('POST', '/snippets/')));
  add('signed wrongly', { path: '/snippets/1/', headers: signed('GET', '/snippets/2/') });
  for (const [name, change] of Object.entries({
    'an unknown consumer': { oauth_consumer_key: 'x' },
    'an unknown token': { oauth_token: 'x' },
    'an old time': { oauth_timestamp: 1 },
    'no time': { oauth_timestamp: 'x' },
    'another method': { oauth_signature_method: 'RSA-SHA1' },
    'another version': { oauth_version: '2.0' },
  }))
    add(`signed with ${name}`, {
      path: '/snippets/1/',
      headers: signed('GET', '/snippets/1/', (fields) => ({ ...fields, ...change })),
    });
}

/** Behind a proxy, with moved paths. @returns {Record<string, Asked>} */
function onToken() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  const headers = { Authorization: (memory) => `Token ${memory['alice-token']}` };
  stored.slice(0, 2).forEach((one, i) => {
    add(`store ${i + 1}`, { ...one, headers: { ...JSON_TYPE, ...headers } });
  });
  addTokens(add, '/keys/');
  for (const path of [
    '/api-token-auth/',
    '/keys/',
    '/door/login/',
    '/api-auth/login/',
    '/openapi.json',
    '/',
    '/snippets/?limit=1',
  ]) {
    add(`moved ${path}`, { path });
    add(`moved ${path} behind HTTPS`, {
      path,
      headers: {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Host': 'snippets.localhost',
      },
    });
    add(`moved ${path} behind HTTP`, {
      path,
      headers: { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '203.0.113.9', ...headers },
    });
    add(`moved ${path} for an evil host`, {
      path,
      headers: {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Host': 'evil.example.com',
      },
    });
  }
  return { ...asked, ...prefixed('door', onSession('/door/')) };
}

/** Without owners. @returns {Record<string, Asked>} */
function onUnowned() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  stored.slice(0, 3).forEach((one, i) => {
    add(`store ${i + 1}`, { ...one, headers: JSON_TYPE });
  });
  for (const path of READ_PATHS) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PATCH'])
      add(`unowned ${method} ${path}`, { method, path });
    add(`unowned page ${path}`, { path, headers: HTML });
  }
  for (const [name, headers] of credentials)
    add(`unowned credentials ${name}`, create({ code: 'a' }, headers));
  add('unowned replace', put('/snippets/1/', { code: 'b' }, {}));
  add('unowned owner', { path: '/snippets/?owner=alice' });
  add('unowned key', create({ code: 'keyed' }, { 'Idempotency-Key': 'one' }));
  add('unowned key repeated', create({ code: 'keyed' }, { 'Idempotency-Key': 'one' }));
  add('unowned form without CSRF', create('code=a', { ...FORM_TYPE, ...HTML }));
  add('unowned delete', { method: 'DELETE', path: '/snippets/2/' });
  return asked;
}

/** Rates, quotas and a small body. @returns {Record<string, Asked>} */
function onLimited() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  add('too large a body', create({ code: 'x'.repeat(4000) }));
  add('quota of bytes', create({ code: 'x'.repeat(300) }));
  for (let i = 1; i <= 3; i += 1) add(`quota of snippets ${i}`, create({ code: `print(${i})` }));
  add('longer than the quota', put('/snippets/1/', { code: 'x'.repeat(250) }));
  for (let i = 1; i <= 3; i += 1)
    add(`no operation ${i}`, { method: 'PATCH', path: '/snippets/', headers: ALICE });
  for (let i = 1; i <= 6; i += 1) add(`user ${i}`, { path: '/', headers: ALICE });
  for (let i = 1; i <= 7; i += 1) add(`anonymous ${i}`, { path: '/snippets/' });
  add('throttled page', { path: '/snippets/', headers: HTML });
  add('throttled method', { method: 'PATCH', path: '/users/' });
  add('not throttled', { path: '/healthz' });
  for (let i = 1; i <= 4; i += 1)
    add(`wrong password ${i}`, { path: '/', headers: { Authorization: basic('bob', 'wrong') } });
  add('right password after wrong ones', { path: '/', headers: BOB });
  return asked;
}

/** A scheme and an error handler of the deployment's own. @returns {Record<string, Asked>} */
function onCustom() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  const badge = { 'X-Badge': 'yes' };
  add('badge creates', create({ code: 'a' }, badge));
  add('badge on a page', { path: '/', headers: { ...badge, ...HTML } });
  add('no badge', create({ code: 'a' }, {}));
  add('badge with errors', create({ code: '' }, badge));
  add('wrong Basic', create({ code: 'a' }, { Authorization: basic('alice', 'wrong') }));
  for (const path of paths.slice(0, 12)) add(`handled ${path}`, { path });
  for (const method of METHODS) add(`handled ${method}`, { method, path: '/users/1/', headers: badge });
  add('handled page', { method: 'PATCH', path: '/users/', headers: HTML });
  add('custom specification', { path: '/openapi.json' });
  return asked;
}

const prefixed = (prefix, asked) =>
  Object.fromEntries(Object.entries(asked).map(([name, one]) => [`${prefix}: ${name}`, one]));

/** @type {Record<string, Record<string, Asked>>} by deployment and name */
export const requests = {
  basic: onBasic(),
  session: onSession(),
  oauth: onOAuth(),
  token: onToken(),
  unowned: onUnowned(),
  limited: onLimited(),
  custom: onCustom(),
};

/**
 * @param {Asked} asked
 * @param {Memory} memory
 */
export function resolve({ method = 'GET', path, headers = {}, body }, memory) {
  const now = (value) => (typeof value === 'function' ? value(memory) : value);
  const entries = Object.entries(headers).map(([name, value]) => [name, now(value)]);
  return { method, path: now(path), headers: Object.fromEntries(entries), body: now(body) };
}
