// schemathesis on a service of the corpus, with every check, by its command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installSchemathesis } from '../schemathesis/install.mjs';

const LIMIT = 10 * 60_000;
/** Its own default is 100; with 25 it makes about as many requests as the harness. */
const EXAMPLES = '25';

/**
 * @param {import('./service.js').CorpusService} service
 * @param {import('./service.js').Running} running
 * @param {number} seed
 * @returns {Promise<string[]>} `check operation` of each failure
 */
export async function runSchemathesis(service, running, seed) {
  const { readCredential } = await import('../../../dist-test/contract/harness/credentials.js');
  const { command, args, env } = installSchemathesis();
  const folder = await mkdtemp(join(tmpdir(), 'corpus-schemathesis-'));
  try {
    const report = join(folder, 'events.ndjson');
    // The address that the description is read from would be left out of the test.
    const own = join(folder, 'openapi.json');
    if (service.spec === undefined)
      await writeFile(own, await (await fetch(`${running.url}/openapi.json`)).text());
    const { name, value } = readCredential(running.auth[0]);
    const config = service.config === undefined ? [] : ['--config-file', service.config];
    const target = [service.spec ?? own, '--url', `${running.url}${service.basePath ?? ''}`];
    const options = [
      ...['--header', `${name}: ${value}`, '--checks', 'all', '--no-color'],
      ...['--seed', String(seed), '--max-examples', EXAMPLES, '--continue-on-failure'],
      ...['--report-ndjson-path', report],
    ];
    const run = spawn(command, [...args, ...config, 'run', ...target, ...options], {
      cwd: folder,
      env,
      stdio: 'ignore',
      timeout: LIMIT,
    });
    await once(run, 'exit');
    return readFailures(await readFile(report, 'utf8').catch(() => ''));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} report */
function readFailures(report) {
  const found = new Set();
  for (const line of report.split('\n').filter((one) => one.startsWith('{"ScenarioFinished"'))) {
    const { checks = {}, label } = JSON.parse(line).ScenarioFinished.recorder;
    for (const results of Object.values(checks))
      for (const { status, name } of results) if (status === 'failure') found.add(`${name} ${label}`);
  }
  return [...found].sort();
}
