/** What is sent as valid is valid, and what is sent as wrong is wrong, by a judge that is not the harness's. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { makeJudge } from './judge.js';
import { meet, pathsOf, type Question } from './run-harness.js';

/** Reads YAML in which `has` stands for an object of these members, all required unless it says otherwise. */
const read = (text: string) =>
  parse(text, (_key, value) => {
    const { has: properties, ...more } = Object(value);
    return properties ? { type: 'object', required: Object.keys(properties), properties, ...more } : value;
  });

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** They all refer to each other. */
const WEB = ['S0', 'S1', 'S2', 'S3', 'S4'];
const web = Object.fromEntries(WEB.map((name) => [name, ref(name)]));
const COMPONENTS = {
  ...read(`
Tree:
  has:
    name: { type: string, minLength: 2, maxLength: 5 }
    children: { type: array, maxItems: 3, items: { $ref: '#/components/schemas/Tree' } }
  additionalProperties: false
Value: { anyOf: [{ type: integer }, { type: array, items: { $ref: '#/components/schemas/Value' } }] }
Map: { type: object, additionalProperties: { $ref: '#/components/schemas/Map' } }
Chain:
  has: { value: { type: integer }, next: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Chain' }] } }
Fork:
  anyOf: [{ type: boolean }, { type: array, minItems: 3, maxItems: 3, items: { $ref: '#/components/schemas/Fork' } }]
Base: { has: { id: { type: string, format: uuid } } }
Self: { has: { self: { $ref: '#/components/schemas/Self' } } }
Pet: { has: { kind: { type: string } } }
Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { has: { lives: { type: integer } } }] }
Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { has: { barks: { type: boolean } } }] }
`),
  ...Object.fromEntries(WEB.map((name) => [name, { type: 'object', properties: web }])),
};

const judge = makeJudge(COMPONENTS);

interface Row {
  /** The schema of a body, which is required and JSON unless the next ones say otherwise. */
  readonly body?: object;
  readonly type?: string;
  readonly encoding?: object;
  readonly isOptional?: boolean;
  readonly parameters?: readonly object[];
  /** Patterns of what has to be among the requests that the service took, and refused: target, headers and body. */
  readonly taken?: readonly string[];
  readonly refused?: readonly string[];
  /** What has to be sent and not judged: a lenient service takes it, a strict one does not. */
  readonly open?: readonly string[];
  readonly takesNothing?: boolean;
}

