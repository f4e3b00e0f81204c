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

/** @returns {Promise<string[]>} `check operation` of each failure */
export async function runSchemathesis(service, fault, seed) {
  const { command, args, env } = installSchemathesis();
  const folder = await mkdtemp(join(tmpdir(), 'corpus-schemathesis-'));
  const running = await service.start(fault);
  try {
    const report = join(folder, 'events.ndjson');
    // The address that the description is read from would be left out of the test.
    const spec = join(folder, 'openapi.json');
    const own = service.spec;
    if (own === undefined) await writeFile(spec, await (await fetch(`${running.url}/openapi.json`)).text());
    const fixed = [
      'run',
      own ?? spec,
      '--url',
      `${running.url}${service.basePath ?? ''}`,
      '--checks',
      'all',
      '--no-color',
    ];
    const config = service.config === undefined ? [] : ['--config-file', service.config];
    const options = [
      '--header',
      service.header ?? running.header,
      '--seed',
      String(seed),
      '--max-examples',
      EXAMPLES,
      '--continue-on-failure',
    ];
    const run = spawn(command, [...args, ...config, ...fixed, ...options, '--report-ndjson-path', report], {
      cwd: folder,
      env,
      stdio: 'ignore',
      timeout: LIMIT,
    });
    await once(run, 'exit');
    return readFailures(await readFile(report, 'utf8').catch(() => ''));
  } finally {
    await running.close();
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
