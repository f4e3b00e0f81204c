// The workflows of arazzo.yaml, run against the service by Redocly's `respect`: each passes, and with one fault planted in
// the service each fails at the step that the fault concerns.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../docs/read-markdown.js';
import { temporaryFolder } from '../helpers/service.js';
import { useOAuth2App } from '../pipeline/authentication/oauth2-app.js';
import { type Received, startProxy } from './start-server.js';

/** What the first request for an OAuth 2.0 token sent. */
let grant = '';

/** What a broken service would do: changes a request before the service gets it. The step is the one that then fails. */
const FAULTS: Readonly<Record<string, { step: string; spoil: (request: Received) => void }>> = {
  getToken: {
    step: 'useToken',
    spoil({ headers }) {
      if (headers.authorization) headers.authorization = 'Token unknown';
    },
  },
  keepSnippet: { step: 'replaceWhatHasChanged', spoil: ({ headers }) => delete headers['if-match'] },
  pageThroughList: {
    step: 'lastPage',
    spoil(request) {
      request.path = request.path?.replace(/&after=\d+/, '');
    },
  },
  repeatCreate: { step: 'repeat', spoil: ({ headers }) => delete headers['idempotency-key'] },
  // Every refresh is a login, so that a refresh token is good twice.
  useOAuth2: {
    step: 'refreshAgain',
    spoil(request) {
      if (!request.path?.startsWith('/oauth2/')) return;
      grant ||= request.body;
      request.body = grant;
    },
  },
};

interface Workflow {
  workflowId: string;
  executedSteps: { stepId: string; status: string }[];
}

const folder = await temporaryFolder();

describe('the workflows', () => {
  const { app, alice, client } = useOAuth2App({ env: { AUTH_SCHEMES: 'token,oauth2' } });

  /** @returns the step at which each workflow failed, if it did */
  async function respect(server: string, run: number, ...more: string[]) {
    const output = join(folder, `${run}.json`);
    const { username, password } = alice;
    const inputs = Object.entries({ username, password, run: `wqz${'x'.repeat(run)}`, ...client });
    const args = ['respect', 'arazzo.yaml', '--json-output', output, '--server', `snippets=${server}`];
    const all = [...args, ...inputs.flatMap(([name, value]) => ['--input', `${name}=${value}`]), ...more];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const command = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
    // It ends with 1 when a workflow fails; what failed is in the file.
    await promisify(execFile)(process.execPath, [command, ...all], { cwd: ROOT, env }).catch(() => {});
    const { files } = JSON.parse(await readFile(output, 'utf8'));
    const [file] = Object.values<{ executedWorkflows: Workflow[] }>(files);
    const failed = file?.executedWorkflows.map(({ workflowId, executedSteps }) => {
      const step = executedSteps.find(({ status }) => status !== 'success');
      return [workflowId, step?.stepId] as const;
    });
    return Object.fromEntries(failed ?? []);
  }

  // The fault of getToken would break every workflow; each of the others concerns one.
  const { getToken: _, ...others } = FAULTS;
  for (const [run, broken] of [[], ['getToken'], Object.keys(others)].entries()) {
    it(`pass, but for those with a fault: ${broken}`, async (test) => {
      const proxy = await startProxy(test, app.url, (request) => {
        for (const name of broken) FAULTS[name]?.spoil(request);
      });
      const failed = await respect(proxy, run, ...broken.flatMap((name) => ['--workflow', name]));
      const expected = broken.length > 0 ? broken : Object.keys(FAULTS);
      const steps = expected.map((name) => [name, broken.length > 0 ? FAULTS[name]?.step : undefined]);
      assert.deepEqual(failed, Object.fromEntries(steps));
    });
  }
});
