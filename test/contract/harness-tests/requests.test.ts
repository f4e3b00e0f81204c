/** What is sent as valid is valid, and what is sent as wrong is wrong, by a judge that is not the harness's. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { type Judged, makeJudge } from './judge.js';
import { json, meet, type Outcome, type Question } from './run-harness.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, more: object = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});
const text = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength });
const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more });
const closed = { additionalProperties: false };

/** They all refer to each other. */
const WEB = Array.from({ length: 5 }, (_, index) => `S${index}`);
const web = Object.fromEntries(WEB.map((name) => [name, ref(name)]));
const COMPONENTS = {
  ...parse(`
Tree:
  type: object
  required: [name, children]
  properties:
    name: { type: string, minLength: 2, maxLength: 5 }
    children: { type: array, maxItems: 3, items: { $ref: '#/components/schemas/Tree' } }
  additionalProperties: false
Value: { anyOf: [{ type: integer }, { type: array, items: { $ref: '#/components/schemas/Value' } }] }
Map: { type: object, additionalProperties: { $ref: '#/components/schemas/Map' } }
Chain:
  type: object
  required: [value, next]
  properties: { value: { type: integer }, next: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Chain' }] } }
Fork:
  anyOf: [{ type: boolean }, { type: array, minItems: 3, maxItems: 3, items: { $ref: '#/components/schemas/Fork' } }]
Base: { type: object, required: [id], properties: { id: { type: string, format: uuid } } }
Self: { type: object, required: [self], properties: { self: { $ref: '#/components/schemas/Self' } } }
Pet: { type: object, required: [kind], properties: { kind: { type: string } } }
Cat:
  allOf:
    - { $ref: '#/components/schemas/Pet' }
    - { type: object, required: [lives], properties: { lives: { type: integer } } }
Dog:
  allOf:
    - { $ref: '#/components/schemas/Pet' }
    - { type: object, required: [barks], properties: { barks: { type: boolean } } }
`),
  ...Object.fromEntries(WEB.map((name) => [name, { type: 'object', properties: web }])),
};

const judge = makeJudge(COMPONENTS);

interface Row {
  readonly operation: Judged;
  /** What has to be among the requests that the service took, and refused: target, headers and body. */
  readonly taken?: readonly RegExp[];
  readonly refused?: readonly RegExp[];
  /** What has to be sent and not judged: a lenient service takes it, a strict one does not. */
  readonly open?: readonly RegExp[];
  /** What the document does not say, of a JSON body. */
  readonly also?: (question: Question, isLenient: boolean) => boolean;
  readonly takesNothing?: boolean;
}

