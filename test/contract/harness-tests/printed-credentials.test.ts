/** The printed line of a finding about credentials repeats it, with the right credentials in variables. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import type { CheckName } from '../harness/checks/check.js';
import { type CommandLine, readCommandLine } from '../harness/command-line.js';
import { prepareRun, scenariosOf } from '../harness/open-run.js';
import type { Finding } from '../harness/report.js';
import { runProgram } from './run-harness.js';
import { serve } from './serve.js';

const curlIsMissing = spawnSync('curl', ['--version']).error !== undefined;
const skip = curlIsMissing && process.env.CI !== 'true' ? 'curl is not on this machine' : false;

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  inQuery: { type: 'apiKey', in: 'query', name: 'key' },
  sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
};

const document = (paths: object) =>
  JSON.stringify({ openapi: '3.0.3', paths, components: { securitySchemes: SCHEMES } });

type Answer = readonly [status: number, body?: unknown];

/** @param answer what the service says to a request, 404 when nothing */
async function hunt(
  paths: object,
  check: CheckName,
  options: readonly string[],
  answer: (request: IncomingMessage, path: string) => Answer | undefined,
  use: (finding: Finding, replay: (env: Record<string, string>) => Promise<string>) => unknown,
): Promise<void> {
  const server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://any.invalid');
    if (pathname === '/openapi.json') return void response.end(document(paths));
    const [status, body] = answer(request, pathname) ?? [404];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  try {
    const line: CommandLine = readCommandLine([
      '--url',
      server.url,
      '--checks',
      check,
      '--seed',
      '1',
      ...options,
    ]);
    const run = await prepareRun(line);
    for (const scenario of scenariosOf(run)) await scenario.run();
    run.close();
    const finding = run.findings.find((one) => one.check === check) ?? assert.fail('nothing was found');
    await use(finding, async (env) => {
      const { output } = await runProgram('sh', ['-c', `${finding.curl.at(-1)} -sS`], { env });
      return output.split('\r\n', 1)[0] ?? '';
    });
  } finally {
    await server.close();
  }
}

describe('the line of a finding', { skip }, () => {
  it('has wrong credentials as they were sent', () =>
    hunt(
      { '/a': { get: { security: [{ bearer: [] }], responses: { 200: {}, 401: {} } } } },
      'ignored_auth',
      ['--auth', 'bearer:good'],
      ({ headers }) => [/^Bearer ./.test(headers.authorization ?? '') ? 200 : 401],
      async ({ curl }, replay) => {
        assert.match(curl.at(-1) ?? '', /-H 'Authorization: Bearer wrong'/);
        assert.match(await replay({ AUTHORIZATION: 'Bearer good' }), / 200 /);
      },
    ));

  it('has a wrong key in the address as it was sent', () =>
    hunt(
      { '/a': { get: { security: [{ inQuery: [] }], responses: { 200: {}, 401: {} } } } },
      'ignored_auth',
      ['--auth', 'query:key:good'],
      ({ url }) => [url?.includes('key=') ? 200 : 401],
      ({ curl }) => assert.match(curl.at(-1) ?? '', /\/a\?key=wrong'$/),
    ));

  it("has another user's credentials by another variable than the owner's", () =>
    hunt(
      {
        '/a': { post: { security: [{ key: [] }], responses: { 201: {} } } },
        '/a/{id}': { get: { security: [{ key: [] }], responses: { 200: {}, 401: {}, 404: {} } } },
      },
      'object_level_authorization',
      ['--auth', 'header:X-API-Key:ann', '--auth', 'header:X-API-Key:ben'],
      ({ method, headers }, path) => {
        if (!['ann', 'ben'].includes(String(headers['x-api-key']))) return [401];
        return method === 'POST' ? [201, { id: 1 }] : [path === '/a/1' ? 200 : 404, { id: 1 }];
      },
      async ({ curl }, replay) => {
        assert.match(curl[0] ?? '', /-H "X-API-Key: \$X_API_KEY"/);
        assert.match(curl.at(-1) ?? '', /-H "X-API-Key: \$OTHER_X_API_KEY"/);
        assert.match(await replay({ X_API_KEY: 'nobody', OTHER_X_API_KEY: 'ben', NEW_ID: '1' }), / 200 /);
      },
    ));

  it('has the cookie that was tested beside that of the session', () =>
    hunt(
      {
        '/a': {
          get: {
            parameters: [
              { name: 'theme', in: 'cookie', schema: { type: 'string', enum: ['light', 'dark'] } },
            ],
            security: [{ sid: [] }],
            responses: { 200: {}, 400: {}, 401: {} },
          },
        },
      },
      'negative_data_rejection',
      ['--auth', 'header:Cookie:sid=good', '--phases', 'coverage'],
      ({ headers }) => [headers.cookie?.includes('sid=good') ? 200 : 401],
      async ({ curl }, replay) => {
        assert.match(curl.at(-1) ?? '', /-H "Cookie: \$COOKIE; theme=[^"]+"/);
        assert.match(await replay({ COOKIE: 'sid=good' }), / 200 /);
      },
    ));
});
