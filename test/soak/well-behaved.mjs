// What people and programs do all day: read, list, search, create, replace, delete, log in and look at pages.

/** The share of each kind of work in a hundred. */
const WORK = [
  [22, read],
  [6, readUnchanged],
  [8, lookAtPage],
  [4, lookAtHighlighted],
  [9, readSlice],
  [1, readAll],
  [6, lookAtList],
  [10, search],
  [4, readUsers],
  [12, create],
  [8, replace],
  [8, remove],
  [2, logInAndOut],
].flatMap(([share, work]) => Array(share).fill(work));
const HTML = { Accept: 'text/html' };
const CODE = [
  'def read(path):\n    with open(path) as file:\n        return file.read()\n',
  'for word in sorted(set(text.split())):\n    print(word)\n',
  'class Queue:\n    def __init__(self):\n        self.items = []\n',
];

/** The service says that it has too much to do. The piece of work ends there. */
class Refused extends Error {}

/**
 * @param {{ address: string, user: { name: string, password: string, authorization: string }, random: object }} options
 * @returns {() => Promise<number[]>} does one piece of work, and says the statuses that came; rejects for a wrong one
 */
export function makeWellBehaved({ address, user, random }) {
  const own = [];
  return async () => {
    const statuses = [];
    /** @param expected statuses: 404 for what another request may just have deleted */
    async function send(method, path, expected, { headers, body, cookies } = {}) {
      const who = cookies === undefined ? { Authorization: user.authorization } : { Cookie: cookies };
      const response = await fetch(address + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
        headers: { ...who, ...headers },
        body,
      });
      const text = await response.text();
      statuses.push(response.status);
      if (response.status === 503) throw new Refused();
      if (expected.includes(response.status)) return { response, text };
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    }
    try {
      await random.pick(WORK)({ own, random, user, send });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    return statuses;
  };
}

const pathOf = ({ own, random }) => `/snippets/${own.length > 0 ? random.pick(own) : 1 + random.below(20)}/`;

async function read(client) {
  await client.send('GET', pathOf(client), [200, 404]);
}

async function readUnchanged(client) {
  const path = pathOf(client);
  const { response } = await client.send('GET', path, [200, 404]);
  const etag = response.headers.get('ETag');
  if (etag) await client.send('GET', path, [200, 304, 404], { headers: { 'If-None-Match': etag } });
}

async function lookAtPage(client) {
  await client.send('GET', pathOf(client), [200, 404], { headers: HTML });
}

async function lookAtHighlighted(client) {
  await client.send('GET', `${pathOf(client)}highlight/`, [200, 404]);
}

async function readSlice(client) {
  await client.send('GET', '/snippets/?limit=50&order=-created', [200]);
}

async function readAll(client) {
  JSON.parse((await client.send('GET', '/snippets/', [200])).text);
}

async function lookAtList(client) {
  await client.send('GET', '/snippets/', [200], { headers: HTML });
}

async function search(client) {
  const words = client.random.pick(['read file', 'queue', 'sorted', 'nothing_has_this', 'items init']);
  await client.send('GET', `/snippets/?limit=20&q=${encodeURIComponent(words)}`, [200]);
}

async function readUsers(client) {
  await client.send('GET', '/users/', [200]);
}

const bodyOf = ({ random }) => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    title: `soak ${random.below(1000)}`,
    code: random.pick(CODE).repeat(1 + random.below(random.chance(0.05) ? 300 : 10)),
    linenos: random.chance(0.5),
  }),
});

async function create(client) {
  const { text } = await client.send('POST', '/snippets/', [201], bodyOf(client));
  client.own.push(JSON.parse(text).id);
}

async function replace(client) {
  if (client.own.length === 0) return create(client);
  // Another piece of work of this client may delete it meanwhile.
  await client.send('PUT', pathOf(client), [200, 404], bodyOf(client));
}

async function remove(client) {
  const id = client.own.shift();
  if (id === undefined) return create(client);
  await client.send('DELETE', `/snippets/${id}/`, [204]);
}

/** As a browser does, with cookies instead of a token. */
async function logInAndOut({ send, user }) {
  const jar = new Map();
  const go = async (method, path, expected, fields) => {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const body =
      fields && new URLSearchParams({ csrfmiddlewaretoken: jar.get('csrftoken') ?? '', ...fields });
    const { response } = await send(method, path, expected, { headers: HTML, body, cookies });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
  };
  await go('GET', '/api-auth/login/', [200]);
  await go('POST', '/api-auth/login/', [302], { username: user.name, password: user.password });
  await go('GET', '/snippets/', [200]);
  await go('POST', '/api-auth/logout/', [200, 302], {});
}
