/** OpenAPI documents as the harness reads them: 3.0, 3.1, in files, large, and what is none. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import {
  type Answer,
  cellsOf,
  distinctNames,
  json,
  meet,
  patternOf,
  type Question,
  runContract,
  serveAnswer,
  takes,
} from './run-harness.js';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-document-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A run with documents in files, the last of which is the one that is meant. */
async function runOn(files: Readonly<Record<string, string>>, answer: Answer, ...options: readonly string[]) {
  const server = await serveAnswer({ document: {}, answer });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const spec = join(folder, Object.keys(files).at(-1) ?? '');
  const asked = ['--url', server.url, '--spec', spec, '--seed', '1', '--phases', 'examples', ...options];
  const run = await runContract(asked);
  await server.close();
  return run;
}

const answers = (schema: string) => `{ '200': { content: { application/json: { schema: ${schema} } } } }`;
const ping = (schema: string) =>
  `{ openapi: 3.0.3, paths: { /ping: { get: { responses: ${answers(schema)} } } }`;
const none = ping('{}').replace(answers('{}'), "{ '200': { $ref: '#/x-none' } }");

describe('a document', () => {
  const refused = cellsOf(`
    is neither JSON nor YAML | { "openapi": | …is neither JSON nor YAML: …
    is something else | { "info": {} } | …is not an OpenAPI document…
    is of a version that is not known | { openapi: 4.0.0, paths: {} } | …is OpenAPI 4.0.0: 3.0 and 3.1 can be read…
    has no paths | openapi: 3.0.3 | …has no paths…
    refers to itself | ${ping("{ $ref: '#/x-a' }")}, x-a: { $ref: '#/x-a' } } | …leads back to itself…
    has a schema that is none | ${ping('{ type: strin }')} } | #/paths/~1ping/get/…/schema: a schema cannot be read: …
    has an answer that refers to nothing | ${none} } | …x-none points to nothing…
    has a schema that refers to nothing | ${ping("{ $ref: '#/x-a' }")} } | #/paths/~1ping/…: The reference #/x-a points to nothing…
    has a schema in another file | ${ping('{ $ref: other.yaml }')} } | …leads outside the document…
  `);
  for (const [what, text = '', message = ''] of refused)
    it(`is refused when it ${what}`, async () => {
      const { code, output } = await runOn({ 'document.yaml': text }, () => [200]);
      assert.match(output, patternOf(message));
      assert.equal(code, 2);
    });

  it('leaves a schema open that cannot be read, with a warning, and promises nothing of requests', async () => {
    const rows: readonly [schema: object, right: unknown, warning: RegExp][] = [
      [{ type: 'string', pattern: '(?i)^abc$' }, 'abc', /Invalid regular expression.*\?i/],
      [{ oneOf: [{ pattern: '(' }, { type: 'string' }] }, 'abc', /regular expression/],
      [{ patternProperties: { '(': {} }, additionalProperties: false }, { a: 1 }, /regular/],
    ];
    const odd = { type: 'string', pattern: '(' };
    const run = await meet({
      document: {
        openapi: '3.1.0',
        paths: {
          ...Object.fromEntries(
            rows.map(([schema], index) => [`/r${index}`, { get: { responses: { 200: json(schema) } } }]),
          ),
          '/odd': {
            get: {
              parameters: [{ name: 'q', in: 'query', schema: odd }],
              responses: { 200: json(odd), 400: {} },
            },
          },
        },
      },
      // Of what is open the type alone is known.
      answer: ({ path, query }) =>
        path === '/odd' ? (query.has('q') ? [400] : [200, 1]) : [200, rows[Number(path.slice(2))]?.[1]],
      options: '--phases examples,coverage --exclude-checks unsupported_method,allow_header_conformance',
    });
    assert.deepEqual(distinctNames(run), ['response_schema_conformance GET /odd']);
    const warnings = run.output.split('\n').filter((line) => line.startsWith('warning: '));
    for (const [index, [, , warning]] of rows.entries())
      assert.ok(
        warnings.some((line) => warning.test(line) && line.includes(`#/paths/~1r${index}/get/responses/200`)),
        `${warning}\n${warnings.join('\n')}`,
      );
  });

  const components = parse(`
schemas:
  Size: { $ref: '#/components/schemas/Size/$defs/whole', $defs: { whole: { type: integer } } }
  Named: { type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }
  User:
    allOf:
      - { $ref: '#/components/schemas/Named' }
      - { type: object, required: [secret], properties: { secret: { type: string, writeOnly: true } } }
  Kind:
    type: [object, 'null']
    required: [kind]
    properties:
      kind: { const: cat }
      pair: { type: array, prefixItems: [{ type: string }, { type: integer }], items: false }
      size: { $ref: '#/components/schemas/Size', maximum: 5 }
      age: { type: integer, exclusiveMinimum: 0, examples: [3] }
    unevaluatedProperties: false
`);
  const user = { $ref: '#/components/schemas/User' };

  /** By version: a schema, what it allows, and what it does not. */
  const values: Readonly<Record<string, string>> = {
    '3.0.3': '{ type: integer, nullable: true, minimum: 1, exclusiveMinimum: true } | [2, null] | [1, "2"]',
    '3.1.0': `
$ref: '#/components/schemas/Kind' | [null, { kind: cat }, { kind: cat, pair: [a, 1], size: 5, age: 1 }] | [1, {}]
$ref: '#/components/schemas/Kind' | [] | [{ kind: dog }, { kind: cat, pair: [a, b] }, { kind: cat, pair: [a, 1, 2] }]
$ref: '#/components/schemas/Kind' | [] | [{ kind: cat, size: 6 }, { kind: cat, size: 1.5 }]
$ref: '#/components/schemas/Kind' | [] | [{ kind: cat, age: 0 }, { kind: cat, x: 1 }]
$ref: '#/components/schemas/User' | [{ id: 1 }] | [{ secret: x }]
maximum: 9223372036854775807 | [9223372036854775807] | []
format: int64 | [9223372036854775807] | []`,
  };
  for (const [version, table] of Object.entries(values))
    it(`of OpenAPI ${version} allows what its schemas allow`, async () => {
      const all = cellsOf(table).flatMap((cells) => {
        const [schema, right, wrong] = cells.map((cell) => parse(cell, { intAsBigInt: true }));
        return [...right, ...wrong].map((value, index) => ({ schema, value, isRight: index < right.length }));
      });
      const run = await meet({
        document: {
          openapi: version,
          components,
          paths: Object.fromEntries(
            all.map(({ schema }, index) => [`/v${index}`, { get: { responses: { 200: json(schema) } } }]),
          ),
        },
        answer: ({ path }) => [200, all[Number(path.slice(2))]?.value],
        options: '--phases examples --checks response_schema_conformance',
      });
      const wrong = all.flatMap(({ isRight }, index) =>
        isRight ? [] : [`response_schema_conformance GET /v${index}`],
      );
      assert.deepEqual(distinctNames(run), wrong.sort());
    });

  it('requires no read-only member in requests', async () => {
    const { findings } = await meet({
      document: {
        openapi: '3.1.0',
        components,
        paths: { '/users': { post: { ...takes(user), responses: { 200: {}, 400: {} } } } },
      },
      answer: ({ body }) => [typeof Object(body).secret === 'string' ? 200 : 400],
      options: '--phases examples,fuzzing --checks positive_data_acceptance',
    });
    assert.deepEqual(findings, []);
  });

  it('has what YAML merges, the path items that are referred to, and servers of its own for each', async () => {
    const questions: Question[] = [];
    const { findings } = await runOn(
      {
        'document.yaml': `
openapi: 3.0.3
servers: [{ url: '/{base}/v2/', variables: { base: { default: all } } }]
paths:
  /a: { $ref: '#/x-items/A' }
  /b: { servers: [{ url: /b/ }], get: { responses: {} }, put: { servers: [{ url: /put }], responses: {} } }
  /merged: { get: { responses: ${answers("{ $ref: '#/x-merged' }")} } }
  /hex: { get: { responses: ${answers('{ maximum: 0x10 }')} } }
x-base: &base { type: object, required: [a] }
x-merged: { <<: *base, description: more }
x-items:
  A:
    parameters:
      - { name: q, in: query, schema: { type: string } }
      - { name: Accept, in: header, schema: { type: string } }
      - { name: sid, in: cookie, required: true, schema: { type: string } }
      - { name: filter, in: query, required: true, content: { application/json: { schema: { type: object } } } }
    get:
      parameters: [{ name: q, in: query, required: true, schema: { type: integer } }]
      responses: {}
`,
      },
      (question) => {
        questions.push(question);
        if (question.path.endsWith('/hex')) return [200, 17];
        return [200, {}];
      },
    );
    const asked = new Set(questions.map(({ method, path }) => `${method} ${path}`));
    const targets = [
      'GET /',
      'GET /all/v2/a',
      'GET /all/v2/hex',
      'GET /all/v2/merged',
      'GET /b/b',
      'PUT /put/b',
    ];
    assert.deepEqual([...asked].sort(), targets);
    const [{ query, headers } = assert.fail('nothing was sent')] = questions.filter(({ path }) =>
      path.endsWith('/a'),
    );
    assert.match(query.get('q') ?? '', /^-?\d+$/);
    assert.match(query.get('filter') ?? '', /^\{/);
    assert.match(headers.cookie ?? '', /^sid=/);
    const told = findings.flatMap(({ name }) => /^response_schema_conformance (.*)/.exec(name)?.[1] ?? []);
    assert.deepEqual(told.sort(), ['GET /hex', 'GET /merged']);
  });
});

describe('a document', () => {
  for (const [language, head] of [
    ['JSON', ''],
    ['YAML', '# YAML\n'],
  ] as const)
    it(`may be large, in ${language}`, { timeout: 60_000 }, async () => {
      const start = process.cpuUsage();
      const text = `${head}${JSON.stringify(large(90))}`;
      const { output } = await runOn({ large: text }, () => [200], '--include-path', '/r0');
      const { user } = process.cpuUsage(start);
      assert.match(output, / 1 operations/);
      assert.ok(user / 1e6 < 5, `${(user / 1e6).toFixed(1)} s of processor time`);
    });
});

/** Each schema has 150 texts, and refers to another. */
function large(count: number): object {
  const description = 'Says something of the resource, in as many words as others do.';
  const fields = Array.from({ length: 150 }, (_, i) => [`field${i}`, { type: 'string', description }]);
  const each = (make: (index: number) => [name: string, value: object]) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));
  const ref = (index: number) => ({ $ref: `#/components/schemas/S${index % count}` });
  const schemas = each((i) => [
    `S${i}`,
    { type: 'object', properties: { ...Object.fromEntries(fields), next: ref(i * 7 + 1) } },
  ]);
  const paths = each((i) => [`/r${i}`, { get: { responses: { 200: json(ref(i)) } } }]);
  return { openapi: '3.0.3', info: { title: 'Large', version: '1' }, paths, components: { schemas } };
}
