// What schemathesis names on a server that does something wrong.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSchemathesis } from './run.mjs';

/** These judge lives of resources, which one phase makes; few of its random ones come to a DELETE with a GET after it. */
const OF_LIVES = ['use_after_free', 'ensure_resource_availability', 'object_level_authorization'];
const LIVES = [['--phases', 'stateful', '--max-examples', '1000']];
/** Coverage last, as it takes longest. */
const SINGLE_REQUESTS = [
  ['--phases', 'examples,fuzzing'],
  ['--phases', 'coverage'],
];

/**
 * @param {{ url: string, self: string }} target
 * @param {string} wanted once it has named this check, it may end
 * @returns {Promise<string[]>} every check that fails on the first answer on which one does, in each of its runs
 */
export async function nameChecks({ url, self }, wanted) {
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  const report = join(folder, 'events.ndjson');
  const options = ['--seed', '1', '--max-failures', '1', '--report-ndjson-path', report];
  const named = new Set();
  try {
    for (const run of OF_LIVES.includes(wanted) ? LIVES : SINGLE_REQUESTS) {
      await runSchemathesis(url, self, [...options, ...run], 'ignore');
      for (const name of firstFailed(await readFile(report, 'utf8'))) named.add(name);
      if (named.has(wanted)) break;
    }
    return [...named].sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {string} report @throws {Error} when the run did not come to its end: then nothing would mean nothing */
function firstFailed(report) {
  const lines = report.split('\n');
  if (!lines.some((line) => line.startsWith('{"EngineFinished"')))
    throw new Error('schemathesis could not run');
  for (const line of lines.filter((line) => line.startsWith('{"ScenarioFinished"'))) {
    const { checks = {} } = JSON.parse(line).ScenarioFinished.recorder;
    for (const results of Object.values(checks)) {
      const failed = results.filter(({ status }) => status === 'failure').map(({ name }) => name);
      if (failed.length > 0) return failed;
    }
  }
  return [];
}
