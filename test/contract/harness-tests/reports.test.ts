/** The reports of a run: for machines, for a browser, for GitHub. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FAULTS } from './roombook/app.js';
import { DOCUMENT, startRoombook, TOKENS } from './roombook/start.js';
import { type Outcome, runHarness, runProgram } from './run-harness.js';

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
  let folder: string;
  let run: Outcome;
  const path = (name: string) => join(folder, name);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-reports-'));
    const { url, close } = await startRoombook(FAULTS);
    run = await runHarness(
      [
        ...[
          '--url',
          `${url}/v1`,
          '--spec',
          DOCUMENT,
          '--auth',
          `bearer:${TOKENS.ann}`,
          '--seed',
          '1',
          ...SCOPE,
        ],
        ...['--report-junit-path', path('a report & more.xml'), '--report-har-path', path('run.har')],
        ...['--report-html-path', path('report.html'), `--report-ndjson-path=${path('report.ndjson')}`],
      ],
      { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path('summary.md') } },
    ).finally(close);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function readJunit(file: string): Promise<Map<string, boolean>> {
    const { code, output } = await runProgram('python3', ['-c', READ_JUNIT, file]);
    assert.equal(code, 0, output);
    return new Map(JSON.parse(output));
  }

  it('are JUnit', async () => {
    const file = path('a report & more.xml');
    const failed = await readJunit(file);
    assert.equal(failed.get('examples: GET /health'), false);
    assert.equal(failed.get('stateful: POST /rooms'), true);
    const xml = await readFile(file, 'utf8');
    assert.match(xml, /status_code_conformance: The status 410 is not declared/);
    // The schema of Ant's task: a test case fails once, and a suite says when it began.
    assert.doesNotMatch(xml, /<\/failure><failure/);
    assert.match(xml, /<testsuites>\n<testsuite id="0" .*timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/);
    for (const evidence of [/curl -i -X GET/, /answer: 410/, /rule: {3}#\/paths/, /--seed 1/])
      assert.match(xml, evidence);
    assert.match(run.output, /✔ examples: GET \/health/);
    assert.equal(run.code, 1);
  });

  it('are one JSON object a line: findings, operations, the run', async () => {
    const text = await readFile(path('report.ndjson'), 'utf8');
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
    const { log } = JSON.parse(await readFile(path('run.har'), 'utf8'));
    const [, requests] = /^(\d+) requests, /m.exec(run.output) ?? [];
    assert.equal(log.entries.length, Number(requests));
    assert.ok(log.entries.every(({ response }: { response: { status: number } }) => response.status >= 200));
    assert.ok(!JSON.stringify(log).includes(TOKENS.ann));
  });

  it('are a page, and annotations and a summary for GitHub', async () => {
    assert.match(run.output, /^::error title=not_a_server_error%3A POST \/rooms::.*%0A.*curl/m);
    for (const name of ['report.html', 'summary.md']) {
      const text = await readFile(path(name), 'utf8');
      assert.match(text, /<code>use_after_free<\/code> GET \/rooms/);
      assert.match(text, /statuses not met/);
    }
  });

  it('print each finding once on the console, and no path of the program', async () => {
    const { output } = run;
    for (const finding of ['not_a_server_error: POST /rooms', 'status_code_conformance: GET /rooms/{roomId}'])
      assert.equal(output.split(`${finding}\n`).length, 2, finding);
    assert.ok(!output.includes('file://') && !output.includes('dist-test'));
    assert.match(output, /^Covered: \d+ of 10 operations, \d+ of \d+ statuses/m);
  });
});
