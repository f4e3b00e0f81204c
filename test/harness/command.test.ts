/** The command: its exit status, its reports, and what a hostile document can do to it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { freePort } from '../helpers/service.js';
import { BIN, json, pathsOf, runHarness, type Service, serveAnswer, withFile } from './run-harness.js';

/** Runs the command against the service. */
async function command(service: Service, options: string, program?: readonly string[]) {
  const server = await serveAnswer(service);
  return runHarness(`--url ${server.url} --seed 1 ${options}`, program).finally(() => server.close());
}

describe('the command', () => {
  /** Ends of line, and what a terminal shows. */
  const UNSHOWN = /[^\P{C}\n\t]|[\u2028\u2029]/u;
  const ODD = 'a\u001b[2Jb\u009b31mc\u202ed\u0000e\rf\u2028g';

  it('ends with 1 on findings, which both reports tell without control characters', async () => {
    const schema = {
      type: 'object',
      required: [ODD],
      properties: { [ODD]: { type: 'string', enum: [ODD] } },
    };
    const get = {
      operationId: ODD,
      parameters: [{ name: ODD, in: 'query', example: ODD, schema: { type: 'string', pattern: '(' } }],
      responses: { 200: { description: ODD, ...json(schema) } },
    };
    const paths = { [`/x${ODD}\n✔ all is well`]: { get }, '/broken': { get: { responses: { 200: {} } } } };
    const service: Service = {
      document: { info: { title: ODD, version: ODD }, paths },
      answer: ({ path }) =>
        path === '/broken' ? [500] : [200, { [`${ODD}x`]: `${ODD}\u001b` }, { ETag: '"\u009b31m"' }],
    };
    await withFile('junit.xml', '', async (file) => {
      const { code, output } = await command(service, `--max-examples 3 --report-junit-path ${file}`);
      const junit = await readFile(file, 'utf8');
      assert.equal(code, 1);
      assert.match(output, /\\u001b\[2Jb\\u009b31mc\\u202ed\\u0000e\\u000d/);
      assert.match(output, /FAIL GET \/broken/);
      assert.match(junit, /<testsuite name="contract, --seed 1"[^>]*>\s*<testcase name="examples: /);
      for (const text of [output, junit]) {
        assert.match(text, /not_a_server_error: GET \/broken\n/);
        assert.equal(UNSHOWN.exec(text)?.[0], undefined);
        assert.doesNotMatch(text, /^\s*✔ all is well/m);
      }
    });
  });

  it('ends with 2 when it cannot run, and prints nothing but why', async () => {
    const { code, output } = await runHarness(`--url http://127.0.0.1:${await freePort()}`);
    assert.match(output, /^No server answers at http:\/\/127\.0\.0\.1:\d+: .*\n$/);
    assert.equal(code, 2);
  });

  it('ends with 0 when there is no finding, here when npm run contract reads the server from a file', async () => {
    const server = await serveAnswer({ document: 'GET /health:' });
    const script = fileURLToPath(new URL('../../test/contract/run.mjs', import.meta.url));
    const { code, output } = await withFile('st.toml', `base-url = "${server.url}"`, (file) =>
      runHarness(`--config ${file} --phases examples`, [script]),
    );
    await server.close();
    assert.ok(output.includes(`${server.url}/openapi.json`));
    assert.match(output, /ok {3}GET \/health +1 request, 1 accepted, 200/);
    assert.match(output, /, 0 findings, /);
    assert.equal(code, 0, output);
  });

  it('ends with 0 after --help', async () => {
    const { code, output } = await runHarness('--help');
    assert.match(output, /--url[\s\S]*--include-path[\s\S]*pagination_conformance/);
    assert.equal(code, 0);
  });
});

describe('a document that asks for what no memory holds', () => {
  const MOST_MEGABYTES = 500;
  const sizes: Readonly<Record<string, object>> = parse(`
long-text: { type: string, minLength: 2000000000 }
long-list: { type: array, minItems: 1000000000, items: { type: string } }
long-set: { type: array, minItems: 1000000000, uniqueItems: true, items: { type: integer } }
lists-of-lists:
  type: array
  minItems: 1000
  items: { type: array, minItems: 1000, items: { type: array, minItems: 1000, items: { type: string } } }
long-texts: { type: array, minItems: 1000, items: { type: string, minLength: 900000 } }
long-pattern: { type: string, pattern: '^((a{1000}){1000}){1000}$' }
long-member: { type: object, properties: { a: { type: string }, large: { type: string, minLength: 2000000000 } } }
node: { $ref: '#/components/schemas/Node' }
`);
  const node = { $ref: '#/components/schemas/Node' };
  const Node = { type: 'object', required: ['a', 'b', 'c'], properties: { a: node, b: node, c: node } };

  it('is answered within bounds of memory', async () => {
    const operations = Object.entries(sizes).map(([name, schema]) => {
      const takes = { type: 'object', required: ['value'], properties: { value: schema } };
      return [`POST /${name}`, { takes }];
    });
    const document = { paths: pathsOf(Object.fromEntries(operations)), components: { schemas: { Node } } };
    const report = `process.on('exit',()=>console.error('MEMORY '+process.resourceUsage().maxRSS))`;
    const program = ['--import', `data:text/javascript,${report}`, BIN];
    const { output } = await command({ document, answer: () => [400] }, '--max-examples 3', program);
    const [, kilobytes] = /MEMORY (\d+)/.exec(output) ?? [];
    for (const [name] of operations) assert.ok(output.includes(` ${name} `), `${name}: ${output}`);
    assert.ok(Number(kilobytes) / 1024 < MOST_MEGABYTES, `${kilobytes} KB\n${output}`);
  });
});
