/** The settings: defaults, what is refused, and what the refusal says. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readSettings, SettingsError } from '#src/config/index.js';

const SECRET = 'a-secret-of-more-than-thirty-two-characters';

/** The message of the refusal. */
async function refusal(env: Record<string, string>): Promise<string> {
  try {
    await readSettings(env);
  } catch (error) {
    assert.ok(error instanceof SettingsError, String(error));
    return error.message;
  }
  return assert.fail('the setting was accepted');
}

describe('defaults', () => {
  it('take the place of what is unset or empty', async () => {
    const settings = await readSettings({ PORT: '', SECRET_KEY: '', PATH: '/bin' });
    assert.deepEqual(settings, {
      host: '127.0.0.1',
      port: 8000,
      baseUrl: undefined,
      trustedOrigins: [],
      allowedHosts: [],
      corsOrigins: [],
      embedOrigins: [],
      mongodbUrl: undefined,
      dataDir: resolve('data'),
      authSchemes: ['session', 'basic'],
      tokenPath: '/api-token-auth/',
      loginPrefix: '/api-auth/',
      ownership: true,
      secretKey: undefined,
      quotaSnippets: undefined,
      quotaBytes: undefined,
      securityContacts: [],
      oauth2AccessTokenSeconds: 3600,
      oauth2RefreshTokenSeconds: 1_209_600,
      throttleRates: { login: { limit: 20, seconds: 60 }, preview: { limit: 120, seconds: 60 } },
      tlsCert: undefined,
      tlsKey: undefined,
      trustProxy: 0,
      allowInsecureCredentials: false,
      highlightTimeoutMs: 1000,
      maxBodyBytes: 2 * 1024 * 1024,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      logLevel: 'info',
      deployment: {},
    });
  });
});

describe('right values', () => {
  it('are read into their types', async () => {
    const settings = await readSettings({
      HOST: '[::1]',
      PORT: '0',
      BASE_URL: 'https://snippets.example.com/',
      TRUSTED_ORIGINS: 'https://a.example.com, http://localhost:3000',
      CORS_ORIGINS: 'HTTPS://A.example.com',
      EMBED_ORIGINS: '*',
      MONGODB_URL: 'mongodb://u:p@one:27017,two:27017/snippets?replicaSet=rs0',
      SECRET_KEY: SECRET,
      AUTH_SCHEMES: 'token,basic',
      OWNERSHIP: 'off',
      LOG_LEVEL: 'silent',
    });
    assert.equal(settings.host, '::1');
    assert.equal(settings.port, 0);
    assert.equal(settings.baseUrl, 'https://snippets.example.com');
    assert.deepEqual(settings.trustedOrigins, ['https://a.example.com', 'http://localhost:3000']);
    assert.deepEqual(settings.corsOrigins, ['https://a.example.com']);
    assert.deepEqual(settings.embedOrigins, ['*']);
    assert.deepEqual(settings.authSchemes, ['token', 'basic']);
    assert.equal(settings.ownership, false);
    assert.equal(settings.secretKey, SECRET);
    assert.equal(settings.logLevel, 'silent');
  });

  it('of the command line win over the environment', async () => {
    assert.equal((await readSettings({ PORT: '1' }, { PORT: '2' })).port, 2);
  });
});

describe('rates', () => {
  const LOGIN = { limit: 20, seconds: 60 };
  const preview = { limit: 120, seconds: 60 };
  for (const [text, rates] of [
    ['none', {}],
    ['login=none', { preview }],
    ['login=none,preview=none', {}],
    ['login=5/sec', { login: { limit: 5, seconds: 1 }, preview }],
    ['anon=100/hour', { login: LOGIN, preview, anon: { limit: 100, seconds: 3600 } }],
    [
      'anon=1/day, user=1000/hour, login=3/min',
      {
        anon: { limit: 1, seconds: 86_400 },
        user: { limit: 1000, seconds: 3600 },
        login: { limit: 3, seconds: 60 },
        preview,
      },
    ],
  ] as const) {
    it(`are read from ${text}; what is not named keeps its default`, async () => {
      assert.deepEqual((await readSettings({ THROTTLE_RATES: text })).throttleRates, rates);
    });
  }
});

describe('the proxies in front', () => {
  for (const [text, count] of [
    ['', 0],
    ['0', 0],
    ['false', 0],
    ['1', 1],
    ['true', 1],
    ['2', 2],
  ] as const) {
    it(`are ${count} with TRUST_PROXY=${text}`, async () => {
      assert.equal((await readSettings({ TRUST_PROXY: text })).trustProxy, count);
    });
  }
});

