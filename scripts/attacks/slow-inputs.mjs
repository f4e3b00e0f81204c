// Findings 1 to 3: a few bytes that took seconds to check.

import { startService } from '../start-service.mjs';
import { ask, BROTLI, brotli, FORM, JSON_TYPE } from './ask.mjs';
import { observe } from './observe.mjs';

const form = (fields) => String(new URLSearchParams(fields));
const marks = (pairs) => '\u0315\u0300'.repeat(pairs);
const almostName = (length) => `${'a'.repeat(length)}\0`;

export async function slowInputs(report) {
  let client = {};
  const service = await startService({
    env: { AUTH_SCHEMES: 'session,basic,token,oauth1,oauth2', BASE_URL: 'http://127.0.0.1' },
    prepare({ run }) {
      client = JSON.parse(run(['oauth2', 'clients', 'create', 'attacker', '--json']));
    },
  });
  try {
    const page = await ask(`${service.url}/api-auth/login/`);
    const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(page.body)?.[1] ?? '';
    const Cookie = (page.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    const { client_id, client_secret } = client;
    const grant = { grant_type: 'password', client_id, client_secret, password: 'x' };
    const login = (username) => form({ username, password: 'x', csrfmiddlewaretoken });
    const token = (username) => JSON.stringify({ username, password: 'x' });
    const oauth = { Authorization: 'OAuth oauth_consumer_key="unknown", oauth_token="x"' };
    const fields = 'a=&'.repeat(700_000);
    const inputs = [
      [
        '1',
        'login: 160,000 pairs of marks, Brotli',
        '/api-auth/login/',
        { ...FORM, ...BROTLI, Cookie },
        brotli(login(marks(160_000))),
      ],
      ['1', 'login: 1,300 pairs of marks', '/api-auth/login/', { ...FORM, Cookie }, login(marks(1300))],
      [
        '1',
        'token: 160,000 pairs of marks, Brotli',
        '/api-token-auth/',
        { ...JSON_TYPE, ...BROTLI },
        brotli(token(marks(160_000))),
      ],
      ['1', 'token: 4,000 pairs of marks', '/api-token-auth/', JSON_TYPE, token(marks(4000))],
      [
        '1',
        'OAuth 2.0: 1,300 pairs of marks',
        '/oauth2/access_token/',
        FORM,
        form({ ...grant, username: marks(1300) }),
      ],
      [
        '2',
        'token: 80,000 letters and NUL, Brotli',
        '/api-token-auth/',
        { ...JSON_TYPE, ...BROTLI },
        brotli(token(almostName(80_000))),
      ],
      ['2', 'token: 16,000 letters and NUL', '/api-token-auth/', JSON_TYPE, token(almostName(16_000))],
      [
        '3',
        'login: 2 MB of empty fields, Brotli',
        '/api-auth/login/',
        { ...FORM, ...BROTLI, Cookie },
        brotli(fields),
      ],
      ['3', 'login: 2 MB of empty fields', '/api-auth/login/', { ...FORM, Cookie }, fields],
      [
        '3',
        'OAuth 1.0a, unknown client: 2 MB of fields',
        '/snippets/',
        { ...FORM, ...BROTLI, ...oauth },
        brotli(fields),
      ],
      ['3', 'nobody: 2 MB of fields', '/snippets/', FORM, fields],
    ];
    for (const [finding, name, path, headers, body] of inputs) {
      const origin = path.includes('login') ? { Origin: 'http://127.0.0.1' } : {};
      const send = () => ask(`${service.url}${path}`, { headers: { ...headers, ...origin }, body });
      // What the first answer of all loads is no cost of the input.
      await send();
      const { result, ...seen } = await observe(service, send);
      report(finding, `${name} (${Buffer.byteLength(body)} bytes)`, String(result.status), seen);
    }
  } finally {
    await service.stop();
  }
}
