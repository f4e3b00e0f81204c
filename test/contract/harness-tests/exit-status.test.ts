/** What `npm run contract -- --url ...` ends with: 0 when all holds, 1 on a finding, 2 when it could not run. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CONFIGURATION, DOCUMENT, startRoombook, TOKENS } from './roombook/start.js';
import { runContract, runHarness } from './run-harness.js';
import { type Served, serve, unusedUrl } from './serve.js';

const env = { ROOMBOOK_TOKEN: TOKENS.ann };

describe('a contract run', () => {
  let service: Served;
  let folder: string;
  before(async () => {
    service = await startRoombook(['the largest room breaks the service']);
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-harness-'));
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const own = () => ['--url', `${service.url}/v1`, '--spec', DOCUMENT, '--config', CONFIGURATION];

  it('ends with 0 when there is no finding', async () => {
    const sound = await startRoombook();
    const args = ['--url', `${sound.url}/v1`, '--spec', DOCUMENT, '--config', CONFIGURATION];
    const { code, output } = await runHarness([...args, '--phases', 'examples'], { env });
    await sound.close();
    assert.match(output, /, 0 findings, /);
    assert.equal(code, 0, output);
  });

  it('ends with 1 on a finding', async () => {
    const { code, output } = await runHarness(
      [...own(), '--include-path', '/rooms', '--phases', 'examples,coverage'],
      { env },
    );
    assert.match(output, /not_a_server_error: POST \/rooms\n/);
    assert.match(output, /FAIL POST \/rooms/);
    assert.equal(code, 1);
  });

  it('ends with 1 when the server stops answering', async () => {
    const dying = await serve((request, response) => {
      if (request.url === '/ping?a=b') return void request.socket.destroy();
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    const spec = await file('ping.yaml', PING);
    const { code, output } = await runContract(['--url', dying.url, '--spec', spec, '--phases', 'examples']);
    await dying.close();
    assert.match(output, /not_a_server_error: GET \/ping\n {2}There was no answer: socket hang up/);
    assert.match(output, /curl -i -X GET 'http:\/\/127\.0\.0\.1:\d+\/ping\?a=b'/);
    assert.equal(code, 1);
  });

  it('ends with 2 when nobody answers', async () => {
    const { code, output } = await runHarness(['--url', await unusedUrl(), '--spec', DOCUMENT]);
    assert.match(output, /^No server answers at http:\/\/127\.0\.0\.1:\d+: /);
    assert.equal(code, 2);
  });

  it('ends with 2 when there is no document, or one that it cannot judge by', async () => {
    const missing = await runContract(['--url', service.url, '--spec', join(folder, 'none.yaml')]);
    assert.match(missing.output, /^.*none\.yaml cannot be read: ENOENT/);
    assert.equal(missing.code, 2);

    const spec = await file('document.yaml', PING.replace('type: object', 'type: thing'));
    const unclear = await runContract(['--url', service.url, '--spec', spec]);
    assert.match(
      unclear.output,
      /^#\/paths\/~1ping\/get\/responses\/200\S*\/schema: a schema cannot be read: /,
    );
    assert.ok(!unclear.output.includes('    at '), 'no line of the program');
    assert.equal(unclear.code, 2);
  });

  it('ends with 2 when the server has no document of its own', async () => {
    const { code, output } = await runContract(['--url', service.url]);
    assert.match(output, /No OpenAPI description was found at .*openapi\.json/);
    assert.equal(code, 2);
  });

  it('ends with 2 for an unknown option or a wrong value', async () => {
    for (const args of [['--no-such-option'], ['--seed', 'first'], ['--config', 'no-such-file.toml']]) {
      const { code, output } = await runContract(['--url', service.url, '--spec', DOCUMENT, ...args]);
      assert.match(output, new RegExp(`^.*${args[0]?.includes('config') ? args[1] : args[0]}`));
      assert.equal(code, 2);
    }
  });

  it('ends with 2 when a report cannot be written, before anything is sent', async () => {
    for (const option of ['--report-junit-path']) {
      const { code, output } = await runContract(
        [...own(), option, join(folder, 'no-such-folder', 'report')],
        { env },
      );
      assert.match(output, /^.*no-such-folder\/report cannot be written: ENOENT/);
      assert.equal(code, 2);
    }
  });

  it('ends with 2 without a URL', async () => {
    const { code, output } = await runContract([]);
    assert.match(output, /--url takes/);
    assert.equal(code, 2);
  });
});

const PING = `
openapi: 3.0.3
paths:
  /ping:
    get:
      parameters: [{ name: a, in: query, schema: { type: string }, example: b }]
      responses: { '200': { content: { application/json: { schema: { type: object } } } } }
`;
