// Runs beside the packages of others: node peers-program.mjs NAME PATH-OF-THE-SDK. Prints one line for each question.
// @ts-check
// biome-ignore-all lint/correctness/noUndeclaredDependencies: it runs where these are installed
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const [name = '', sdkPath = ''] = process.argv.slice(2);
const SECRET = 'topsecret';

/** @typedef {{ get(options?: { signal?: AbortSignal }): Promise<unknown>, post(more?: object): Promise<unknown> }} Client */

/** @type {Record<string, (baseUrl: string) => Promise<Client>>} */
const clients = {
  'snippet-store-sdk': async (baseUrl) => {
    const { createClient, basic } = await import(sdkPath);
    const store = createClient({ baseUrl, auth: basic('alice', SECRET), headers: { 'X-Api-Key': SECRET } });
    return {
      get: (options) => store.listUsers({}, options),
      post: (more = {}) => store.createSnippet({ code: SECRET, ...more }),
    };
  },
  openai: async (baseURL) => {
    const { OpenAI } = await import('openai');
    const client = new OpenAI({ apiKey: SECRET, baseURL, defaultHeaders: { 'X-Api-Key': SECRET } });
    return {
      get: (options) => client.models.list(options),
      post: (more = {}) => client.responses.create({ model: 'm', input: SECRET, ...more }),
    };
  },
  stripe: async (baseUrl) => {
    const { default: Stripe } = await import('stripe');
    const { hostname, port } = new URL(baseUrl);
    const client = new Stripe(SECRET, {
      host: hostname,
      port,
      protocol: 'http',
      httpClient: Stripe.createFetchHttpClient(),
    });
    return {
      get: () => client.customers.list(),
      post: (more = {}) => client.customers.create({ name: SECRET, ...more }),
    };
  },
  octokit: async (baseUrl) => {
    const { Octokit } = await import('octokit');
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    const client = new Octokit({ auth: SECRET, baseUrl, log: silent });
    return {
      get: ({ signal } = {}) => client.request('GET /users', { request: { signal } }),
      post: (more = {}) =>
        client.request('POST /gists', {
          description: SECRET,
          files: {},
          headers: { 'X-Api-Key': SECRET },
          ...more,
        }),
    };
  },
  'openapi-fetch': async (baseUrl) => {
    const { default: createClient } = await import('openapi-fetch');
    const client = createClient({ baseUrl, headers: { Authorization: SECRET, 'X-Api-Key': SECRET } });
    return {
      get: (options) => client.GET('/users/', options),
      post: (more = {}) => client.POST('/snippets/', { body: { code: SECRET, ...more } }),
    };
  },
  'hey-api': async (baseUrl) => {
    const { client, listUsers, createSnippet } = await import(
      new URL('hey-api-bundle.mjs', import.meta.url).href
    );
    client.setConfig({ baseUrl, headers: { Authorization: SECRET, 'X-Api-Key': SECRET } });
    return {
      get: (options) => listUsers(options),
      post: (more = {}) => createSnippet({ body: { code: SECRET, ...more } }),
    };
  },
};

/** @typedef {{ method: string, url: string, headers: import('node:http').IncomingHttpHeaders, body: string, at: number }} Received */

