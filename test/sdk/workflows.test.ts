// The workflows of arazzo.yaml, run against the service by Redocly's `respect`: each passes, and with one fault planted in
// the service each fails at the step that the fault concerns.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../docs/read-markdown.js';
import { temporaryFolder } from '../helpers/service.js';
import { useOAuth2App } from '../pipeline/authentication/oauth2-app.js';
import { forward, type Received, sendBack, startServer } from './start-server.js';

/** What a broken service would do: changes a request before the service gets it. */
type Fault = (request: Received) => void;

/** What the first request for an OAuth 2.0 token sent. */
let grant = '';

const FAULTS = {
  getToken: [
    'useToken',
    ({ headers }) => {
      if (headers.authorization) headers.authorization = 'Token unknown';
    },
  ],
  keepSnippet: ['replaceWhatHasChanged', ({ headers }) => delete headers['if-match']],
  pageThroughList: [
    'lastPage',
    (request) => {
      request.path = request.path?.replace(/&after=\d+/, '');
    },
  ],
  repeatCreate: ['repeat', ({ headers }) => delete headers['idempotency-key']],
  // Every refresh is a login, so that a refresh token is good twice.
  useOAuth2: [
    'refreshAgain',
    (request) => {
      if (!request.path?.startsWith('/oauth2/')) return;
      grant ||= request.body;
      request.body = grant;
    },
  ],
} satisfies Record<string, [step: string, fault: Fault]>;

const folder = await temporaryFolder();

describe('the workflows', () => {
  const { app, alice, client } = useOAuth2App({ env: { AUTH_SCHEMES: 'token,oauth2' } });

  let runs = 0;
  /** @returns the step at which each workflow failed, if it did */
  async function respect(server: string, ...more: string[]): Promise<Record<string, string | undefined>> {
    const output = join(folder, `${++runs}.json`);
    const { username, password } = alice;
    const inputs = Object.entries({ username, password, run: `wqz${'x'.repeat(runs)}`, ...client });
    const args = ['respect', 'arazzo.yaml', '--json-output', output, '--server', `snippets=${server}`];
    const all = [...args, ...inputs.flatMap(([name, value]) => ['--input', `${name}=${value}`]), ...more];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const command = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
    // It ends with 1 when a workflow fails; what failed is in the file.
    await promisify(execFile)(process.execPath, [command, ...all], { cwd: ROOT, env }).catch(() => {});
    const { files } = JSON.parse(await readFile(output, 'utf8'));
    const [file] = Object.values<{ executedWorkflows: Workflow[] }>(files);
    return Object.fromEntries(
      (file?.executedWorkflows ?? []).map((one) => [one.workflowId, failedStep(one)]),
    );
  }

  it('pass', async () => {
    const failed = await respect(app.url);
    assert.deepEqual(failed, Object.fromEntries(Object.keys(FAULTS).map((name) => [name, undefined])));
  });

  // The fault of getToken would break every workflow; each of the others concerns one.
  const { getToken, ...others } = FAULTS;
  for (const faults of [{ getToken }, others]) {
    it(`fail at the step that the fault concerns: ${Object.keys(faults)}`, async (test) => {
      const names = Object.keys(faults).flatMap((name) => ['--workflow', name]);
      const failed = await respect(await startBroken(test, app.url, Object.values(faults)), ...names);
      const steps = Object.entries(faults).map(([name, [step]]) => [name, step]);
      assert.deepEqual(failed, Object.fromEntries(steps));
    });
  }
});

interface Workflow {
  workflowId: string;
  executedSteps: { stepId: string; status: string }[];
}

const failedStep = ({ executedSteps }: Workflow) =>
  executedSteps.find(({ status }) => status !== 'success')?.stepId;

/** The service with faults in front of it. */
async function startBroken(test: TestContext, url: string, faults: (typeof FAULTS)[keyof typeof FAULTS][]) {
  const server = await startServer(test, async (response, received) => {
    for (const [, fault] of faults) fault(received);
    await sendBack(await forward(url, received), response);
  });
  return server.baseUrl;
}