const ROWS: Readonly<Record<string, Row>> = read(String.raw`
texts:
  body:
    has:
      between: { type: string, minLength: 3, maxLength: 4 }
      pattern: { type: string, pattern: '^[A-Z]{2}-\d{3}$' }
      ahead: { type: string, pattern: '^(?=.*a)[a-z]{3,9}$' }
      date: { type: string, format: date }
      dateTime: { type: string, format: date-time }
      instant: { type: string, format: date-time, pattern: '^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$' }
      time: { type: string, format: time }
      duration: { type: string, format: duration }
      email: { type: string, format: email }
      hostname: { type: string, format: hostname }
      uuid: { type: string, format: uuid }
      uri: { type: string, format: uri }
      ipv4: { type: string, format: ipv4 }
      ipv6: { type: string, format: ipv6 }
numbers, choices and several types:
  body:
    has:
      exclusive: { type: integer, exclusiveMinimum: 3, exclusiveMaximum: 5 }
      within: { type: integer, minimum: -2, maximum: 2 }
      sevens: { type: integer, multipleOf: 7 }
      quarters: { type: number, multipleOf: 0.25 }
      part: { type: number, minimum: 0, exclusiveMaximum: 1 }
      choice: { enum: [x, 1, null] }
      only: { const: only }
      none: { type: [integer, 'null'] }
      either: { type: [string, boolean], minLength: 1 }
lists, and members of one kind:
  body:
    has:
      some: { type: array, items: { type: integer }, minItems: 2, maxItems: 3 }
      words: { type: array, items: { type: string, pattern: '^[a-z]{3,12}$' }, uniqueItems: true }
      unique: { type: array, items: { enum: [x, y, z] }, uniqueItems: true }
      tuple: { type: array, prefixItems: [{ type: string }, { type: boolean }], items: false, minItems: 2 }
      deep: { has: { b: { has: { c: { type: array, items: { type: string, maxLength: 3 }, minItems: 1 } } } } }
      closed: { has: { a: { type: boolean } }, additionalProperties: false }
      map: { type: object, additionalProperties: { type: integer }, minProperties: 1 }
all of several:
  body:
    allOf: [{ $ref: '#/components/schemas/Base' }, { has: { name: { type: string, minLength: 2, maxLength: 5 } } }]
    unevaluatedProperties: false
one of several:
  body:
    oneOf:
      - { has: { kind: { const: circle }, radius: { type: number, minimum: 0 } }, additionalProperties: false }
      - { has: { kind: { const: line }, length: { type: number, minimum: 0 } }, additionalProperties: false }
any of several beside more:
  body:
    has: { id: { type: integer }, mail: { type: string }, phone: { type: string } }
    required: [id]
    anyOf: [{ required: [mail] }, { required: [phone] }]
schemas that refer to themselves, and may end:
  body:
    has:
      tree: { $ref: '#/components/schemas/Tree' }
      value: { $ref: '#/components/schemas/Value' }
      map: { $ref: '#/components/schemas/Map' }
      chain: { $ref: '#/components/schemas/Chain' }
      fork: { $ref: '#/components/schemas/Fork' }
schemas that all refer to each other: { body: { $ref: '#/components/schemas/S0' } }
schemas that require themselves: { body: { $ref: '#/components/schemas/Self' }, takesNothing: true }
branches that a discriminator names:
  body:
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
    discriminator: { propertyName: kind }
  taken: ['"kind":"Cat"', '"kind":"Dog"']
branches that a mapping names:
  body:
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
    discriminator: { propertyName: kind, mapping: { hound: '#/components/schemas/Dog' } }
  taken: ['"kind":"Cat"', '"kind":"hound"']
texts at and around their limits, in code points:
  body: { has: { code: { type: string, minLength: 1, maxLength: 10, pattern: '^[^\0]*$' } } }
  taken: ['"code":"\p{L}"', '"code":"\p{L}{10}"', '"code":"\p{Emoji_Presentation}{10}"', '"code":"[^"]*","[^"]+":']
  refused:
    ['"code":"\p{L}{11}"', '"code":"\p{Emoji_Presentation}{11}"', '"code":""', '"code":null', '"code":\[', '"code":\{',
    '"code":1\.5', '"code":"[^"]*\\u0000', ' \{\}$', ' null$', ' \[\]$', ' $', ' \{"code":"[^"]*"?$', '\}.+$', NaN,
    '\ufffd', ' text/x-unheard-of ']
JSON that services read in different ways:
  body: { has: { code: { type: string, minLength: 1, maxLength: 10 } } }
  open: ['"a":1,"a":2', '\\ud800', '\ufeff']
members that the example lacks, and what is in them:
  body:
    has:
      sku: { type: string }
      lines: { type: array, items: { type: integer, maximum: 9 }, maxItems: 5 }
      gift: { has: { text: { type: string, maxLength: 20 } } }
      marks: { type: array, items: { type: string }, maxItems: 2, uniqueItems: true }
    required: [sku]
    examples: [{ sku: abc }]
  taken: ['"lines":\[9\b', '"lines":\[(-?\d+,){4}-?\d+\]', '"text":"\p{L}{20}"', '"marks":\["[^"]*","']
  refused:
    ['"lines":\[10\b', '"lines":\[(-?\d+,){5}-?\d+\]', '"gift":\{"text":"\p{L}{21}"\}', '"gift":\{\}',
    '"marks":\[("[^"]*",?){3}\]', '"marks":\[("[^"]*"),\1\]']
members of members, and their items:
  body:
    has:
      place:
        has:
          floor: { type: integer, maximum: 9 }
          doors: { type: array, items: { enum: [a, b, c] }, minItems: 1, maxItems: 2, uniqueItems: true }
  refused:
    ['\{"place":\{"doors":[^}]*\}\}', '"floor":10\b', '"doors":\[\]', '"doors":\[("[abc]",?){3}\]',
    '"doors":\[("[abc]"),\1\]', '"doors":\["[ABC]"']
one number:
  body: { type: integer, minimum: 0, maximum: 10, examples: [7] }
  taken: [' 10$']
  refused: [' 11$']
a number that is one when it is cut off: { body: { type: integer, minimum: 0, examples: [42] }, taken: [' 4$'] }
anything: { body: {} }
one text:
  body: { type: string, maxLength: 10 }
  type: text/plain
  taken: [' \p{Emoji_Presentation}{10}$']
  refused: [' \p{L}{11}$']
bytes of any type: { body: { type: string, format: binary }, type: '*/*' }
bytes of any type of text: { body: { type: string, format: binary }, type: 'text/*' }
an optional body: { body: { type: object, required: [a] }, isOptional: true, open: [' text/x-unheard-of '] }
integers beyond their format, which breaks nothing else:
  body: { type: object, properties: { n: { type: integer, format: int32 } } }
  parameters: [{ name: n, in: query, schema: { type: integer, format: int32 } }]
  taken: ['\?n=2147483647 ', '"n":2147483647\}']
  open: ['\?n=2147483648 ', '"n":2147483648\}']
parameters at their limits, beyond them, and left out:
  parameters:
    - { name: limit, in: query, required: true, schema: { type: integer, minimum: 3, maximum: 50 } }
    - name: tag
      in: query
      schema: { type: array, items: { type: string, enum: [x, y] }, maxItems: 2, uniqueItems: true }
      example: [x, y]
    - { name: X-Mode, in: header, required: true, schema: { type: string, enum: [a, b] } }
    - { name: lang, in: cookie, required: true, schema: { type: string, enum: [de, en] } }
  taken: ['\?limit=3 ', '\?limit=50 ', 'tag=x&tag=y', 'lang=en', 'x-mode: b']
  refused:
    ['limit=2\b', 'limit=51\b', 'limit=1\.5', 'limit=null', '^\S*/\d+ ', 'tag=(x|y)&tag=\1', 'lang=EN', 'x-mode: ax',
    '^(?!.*lang=)', '^(?!.*x-mode)']
texts of two thousand characters: { parameters: [{ name: q, in: query, schema: { type: string, maxLength: 2000 } }] }
choices of numbers:
  parameters: [{ name: n, in: query, schema: { type: integer, enum: [0, 1] } }]
  taken: ['\?n=0 ']
  refused: ['\?n=-1 ']
  open: ['\?n=\+%09']
parameters in each of their styles:
  parameters:
    - { name: numbers, in: query, schema: &numbers { type: array, items: { type: integer, minimum: 1, maximum: 99 } } }
    - { name: texts, in: query, schema: { type: array, items: { type: string, maxLength: 12 } } }
    - { name: joined, in: query, explode: false, schema: *numbers }
    - { name: X-Mode, in: header, schema: *numbers }
    - name: exploded
      in: query
      schema: &point
        type: object
        required: [x]
        properties: { x: { type: integer, minimum: 0, maximum: 9 }, label: { type: string, maxLength: 5 } }
        additionalProperties: false
    - { name: deep, in: query, style: deepObject, schema: *point }
  taken:
    ['numbers=\d+&numbers=', 'texts=[^&]*&texts=', 'joined=\d+(,|%2C)\d', 'x-mode: \d+,', '[?&]x=\d', 'deep(\[|%5B)x']
URL-encoded forms:
  body: &form
    type: object
    required: [text, count, agreed]
    properties:
      text: { type: string, maxLength: 5 }
      count: { type: integer, minimum: 1, maximum: 9 }
      agreed: { type: boolean }
  type: application/x-www-form-urlencoded
  open: ['agreed=1']
multipart forms: { body: *form, type: multipart/form-data, open: ['\r\n1\r\n--\S+--'] }
objects in multipart forms:
  body: &meta
    type: object
    required: [name, meta]
    properties:
      name: { type: string, minLength: 1, maxLength: 20 }
      meta: { type: object, required: [size], properties: { size: { type: integer, minimum: 0, maximum: 9 } } }
  type: multipart/form-data
  refused: ['\{"size":10\}']
objects in URL-encoded forms:
  body: *meta
  type: application/x-www-form-urlencoded
  open: ['meta=']
  takesNothing: true
JSON in URL-encoded forms:
  body: *meta
  type: application/x-www-form-urlencoded
  encoding: { meta: { contentType: application/json } }
lists of files:
  body: { has: { files: { type: array, items: { type: string, format: binary }, minItems: 1 } } }
  type: multipart/form-data
lists with a style of their own in forms:
  body: { has: { tags: { type: array, items: { type: string, enum: [a, b] }, minItems: 1, maxItems: 3 } } }
  type: application/x-www-form-urlencoded
  encoding: { tags: { explode: false } }
  takesNothing: true
`);

