/** What breaks inside: the body tells nothing, the log tells all. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServiceUnavailable } from '#src/errors/index.js';
import type { AuthenticationScheme } from '#src/extension.js';
import { basicHeader, useApp, useUser } from '../helpers/app.js';
import { recordLog } from '../helpers/recorded-log.js';
import { describeOnAnyStore } from '../helpers/stores.js';

const SECRET = 'the database said: password hunter2 is wrong';

const broken: AuthenticationScheme = {
  name: 'broken',
  securityScheme: { type: 'apiKey', in: 'header', name: 'X-Break' },
  authenticate({ headers }) {
    if (headers['x-break'] === 'unavailable')
      throw new ServiceUnavailable(7, { cause: new Error('directory server is down') });
    if (headers['x-break'] !== undefined) throw new Error(SECRET, { cause: new Error('deeper reason') });
    return undefined;
  },
};

describeOnAnyStore('an unknown error', (store) => {
  const recorded = recordLog();
  const app = useApp({
    store,
    deployment: { schemes: [broken] },
    env: { AUTH_SCHEMES: 'basic,broken' },
    log: recorded.log,
  });
  const alice = useUser(app, 'alice');

  it('is a 500 without details, and the service keeps working', async () => {
    const response = await app.raw({ method: 'POST', path: '/snippets/', headers: { 'X-Break': 'yes' } });
    assert.deepEqual(
      [response.status, await response.text()],
      [500, '{"detail":"A server error occurred."}'],
    );
    response.headers.forEach((value) => {
      assert.doesNotMatch(value, /hunter2|Error|node_modules/);
    });
    assert.equal((await app.client(alice).createSnippet({ code: 'x' })).owner, 'alice');
  });

  it('an unknown error is logged with its stack, its causes and the request id that the client got', async () => {
    const response = await app.raw({ path: '/users/', headers: { 'X-Break': 'yes' } });
    const id = response.headers.get('X-Request-Id');
    const { err, level } = await recorded.line('request failed', ({ request }) => request === id);
    const { type, message, stack } = err as Record<string, string>;
    assert.deepEqual([level, type], [50, 'Error']);
    assert.match(message ?? '', new RegExp(SECRET));
    assert.match(stack ?? '', /unknown-errors\.test\.ts/);
    assert.match(stack ?? '', /deeper reason/);
    const { status, path } = await recorded.line('answered', ({ request }) => request === id);
    assert.deepEqual([status, path], [500, '/users/']);
  });

  it('an outage is not an unknown error: it is 503 with Retry-After and one log line without a stack', async () => {
    const response = await app.raw({ path: '/users/', headers: { 'X-Break': 'unavailable' } });
    assert.deepEqual([response.status, response.headers.get('Retry-After')], [503, '7']);
    assert.deepEqual(await response.json(), {
      detail: 'Service temporarily unavailable, try again later.',
    });
    const line = await recorded.line('unavailable');
    assert.equal(line.request, response.headers.get('X-Request-Id'));
    assert.match(String(line.reason), /directory server is down/);
    assert.doesNotMatch(JSON.stringify(line), / at /);
  });

  it('only unknown errors are logged as failures', async () => {
    const headers = { ...basicHeader(alice), 'X-Request-Id': 'expected-failure' };
    for (const path of ['/nothing/', '/snippets/999/', '/snippets/?format=xml'])
      await app.raw({ path, headers });
    await recorded.line('answered', ({ request }) => request === 'expected-failure');
    assert.doesNotMatch(recorded.text(), /"request":"expected-failure","msg":"request failed"/);
  });
});