describe('a wrong value', () => {
  const WRONG: [Record<string, string>, RegExp][] = [
    [{ PORT: 'http' }, /^PORT="http": expected a whole number from 0 to 65535$/],
    [{ PORT: '65536' }, /^PORT="65536"/],
    [{ PORT: '-1' }, /^PORT="-1"/],
    [{ PORT: '0x10' }, /^PORT="0x10"/],
    [{ HOST: 'http://localhost' }, /^HOST="http:\/\/localhost": expected an IP address or a host name$/],
    [{ THROTTLE_RATES: '20/min' }, /^THROTTLE_RATES="20\/min": expected none, or rates like anon=100\/hour,/],
    [{ THROTTLE_RATES: 'anon=0/min' }, /^THROTTLE_RATES="anon=0\/min"/],
    [{ THROTTLE_RATES: 'anon=5/week' }, /^THROTTLE_RATES="anon=5\/week": .*units sec, min, hour, day/],
    [{ THROTTLE_RATES: 'anon=5/min/min' }, /^THROTTLE_RATES=/],
    [{ THROTTLE_RATES: 'burst=5/min' }, /^THROTTLE_RATES="burst=5\/min"/],
    [{ THROTTLE_RATES: 'anon=5/min,anon=6/min' }, /^THROTTLE_RATES=.*"anon" is listed twice$/],
    [{ THROTTLE_RATES: 'anon=5/min,' }, /^THROTTLE_RATES=/],
    [
      { TRUST_PROXY: '10.0.0.1' },
      /^TRUST_PROXY="10.0.0.1": expected the number of proxies in front, 0 to 16/,
    ],
    [{ TRUST_PROXY: '17' }, /^TRUST_PROXY="17"/],
    [
      { ALLOW_INSECURE_CREDENTIALS: 'yes' },
      /^ALLOW_INSECURE_CREDENTIALS="yes": expected one of true, false$/,
    ],
    [{ TLS_CERT: 'cert.pem' }, /^TLS_KEY: required with TLS_CERT/],
    [{ TLS_KEY: 'key.pem' }, /^TLS_CERT: required with TLS_KEY/],
    [{ OWNERSHIP: 'false' }, /^OWNERSHIP="false": expected one of on, off$/],
    [{ LOG_LEVEL: 'verbose' }, /^LOG_LEVEL="verbose": expected one of fatal, error, warn/],
    [{ MAX_BODY_BYTES: '2MB' }, /^MAX_BODY_BYTES="2MB"/],
    [{ HIGHLIGHT_TIMEOUT_MS: '0' }, /^HIGHLIGHT_TIMEOUT_MS="0"/],
    [{ BASE_URL: 'snippets.example.com' }, /^BASE_URL="snippets.example.com": expected an address like/],
    [{ BASE_URL: 'https://a.example.com/?q=1' }, /^BASE_URL=/],
    [{ CORS_ORIGINS: '*' }, /^CORS_ORIGINS="\*": expected origins like/],
    [{ TRUSTED_ORIGINS: 'https://a.example.com/path' }, /^TRUSTED_ORIGINS="https:\/\/a.example.com\/path"/],
    [
      { TOKEN_PATH: 'token' },
      /^TOKEN_PATH="token": expected a path like \/api\/, with a slash at both ends$/,
    ],
    [{ TOKEN_PATH: '/a/../b/' }, /^TOKEN_PATH=/],
    [
      { TOKEN_PATH: '/snippets/token/' },
      /^TOKEN_PATH="\/snippets\/token\/": this path belongs to \/snippets\//,
    ],
    [{ LOGIN_PREFIX: '/users/' }, /^LOGIN_PREFIX="\/users\/": this path belongs to \/users\//],
    [{ TOKEN_PATH: '/api-auth/token/' }, /^TOKEN_PATH=.*outside LOGIN_PREFIX/],
    [
      { AUTH_SCHEMES: 'digest' },
      /^AUTH_SCHEMES="digest": expected a list of session, basic, token, oauth1, oauth2$/,
    ],
    [{ AUTH_SCHEMES: 'basic,basic' }, /^AUTH_SCHEMES="basic,basic": "basic" is listed twice$/],
  ];
  for (const [env, message] of WRONG) {
    const [[name, value] = []] = Object.entries(env);
    it(`is refused by name: ${name}=${value}`, async () => assert.match(await refusal(env), message));
  }
});

describe('the scheme oauth1', () => {
  it('needs the address that its clients sign', async () => {
    const message = await refusal({ AUTH_SCHEMES: 'basic,oauth1' });
    assert.equal(message, 'BASE_URL: required with the scheme oauth1, whose clients sign it');
    const { baseUrl } = await readSettings({
      AUTH_SCHEMES: 'oauth1',
      BASE_URL: 'HTTPS://Snippets.EXAMPLE.com:443/a/',
    });
    assert.equal(baseUrl, 'https://snippets.example.com/a');
  });
});

describe('a secret', () => {
  it('is never printed when it is too short', async () => {
    const message = await refusal({ SECRET_KEY: 'hunter2' });
    assert.equal(message, 'SECRET_KEY: has 7 characters, expected at least 32');
  });

  it('is required with MONGODB_URL', async () => {
    const message = await refusal({ MONGODB_URL: 'mongodb://localhost/snippets' });
    assert.equal(message, 'SECRET_KEY: required with MONGODB_URL, at least 32 characters');
  });

  it('stays out of the message about a wrong address', async () => {
    const message = await refusal({ MONGODB_URL: 'mongodb://user:hun@ter2@host', SECRET_KEY: SECRET });
    assert.match(message, /^MONGODB_URL="mongodb:\/\/\*\*\*@host": .*with the database in its path$/);
  });
});

describe('a variable that looks like a setting', () => {
  const MISSPELT: [string, string][] = [
    ['AUTH_SCHEME', 'AUTH_SCHEMES'],
    ['OWNERSHP', 'OWNERSHIP'],
    ['MONGODB_URI', 'MONGODB_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PROT', 'PORT'],
    ['THROTTLE_RATE', 'THROTTLE_RATES'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
  ];
  for (const [given, meant] of MISSPELT) {
    it(`is refused: ${given}`, async () => {
      assert.equal(await refusal({ [given]: 'x' }), `${given}: unknown setting, did you mean ${meant}?`);
    });
  }

  it('is distinguished from variables of other programs', async () => {
    const names = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'PWD',
      'TERM',
      'USER',
      'LANG',
      'CI',
      'NODE_ENV',
      'XDG_DATA_DIRS',
    ];
    await readSettings(Object.fromEntries(names.map((name) => [name, 'x'])));
  });
});

describe('a setting in a file', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-setting-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function fileOf(text: string | Buffer): Promise<string> {
    const path = join(folder, `${Math.random()}`);
    await writeFile(path, text);
    return path;
  }

  for (const end of ['', '\n', '\r\n']) {
    it(`is read without one line end: ${JSON.stringify(end)}`, async () => {
      const settings = await readSettings({
        SECRET_KEY_FILE: await fileOf(SECRET + end),
        PORT_FILE: await fileOf(`81${end}`),
      });
      assert.equal(settings.secretKey, SECRET);
      assert.equal(settings.port, 81);
    });
  }

  it('keeps all but the last line end', async () => {
    const settings = await readSettings({ SECRET_KEY_FILE: await fileOf(` ${SECRET}\n\n`) });
    assert.equal(settings.secretKey, ` ${SECRET}\n`);
  });

  it('is unset when the file or its name is empty', async () => {
    assert.equal((await readSettings({ PORT_FILE: await fileOf('\n'), SECRET_KEY_FILE: '' })).port, 8000);
  });

  it('is refused beside the variable itself, naming both', async () => {
    const message = await refusal({ SECRET_KEY: SECRET, SECRET_KEY_FILE: await fileOf(SECRET) });
    assert.equal(
      message,
      'SECRET_KEY_FILE: SECRET_KEY is set too, expected only one of SECRET_KEY and SECRET_KEY_FILE',
    );
  });

  it('loses to the command line', async () => {
    assert.equal((await readSettings({ PORT_FILE: await fileOf('81') }, { PORT: '82' })).port, 82);
  });

  it('is named when the file cannot be read', async () => {
    const path = join(folder, 'nowhere');
    assert.equal(
      await refusal({ MONGODB_URL_FILE: path }),
      `MONGODB_URL_FILE="${path}": cannot be read (ENOENT), expected the path of a text file`,
    );
    assert.match(await refusal({ PORT_FILE: folder }), /^PORT_FILE=.*cannot be read \(EISDIR\)/);
    assert.match(
      await refusal({ PORT_FILE: await fileOf(Buffer.from([0xff])) }),
      /^PORT_FILE=.*cannot be read \(/,
    );
  });

  it('is checked like the variable, and a wrong secret is not printed', async () => {
    assert.equal(
      await refusal({ SECRET_KEY_FILE: await fileOf('hunter2\n') }),
      'SECRET_KEY: has 7 characters, expected at least 32',
    );
    assert.match(await refusal({ PORT_FILE: await fileOf('http') }), /^PORT="http": expected a whole number/);
  });

  it('is refused under a misspelt name', async () => {
    assert.equal(
      await refusal({ SECRETKEY_FILE: 'x' }),
      'SECRETKEY_FILE: unknown setting, did you mean SECRET_KEY_FILE?',
    );
  });

  it('leaves the variables of OpenSSL alone, although TLS_CERT_FILE is a near name', async () => {
    await readSettings({
      SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
      SSL_CERT_DIR: '/etc/ssl/certs',
    });
  });
});

describe('the CONFIG module', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-config-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function moduleOf(text: string): Promise<string> {
    const path = join(folder, `${Math.random()}.mjs`);
    await writeFile(path, text);
    return path;
  }

  it('brings schemes, which AUTH_SCHEMES may name', async () => {
    const CONFIG = await moduleOf(
      'export default { schemes: [{ name: "badge", authenticate() {}, securityScheme: {} }], handleError() {} }',
    );
    const settings = await readSettings({ CONFIG, AUTH_SCHEMES: 'badge,basic' });
    assert.deepEqual(settings.authSchemes, ['badge', 'basic']);
    assert.equal(settings.deployment.schemes?.[0]?.name, 'badge');
    assert.equal(typeof settings.deployment.handleError, 'function');
  });

  const WRONG: [string, string, RegExp][] = [
    [
      'has no default export',
      'export const schemes = []',
      /^CONFIG=".*": expected a module with `export default/,
    ],
    ['cannot be parsed', 'export default {', /^CONFIG=".*": cannot be loaded \(/],
    ['has an unknown member', 'export default { scheme: [] }', /^CONFIG scheme: .*did you mean schemes\?$/],
    [
      'has an unlike member',
      'export default { colours: [] }',
      /^CONFIG colours: .*expected schemes, handleError, /,
    ],
    [
      'has no list of schemes',
      'export default { schemes: "badge" }',
      /^CONFIG schemes="badge": expected a list/,
    ],
    [
      'has a scheme that is none',
      'export default { schemes: [{ name: "a" }] }',
      /^CONFIG schemes\[0\]\.authenticate=undefined: .* function$/,
    ],
    [
      'has a scheme without a name',
      'export default { schemes: [{ authenticate() {} }] }',
      /^CONFIG schemes\[0\]\.name=undefined: .* small letter/,
    ],
    [
      'has two schemes of one name',
      'const a = { name: "a", authenticate() {}, securityScheme: {} }; export default { schemes: [a, a] }',
      /^CONFIG schemes\[1\]\.name="a": this name is taken/,
    ],
    [
      'has a scheme that the specification cannot describe',
      'export default { schemes: [{ name: "a", authenticate() {} }] }',
      /^CONFIG schemes\[0\]\.securityScheme=undefined: expected how OpenAPI describes it/,
    ],
    [
      'has permissions by name',
      'export default { permissions: ["IsOwner"] }',
      /^CONFIG permissions\[0\]="IsOwner": /,
    ],
    [
      'has an empty permission',
      'export default { permissions: [{}] }',
      /^CONFIG permissions\[0\]=object: .*`allows/,
    ],
    [
      'has a permission that is no question',
      'export default { permissions: [{ allows: true }] }',
      /^CONFIG permissions\[0\]\.allows=boolean: .* function$/,
    ],
    [
      'has limits that are no list',
      'export default { throttles: {} }',
      /^CONFIG throttles=object: expected a list/,
    ],
    [
      'has a limit of nobody',
      'export default { throttles: [{ name: "a", rate: { limit: 1, seconds: 1 } }] }',
      /^CONFIG throttles\[0\]\.key=undefined: .* function$/,
    ],
    [
      'has a limit without a rate',
      'export default { throttles: [{ name: "a", rate: "1/min", key() {} }] }',
      /^CONFIG throttles\[0\]\.rate="1\/min": expected \{ limit, seconds \}/,
    ],
    [
      'has a limit of nothing',
      'export default { throttles: [{ name: "a", rate: { limit: 0, seconds: 1 }, key() {} }] }',
      /^CONFIG throttles\[0\]\.rate=object: /,
    ],
    [
      'takes a built-in name',
      'export default { schemes: [{ name: "oauth2", authenticate() {} }] }',
      /^CONFIG schemes\[0\]\.name="oauth2": this name is taken/,
    ],
    [
      'has a handler that is none',
      'export default { handleError: 1 }',
      /^CONFIG handleError=number: .* function$/,
    ],
  ];
  for (const [what, text, message] of WRONG) {
    it(`is refused when it ${what}`, async () => {
      assert.match(await refusal({ CONFIG: await moduleOf(text) }), message);
    });
  }

  it('is refused when it is not there', async () => {
    assert.match(
      await refusal({ CONFIG: join(folder, 'nowhere.mjs') }),
      /^CONFIG=".*nowhere.mjs": cannot be loaded/,
    );
  });
});
