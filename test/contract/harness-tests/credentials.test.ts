/** Who a run is by schemathesis.toml, and the environment variables in it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeConfiguration } from '../harness/configuration/configuration.js';
import { readAuth, readToml, substituteVariables } from '../harness/configuration/settings.js';
import { readDocument } from '../harness/document/read-document.js';
import { DOCUMENT } from './roombook/start.js';

const configure = (toml: string) => makeConfiguration(readToml(toml));

describe('variables', () => {
  const environment = { NAME: 'ann', EMPTY: '' };
  const cases: readonly [text: string, substituted: string][] = [
    [`Bearer \${NAME}`, 'Bearer ann'],
    [`\${NAME}\${EMPTY}\${NAME}`, 'annann'],
    ['$NAME $ $$', '$NAME $ $$'],
    [`$\${NAME}`, `\${NAME}`],
  ];
  for (const [text, substituted] of cases) {
    it(`make ${substituted} of ${text}`, () => {
      assert.equal(substituteVariables(text, environment), substituted);
    });
  }

  it('that are not set, or have no name, are refused', () => {
    assert.throws(() => substituteVariables(`\${NOBODY}`, environment), { message: /NOBODY is not set/ });
    assert.throws(() => substituteVariables(`\${NA-ME}`, environment), { message: /without a name/ });
  });

  it('are substituted in the base address, in headers, and in credentials', async () => {
    process.env.HARNESS_TEST_NAME = 'ann';
    const configuration = configure(`
      base-url = "https://\${HARNESS_TEST_NAME}.example"
      [headers]
      "X-\${HARNESS_TEST_NAME}" = "\${HARNESS_TEST_NAME}"
      [auth.openapi.bearerAuth]
      bearer = "\${HARNESS_TEST_NAME}"`);
    assert.equal(configuration.baseUrl, 'https://ann.example');
    assert.deepEqual(readAuth(configuration, await readDocument(DOCUMENT)), {
      credentials: [{ in: 'header', name: 'Authorization', value: 'Bearer ann' }],
      headers: { 'X-ann': 'ann' },
    });
  });
});

describe('credentials of schemathesis.toml', () => {
  const source = {
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
        csrf: { type: 'apiKey', in: 'cookie', name: 'csrf' },
        inQuery: { type: 'apiKey', in: 'query', name: 'key' },
      },
    },
  };
  const read = async (toml: string) =>
    readAuth(configure(toml), { ...(await readDocument(DOCUMENT)), source });

  it('become the header of their scheme', async () => {
    const found = async (toml: string) => (await read(toml)).credentials;
    const key = { in: 'header', name: 'X-Key', value: 'k' };
    assert.deepEqual(await found('[auth.openapi.key]\napi_key = "k"'), [key]);
    const cookie = { in: 'header', name: 'Cookie', value: 'sid=k' };
    assert.deepEqual(await found('[auth.openapi.sid]\napi_key = "k"'), [cookie]);
    const inQuery = { in: 'query', name: 'key', value: 'k' };
    assert.deepEqual(await found('[auth.openapi.inQuery]\napi_key = "k"'), [inQuery]);
    const login = { username: 'ann', password: 'pw' };
    const basic = { in: 'header', name: 'Authorization', value: `Basic ${btoa('ann:pw')}`, login };
    assert.deepEqual(await found('[auth.basic]\nusername = "ann"\npassword = "pw"'), [basic]);
    await assert.rejects(read('[auth.openapi.other]\napi_key = "k"'), { message: /no such API key/ });
  });

  it('are those of all schemes that are named, cookies in one header', async () => {
    const named = ['key', 'sid', 'csrf', 'inQuery'].map(
      (name) => `[auth.openapi.${name}]\napi_key = "${name}"`,
    );
    const { credentials } = await read(named.join('\n'));
    assert.deepEqual(
      credentials?.map(({ name, value }) => [name, value]),
      [
        ['X-Key', 'key'],
        ['Cookie', 'sid=sid; csrf=csrf'],
        ['key', 'inQuery'],
      ],
    );
  });

  it('may be given as a header, which requests without credentials then leave out', async () => {
    const { credentials, headers } = await read('[headers]\nx-key = "k"\nX-Other = "o"');
    assert.deepEqual(credentials, [{ in: 'header', name: 'x-key', value: 'k' }]);
    assert.deepEqual(headers, { 'X-Other': 'o' });
  });
});