/** @param {(response: import('node:http').ServerResponse, nth: number) => void} answer */
async function serve(answer) {
  /** @type {Received[]} */
  const received = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body,
      at: performance.now(),
    });
    answer(response, received.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    received,
    port,
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {object} [headers] */
const json = (response, status, headers = {}) =>
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end('{"detail":"x","object":"list","data":[]}');

/** How a call ends. @param {Promise<unknown>} call */
async function endOf(call) {
  const late = new Promise((resolve) =>
    setTimeout(() => resolve('still waiting after 40 s'), 40_000).unref(),
  );
  const ended = call.then(
    (value) => {
      const { error, response } = /** @type {any} */ (value) ?? {};
      return error === undefined
        ? 'resolves'
        : `resolves with error ${JSON.stringify(error).slice(0, 60)} (${response?.status})`;
    },
    (error) =>
      `rejects ${error?.name} ${error?.constructor?.name} ${error?.status ?? ''} ${JSON.stringify(String(error?.message)).slice(0, 90)}`,
  );
  return Promise.race([ended, late]);
}

/** @param {(response: import('node:http').ServerResponse, nth: number) => void} answer @param {(client: Client) => Promise<unknown>} use */
async function ask(answer, use) {
  const server = await serve(answer);
  const client = await clients[name]?.(server.url);
  if (!client) throw new Error(`no client ${name}`);
  const end = await endOf(use(client));
  server.stop();
  return { end, received: server.received };
}

/** @param {Received[]} received */
const waits = (received) =>
  received.slice(1).map(({ at }, index) => Math.round((at - (received[index]?.at ?? 0)) / 100) / 10);

/** @param {string} question @param {unknown} answer */
const say = (question, answer) => console.log(`${question}: ${answer}`);

for (const status of [503, 429]) {
  const { end, received } = await ask(
    (response, nth) => json(response, nth === 1 ? status : 200),
    (client) => client.get(),
  );
  say(`a read that meets ${status} once`, `${received.length} requests, ${end}`);
}
{
  const { received } = await ask(
    (response, nth) => json(response, nth === 1 ? 503 : 200, { 'Retry-After': '2' }),
    (client) => client.get(),
  );
  say('waits for Retry-After: 2, seconds', waits(received).join(', ') || 'not sent again');
}
{
  const date = new Date(Date.now() + 4000).toUTCString();
  const { received } = await ask(
    (response, nth) => json(response, nth === 1 ? 503 : 200, { 'Retry-After': date }),
    (client) => client.get(),
  );
  say('waits for Retry-After as a date in 3 to 4 s', waits(received).join(', ') || 'not sent again');
}
{
  const { end, received } = await ask(
    (response, nth) => (nth === 1 ? response.destroy() : json(response, 201)),
    (client) => client.post(),
  );
  const keys = new Set(received.map(({ headers }) => headers['idempotency-key']));
  say(
    'a create whose answer is lost',
    `${received.length} requests, keys ${[...keys].map((key) => (key ? 'K' : 'none'))}, ${end}`,
  );
}
for (const status of [307, 308]) {
  const other = await serve((response) => json(response, 200));
  const { end } = await ask(
    (response) => response.writeHead(status, { Location: `http://localhost:${other.port}/stolen` }).end(),
    (client) => client.post(),
  );
  other.stop();
  const [stolen] = other.received;
  const found =
    stolen &&
    [
      stolen.body.includes(SECRET) && 'the body',
      stolen.headers['x-api-key'] && 'its own header',
      stolen.headers.authorization && 'Authorization',
    ]
      .filter(Boolean)
      .join(', ');
  say(
    `a create that is redirected (${status}) to another host sends there`,
    `${stolen ? found || 'a request' : 'nothing'}; ${end}`,
  );
}
{
  const html = (/** @type {any} */ response) =>
    response.writeHead(413, { 'Content-Type': 'text/html' }).end('<h1>413</h1>nginx');
  say('the page of a proxy (413)', (await ask(html, (client) => client.post())).end);
}
{
  const portal = (/** @type {any} */ response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hotel</h1>');
  say('the page of a portal (200)', (await ask(portal, (client) => client.get())).end);
}
{
  const cut = (/** @type {any} */ response, /** @type {number} */ nth) =>
    nth === 1
      ? response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data": [{"i')
      : json(response, 200);
  const { end, received } = await ask(cut, (client) => client.get());
  say('a read whose JSON is cut off', `${received.length} requests, ${end}`);
}
{
  const { end, received } = await ask(
    (response) => json(response, 200),
    (client) => client.post({ languge: 'x' }),
  );
  say('an argument with a typo, without types', received[0]?.body.includes('languge') ? 'is sent' : end);
}
{
  const began = performance.now();
  const { end } = await ask(
    () => {},
    (client) => client.get({ signal: AbortSignal.timeout(500) }),
  );
  say('a signal after 0.5 s', `${end} after ${Math.round((performance.now() - began) / 100) / 10} s`);
}
process.exit();