/** A JSON body of the schema. */
const body = (schema: object, more: Partial<Row> = {}): Row => ({
  operation: { requestBody: { required: true, ...json(schema) } },
  ...more,
});
/** A body of another media type. */
const of = (mediaType: string, schema: object, more: Partial<Row> = {}, encoding = {}): Row => ({
  operation: { requestBody: { required: true, content: { [mediaType]: { schema, encoding } } } },
  ...more,
});
const inQuery = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const parameters = (all: readonly object[], more: Partial<Row> = {}): Row => ({
  operation: { parameters: all },
  ...more,
});

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const FORM = object({ text: text(5), count: whole(1, 9), agreed: { type: 'boolean' } });
const META = object({ name: text(20, 1), meta: object({ size: whole(0, 9) }) });
const NUMBERS = list(whole(1, 1000));
const POINT = object({ x: whole(0, 9), label: text(5) }, { required: ['x'], ...closed });
const FILE = { type: 'string', format: 'binary' };
const FORMATS = ['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'uuid', 'uri', 'ipv4', 'ipv6'];
const CODE = object({ code: { ...text(10, 1), pattern: '^[^\\0]*$' } });
const INT32 = { type: 'integer', format: 'int32' };
const named = (dog: string) => (question: Question) => {
  const { kind, ...rest } = Object(question.body);
  return (kind === 'Cat' && 'lives' in rest) || (kind === dog && 'barks' in rest);
};
const PETS = [ref('Cat'), ref('Dog')];
const mapping = { hound: '#/components/schemas/Dog' };

const ROWS: Readonly<Record<string, Row>> = {
  texts: body(
    object({
      between: text(4, 3),
      pattern: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
      ahead: { type: 'string', pattern: '^(?=.*a)[a-z]{3,9}$' },
      ...Object.fromEntries(FORMATS.map((format) => [format, { type: 'string', format }])),
    }),
  ),
  'numbers, choices and several types': body(
    object({
      exclusive: { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 },
      within: whole(-2, 2),
      sevens: { type: 'integer', multipleOf: 7 },
      quarters: { type: 'number', multipleOf: 0.25 },
      part: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
      choice: { enum: ['x', 1, null] },
      only: { const: 'only' },
      none: { type: ['integer', 'null'] },
      either: { type: ['string', 'boolean'], minLength: 1 },
    }),
    // What no double holds is written as another number, which may be no multiple.
    { also: ({ bytes }) => !/"sevens":-?\d{17}/.test(bytes.toString()) },
  ),
  'lists, and members of one kind': body(
    object({
      some: list({ type: 'integer' }, { minItems: 2, maxItems: 3 }),
      unique: list({ enum: ['x', 'y', 'z'] }, { uniqueItems: true }),
      tuple: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'boolean' }],
        items: false,
        minItems: 2,
      },
      deep: object({ b: object({ c: list(text(3), { minItems: 1 }) }) }),
      closed: object({ a: { type: 'boolean' } }, closed),
      map: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
    }),
  ),
  'all of several': body({
    allOf: [ref('Base'), object({ name: text(5, 2) })],
    unevaluatedProperties: false,
  }),
  'one of several': body({
    oneOf: [
      object({ kind: { const: 'circle' }, radius: { type: 'number', minimum: 0 } }, closed),
      object({ kind: { const: 'line' }, length: { type: 'number', minimum: 0 } }, closed),
    ],
  }),
  'any of several beside more': body({
    ...object({ id: { type: 'integer' } }),
    anyOf: [{ required: ['mail'] }, { required: ['phone'] }],
    properties: { id: { type: 'integer' }, mail: { type: 'string' }, phone: { type: 'string' } },
  }),
  'schemas that refer to themselves, and may end': body(
    object(Object.fromEntries(['Tree', 'Value', 'Map', 'Chain', 'Fork'].map((name) => [name, ref(name)]))),
  ),
  'schemas that all refer to each other': body(ref('S0')),
  'schemas that require themselves': body(ref('Self'), { takesNothing: true }),
  'branches that a discriminator names': body(
    { oneOf: PETS, discriminator: { propertyName: 'kind' } },
    { also: named('Dog'), taken: [/"kind":"Cat"/, /"kind":"Dog"/] },
  ),
  'branches that a mapping names': body(
    { oneOf: PETS, discriminator: { propertyName: 'kind', mapping } },
    { also: named('hound'), taken: [/"kind":"Cat"/, /"kind":"hound"/] },
  ),
  'texts at and around their limits, in code points': body(CODE, {
    taken: [
      ...[/"code":"\p{L}"/u, /"code":"\p{L}{10}"/u, /"code":"\p{Emoji_Presentation}{10}"/u],
      /"code":"[^"]*","[^"]+":/,
    ],
    refused: [
      ...[/"code":"\p{L}{11}"/u, /"code":"\p{Emoji_Presentation}{11}"/u, /"code":""/, /"code":null/],
      ...[/"code":\[/, /"code":\{/, /"code":1\.5/, /"code":"[^"]*\\u0000/, / \{\}$/, / null$/, / \[\]$/],
      ...[/ $/, / \{"code":"[^"]*"?$/, /\}.+$/s, /NaN/, /\ufffd/, / text\/x-unheard-of /],
    ],
  }),
  'JSON that services read in different ways': body(CODE, {
    also: ({ bytes }, isLenient) => isLenient || !/"a":1,"a":2|\\ud800|^\ufeff|1e999/.test(bytes.toString()),
    open: [/"a":1,"a":2/, /\\ud800/, /\ufeff/],
  }),
  'members that the example lacks, and what is in them': body(
    object(
      {
        sku: { type: 'string' },
        lines: list({ type: 'integer', maximum: 9 }, { maxItems: 5 }),
        gift: object({ text: text(20) }),
        marks: list({ type: 'string' }, { maxItems: 2, uniqueItems: true }),
      },
      { required: ['sku'], examples: [{ sku: 'abc' }] },
    ),
    {
      taken: [/"lines":\[9\b/, /"lines":\[(-?\d+,){4}-?\d+\]/, /"text":"\p{L}{20}"/u, /"marks":\["[^"]*","/],
      refused: [
        ...[/"lines":\[10\b/, /"lines":\[(-?\d+,){5}-?\d+\]/, /"gift":\{"text":"\p{L}{21}"\}/u],
        ...[/"gift":\{\}/, /"marks":\[("[^"]*",?){3}\]/, /"marks":\[("[^"]*"),\1\]/],
      ],
    },
  ),
  'members of members, and their items': body(
    object({
      place: object({
        floor: { type: 'integer', maximum: 9 },
        doors: list({ enum: ['a', 'b', 'c'] }, { minItems: 1, maxItems: 2, uniqueItems: true }),
      }),
    }),
    {
      refused: [
        ...[/\{"place":\{"doors":[^}]*\}\}/, /"floor":10\b/, /"doors":\[\]/, /"doors":\[("[abc]",?){3}\]/],
        ...[/"doors":\[("[abc]"),\1\]/, /"doors":\["[ABC]"/],
      ],
    },
  ),
  'one number': body({ ...whole(0, 10), examples: [7] }, { taken: [/ 10$/], refused: [/ 11$/] }),
  'a number that is one when it is cut off': body(
    { type: 'integer', minimum: 0, examples: [42] },
    { taken: [/ 4$/] },
  ),
  anything: body({}),
  'one text': of('text/plain', text(10), {
    taken: [/ \p{Emoji_Presentation}{10}$/u],
    refused: [/ \p{L}{11}$/u],
  }),
  'bytes of any type': of('*/*', FILE),
  'bytes of any type of text': of('text/*', FILE),
  'an optional body': {
    operation: { requestBody: json({ type: 'object', required: ['a'] }) },
    open: [/ text\/x-unheard-of /],
  },
  'integers beyond their format, which breaks nothing else': {
    operation: {
      parameters: [inQuery('n', INT32)],
      requestBody: { required: true, ...json({ type: 'object', properties: { n: INT32 } }) },
    },
    taken: [/\?n=2147483647 /, /"n":2147483647\}/],
    open: [/\?n=2147483648 /, /"n":2147483648\}/],
  },
  'parameters at their limits, beyond them, and left out': parameters(
    [
      inQuery('limit', whole(1, 50), { required: true }),
      inQuery('tag', list({ enum: ['x', 'y'] }, { maxItems: 2, uniqueItems: true }), { example: ['x', 'y'] }),
      { name: 'X-Mode', in: 'header', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
      { name: 'lang', in: 'cookie', required: true, schema: { type: 'string', enum: ['de', 'en'] } },
    ],
    {
      taken: [/\?limit=1 /, /\?limit=50 /, /tag=x&tag=y/, /lang=en/, /x-mode: b/],
      refused: [
        ...[/limit=0\b/, /limit=51\b/, /limit=1\.5/, /limit=null/, /^\S*\/\d+ /, /tag=(x|y)&tag=\1/],
        ...[/lang=EN/, /x-mode: ax/, /^(?!.*lang=)/s, /^(?!.*x-mode)/s],
      ],
    },
  ),
  'texts of two thousand characters': parameters([inQuery('q', text(2000))]),
  'choices of numbers': parameters([inQuery('n', { type: 'integer', enum: [0, 1] })], {
    taken: [/\?n=0 /],
    refused: [/\?n=-1 /],
    open: [/\?n=\+%09/],
  }),
  'parameters in each of their styles': parameters(
    [
      inQuery('numbers', NUMBERS),
      inQuery('texts', list(text(12))),
      inQuery('joined', NUMBERS, { explode: false }),
      { name: 'X-Mode', in: 'header', schema: NUMBERS },
      inQuery('exploded', POINT),
      inQuery('deep', POINT, { style: 'deepObject' }),
    ],
    {
      taken: [
        ...[/numbers=\d+&numbers=/, /texts=[^&]*&texts=/, /joined=\d+(,|%2C)\d/, /x-mode: \d+,/],
        ...[/[?&]x=\d/, /deep(\[|%5B)x/],
      ],
    },
  ),
  'URL-encoded forms': of(URL_ENCODED, FORM, { open: [/agreed=1/] }),
  'multipart forms': of(MULTIPART, FORM, { open: [/\r\n1\r\n--\S+--/] }),
  'objects in multipart forms': of(MULTIPART, META, { refused: [/\{"size":10\}/] }),
  'objects in URL-encoded forms': of(URL_ENCODED, META, { open: [/meta=/], takesNothing: true }),
  'JSON in URL-encoded forms': of(URL_ENCODED, META, {}, { meta: { contentType: 'application/json' } }),
  'lists of files': of(MULTIPART, object({ files: list(FILE, { minItems: 1 }) })),
  'lists with a style of their own in forms': of(
    URL_ENCODED,
    object({ tags: list({ type: 'string', enum: ['a', 'b'] }, { minItems: 1, maxItems: 3 }) }),
    { takesNothing: true },
    { tags: { explode: false } },
  ),
};

/** What a path got. */
const nothingSeen = () => ({ taken: [] as string[], refused: [] as string[] });

describe('a service that judges each request by its document', () => {
  const seen = new Map<string, ReturnType<typeof nothingSeen>>();
  let run: Outcome & { readonly questions: readonly Question[] };
  before(async () => {
    const rows = Object.values(ROWS);
    const paths = rows.flatMap(({ operation, open }, index) =>
      (open ? ['strict', 'lenient'] : ['strict']).map((kind) => [
        `/${kind}/${index}`,
        { post: { ...operation, responses: { 200: {}, 400: {} } } },
      ]),
    );
    const checks = 'positive_data_acceptance,negative_data_rejection';
    run = await meet({
      document: { openapi: '3.1.0', components: { schemas: COMPONENTS }, paths: Object.fromEntries(paths) },
      answer(question) {
        const { method, headers, path, query, bytes } = question;
        const [, kind, index] = path.split('/');
        const { [Number(index)]: row } = rows;
        if (!row || index === '') return [404];
        const known = seen.get(path) ?? nothingSeen();
        seen.set(path, known);
        if (method !== 'POST') return [405, undefined, { Allow: 'POST' }];
        const isLenient = kind === 'lenient';
        const isTaken =
          judge(row.operation, question, isLenient) && (row.also?.(question, isLenient) ?? true);
        const told = ['x-mode', 'cookie'].flatMap((name) =>
          headers[name] ? [`${name}: ${headers[name]}`] : [],
        );
        const target = query.size > 0 ? `${path}?${query}` : path;
        known[isTaken ? 'taken' : 'refused'].push(
          [target, ...told, headers['content-type'] ?? '', bytes].join(' '),
        );
        return [isTaken ? 200 : 400];
      },
      options: `--max-examples 20 --phases examples,coverage,fuzzing --checks ${checks}`,
    });
  });

  for (const [index, [name, row]] of Object.entries(ROWS).entries())
    it(`gets right and wrong requests: ${name}`, () => {
      const { taken = [], refused = [], open = [], takesNothing } = row;
      const paths = [`/strict/${index}`, `/lenient/${index}`];
      const found = run.findings.filter((one) => paths.some((path) => one.name.endsWith(` ${path}`)));
      assert.deepEqual(
        found.filter((one) => !one.name.startsWith('vacuity ')).map((one) => one.text),
        [],
      );
      const [strict = assert.fail('nothing was sent'), lenient = strict] = paths.flatMap(
        (path) => seen.get(path) ?? [],
      );
      if (!takesNothing)
        assert.ok(new Set(strict.taken).size > 1, `always the same: ${strict.taken.join('\n')}`);
      const expectSent = (what: string, patterns: readonly RegExp[], texts: readonly string[]) => {
        for (const pattern of patterns)
          assert.ok(
            texts.some((one) => pattern.test(one)),
            `not ${what}: ${pattern}\n${texts.join('\n').slice(0, 5000)}`,
          );
      };
      expectSent('taken', taken, strict.taken);
      expectSent('refused', [...refused, ...open], strict.refused);
      expectSent('taken by a lenient service', open, lenient.taken);
    });

  it('gets every other method, no URL that is too long for servers, and no body that grows without end', () => {
    const methods = new Set(run.questions.map(({ method }) => method));
    assert.deepEqual([...methods].sort(), [
      'DELETE',
      'GET',
      'OPTIONS',
      'PATCH',
      'POST',
      'PUT',
      'QUERY',
      'TRACE',
    ]);
    const longest = Math.max(...run.questions.map(({ path, query }) => `${path}?${query}`.length));
    assert.ok(longest > 2000 && longest <= 8000, `${longest} characters`);
    const all = `/strict/${Object.keys(ROWS).indexOf('schemas that all refer to each other')}`;
    const sizes = run.questions.filter(({ path }) => path === all).map(({ bytes }) => bytes.length);
    assert.ok(Math.max(...sizes) < 50_000, `${Math.max(...sizes)} bytes`);
  });
});
