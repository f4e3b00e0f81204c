/** OpenAPI documents as the harness reads them: 3.0, 3.1, in files, large, hostile, and what is none. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readDocument } from '../harness/document/read-document.js';
import { checkSchemas, makeValidators } from '../harness/document/validators.js';
import { CannotRun } from '../harness/errors.js';

const REFERRED_ANSWER = `
openapi: 3.0.3
paths: { /ping: { get: { responses: { '200': { $ref: '#/components/responses/None' } } } } }`;

describe('a document', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-document-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function read(text: string) {
    const path = join(folder, 'document.yaml');
    await writeFile(path, text);
    const document = await readDocument(path);
    const validators = makeValidators();
    checkSchemas(document, validators);
    return { document, validators };
  }

  const refused: readonly [what: string, text: string, message: RegExp][] = [
    ['is neither JSON nor YAML', '{ "openapi": ', /is neither JSON nor YAML: /],
    ['is something else', '{ "info": {} }', /is not an OpenAPI document/],
    [
      'is of a version that is not known',
      'openapi: 4.0.0\npaths: {}',
      /is OpenAPI 4\.0\.0: 3\.0 and 3\.1 can be read/,
    ],
    ['has no paths', 'openapi: 3.0.3', /has no paths/],
    [
      'refers to itself',
      ping("{ $ref: '#/components/schemas/A' }", "A: { $ref: '#/components/schemas/A' }"),
      /leads back to itself/,
    ],
    [
      'has a schema that is none',
      ping('{ type: strin }'),
      /^#\/paths\/~1ping\/get\/\S*\/schema: a schema cannot be read: /,
    ],
    ['has an answer that refers to nothing', REFERRED_ANSWER, /None points to nothing/],
  ];
  for (const [what, text, message] of refused) {
    it(`is refused when it ${what}`, async () => {
      await assert.rejects(read(text), { name: CannotRun.name, message });
    });
  }

  const open: readonly [what: string, schema: string, warning: RegExp][] = [
    [
      'refers to nothing',
      "{ $ref: '#/components/schemas/None' }",
      /: The reference \S+None points to nothing\./,
    ],
    [
      'refers to another file',
      "{ type: object, properties: { a: { $ref: 'other.yaml#/A' } } }",
      /outside the document/,
    ],
    ['refers to an anchor', "{ type: array, items: { $ref: '#nn' } }", /The reference #nn leads/],
    [
      'has a pattern that is none',
      "{ type: string, pattern: '(?i)^abc$' }",
      /Invalid regular expression.*\?i/,
    ],
    [
      'is one of some that cannot be read',
      "{ oneOf: [{ pattern: '(' }, { type: string }] }",
      /regular expression/,
    ],
    ['has names that are none', "{ patternProperties: { '(': {} }, additionalProperties: false }", /regular/],
  ];
  for (const [what, schema, warning] of open) {
    it(`leaves a schema open, with a warning, that ${what}`, async () => {
      const { document, validators } = await read(ping(schema, `Fine: { type: integer }`, '3.1.0'));
      const [given = '', ...more] = document.warnings.filter((one) => one.startsWith('#/'));
      assert.deepEqual(more, []);
      assert.match(given, /^#\/paths\/~1ping\/get\/responses\/200\/content\/\S+\/schema\S*: /);
      assert.match(given, warning);
      const judge = validators.received(schemaOf(document));
      const values = ['abc', [1], { a: 1 }];
      assert.ok(values.some((value) => judge(value).length === 0));
    });
  }

  it('promises nothing of requests whose schemas are open, and keeps what it can read', async () => {
    const { document, validators } = await read(`
openapi: 3.0.3
paths:
  /a: { get: { parameters: [{ name: q, in: query, schema: { $ref: '#/components/schemas/Odd' } }], responses: {} } }
  /b: { get: { responses: {} } }
components: { schemas: { Odd: { type: string, pattern: '(' } } }`);
    assert.deepEqual(
      document.operations.map(({ isOpen }) => isOpen),
      [true, false],
    );
    const [
      {
        parameters: [parameter],
      } = assert.fail(),
    ] = document.operations;
    const judge = validators.sent(parameter?.schema ?? assert.fail());
    assert.deepEqual([judge('x').length, judge(1).length], [0, 1]);
  });

  it('has the operations and parameters of path items that are given by reference', async () => {
    const { document } = await read(`
openapi: 3.0.3
servers: [{ url: 'https://{host}/{base}/v2/', variables: { host: { default: h }, base: { default: api } } }]
paths:
  /a: { $ref: '#/x-items/A' }
x-items:
  A:
    parameters:
      - { name: q, in: query, schema: { type: string } }
      - { name: Accept, in: header, schema: { type: string } }
      - { name: sid, in: cookie, required: true, schema: { type: string } }
      - { name: filter, in: query, content: { application/json: { schema: { type: object } } } }
    get:
      parameters: [{ name: q, in: query, required: true, schema: { type: integer } }]
      responses: {}
`);
    const [{ label, pointer, parameters, servers } = assert.fail()] = document.operations;
    assert.deepEqual(servers, [{ origin: 'https://h', path: '/api/v2' }]);
    assert.deepEqual([label, pointer], ['GET /a', '#/x-items/A/get']);
    assert.deepEqual(
      parameters.map(({ name, in: place, required, style }) => [name, place, required, style]),
      [
        ['q', 'query', true, 'form'],
        ['sid', 'cookie', true, 'form'],
        ['filter', 'query', false, 'json'],
      ],
    );
  });

  it('has the members that YAML merge keys add', async () => {
    const { document, validators } = await read(
      ping(
        "{ $ref: '#/components/schemas/Merged' }",
        `
    Base: &base { type: object, required: [a] }
    Merged: { <<: *base, description: more }`,
      ),
    );
    assert.notDeepEqual(validators.received(schemaOf(document))({}), []);
  });

  it('has servers for all of it, for a path, and for an operation', async () => {
    const { document } = await read(`
openapi: 3.0.3
servers: [{ url: /all }]
paths:
  /a: { get: { responses: {} } }
  /b: { servers: [{ url: 'https://b.example/b/' }], get: { responses: {} }, put: { servers: [{ url: /put }], responses: {} } }
`);
    assert.deepEqual(
      document.operations.map(({ label, servers }) => [label, servers[0]?.path]),
      [
        ['GET /a', '/all'],
        ['GET /b', '/b'],
        ['PUT /b', '/put'],
      ],
    );
  });

  it('of OpenAPI 3.0 may have nullable and boolean exclusive limits', async () => {
    const { document, validators } = await read(
      ping(
        '{ type: object, properties: { a: { type: integer, nullable: true, minimum: 1, exclusiveMinimum: true } } }',
      ),
    );
    const judge = validators.received(schemaOf(document));
    const verdicts = [2, null, 1, '2'].map((a) => judge({ a }).length === 0);
    assert.deepEqual(verdicts, [true, true, false, false]);
  });

  it('of OpenAPI 3.1 has lists of types, const, examples, tuples, $defs, and keywords beside $ref', async () => {
    const schema = `
                type: [object, 'null']
                required: [kind]
                properties:
                  kind: { const: cat }
                  pair: { type: array, prefixItems: [{ type: string }, { type: integer }], items: false }
                  size: { $ref: '#/components/schemas/Size', maximum: 5 }
                  age: { type: integer, exclusiveMinimum: 0, examples: [3] }
                unevaluatedProperties: false`;
    const { document, validators } = await read(
      ping(
        schema,
        "Size: { $ref: '#/components/schemas/Size/$defs/whole', $defs: { whole: { type: integer } } }",
        '3.1.0',
      ),
    );
    const judge = validators.received(schemaOf(document));
    const right = [null, { kind: 'cat' }, { kind: 'cat', pair: ['a', 1], size: 5, age: 1 }];
    const wrong = [
      1,
      {},
      { kind: 'dog' },
      { kind: 'cat', pair: ['a', 'b'] },
      { kind: 'cat', pair: ['a', 1, 2] },
    ];
    const more = [
      { kind: 'cat', size: 6 },
      { kind: 'cat', size: 1.5 },
      { kind: 'cat', age: 0 },
      { kind: 'cat', x: 1 },
    ];
    for (const value of right) assert.deepEqual(judge(value), [], JSON.stringify(value));
    for (const value of [...wrong, ...more]) assert.notDeepEqual(judge(value), [], JSON.stringify(value));
  });

  it('requires no read-only member in requests, and no write-only member in answers', async () => {
    const { document, validators } = await read(
      ping(
        "{ $ref: '#/components/schemas/User' }",
        `
    Named: { type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }
    User:
      allOf:
        - { $ref: '#/components/schemas/Named' }
        - { type: object, required: [secret], properties: { secret: { type: string, writeOnly: true } } }`,
      ),
    );
    const schema = schemaOf(document);
    assert.deepEqual(validators.sent(schema)({ secret: 'x' }), []);
    assert.notDeepEqual(validators.sent(schema)({ id: 1 }), []);
    assert.deepEqual(validators.received(schema)({ id: 1 }), []);
    assert.notDeepEqual(validators.received(schema)({ secret: 'x' }), []);
  });
});

type Read = Awaited<ReturnType<typeof readDocument>>;

const schemaOf = ({ operations: [operation] }: Read) =>
  operation?.responses[200]?.content[0]?.schema ?? assert.fail('no schema');

function ping(schema: string, more = '', version = '3.0.3'): string {
  return `
openapi: ${version}
paths:
  /ping:
    get:
      responses:
        '200':
          content:
            application/json:
              schema: ${schema}
components:
  schemas:
    Any: {}
    ${more}
`;
}

describe('a document in several files', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'contract-documents-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  it('may refer to files, which may refer to each other', async () => {
    await write('colors.yaml', 'Color: { type: string, enum: [red, blue] }');
    await write(
      'parts.yaml',
      `Room: { type: object, required: [name], properties: {
         name: { $ref: '#/Name' }, color: { $ref: 'colors.yaml#/Color' }, next: { $ref: 'main.yaml#/components/schemas/Id' } } }
Name: { type: string, maxLength: 3 }`,
    );
    const main = await write(
      'main.yaml',
      `openapi: 3.0.3
info: { title: Parts, version: '1' }
paths:
  /rooms: { get: { responses: { '200': { content: { application/json: { schema: { $ref: 'parts.yaml#/Room' } } } } } } }
components: { schemas: { Id: { type: integer } } }`,
    );
    const document = await readDocument(main);
    assert.deepEqual(document.warnings, []);
    const { schema = {}, pointer = '' } = document.operations[0]?.responses['200']?.content[0] ?? {};
    const validators = makeValidators();
    checkSchemas(document, validators);
    assert.equal(validators.received(schema)({ name: 'abc', color: 'red', next: 1 }).length, 0);
    const broken = validators.explainReceived(schema, pointer, { name: 'abcd', color: 'green', next: 'x' });
    assert.deepEqual(broken.map(({ path }) => path).sort(), ['/color', '/name', '/next']);
    const [name] = broken.filter(({ path }) => path === '/name');
    assert.equal(name?.pointer, `${join(folder, 'parts.yaml')}#/Name/maxLength`);
  });

  it('names a file that it refers to and that is not there, and leaves the schema open', async () => {
    const main = await write(
      'lonely.yaml',
      `openapi: 3.0.3
paths: { /a: { get: { responses: { '200': { content: { application/json: { schema: { $ref: 'none.yaml#/A' } } } } } } } }`,
    );
    const { warnings } = await readDocument(main);
    assert.match(warnings.join('\n'), /none\.yaml cannot be read/);
  });

  for (const [language, head] of [
    ['JSON', ''],
    ['YAML', '# YAML\n'],
  ]) {
    it(`may be large, in ${language}`, { timeout: 60_000 }, async () => {
      const size = 90;
      const main = await write('large', `${head}${JSON.stringify(large(size))}`);
      const before = process.cpuUsage();
      const document = await readDocument(main);
      checkSchemas(document, makeValidators());
      const { user } = process.cpuUsage(before);
      assert.equal(document.operations.length, size);
      assert.ok(user / 1e6 < 5, `${(user / 1e6).toFixed(1)} s of processor time`);
    });
  }
});

/** With 900 operations about 13 MB. */
function large(count: number): object {
  const field = (index: number) => ({
    type: 'string',
    description: `Says something of the resource: field ${index}.`,
  });
  const object = (at: number) => ({
    type: 'object',
    properties: {
      ...Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, field(index)])),
      next: { $ref: `#/components/schemas/S${(at * 7 + 1) % count}` },
    },
  });
  const numbers = Array.from({ length: count }, (_, index) => index);
  const operation = (index: number) => ({
    get: {
      responses: {
        200: { content: { 'application/json': { schema: { $ref: `#/components/schemas/S${index}` } } } },
      },
    },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(numbers.map((index) => [`/r${index}`, operation(index)])),
    components: { schemas: Object.fromEntries(numbers.map((index) => [`S${index}`, object(index)])) },
  };
}
