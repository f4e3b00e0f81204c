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

const DOCUMENT = (schema: string) => `
openapi: 3.1.0
info: { title: Test, version: '1' }
paths:
  /odd: { get: { responses: { 200: { description: x, content: { application/json: { schema: ${schema} } } } } } }
  /even: { get: { responses: { 200: { description: x, content: { application/json: { schema: { type: integer } } } } } } }
x-a: { $ref: '#/x-a' }
`;

describe('a description that cannot be read in one place', () => {
  const rows: readonly (readonly [what: string, schema: string, says: RegExp])[] = [
    ['a type that there is not', '{ type: int }', /GET \/odd .*schema: type: "int" is nothing/],
    [
      'a requirement that is no list',
      '{ properties: { a: { required: true } } }',
      /GET \/odd .*\/a: required/,
    ],
    ['a limit that is a text', '{ minLength: "3" }', /GET \/odd .*minLength: "3"/],
    ['no choice at all', '{ enum: [] }', /GET \/odd .*enum: \[\]/],
    ['a reference to nothing', "{ $ref: '#/nothing' }", /GET \/odd .*#\/nothing points to nothing/],
    ['a reference to itself', "{ $ref: '#/x-a' }", /GET \/odd .*back to itself/],
    ['a member without a schema', '{ properties: { a: } }', /GET \/odd .*\/a: null is no schema/],
    ['a file outside of its folder', '{ $ref: ../../etc/passwd }', /GET \/odd .*is not in the folder/],
    ['a file elsewhere', "{ $ref: 'http://127.0.0.1:1/a.yaml' }", /GET \/odd .*is not in the folder/],
  ];
  for (const [what, schema, says] of rows)
    it(`is tested as far as it can be when it has ${what}, and the run is incomplete`, async () => {
      const files = { 'openapi.yaml': DOCUMENT(schema) };
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