const namesBranch = (dog: string) => (question: Question) => {
  const { kind, ...rest } = Object(question.body);
  return (kind === 'Cat' && 'lives' in rest) || (kind === dog && 'barks' in rest);
};
/** What the document does not say of a body, by row. */
const ALSO: Readonly<Record<string, (question: Question, isLenient: boolean) => boolean>> = {
  // What no double holds is written as another number, which may be no multiple.
  'numbers, choices and several types': ({ bytes }) => !/"sevens":-?\d{17}/.test(bytes.toString()),
  'branches that a discriminator names': namesBranch('Dog'),
  'branches that a mapping names': namesBranch('hound'),
  'JSON that services read in different ways': ({ bytes }, isLenient) =>
    isLenient || !/"a":1,"a":2|\\ud800|^\ufeff|1e999/.test(bytes.toString()),
};

const operationOf = ({
  body,
  type = 'application/json',
  encoding = {},
  isOptional,
  parameters = [],
}: Row) => ({
  parameters,
  ...(body && { requestBody: { required: !isOptional, content: { [type]: { schema: body, encoding } } } }),
});

describe('a service that judges each request by its document', () => {
  const rows = Object.entries(ROWS);
  const seen: { readonly path: string; readonly isTaken: boolean; readonly text: string }[] = [];
  let run: Awaited<ReturnType<typeof meet>>;
  before(async () => {
    const operations = rows.flatMap(([, row], index) =>
      (row.open ? ['strict', 'lenient'] : ['strict']).map((kind) => [
        `POST /${kind}/${index}`,
        operationOf(row),
      ]),
    );
    const checks = 'positive_data_acceptance,negative_data_rejection';
    run = await meet({
      document: {
        openapi: '3.1.0',
        components: { schemas: COMPONENTS },
        paths: pathsOf(Object.fromEntries(operations)),
      },
      answer(question) {
        const { method, headers, path, query, bytes } = question;
        const [, kind, index] = path.split('/');
        const { [Number(index)]: [name, row] = ['', {}] } = rows;
        if (name === '' || index === '') return [404];
        if (method !== 'POST') return [405, undefined, { Allow: 'POST' }];
        const isLenient = kind === 'lenient';
        const isKept = judge(operationOf(row), question, isLenient);
        const isTaken = isKept && (ALSO[name]?.(question, isLenient) ?? true);
        const told = ['x-mode', 'cookie'].flatMap((name) =>
          headers[name] ? `${name}: ${headers[name]}` : [],
        );
        const target = query.size > 0 ? `${path}?${query}` : path;
        seen.push({ path, isTaken, text: [target, ...told, headers['content-type'] ?? '', bytes].join(' ') });
        return [isTaken ? 200 : 400];
      },
      options: `--max-examples 20 --phases examples,coverage,fuzzing --checks ${checks}`,
    });
  });

  for (const [index, [name, row]] of rows.entries())
    it(`gets right and wrong requests: ${name}`, () => {
      const { taken = [], refused = [], open = [], takesNothing } = row;
      const found = run.findings.filter((one) => one.name.endsWith(`/${index}`) && one.check !== 'vacuity');
      assert.deepEqual(
        found.map((one) => one.text),
        [],
      );
      const textsOf = (kind: string, isTaken: boolean) =>
        seen.flatMap((one) => (one.path === `/${kind}/${index}` && one.isTaken === isTaken ? one.text : []));
      if (!takesNothing) assert.ok(new Set(textsOf('strict', true)).size > 1, 'always the same');
      for (const [kind, isTaken, patterns] of [
        ['strict', true, taken],
        ['strict', false, [...refused, ...open]],
        ['lenient', true, open],
      ] as const)
        for (const pattern of patterns) {
          const texts = textsOf(kind, isTaken);
          const isSent = texts.some((one) => new RegExp(pattern, 'su').test(one));
          assert.ok(isSent, `${kind} ${isTaken} ${pattern}\n${texts.join('\n').slice(0, 5000)}`);
        }
    });

  it('gets every other method, no URL that is too long for servers, and no body that grows without end', () => {
    const methods = new Set(run.questions.map(({ method }) => method));
    assert.equal([...methods].sort().join(), 'DELETE,GET,OPTIONS,PATCH,POST,PUT,QUERY,TRACE');
    const longest = Math.max(...run.questions.map(({ path, query }) => `${path}?${query}`.length));
    assert.ok(longest > 2000 && longest <= 8000, `${longest} characters`);
    const all = `/strict/${Object.keys(ROWS).indexOf('schemas that all refer to each other')}`;
    const sizes = run.questions.filter(({ path }) => path === all).map(({ bytes }) => bytes.length);
    assert.ok(Math.max(...sizes) < 50_000, `${Math.max(...sizes)} bytes`);
  });
});
