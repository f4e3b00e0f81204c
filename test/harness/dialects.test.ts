/** What documents in use have: a service as it should be has no finding, and a fault in it is found. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { DIALECTS } from './dialects.js';
import { type Answer, meet, namesOf } from './run-harness.js';

const SEEDS = ['1', '7'];

describe('a service', () => {
  for (const { name, document, options = '', serve, fault, finds } of DIALECTS)
    it(`with ${name} has no finding, and its fault is found`, async () => {
      for (const seed of SEEDS) {
        const run = (answer: Answer) => meet({ document, answer, options: `${options} --seed ${seed}` });
        const right = await run(serve());
        assert.deepEqual(
          right.findings.map(({ text }) => text),
          [],
        );
        assert.equal(right.code, 0, right.output);
        const answer = serve();
        const wrong = await run(async (question) => {
          const reply = await answer(question);
          return reply && fault(reply, question);
        });
        const told = wrong.findings.map((one) => `${one.name}: ${one.message}`);
        assert.ok(
          told.some((text) => finds.test(text)),
          told.join('\n') || wrong.output,
        );
      }
    });
});

/** Runs with files in a folder, of which the first is the description. */
async function meetFiles(files: Readonly<Record<string, string>>, answer: Answer) {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const [spec = ''] = Object.keys(files);
    return await meet({ document: {}, answer, options: `--phases examples --spec ${join(folder, spec)}` });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const DOCUMENT = (schema: string, more = '') => `
openapi: 3.1.0
info: { title: Test, version: '1' }
paths:
  /odd: { get: { responses: { 200: { description: x, content: { application/json: { schema: ${schema} } } } } } }
  /even: { get: { responses: { 200: { description: x, content: { application/json: { schema: { type: integer } } } } } } }
${more}`;

describe('a description that cannot be read in one place', () => {
  const rows = [
    {
      what: 'a type that there is not',
      schema: '{ type: int }',
      says: /GET \/odd .*schema: type: "int" is nothing/,
    },
    {
      what: 'a requirement that is no list',
      schema: '{ properties: { a: { required: true } } }',
      says: /GET \/odd .*\/a: required/,
    },
    {
      what: 'a limit that is a text',
      schema: '{ minLength: "3" }',
      says: /GET \/odd .*minLength: "3"/,
    },
    { what: 'no choice at all', schema: '{ enum: [] }', says: /GET \/odd .*enum: \[\]/ },
    {
      what: 'a reference to nothing',
      schema: "{ $ref: '#/nothing' }",
      says: /GET \/odd .*#\/nothing points to nothing/,
    },
    {
      what: 'a reference to itself',
      schema: "{ $ref: '#/x-a' }",
      more: "x-a: { $ref: '#/x-a' }",
      says: /GET \/odd .*back to itself/,
    },
    {
      what: 'a member without a schema',
      schema: '{ properties: { a: } }',
      says: /GET \/odd .*\/a: null is no schema/,
    },
    {
      what: 'a file outside of its folder',
      schema: '{ $ref: ../../etc/passwd }',
      says: /GET \/odd .*is not in the folder/,
    },
    {
      what: 'a file elsewhere',
      schema: "{ $ref: 'http://127.0.0.1:1/a.yaml' }",
      says: /GET \/odd .*is not in the folder/,
    },
  ];
  for (const { what, schema, more = '', says } of rows)
    it(`is tested as far as it can be when it has ${what}, and the run is incomplete`, async () => {
      const files = { 'openapi.yaml': DOCUMENT(schema, more) };
      const right = await meetFiles(files, () => [200, 1]);
      assert.deepEqual(namesOf(right), []);
      assert.match(right.output, says);
      assert.match(right.output, /^incomplete: GET \/odd was tested without a part of it/m);
      assert.equal(right.code, 3);
      const wrong = await meetFiles(files, () => [200, 'one']);
      assert.ok(namesOf(wrong).includes('response_schema_conformance GET /even'));
      assert.equal(wrong.code, 1);
    });

  it('is not tested in an operation of which a parameter is not known', async () => {
    const parameters = "parameters: [{ $ref: '#/components/parameters/none' }]";
    const text = DOCUMENT('{}').replace('/odd: { get: {', `/odd: { get: { ${parameters},`);
    const run = await meetFiles({ 'openapi.yaml': text }, () => [200, 1]);
    assert.deepEqual([...new Set(run.questions.map(({ path }) => path))], ['/even']);
    assert.match(run.output, /^incomplete: GET \/odd was not tested: .*parameters\/none points to nothing/m);
    assert.equal(run.code, 3);
  });

  it('is whole where what is odd means one thing', async () => {
    for (const schema of [
      '{ required: [a, a], properties: { a: {} } }',
      '{ examples: { one: 1 }, type: object }',
    ]) {
      const run = await meetFiles({ 'openapi.yaml': DOCUMENT(schema) }, ({ path }) => [
        200,
        path === '/odd' ? { a: 1 } : 1,
      ]);
      assert.equal(run.code, 0, run.output);
    }
  });
});

describe('a description in files', () => {
  it('has what lies beside it, wherever in a file it is', async () => {
    const files = {
      'openapi.yaml': DOCUMENT("{ $ref: 'schemas/all.yaml#/Odd' }"),
      'schemas/all.yaml':
        "Odd: { type: object, properties: { a: { $ref: '#/A' }, b: { $ref: b.json } } }\nA: { type: integer }",
      'schemas/b.json': '{ "type": "object", "properties": { "again": { "$ref": "all.yaml#/Odd" } } }',
    };
    const told = { a: 1, b: { again: { a: 'x' } } };
    const run = await meetFiles(files, ({ path }) => [200, path === '/odd' ? told : 1]);
    assert.deepEqual(namesOf(run), ['response_schema_conformance GET /odd']);
    assert.match(run.output, /The body\/b\/again\/a must be integer/);
    assert.match(run.output, /rule: {3}\S*schemas\/all\.yaml#\/A\/type/);
  });

  it('uses one YAML anchor as often as it likes', async () => {
    const members = Array.from({ length: 150 }, (_, index) => `m${index}: *one`).join(', ');
    const run = await meetFiles(
      {
        'openapi.yaml': DOCUMENT(`{ properties: { ${members} } }`).replace(
          'info:',
          'x-one: &one { type: integer }\ninfo:',
        ),
      },
      ({ path }) => [200, path === '/odd' ? { m149: 'x' } : 1],
    );
    assert.deepEqual(namesOf(run), ['response_schema_conformance GET /odd']);
  });
});
