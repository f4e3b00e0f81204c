/** What is sent as valid is valid, and what is sent as wrong is wrong, by a judge that is not the harness's. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Judged, makeJudge } from './judge.js';
import { json, type Outcome, type Question, runHarness, serveAnswer } from './run-harness.js';

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
const ofPet = (more: object) => ({ allOf: [ref('Pet'), object(more)] });

/** They all refer to each other. */
const WEB = Array.from({ length: 5 }, (_, index) => `S${index}`);
const COMPONENTS = {
  Name: text(5, 2),
  Tree: object(
    { name: ref('Name'), children: list(ref('Tree'), { maxItems: 3 }) },
    { additionalProperties: false },
  ),
  Value: { anyOf: [{ type: 'integer' }, list(ref('Value'))] },
  Map: { type: 'object', additionalProperties: ref('Map') },
  Chain: object({ value: { type: 'integer' }, next: { oneOf: [{ type: 'null' }, ref('Chain')] } }),
  Fork: { anyOf: [{ type: 'boolean' }, list(ref('Fork'), { minItems: 3, maxItems: 3 })] },
  Base: object({ id: { type: 'string', format: 'uuid' } }),
  Self: object({ self: ref('Self') }),
  Pet: object({ kind: { type: 'string' } }),
  Cat: ofPet({ lives: { type: 'integer' } }),
  Dog: ofPet({ barks: { type: 'boolean' } }),
  ...Object.fromEntries(
    WEB.map((name) => [
      name,
      { type: 'object', properties: Object.fromEntries(WEB.map((one) => [one, ref(one)])) },
    ]),
  ),
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
const parameters = (all: readonly object[], more: Partial<Row> = {}): Row => ({
  operation: { parameters: all },
  ...more,
});
const inQuery = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
/** An integer that breaks nothing but its format. */
const overflow = (format: string, most: string, beyond: string): Row => ({
  operation: {
    parameters: [inQuery('n', { type: 'integer', format })],
    requestBody: {
      required: true,
      ...json({ type: 'object', properties: { n: { type: 'integer', format } } }),
    },
  },
  taken: [new RegExp(`\\?n=${most} `), new RegExp(`"n":${most}\\}`)],
  open: [new RegExp(`\\?n=${beyond} `), new RegExp(`"n":${beyond}\\}`)],
});

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const FORM = object({ text: text(5), count: whole(1, 9), agreed: { type: 'boolean' } });
const META = object({ name: text(20, 1), meta: object({ size: whole(0, 9) }) });
const NUMBERS = list(whole(1, 1000));
const POINT = {
  ...object({ x: whole(0, 9), label: text(5) }, { required: ['x'] }),
  additionalProperties: false,
};
const AB = list({ type: 'string', enum: ['a', 'b'] }, { minItems: 1, maxItems: 3 });
const FILE = { type: 'string', format: 'binary' };
const FORMATS = ['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'uuid', 'uri', 'ipv4', 'ipv6'];
const CODE = object({ code: { ...text(10, 1), pattern: '^[^\\0]*$' } });
const closed = { additionalProperties: false };
const named = (dog: string) => (question: Question) => {
  const { kind, ...rest } = Object(question.body);
  return (kind === 'Cat' && 'lives' in rest) || (kind === dog && 'barks' in rest);
};
const PETS = [ref('Cat'), ref('Dog')];
const mapping = { hound: '#/components/schemas/Dog' };

const ROWS: Readonly<Record<string, Row>> = {
  'texts between two lengths': body(object({ a: text(4, 3) })),
  'texts of a pattern': body(object({ a: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' } })),
  'texts of a pattern that looks ahead': body(
    object({ a: { type: 'string', pattern: '^(?=.*a)[a-z]{3,9}$' } }),
  ),
  'texts of formats': body(
    object(Object.fromEntries(FORMATS.map((format) => [format, { type: 'string', format }]))),
  ),
  choices: body(object({ a: { enum: ['x', 1, null] }, b: { const: 'only' } })),
  'whole numbers between exclusive limits': body(
    object({ a: { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 }, b: whole(-2, 2) }),
  ),
  multiples: body(
    object({ a: { type: 'integer', multipleOf: 7 }, b: { type: 'number', multipleOf: 0.25 } }),
    {
      also: ({ body: given }) => typeof Object(given).a !== 'bigint' || Object(given).a % 7n === 0n,
    },
  ),
  numbers: body(object({ a: { type: 'number', minimum: 0, exclusiveMaximum: 1 } })),
  'several types': body(
    object({ a: { type: ['integer', 'null'] }, b: { type: ['string', 'boolean'], minLength: 1 } }),
  ),
  lists: body(
    object({
      a: list({ type: 'integer' }, { minItems: 2, maxItems: 3 }),
      b: list({ enum: ['x', 'y', 'z'] }, { uniqueItems: true }),
      c: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: false, minItems: 2 },
    }),
  ),
  'no other members': body(object({ a: { type: 'boolean' } }, closed)),
  'other members of one type': body(
    object({}, { additionalProperties: { type: 'integer' }, minProperties: 1 }),
  ),
  'all of several': body({
    allOf: [ref('Base'), object({ name: ref('Name') })],
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
  trees: body(ref('Tree')),
  'values within values': body(object({ a: ref('Value') })),
  'maps of themselves': body(ref('Map')),
  'chains that have to go on or end': body(ref('Chain')),
  'forks of forks': body(ref('Fork')),
  'lists within objects within objects': body(
    object({ a: object({ b: object({ c: list({ type: 'string', maxLength: 3 }, { minItems: 1 }) }) }) }),
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
      ...[/"code":"\p{L}"/u, /"code":"\p{L}{10}"/u, /"code":"\p{Emoji_Presentation}"/u],
      ...[/"code":"\p{Emoji_Presentation}{10}"/u, /"code":"[^"]*","[^"]+":/],
    ],
    refused: [
      ...[
        /"code":"\p{L}{11}"/u,
        /"code":"\p{Emoji_Presentation}{11}"/u,
        /"code":""/,
        /"code":null/,
        /"code":true/,
      ],
      ...[
        /"code":\[/,
        /"code":\{/,
        /"code":1\.5/,
        /"code":"[^"]*\\u0000/,
        / \{\}$/,
        / null$/,
        / \[\]$/,
        / "text"$/,
        / $/,
      ],
      ...[/ \{"code":"[^"]*"?$/, /\}.+$/s, /NaN/, /\ufffd/, / text\/x-unheard-of /],
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
      taken: [
        ...[/"lines":\[9\b/, /"lines":\[(-?\d+,){4}-?\d+\]/, /"gift":\{"text":"\p{L}{20}"\}/u],
        /"marks":\["[^"]*","[^"]*"\]/,
      ],
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
  'one number': body(
    { type: 'integer', minimum: 0, maximum: 10, examples: [7] },
    { taken: [/ 10$/], refused: [/ 11$/] },
  ),
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
  'integers beyond int32': overflow('int32', '2147483647', '2147483648'),
  'parameters at their limits, beyond them, and left out': parameters(
    [
      inQuery('limit', whole(1, 50), { required: true }),
      inQuery('tag', list({ enum: ['x', 'y'] }, { maxItems: 2, uniqueItems: true }), { example: ['x', 'y'] }),
    ],
    {
      taken: [/\?limit=1 /, /\?limit=50 /, /tag=x&tag=y/],
      refused: [/limit=0\b/, /limit=51\b/, /limit=1\.5/, /limit=null/, /^\S*\/\d+ /, /tag=(x|y)&tag=\1/],
    },
  ),
  'headers and cookies': parameters(
    [
      { name: 'X-Mode', in: 'header', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
      { name: 'lang', in: 'cookie', required: true, schema: { type: 'string', enum: ['de', 'en'] } },
    ],
    {
      taken: [/lang=en/, /x-mode: b/],
      refused: [/lang=EN/, /x-mode: ax/, /^(?!.*lang=)/s, /^(?!.*x-mode)/s],
    },
  ),
  'texts of two thousand characters': parameters([inQuery('q', text(2000))]),
  'choices of numbers': parameters([inQuery('n', { type: 'integer', enum: [0, 1] })], {
    taken: [/\?n=0 /],
    refused: [/\?n=-1 /],
    open: [/\?n=\+%09/],
  }),
  'numbers, the name repeated': parameters([inQuery('n', NUMBERS)], { taken: [/\?n=\d+&n=/] }),
  'texts, the name repeated': parameters([inQuery('n', list(text(12)))]),
  'numbers between commas': parameters([inQuery('n', NUMBERS, { explode: false })], {
    taken: [/\?n=\d+(,|%2C)\d/],
  }),
  'numbers in a header': parameters([{ name: 'X-N', in: 'header', schema: NUMBERS }], {
    taken: [/x-n: \d+,/],
  }),
  'members, each a parameter': parameters([inQuery('point', POINT)], { taken: [/\?x=\d/] }),
  'members in brackets': parameters([inQuery('point', POINT, { style: 'deepObject' })], {
    taken: [/point(\[|%5B)x/],
  }),
  'URL-encoded forms': of(URL_ENCODED, FORM, { open: [/agreed=(yes|1)|count=(\+|%2B|%20|0)/] }),
  'multipart forms': of(MULTIPART, FORM, { open: [/\r\n(yes|1| .*)\r\n/] }),
  'objects in multipart forms': of(MULTIPART, META, { refused: [/\{"size":10\}/] }),
  'objects in URL-encoded forms': of(URL_ENCODED, META, { open: [/meta=/], takesNothing: true }),
  'JSON in URL-encoded forms': of(URL_ENCODED, META, {}, { meta: { contentType: 'application/json' } }),
  'lists of files': of(MULTIPART, object({ files: list(FILE, { minItems: 1 }) })),
  'lists with a style of their own in forms': of(
    URL_ENCODED,
    object({ tags: AB }),
    { takesNothing: true },
    { tags: { explode: false } },
  ),
};

/** What a path got. */
const nothingSeen = () => ({
  taken: [] as string[],
  refused: [] as string[],
  methods: new Set<string>(),
  longest: 0,
  largest: 0,
});

describe('a service that judges each request by its document', () => {
  const seen = new Map<string, ReturnType<typeof nothingSeen>>();
  let run: Outcome;
  before(async () => {
    const rows = Object.values(ROWS);
    const paths = rows.flatMap(({ operation, open }, index) =>
      (open ? ['strict', 'lenient'] : ['strict']).map((kind) => [
        `/${kind}/${index}`,
        { post: { ...operation, responses: { 200: {}, 400: {} } } },
      ]),
    );
    const server = await serveAnswer({
      document: { openapi: '3.1.0', components: { schemas: COMPONENTS }, paths: Object.fromEntries(paths) },
      answer(question) {
        const [, kind, index] = question.path.split('/');
        const { [Number(index)]: row } = rows;
        if (!row || index === '') return [404];
        const known = seen.get(question.path) ?? nothingSeen();
        seen.set(question.path, known);
        known.methods.add(question.method);
        if (question.method !== 'POST') return [405, undefined, { Allow: 'POST' }];
        const isLenient = kind === 'lenient';
        const isTaken =
          judge(row.operation, question, isLenient) && (row.also?.(question, isLenient) ?? true);
        const { headers, path, query, bytes } = question;
        const target = query.size > 0 ? `${path}?${query}` : path;
        const told = ['x-mode', 'x-n', 'cookie'].map((name) =>
          headers[name] === undefined ? '' : ` ${name}: ${headers[name]}`,
        );
        known[isTaken ? 'taken' : 'refused'].push(
          `${target}${told.join('')} ${headers['content-type'] ?? ''} ${bytes}`,
        );
        known.longest = Math.max(known.longest, target.length);
        known.largest = Math.max(known.largest, bytes.length);
        return [isTaken ? 200 : 400];
      },
    });
    const asks = '--seed 1 --max-examples 20 --phases examples,coverage,fuzzing --checks';
    run = await runHarness(`--url ${server.url} ${asks} positive_data_acceptance,negative_data_rejection`);
    await server.close();
    assert.match(run.output, /findings, .* s, --seed 1/);
  });

  for (const [index, [name, { taken = [], refused = [], open = [], takesNothing }]] of Object.entries(
    ROWS,
  ).entries())
    it(`gets right and wrong requests: ${name}`, () => {
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

  it('gets every other method, also TRACE and OPTIONS', () => {
    const { methods } = seen.get('/strict/0') ?? assert.fail('nothing was sent');
    for (const method of ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'PUT', 'QUERY', 'TRACE'])
      assert.ok(methods.has(method), method);
  });

  it('gets no URL that is too long for servers, and no body that grows without end', () => {
    const longest = Math.max(...[...seen.values()].map((one) => one.longest));
    assert.ok(longest > 2000 && longest <= 8000, `${longest} characters`);
    const web = seen.get(`/strict/${Object.keys(ROWS).indexOf('schemas that all refer to each other')}`);
    assert.ok(Number(web?.largest) < 50_000, `${web?.largest} bytes`);
  });
});
