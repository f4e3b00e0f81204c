/** What a finding tells: once each, again by its seed, by a request that shows it and a rule that is there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import type { Overrides } from '../harness/configuration/configuration.js';
import { lookUp } from '../harness/document/dereference.js';
import { prepareRun, scenariosOf } from '../harness/open-run.js';
import { describeFinding, type Finding } from '../harness/report.js';
import { FAULTS } from './roombook/app.js';
import { CONFIGURATION, DOCUMENT, startRoombook, TOKENS } from './roombook/start.js';
import { runProgram } from './run-harness.js';
import { type Served, serve } from './serve.js';

const curlIsMissing = spawnSync('curl', ['--version']).error !== undefined;
const skip = curlIsMissing && process.env.CI !== 'true' ? 'curl is not on this machine' : false;

describe('the findings of a run', () => {
  let service: Served;
  let findings: readonly Finding[];
  before(async () => {
    service = await startRoombook(FAULTS);
    process.env.ROOMBOOK_TOKEN = TOKENS.ann;
    findings = await hunt(`${service.url}/v1`, DOCUMENT, {
      seed: 3,
      maxExamples: 10,
    });
  });
  after(() => service.close());

  it('are reported once each', () => {
    const told = findings.map(({ check, operation, pointer, field, answer }) =>
      [check, operation, answer?.status, pointer, field].join(' '),
    );
    assert.equal(new Set(told).size, told.length);
    // One fault may break several rules of an operation.
    assert.equal(
      new Set(findings.map(({ check, operation }) => `${check} ${operation}`)).size,
      FAULTS.length,
    );
  });

  it('name rules that exist in the document', async () => {
    const document: unknown = parse(await readFile(DOCUMENT, 'utf8'));
    for (const { pointer } of findings) assert.doesNotThrow(() => lookUp(document, pointer), pointer);
  });

  it('print the check, the operation, the requests, the answer, the rule and the seed', () => {
    for (const finding of findings) {
      const text = describeFinding(finding);
      assert.ok(text.startsWith(`${finding.check}: ${finding.operation}\n`));
      for (const line of finding.curl) assert.ok(text.includes(line));
      assert.match(text, /\n {2}answer: \d{3} /);
      assert.match(text, /\n {2}rule: {3}#\//);
      assert.match(text, /\n {2}again: {2}--seed 3$/);
      assert.ok(!text.includes(TOKENS.ann), 'credentials are not printed');
    }
  });

  it('print curl lines that reproduce them in a shell', { skip }, async () => {
    for (const { curl, answer } of findings) {
      // What the first lines make, the last one finds under its new id.
      const fresh = await startRoombook(FAULTS);
      const lines = curl.join('\n').replaceAll(service.url, fresh.url);
      const { output } = await runProgram('sh', ['-c', lines], {
        env: { AUTHORIZATION: `Bearer ${TOKENS.ann}` },
      });
      await fresh.close();
      const statuses = [...output.matchAll(/^HTTP\/1\.1 (\d+) /gm)].map(([, status]) => Number(status));
      assert.equal(statuses.at(-1), answer?.status, curl.join('\n'));
    }
  });
});

describe('random findings', () => {
  const SPEC = `${JSON.stringify({
    openapi: '3.0.3',
    paths: {
      '/notes': {
        post: {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['text', 'stars'],
                  properties: {
                    text: { type: 'string', maxLength: 60 },
                    stars: { type: 'integer', minimum: 0, maximum: 1000 },
                    tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
                  },
                },
              },
            },
          },
          responses: { 201: {}, 400: {} },
        },
      },
    },
  })}`;
  let server: Served;
  before(async () => {
    // Breaks on what few random data have: more than 500 stars, and a text of three characters at least.
    server = await serve(async (request, response) => {
      if (request.method === 'GET') return void response.end(SPEC);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { text, stars } = Object(JSON.parse(String(Buffer.concat(chunks))));
      const isBroken = typeof text === 'string' && [...text].length >= 3 && stars > 500;
      response.writeHead(isBroken ? 500 : 201).end();
    });
  });
  after(() => server.close());

  const fuzz = (seed: number, more: Overrides = {}, config?: string) =>
    hunt(
      server.url,
      `${server.url}/openapi.json`,
      { seed, phases: ['fuzzing'], checks: ['not_a_server_error'], maxExamples: 60, ...more },
      config,
    );
  const sentBy = ([finding]: readonly Finding[]) => {
    const [, json = '{}'] = /--data-raw '(.*)' http/s.exec(finding?.curl[0] ?? '') ?? [];
    return JSON.parse(json.replaceAll(`'\\''`, "'"));
  };

  it('are the same with the same seed', async () => {
    const [first, second, other] = [await fuzz(7), await fuzz(7), await fuzz(8)];
    assert.equal(first.length, 1);
    assert.deepEqual(first[0]?.curl, second[0]?.curl);
    assert.notDeepEqual(first[0]?.curl, other[0]?.curl);
  });

  it('are shrunk to the smallest request that shows them', async () => {
    const { text, stars, ...more } = sentBy(await fuzz(7));
    assert.equal([...text].length, 3);
    assert.equal(stars, 501);
    assert.deepEqual(more, {});
  });

  it('stay as they were found with no-shrink', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-findings-'));
    try {
      const config = join(folder, 'schemathesis.toml');
      await writeFile(config, '[generation]\nno-shrink = true\n');
      const [[found], [shrunk]] = [await fuzz(7, {}, config), await fuzz(7)];
      assert.match(shrunk?.curl[0] ?? '', /"stars":501/);
      assert.doesNotMatch(found?.curl[0] ?? '', /"stars":501/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

async function hunt(
  url: string,
  spec: string,
  overrides: Overrides,
  config = CONFIGURATION,
): Promise<readonly Finding[]> {
  const run = await prepareRun({
    url,
    spec,
    config,
    self: undefined,
    other: undefined,
    overrides,
  });
  for (const scenario of scenariosOf(run)) await scenario.run();
  run.close();
  return run.findings.filter(({ check }) => check !== 'vacuity');
}
