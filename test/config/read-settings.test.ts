/** The settings: defaults, what is refused, and what the refusal says. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { readSettings } from '#src/config/index.js';
import { SettingsError } from '#src/errors/operator-error.js';
import { temporaryFolder } from '../helpers/service.js';

type Environment = Readonly<Record<string, string>>;

const SECRET = 'a-secret-of-more-than-thirty-two-characters';

const folder = await temporaryFolder();

let files = 0;
async function fileOf(text: string | Buffer, ending = 'txt'): Promise<string> {
  const path = join(folder, `${files++}.${ending}`);
  await writeFile(path, text);
  return path;
}

async function refusal(env: Environment): Promise<SettingsError> {
  try {
    await readSettings(env);
  } catch (error) {
    assert.ok(error instanceof SettingsError, String(error));
    return error;
  }
  return assert.fail('the setting was accepted');
}

describe('settings', () => {
  it('that are unset or empty have their defaults', async () => {
    const settings = await readSettings({ PORT: '', SECRET_KEY: '', HOME: '/root' });
    assert.equal(settings.port, 8000);
    assert.equal(settings.secretKey, undefined);
    assert.equal(settings.dataDir, resolve('data'));
    assert.deepEqual(settings.authSchemes, ['session', 'basic']);
    assert.deepEqual(settings.corsOrigins, []);
    assert.equal(settings.ownership, true);
    assert.deepEqual(settings.deployment, {});
  });

  const login = { limit: 20, seconds: 60 };
  const preview = { limit: 120, seconds: 60 };
  const oauth1 = { AUTH_SCHEMES: 'oauth1' };
  const OIDC_ISSUER = 'https://id.example.com/team';
  const client = { OIDC_CLIENT_ID: 'snippets', OIDC_CLIENT_SECRET: 'hunter2', OIDC_ALLOWED: '*' };
  const oidc = { BASE_URL: 'https://snippets.example', OIDC_ISSUER, ...client };
  const off = { PASSWORD_LOGIN: 'off', AUTH_SCHEMES: 'session' };
  const RIGHT: [Environment, property: string, value: unknown][] = [
    [{ HOST: '[::1]' }, 'host', '::1'],
    [{ PORT: '0' }, 'port', 0],
    [{ BASE_URL: 'HTTPS://Snippets.EXAMPLE.com:443/', ...oauth1 }, 'baseUrl', 'https://snippets.example.com'],
    [
      { TRUSTED_ORIGINS: 'https://a.example, http://b:3000' },
      'trustedOrigins',
      ['https://a.example', 'http://b:3000'],
    ],
    [{ ALLOWED_HOSTS: 'A.example,b' }, 'allowedHosts', ['a.example', 'b']],
    [{ EMBED_ORIGINS: '*' }, 'embedOrigins', ['*']],
    [{ OWNERSHIP: 'off' }, 'ownership', false],
    [{ ALLOW_INSECURE_CREDENTIALS: 'true' }, 'allowInsecureCredentials', true],
    [{ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:1/a/' }, 'oidcIssuer', 'http://127.0.0.1:1/a/'],
    [{ ...oidc, ...off, OIDC_ALLOWED: 'a.b=c, d=e' }, 'oidcAllowed', { claim: 'a.b', values: ['c', 'd=e'] }],
    [{ ...off, AUTH_SCHEMES: 'token' }, 'passwordLogin', false],
    [{ TRUST_PROXY: 'true' }, 'trustProxy', 1],
    [{ TRUST_PROXY: 'false' }, 'trustProxy', 0],
    [{ TRUST_PROXY: '2' }, 'trustProxy', 2],
    [{ THROTTLE_RATES: 'none' }, 'throttleRates', {}],
    [{ THROTTLE_RATES: 'login=none' }, 'throttleRates', { preview }],
    [
      { THROTTLE_RATES: 'anon=1/day, user=1000/hour,preview=none' },
      'throttleRates',
      { login, anon: { limit: 1, seconds: 86_400 }, user: { limit: 1000, seconds: 3600 } },
    ],
    [
      { SECURITY_CONTACT: 'mailto:a@example.com,tel:+1-2' },
      'securityContact',
      ['mailto:a@example.com', 'tel:+1-2'],
    ],
  ];
  for (const [env, property, value] of RIGHT)
    it(`are read into their types: ${JSON.stringify(env)}`, async () => {
      const read: Record<string, unknown> = { ...(await readSettings(env)) };
      assert.deepEqual(read[property], value);
    });

  it('of the command line win over variables and files', async () => {
    const env = { HOST: '::1', PORT_FILE: await fileOf('81') };
    const { host, port } = await readSettings(env, { HOST: '::2', PORT: '82' });
    assert.deepEqual([host, port], ['::2', 82]);
  });

  const WRONG: [Environment, RegExp][] = [
    [{ PORT: 'http' }, /^PORT="http": expected a whole number from 0 to 65535$/],
    [{ PORT: '65536' }, /^PORT="65536"/],
    [{ PORT: '-1' }, /^PORT="-1"/],
    [{ PORT: '0x10' }, /^PORT="0x10"/],
    [{ HOST: 'http://localhost' }, /^HOST="http:\/\/localhost": expected an IP address or a host name$/],
    [{ OWNERSHIP: 'false' }, /^OWNERSHIP="false": expected one of on, off$/],
    [{ LOG_LEVEL: 'verbose' }, /^LOG_LEVEL="verbose": expected one of fatal, error, warn/],
    [{ MAX_BODY_BYTES: '2MB' }, /^MAX_BODY_BYTES="2MB"/],
    [{ TRUST_PROXY: '17' }, /^TRUST_PROXY="17": expected the number of proxies in front, 0 to 16/],
    [{ BASE_URL: 'snippets.example.com' }, /^BASE_URL="snippets.example.com": expected an address like/],
    [{ BASE_URL: 'https://a.example.com/?q=1' }, /^BASE_URL=/],
    [
      { BASE_URL: 'https://a.example.com/a/' },
      /^BASE_URL=.* without a path: the service answers at the root/,
    ],
    [{ HIGHLIGHT_TIMEOUT_MS: '30001' }, /^HIGHLIGHT_TIMEOUT_MS="30001": expected .* 30000/],
    ...['security@example.com', 'http://example.com/', 'mailto:nobody', 'mailto:a@b\nX: y'].map(
      (SECURITY_CONTACT): [Environment, RegExp] => [
        { SECURITY_CONTACT },
        /^SECURITY_CONTACT.*expected mailto:/s,
      ],
    ),
    [{ READ_ACCESS: 'users', OWNERSHIP: 'off' }, /READ_ACCESS.*expected everybody with OWNERSHIP/],
    [{ READ_ACCESS: 'users', EMBED_ORIGINS: '*' }, /READ_ACCESS.*expected everybody with EMBED_ORIGINS/],
    [{ CORS_ORIGINS: '*' }, /^CORS_ORIGINS="\*": expected origins like/],
    [{ TRUSTED_ORIGINS: 'https://a.example.com/path' }, /^TRUSTED_ORIGINS="https:\/\/a.example.com\/path"/],
    [{ THROTTLE_RATES: '20/min' }, /^THROTTLE_RATES="20\/min": expected none, or rates like anon=100\/hour,/],
    [{ THROTTLE_RATES: 'anon=0/min' }, /^THROTTLE_RATES="anon=0\/min"/],
    [{ THROTTLE_RATES: 'anon=5/week' }, /^THROTTLE_RATES="anon=5\/week": .*units sec, min, hour, day/],
    [{ THROTTLE_RATES: 'burst=5/min' }, /^THROTTLE_RATES="burst=5\/min"/],
    [{ THROTTLE_RATES: 'anon=5/min,anon=6/min' }, /^THROTTLE_RATES=/],
    [{ THROTTLE_RATES: 'anon=5/min,' }, /^THROTTLE_RATES=/],
    [
      { TOKEN_PATH: 'token' },
      /^TOKEN_PATH="token": expected a path like \/api\/, with a slash at both ends$/,
    ],
    [{ TOKEN_PATH: '/a/../b/' }, /^TOKEN_PATH=/],
    [{ TOKEN_PATH: '/snippets/token/' }, /^TOKEN_PATH=.*this path belongs to \/snippets\/$/],
    [{ LOGIN_PREFIX: '/users/' }, /^LOGIN_PREFIX="\/users\/": this path belongs to \/users\/$/],
    [{ TOKEN_PATH: '/api-auth/token/' }, /^TOKEN_PATH=.*outside LOGIN_PREFIX/],
    [
      { AUTH_SCHEMES: 'digest' },
      /^AUTH_SCHEMES="digest": expected a list of session, basic, token, oauth1, oauth2$/,
    ],
    [{ AUTH_SCHEMES: 'basic,basic' }, /^AUTH_SCHEMES="basic,basic": expected names, .*each once$/],
    [oauth1, /^BASE_URL: required with the scheme oauth1, whose clients sign it$/],
    [{ ...oidc, BASE_URL: '' }, /^BASE_URL: required with OIDC_ISSUER/],
    ...Object.keys(client).map((name): [Environment, RegExp] => [
      { ...oidc, [name]: '' },
      new RegExp(`^${name}: required with OIDC_ISSUER`),
    ]),
    ...Object.entries(client).map(([name, value]): [Environment, RegExp] => [
      { [name]: value },
      new RegExp(`^OIDC_ISSUER: required with ${name}$`),
    ]),
    ...[
      'http://id.example.com',
      'http://127.0.0.1.example.com',
      'https://a@id.example.com',
      'ftp://a',
      `${OIDC_ISSUER}?`,
    ].map((value): [Environment, RegExp] => [
      { ...oidc, OIDC_ISSUER: value },
      /^OIDC_ISSUER.*: expected an https address/,
    ]),
    ...['dev', '=dev', 'groups=', 'groups=a,a', 'groups=a,'].map((OIDC_ALLOWED): [Environment, RegExp] => [
      { ...oidc, OIDC_ALLOWED },
      /^OIDC_ALLOWED=.*expected a claim with its values/,
    ]),
    [{ ...oidc, OIDC_CLIENT_SECRET: 'hunter2\n' }, /^OIDC_CLIENT_SECRET: expected/],
    [{ ...oidc, AUTH_SCHEMES: 'token,basic' }, /^AUTH_SCHEMES="token,basic": expected also session/],
    ...['basic', 'session,oauth2'].map((AUTH_SCHEMES): [Environment, RegExp] => [
      { ...oidc, ...off, AUTH_SCHEMES },
      /^AUTH_SCHEMES=.*expected no basic or oauth2 with PASSWORD_LOGIN=off$/m,
    ]),
    [off, /^OIDC_ISSUER: required with PASSWORD_LOGIN=off and the scheme session$/],
    [{ TLS_CERT: 'cert.pem' }, /^TLS_KEY: required with TLS_CERT$/],
    [{ TLS_KEY: 'key.pem' }, /^TLS_CERT: required with TLS_KEY$/],
    [
      { MONGODB_URL: 'mongodb://localhost/snippets' },
      /^SECRET_KEY: required with MONGODB_URL, at least 32 characters$/,
    ],
    [
      { PORT: 'http', HOST: '', OWNERSHIP: 'no' },
      /^PORT="http": expected a .*; OWNERSHIP="no": expected one of on, off$/,
    ],
    [{ TLS_KEY: 'key.pem', AUTH_SCHEMES: 'oauth1' }, /^TLS_CERT: required with TLS_KEY; BASE_URL: required/],
    // A secret is never printed, not even a wrong one, nor a password in a URL.
    [{ SECRET_KEY: 'hunter2' }, /^SECRET_KEY: expected at least 32 characters$/],
    [
      { MONGODB_URL: 'mongodb://user:hun@ter2@host', SECRET_KEY: SECRET },
      /^MONGODB_URL: expected an address like/,
    ],
    [{ BASE_URL: 'https://user:hunter2@host/' }, /^BASE_URL: expected an address like/],
  ];
  for (const [env, message] of WRONG)
    it(`are refused by name: ${JSON.stringify(env)}`, async () =>
      assert.match((await refusal(env)).message, message));
});

describe('a setting in a file', () => {
  it('is read without one line end, and is unset when the file is empty', async () => {
    for (const [text, secretKey] of [
      [SECRET, SECRET],
      [`${SECRET}\n`, SECRET],
      [`${SECRET}\r\n`, SECRET],
      [` ${SECRET}\n\n`, ` ${SECRET}\n`],
      ['\n', undefined],
    ] as const)
      assert.equal((await readSettings({ SECRET_KEY_FILE: await fileOf(text) })).secretKey, secretKey);
  });

  it('is refused beside the variable itself, unreadable, or wrong', async () => {
    const nowhere = join(folder, 'nowhere');
    for (const [env, message] of [
      [
        { SECRET_KEY: SECRET, SECRET_KEY_FILE: await fileOf(SECRET) },
        /^SECRET_KEY_FILE: expected only one of SECRET_KEY and SECRET_KEY_FILE$/,
      ],
      [{ PORT_FILE: nowhere }, /^PORT_FILE=".*nowhere": cannot be read \(ENOENT\), expected a text file$/],
      [{ PORT_FILE: folder }, /^PORT_FILE=.*cannot be read \(EISDIR\)/],
      [{ PORT_FILE: await fileOf(Buffer.from([0xff])) }, /^PORT_FILE=.*cannot be read \(/],
      [{ PORT_FILE: await fileOf('http') }, /^PORT="http": expected a whole number/],
      [{ SECRET_KEY_FILE: await fileOf('hunter2\n') }, /^SECRET_KEY: expected at least 32 characters$/],
    ] as const)
      assert.match((await refusal(env)).message, message);
  });
});

describe('the CONFIG module', () => {
  it('brings schemes, which AUTH_SCHEMES may name', async () => {
    const CONFIG = await fileOf(
      'export default { schemes: [{ name: "badge", authenticate() {}, securityScheme: {} }], handleError() {} }',
      'mjs',
    );
    const settings = await readSettings({ CONFIG, AUTH_SCHEMES: 'badge,basic' });
    assert.deepEqual(settings.authSchemes, ['badge', 'basic']);
    assert.equal(settings.deployment.schemes?.[0]?.name, 'badge');
    assert.equal(typeof settings.deployment.handleError, 'function');
  });

  const scheme = '{ name: "a", authenticate() {}, securityScheme: {} }';
  const rate = 'rate: { limit: 1, seconds: 1 }';
  const WRONG: [text: string, RegExp][] = [
    ['export const schemes = []', /^CONFIG=".*": expected a module with `export default defineConfig/],
    [
      'export default { scheme: [] }',
      /^CONFIG scheme: expected one of handleError, schemes, permissions, throttles$/,
    ],
    ['export default { schemes: "badge" }', /^CONFIG schemes: expected a list$/],
    ['export default { schemes: [{ name: "a" }] }', /^CONFIG schemes\[0\]: expected \{ name, authenticate/],
    ['export default { schemes: [{ name: "a", authenticate() {} }] }', /^CONFIG schemes\[0\]: /],
    [
      `export default { schemes: [{ ...${scheme}, name: "oauth2" }] }`,
      /^CONFIG schemes\[0\]: .*none of session,/,
    ],
    [`export default { schemes: [${scheme}, ${scheme}] }`, /^CONFIG schemes: expected names that differ$/],
    [
      'export default { permissions: ["IsOwner"] }',
      /^CONFIG permissions\[0\]: expected an object with allows/,
    ],
    ['export default { permissions: [{}] }', /^CONFIG permissions\[0\]: /],
    ['export default { permissions: [{ allows: true }] }', /^CONFIG permissions\[0\]: /],
    [
      `export default { throttles: [{ name: "a", ${rate} }] }`,
      /^CONFIG throttles\[0\]: expected \{ name, rate/,
    ],
    ['export default { throttles: [{ name: "a", rate: "1/min", key() {} }] }', /^CONFIG throttles\[0\]: /],
    [
      'export default { throttles: [{ name: "a", rate: { limit: 0, seconds: 1 }, key() {} }] }',
      /^CONFIG throttles\[0\]: /,
    ],
    ['export default { handleError: 1 }', /^CONFIG handleError: expected a function$/],
  ];
  for (const [text, message] of WRONG)
    it(`is refused: ${text}`, async () =>
      assert.match((await refusal({ CONFIG: await fileOf(text, 'mjs') })).message, message));

  it('that is missing, broken or throws is refused with its own error as the cause', async () => {
    for (const [CONFIG, cause] of [
      [join(folder, 'nowhere.mjs'), /Cannot find module/],
      [await fileOf('export default {', 'mjs'), /SyntaxError/],
      [await fileOf('throw new RangeError("no badge printer")', 'mjs'), /RangeError: no badge printer/],
    ] as const) {
      const error = await refusal({ CONFIG });
      assert.match(error.message, /^CONFIG=".*mjs": the module cannot be loaded$/);
      assert.match(String(error.cause), cause);
    }
  });
});
