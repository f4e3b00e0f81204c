// The workflows of arazzo.yaml, run against the service by Redocly's `respect`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { startOAuth2App } from '../authentication/oauth2-app.js';
import { ROOT } from '../docs/read-markdown.js';

it('the workflows of arazzo.yaml pass', async (test) => {
  const { app, alice, client } = await startOAuth2App({ env: { AUTH_SCHEMES: 'token,oauth2' } });
  test.after(() => app.close());
  const { username, password } = alice;
  const inputs = Object.entries({ username, password, run: 'wqz', ...client });
  const args = [
    ...[join(ROOT, 'node_modules/@redocly/cli/bin/cli.js'), 'respect', 'arazzo.yaml'],
    ...['--server', `snippets=${app.url}`],
    ...inputs.flatMap(([name, value]) => ['--input', `${name}=${value}`]),
  ];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  // It ends with 1 when a workflow fails.
  const { stdout } = await run.catch((error) => error);
  assert.match(stdout, /Workflows: 5 passed, 5 total/);
});
