/** OpenAPI documents as the harness reads them: 3.0, 3.1, in files, large, and what is none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { cellsOf, documentOf, json, meet, namesOf, patternOf, withFile } from './run-harness.js';

/** A run with the document from a file. */
const meetFile = (text: string, options = '') =>
  withFile('document.yaml', text, (file) =>
    meet({ document: {}, answer: () => [200, {}], options: `--phases examples --spec ${file} ${options}` }),
  );

/** A path for each schema of an answer. */
const pathsOf = (schemas: readonly object[]) =>
  Object.fromEntries(
    schemas.map((schema, index) => [`/r${index}`, { get: { responses: { 200: json(schema) } } }]),
  );
const indexOf = (path: string) => Number(path.slice('/r'.length));

describe('a document', () => {
  const refused = cellsOf(`
    is neither JSON nor YAML | { "openapi": | …is neither JSON nor YAML: …
    is something else | { "info": {} } | …is not an OpenAPI document…
    is of a version that is not known | { openapi: 4.0.0, paths: {} } | …is OpenAPI 4.0.0: 3.0, 3.1 and 3.2 can be read…
    has no paths | openapi: 3.0.3 | …has no paths…
  `);
  for (const [what, text = '', message = ''] of refused)
    it(`is refused when it ${what}`, async () => {
      const { code, output } = await meetFile(text);
      assert.match(output, patternOf(message));
      assert.equal(code, 2);
    });

  it('leaves a schema open that cannot be read, with a warning, and promises nothing of requests', async () => {
    // Of what is open the type alone is known.
    const rows = cellsOf(`
      { type: string, pattern: '(?i)^abc$' } | abc | Invalid regular expression…?i…
      { oneOf: [{ pattern: '(' }, { type: string }] } | abc | …regular expression…
      { patternProperties: { '(': {} }, additionalProperties: false } | { a: 1 } | …regular expression…
      { type: string, pattern: '(' } | 1 | …regular expression…
    `);
    const odd = { name: 'q', in: 'query', schema: { type: 'string', pattern: '(' } };
    const taken = { get: { parameters: [odd], responses: { 200: {}, 400: {} } } };
    const run = await meet({
      document: {
        openapi: '3.1.0',
        paths: { ...pathsOf(rows.map(([schema = '']) => parse(schema))), '/taken': taken },
      },
      answer: ({ path, query }) =>
        path === '/taken' ? [query.has('q') ? 400 : 200] : [200, parse(rows[indexOf(path)]?.[1] ?? '')],
      options: '--phases examples,coverage --exclude-checks unsupported_method,allow_header_conformance',
    });
    assert.deepEqual(namesOf(run), [`response_schema_conformance GET /r${rows.length - 1}`]);
    for (const [index, [, , why = '']] of rows.entries()) {
      const warning = new RegExp(`^warning: #/paths/~1r${index}/get/responses/200\\S*: (.*)$`, 'm');
      assert.match(warning.exec(run.output)?.[1] ?? run.output, patternOf(why));
    }
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

  /** The version, a schema, what it allows, and what it does not. */
  const values = cellsOf(`
    3.0.3 | { type: integer, nullable: true, minimum: 1, exclusiveMinimum: true } | [2, null] | [1, "2"]
    3.1.0 | $ref: '#/components/schemas/Kind' | [null, { kind: cat }] | [1, {}, { kind: dog }]
    3.1.0 | $ref: '#/components/schemas/Kind' | [{ kind: cat, pair: [a, 1], size: 5, age: 1 }] | []
    3.1.0 | $ref: '#/components/schemas/Kind' | [] | [{ kind: cat, pair: [a, b] }, { kind: cat, pair: [a, 1, 2] }]
    3.1.0 | $ref: '#/components/schemas/Kind' | [] | [{ kind: cat, size: 6 }, { kind: cat, size: 1.5 }]
    3.1.0 | $ref: '#/components/schemas/Kind' | [] | [{ kind: cat, age: 0 }, { kind: cat, x: 1 }]
    3.1.0 | $ref: '#/components/schemas/User' | [{ id: 1 }] | [{ secret: x }]
    3.1.0 | { maximum: 9223372036854775807, format: int64 } | [9223372036854775807] | []
  `);
  for (const [openapi, ...cells] of values)
    it(`of OpenAPI ${openapi} allows ${cells[1]} and not ${cells[2]} where it has ${cells[0]}`, async () => {
      const [schema, right, wrong] = cells.map((cell) => parse(cell));
      const run = await meet({
        document: { openapi, components, paths: pathsOf([...right, ...wrong].map(() => schema)) },
        answer: ({ path }) => [200, [...right, ...wrong][indexOf(path)]],
        options: '--phases examples --checks response_schema_conformance',
      });
      const indices = [
        ...new Set(run.findings.map(({ operation }) => indexOf(operation.slice('GET '.length)))),
      ];
      assert.deepEqual(
        indices,
        wrong.map((_: unknown, index: number) => right.length + index),
      );
    });

  it('requires no read-only member in requests', async () => {
    const { findings } = await meet({
      document: {
        components,
        ...documentOf("POST /users: { takes: { $ref: '#/components/schemas/User' } }"),
      },
      answer: ({ body }) => [typeof Object(body).secret === 'string' ? 200 : 400],
      options: '--phases examples,fuzzing --checks positive_data_acceptance',
    });
    assert.deepEqual(findings, []);
  });

  it('has what YAML merges, the path items that are referred to, and a server with variables', async () => {
    const schema = (text: string) =>
      `{ responses: { 200: { content: { application/json: { schema: ${text} } } } } }`;
    const { findings, questions } = await meetFile(`
openapi: 3.0.3
servers: [{ url: '/{base}/v2/', variables: { base: { default: all } } }]
paths:
  /a: { $ref: '#/x-items/A' }
  /merged: { get: ${schema("{ $ref: '#/x-merged' }")} }
  /hex: { get: ${schema('{ type: object, minProperties: 0x1 }')} }
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
`);
    const asked = new Set(questions.map(({ method, path }) => `${method} ${path}`));
    const targets = 'GET /all/v2/a, GET /all/v2/hex, GET /all/v2/merged';
    assert.equal([...asked].sort().join(', '), targets);
    const { query, headers } =
      questions.find(({ path }) => path.endsWith('/a')) ?? assert.fail('nothing was sent');
    assert.match(query.get('q') ?? '', /^-?\d+$/);
    assert.match(query.get('filter') ?? '', /^\{/);
    assert.match(headers.cookie ?? '', /^sid=/);
    const told = findings.flatMap(({ check, operation }) =>
      check === 'response_schema_conformance' ? operation : [],
    );
    assert.deepEqual(told.sort(), ['GET /hex', 'GET /merged']);
  });
});
