/** The reports of a run: for machines, for a browser, for GitHub. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { FAULTS } from '../fixtures/express/app.js';
import { DOCUMENT, startRoombook, TOKENS } from '../fixtures/express/start.js';
import { runHarness, runProgram } from './run-harness.js';
import type { Served } from './serve.js';

/** Python's parser says whether it is XML, and what is in it. */
const READ_JUNIT = `
import json, sys, xml.etree.ElementTree as tree
cases = list(tree.parse(sys.argv[1]).iter('testcase'))
print(json.dumps([[case.get('name'), case.find('failure') is not None] for case in cases]))`;
const pythonIsMissing = spawnSync('python3', ['--version']).error !== undefined;
const skip = pythonIsMissing && process.env.CI !== 'true' ? 'python3 is not on this machine' : false;

/** Three faults, none of them left to random values: the coverage phase tries each limit. */
const SCOPE = [
  ...['--phases', 'examples,coverage,stateful'],
  ...['--checks', 'not_a_server_error,status_code_conformance,use_after_free'],
];

describe('the reports of a run', { skip }, () => {
  let service: Served;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-reports-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  // Runs of one seed make the same names, which a service takes only once.
  beforeEach(async () => {
    service = await startRoombook(FAULTS);
  });
  afterEach(() => service.close());

  const contract = (...more: readonly string[]) =>
    runHarness([
      ...['--url', `${service.url}/v1`, '--spec', DOCUMENT, '--auth', `bearer:${TOKENS.ann}`],
      ...[...SCOPE, '--seed', '1', ...more],
    ]);

  async function readJunit(path: string): Promise<Map<string, boolean>> {
    const { code, output } = await runProgram('python3', ['-c', READ_JUNIT, path]);
    assert.equal(code, 0, output);
    return new Map(JSON.parse(output));
  }

  for (const form of ['two words', 'one word']) {
    it(`are JUnit, its path given in ${form}`, async () => {
      const path = join(folder, `${form} & more.xml`);
      const option = form === 'one word' ? [`--report-junit-path=${path}`] : ['--report-junit-path', path];
      const { code, output } = await contract(...option);
      const failed = await readJunit(path);
      assert.equal(failed.get('examples: GET /health'), false);
      assert.equal(failed.get('stateful: POST /rooms'), true);
      const xml = await readFile(path, 'utf8');
      assert.match(xml, /status_code_conformance: The status 410 is not declared/);
      for (const evidence of [/curl -i -X GET/, /answer: 410/, /rule: {3}#\/paths/, /--seed 1/])
        assert.match(xml, evidence);
      assert.match(output, /✔ examples: GET \/health/);
      assert.equal(code, 1);
    });
  }

  it('are one JSON object a line: findings, operations, the run', async () => {
    const path = join(folder, 'report.ndjson');
    await contract(`--report-ndjson-path=${path}`);
    const text = await readFile(path, 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const findings = lines.filter(({ type }) => type === 'finding');
    assert.deepEqual(findings.map(({ check, operation, seed }) => [check, operation, seed]).sort(), [
      ['not_a_server_error', 'POST /rooms', 1],
      ['status_code_conformance', 'GET /rooms/{roomId}', 1],
      ['use_after_free', 'GET /rooms/{roomId}/bookings/{bookingId}', 1],
    ]);
    for (const { curl, answer, pointer } of findings) {
      assert.ok(
        curl.length > 0 &&
          curl.every((line: string) => line.includes('curl -')) &&
          curl.at(-1).includes('curl -i'),
      );
      assert.ok(answer.status >= 200 && pointer.startsWith('#/'));
    }
    const operations = lines.filter(({ type }) => type === 'operation');
    assert.equal(operations.length, 10);
    assert.ok(operations.every(({ cases, successes }) => cases >= successes && successes > 0));
    const { type, seed, findings: found, seconds } = lines.at(-1) ?? {};
    assert.deepEqual([type, seed, found, typeof seconds], ['run', 1, 3, 'number']);
    assert.ok(!text.includes(TOKENS.ann), 'credentials are not told');
  });

  it('are every request and answer as HAR, without credentials', async () => {
    const path = join(folder, 'run.har');
    const { output } = await contract('--report-har-path', path);
    const { log } = JSON.parse(await readFile(path, 'utf8'));
    const [, requests] = /^(\d+) requests, /m.exec(output) ?? [];
    assert.equal(log.entries.length, Number(requests));
    assert.ok(log.entries.every(({ response }: { response: { status: number } }) => response.status >= 200));
    assert.ok(!JSON.stringify(log).includes(TOKENS.ann));
  });

  it('are a page, and annotations and a summary for GitHub', async () => {
    const [page, summary] = [join(folder, 'report.html'), join(folder, 'summary.md')];
    const { output } = await runHarness(
      [
        ...[
          '--url',
          `${service.url}/v1`,
          '--spec',
          DOCUMENT,
          '--auth',
          `bearer:${TOKENS.ann}`,
          '--seed',
          '1',
        ],
        ...[...SCOPE, '--report-html-path', page],
      ],
      { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } },
    );
    assert.match(output, /^::error title=not_a_server_error%3A POST \/rooms::.*%0A.*curl/m);
    for (const path of [page, summary]) {
      const text = await readFile(path, 'utf8');
      assert.match(text, /<code>use_after_free<\/code> GET \/rooms/);
      assert.match(text, /statuses not met/);
    }
  });

  it('print each finding once on the console, and no path of the program', async () => {
    const { output } = await contract();
    for (const finding of ['not_a_server_error: POST /rooms', 'status_code_conformance: GET /rooms/{roomId}'])
      assert.equal(output.split(`${finding}\n`).length, 2, finding);
    assert.ok(!output.includes('file://') && !output.includes('dist-test'));
    assert.match(output, /^Covered: \d+ of 10 operations, \d+ of \d+ statuses/m);
  });
});
