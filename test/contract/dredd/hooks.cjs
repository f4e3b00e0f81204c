// Prepares each request of dredd, and says to dredd what the specification says of the answer: dredd itself takes every
// header as required, and the example as the schema.
const { randomUUID } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
// biome-ignore lint/correctness/noUndeclaredDependencies: dredd provides it.
const hooks = require('hooks');

const { cases, url, user, client, report } = JSON.parse(readFileSync(process.env.DREDD_CONTEXT, 'utf8'));
const outcomes = [];

// dredd calls hooks of one parameter, and of two when they are asynchronous: no others.
hooks.beforeEach((transaction, done) => {
  prepare(transaction)
    .catch((error) => {
      transaction.fail = `it could not be prepared: ${error.stack}`;
    })
    // Outside of the promise, which would catch what dredd throws later.
    .then(() => setImmediate(done));
});

hooks.beforeEachValidation((transaction) => expectDocumented(transaction, find(transaction)));

hooks.afterEach((transaction) => {
  outcomes.push({
    label: find(transaction)?.label ?? transaction.name,
    passed: transaction.test?.status === 'pass',
  });
});

hooks.afterAll((_transactions) => writeFileSync(report, JSON.stringify(outcomes)));

/** By what the transaction is made of when dredd starts; preparing changes it. */
const found = new WeakMap();

function find(transaction) {
  if (!found.has(transaction)) {
    const { request, expected } = transaction;
    const matches = cases.find(
      ({ method, pattern, requestType, status, responseType }) =>
        method === request.method &&
        new RegExp(pattern).test(request.uri.split('?')[0]) &&
        requestType === request.headers['Content-Type'] &&
        status === expected.statusCode &&
        responseType === expected.headers['Content-Type'],
    );
    found.set(transaction, matches);
  }
  return found.get(transaction);
}

async function prepare(transaction) {
  const documented = find(transaction);
  if (!documented) throw new Error('the specification has no such case');
  const { operation, path, requestType, responseType, takesBasic } = documented;
  const draft = { path, headers: takesBasic ? { ...authorization } : {}, fields: { ...documented.example } };
  if (responseType) draft.headers.Accept = responseType;
  await PREPARE[operation]?.(draft);
  if (path.startsWith('/snippets/')) await onNewSnippet(draft);
  const { contentType, bytes } = await encode(requestType, draft.fields);
  Object.assign(transaction, { fullPath: draft.path });
  transaction.request.headers = { ...draft.headers, ...(contentType && { 'Content-Type': contentType }) };
  transaction.request.body = bytes.toString();
}

const authorization = {
  Authorization: `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`,
};

/** What an operation needs beside credentials and the example of its body. */
const PREPARE = {
  createSnippet: ({ headers }) => {
    headers['Idempotency-Key'] = randomUUID();
  },
  getUser: (draft) => {
    draft.path = `/users/${user.id}/`;
  },
  createAccessToken: ({ fields }) => Object.assign(fields, client),
  login: openForm,
  logout: async (draft) => {
    await openForm(draft);
    const body = new URLSearchParams({ ...draft.fields, username: user.username, password: user.password });
    const answer = await send('/api-auth/login/', { method: 'POST', headers: draft.headers, body });
    useCookies(draft, answer);
  },
};

/** The login's form with its CSRF token, as a browser has it. */
async function openForm(draft) {
  useCookies(draft, await send('/api-auth/login/', {}));
}

function useCookies(draft, answer) {
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  draft.headers.Cookie = cookies.join('; ');
  draft.fields.csrfmiddlewaretoken = cookies.find((cookie) => /csrftoken=/.test(cookie)).split('=')[1];
}

/** Each request has a snippet of its own, since some replace or delete it; a list has at least this one. */
async function onNewSnippet(draft) {
  const headers = { ...authorization, 'Content-Type': 'application/json' };
  const { example } = cases.find(({ operation }) => operation === 'createSnippet');
  const answer = await send('/snippets/', { method: 'POST', headers, body: JSON.stringify(example) });
  const { id } = await answer.json();
  draft.path = draft.path.replace('{id}', id);
}

async function send(path, options) {
  const answer = await fetch(url + path, { ...options, redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function encode(type, fields) {
  if (!type) return { bytes: Buffer.from('') };
  if (type === 'application/json') return { contentType: type, bytes: Buffer.from(JSON.stringify(fields)) };
  const form = type === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const body = new Response(form);
  return { contentType: body.headers.get('content-type'), bytes: Buffer.from(await body.arrayBuffer()) };
}

function expectDocumented(transaction, { responseType, headers, schema }) {
  const { expected, real } = transaction;
  expected.headers = Object.fromEntries(headers.map((name) => [name, '']));
  delete expected.body;
  if (responseType === undefined) {
    expected.body = '';
    return;
  }
  expected.headers['Content-Type'] = responseType;
  // A media type is compared to the letter; its parameters are no matter of the specification.
  const type = real.headers['content-type'];
  if (type) real.headers['content-type'] = type.split(';')[0];
  if (responseType === 'application/json') expected.bodySchema = bodySchemaOf(schema);
  else if (!real.body) transaction.fail = 'the body is empty';
}

/** A list may not be empty, which would show nothing of its items. */
function bodySchemaOf(schema) {
  const filled = schema.type === 'array' ? { ...schema, minItems: 1 } : schema;
  // dredd's validator stops at formats that JSON Schema does not know (`int64`); the other tools judge those.
  return JSON.parse(
    JSON.stringify({
      $schema: 'http://json-schema.org/draft-07/schema#',
      allOf: [filled],
    }),
    (key, value) => (key === 'format' && typeof value === 'string' ? undefined : value),
  );
}
