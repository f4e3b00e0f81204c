// Some records of every collection that outlives a day, made through the commands and the API of a release.
import assert from 'node:assert/strict';

export const SECRET_KEY = 'the secret key of the recorded releases';
export const PASSWORD = 'the password of the recorded releases';

const SNIPPETS = [
  { title: 'Greeting', code: 'def greet(name):\n    return f"Hello, {name}"\n' },
  {
    title: 'Größe — ß, 日本語',
    code: 'const autocannonDetectPort = 1; // Größe\n',
    language: 'javascript',
    linenos: true,
  },
  { code: '{"a": [1, 2, 3]}\r\n', language: 'json', style: 'github' },
  { title: 'Deleted', code: 'gone' },
  { title: 'Kept by <grace> & "ada"', code: '<script>alert(1)</script>', language: 'xml' },
];

/**
 * @param {(input: string | undefined, ...args: string[]) => any} command runs one and returns its result
 * @param {() => Promise<import('../../bench/server-process.mjs').Running>} start
 * @returns what the release answers
 */
export async function storeSamples(command, start) {
  command(PASSWORD, 'users', 'create', 'ada', '--password-stdin');
  command(PASSWORD, 'users', 'create', 'grace', '--password-stdin');
  const { token } = command(undefined, 'tokens', 'create', 'ada');
  const consumer = command(undefined, 'oauth1', 'consumers', 'create', 'a consumer');
  command(undefined, 'oauth1', 'tokens', 'create', 'ada', '--consumer', consumer.consumer_key);
  command(undefined, 'oauth2', 'clients', 'create', 'a client');
  const server = await start();
  try {
    const send = async (method, path, body) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Token ${token}` };
      const response = await fetch(`${server.address}${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      });
      assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    };
    for (const snippet of SNIPPETS) await send('POST', '/snippets/', snippet);
    await send('PUT', '/snippets/1/', { ...SNIPPETS[0], code: `${SNIPPETS[0].code}\ngreet("Ada")\n` });
    await send('DELETE', '/snippets/4/');
    const paths = ['/snippets/', '/users/', '/snippets/?limit=2', '/snippets/?owner=ada&language=json'];
    for (const id of [1, 2, 3, 5])
      paths.push(...['', 'raw/', 'highlight/'].map((part) => `/snippets/${id}/${part}`));
    const answers = [];
    for (const path of paths) {
      const response = await fetch(`${server.address}${path}`);
      const [etag, body] = [response.headers.get('etag'), await response.text()];
      answers.push({ path, status: response.status, etag, body });
    }
    return answers;
  } finally {
    await server.stop();
  }
}
