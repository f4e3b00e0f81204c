/** A run that proves nothing fails, and says what is missing. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DOCUMENT, startRoombook, TOKENS } from './roombook/start.js';
import { runContract } from './run-harness.js';
import { type Served, serve } from './serve.js';

const AUTH = `bearer:${TOKENS.ann}`;

describe('a contract run fails', () => {
  let service: Served;
  let empty: Served;
  let folder: string;
  before(async () => {
    service = await startRoombook();
    // Everything is as declared, and nothing is there.
    empty = await serve((_request, response) => {
      response.writeHead(404, { 'Content-Type': 'application/json', Allow: 'GET' }).end('{}');
    });
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-harness-'));
  });
  after(async () => {
    await service.close();
    await empty.close();
    await rm(folder, { recursive: true, force: true });
  });

  const hold = (...args: readonly string[]) =>
    runContract(['--url', `${service.url}/v1`, '--spec', DOCUMENT, ...args]);

  async function holdEmpty(paths: string, ...args: readonly string[]) {
    const spec = join(folder, 'document.yaml');
    await writeFile(spec, `openapi: 3.0.3\npaths:${paths}`);
    return runContract(['--url', empty.url, '--spec', spec, ...args]);
  }

  it('when credentials were refused', async () => {
    const { code, output } = await hold('--auth', 'bearer:not-hers', '--phases', 'examples');
    assert.match(
      output,
      /vacuity: GET \/rooms\n {2}No request was accepted: \d+ × 401\. Are the credentials right\?/,
    );
    assert.equal(code, 1);
  });

  it('when there were no credentials', async () => {
    const { code, output } = await hold('--phases', 'examples');
    assert.match(
      output,
      /vacuity: POST \/rooms\n.*No request was accepted: .*Give credentials with --auth\./,
    );
    assert.match(output, /ok {3}GET \/health/);
    assert.equal(code, 1);
  });

  it('when no resource existed for a path', async () => {
    const { code, output } = await holdEmpty(`
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': {}, '404': {} }`);
    assert.match(
      output,
      /vacuity: GET \/things\/\{id\}\n.*nothing exists that the path can name: add data, a link, or an example/,
    );
    assert.equal(code, 1);
  });

  it('when an operation never succeeded', async () => {
    const { code, output } = await holdEmpty(`
  /things:
    get:
      responses: { '200': {}, '404': {} }`);
    assert.match(output, /vacuity: GET \/things\n.*Give an example that the service accepts/);
    assert.match(output, /\n {2}rule: {3}#\/paths\/~1things\/get\n/);
    assert.equal(code, 1);
  });

  it('when an operation was not reached', async () => {
    const { code, output } = await holdEmpty(
      `
  /health:
    get: { responses: { '200': {} } }
  /things:
    post: { responses: { '201': {}, '404': {} } }
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': {}, '404': {} }`,
      ...['--phases', 'stateful'],
    );
    assert.match(output, /vacuity: GET \/things\/\{id\}\n {2}No request was made/);
    assert.ok(!output.includes('vacuity: GET /health'), 'it has no life');
    assert.equal(code, 1);
  });

  it('when a phase sent nothing', async () => {
    const { code, output } = await holdEmpty(
      `
  /health:
    get: { responses: { '200': {} } }`,
      ...['--phases', 'stateful'],
    );
    assert.match(output, /vacuity: the document\n {2}No request was made/);
    assert.equal(code, 1);
  });

  it('only when something was not reached', async () => {
    const { code, output } = await hold('--auth', AUTH, '--phases', 'stateful', '--checks', 'use_after_free');
    assert.match(output, /ok {3}GET \/health +0 requests/);
    assert.match(output, /, 0 findings, /);
    assert.equal(code, 0);
  });

  it('when no check judged an answer', async () => {
    const { code, output } = await hold(
      ...['--auth', AUTH, '--phases', 'examples', '--checks', 'ignored_auth'],
    );
    assert.match(output, /\n {2}-- {3}ignored_auth +never tried\n/);
    assert.match(output, /vacuity: the document\n {2}No check had anything to judge: ignored_auth\./);
    assert.equal(code, 1);
  });

  it('when there is no operation', async () => {
    const { code, output } = await holdEmpty(' {}');
    assert.match(output, /vacuity: the document\n {2}There is no operation to test/);
    assert.equal(code, 1);
  });

  it('when every operation was left out', async () => {
    const config = join(folder, 'schemathesis.toml');
    await writeFile(config, '[[operations]]\ninclude-path-regex = "^/"\nenabled = false\n');
    const { code, output } = await hold('--auth', AUTH, '--config', config);
    assert.match(output, /There is no operation to test/);
    assert.equal(code, 1);
  });

  it('when a body cannot be made', async () => {
    const { code, output } = await holdEmpty(`
  /things:
    post:
      requestBody: { required: true, content: { application/xml: { schema: { type: object } } } }
      responses: { '201': {}, '404': {} }`);
    assert.match(
      output,
      /^warning: POST \/things: bodies of application\/xml are sent only where the document has the text/m,
    );
    assert.match(output, /vacuity: POST \/things\n/);
    assert.equal(code, 1);
  });
});

describe('the summary of a contract run', () => {
  it('counts for a check the answers that it judged', async () => {
    const service = await startRoombook();
    const args = ['--url', `${service.url}/v1`, '--spec', DOCUMENT, '--auth', AUTH, '--phases', 'coverage'];
    const { output } = await runContract([...args, '--checks', 'ignored_auth,not_a_server_error']);
    await service.close();
    const times = (check: string) => Number(new RegExp(`${check} +(\\d+) answers`).exec(output)?.[1]);
    // Two for each operation that asks who is there: none, and wrong ones.
    assert.ok(times('ignored_auth') > 0 && times('ignored_auth') < 20, output);
    assert.ok(times('not_a_server_error') > 100, output);
  });
});
