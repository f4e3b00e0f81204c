/** What is sent as valid is valid, and what is sent as wrong is wrong, by a validator and readers that the harness does not use. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type Case, methodOf, targetOf } from '../harness/case.js';
import type { Schema } from '../harness/document/model.js';
import { parseJson, parseYaml, writeJson } from '../harness/document/parse.js';
import { makeValidators } from '../harness/document/validators.js';
import { negativeCases, positiveCases } from '../harness/generation/cases.js';
import { coverageCases } from '../harness/generation/coverage.js';
import { json, type Meeting, meet, namesOf, pathParameter } from './meet.js';
import { oneOperation, type Wanted } from './one-operation.js';

/** Samples of each kind of request. */
const RUNS = 60;

const COMPONENTS = {
  Name: { type: 'string', minLength: 2, maxLength: 5 },
  Tree: {
    type: 'object',
    required: ['name', 'children'],
    properties: {
      name: { $ref: '#/components/schemas/Name' },
      children: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Tree' } },
    },
    additionalProperties: false,
  },
  Value: {
    anyOf: [{ type: 'integer' }, { type: 'array', items: { $ref: '#/components/schemas/Value' } }],
  },
  Map: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Map' } },
  Chain: {
    type: 'object',
    required: ['value', 'next'],
    properties: {
      value: { type: 'integer' },
      next: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Chain' }] },
    },
  },
  Fork: {
    anyOf: [
      { type: 'boolean' },
      {
        type: 'array',
        minItems: 3,
        maxItems: 3,
        items: { $ref: '#/components/schemas/Fork' },
      },
    ],
  },
  Base: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
};

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});

const SCHEMAS: Readonly<Record<string, object>> = {
  'texts between two lengths': object({ a: { type: 'string', minLength: 3, maxLength: 4 } }),
  'texts of a pattern': object({ a: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' } }),
  'texts of a pattern that looks ahead': object({ a: { type: 'string', pattern: '^(?=.*a)[a-z]{3,9}$' } }),
  'texts of formats': object({
    ...Object.fromEntries(
      ['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'uuid', 'uri', 'ipv4', 'ipv6'].map(
        (format) => [format, { type: 'string', format }],
      ),
    ),
  }),
  choices: object({ a: { enum: ['x', 1, null] }, b: { const: 'only' } }),
  'whole numbers between exclusive limits': object({
    a: { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 },
    b: { type: 'integer', minimum: -2, maximum: 2 },
  }),
  multiples: object({ a: { type: 'integer', multipleOf: 7 }, b: { type: 'number', multipleOf: 0.25 } }),
  numbers: object({ a: { type: 'number', minimum: 0, exclusiveMaximum: 1 } }),
  'several types': object({
    a: { type: ['integer', 'null'] },
    b: { type: ['string', 'boolean'], minLength: 1 },
  }),
  lists: object({
    a: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 3 },
    b: { type: 'array', items: { enum: ['x', 'y', 'z'] }, uniqueItems: true },
    c: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], items: false, minItems: 2 },
  }),
  'no other members': object({ a: { type: 'boolean' } }, { additionalProperties: false }),
  'other members of one type': object({}, { additionalProperties: { type: 'integer' }, minProperties: 1 }),
  'all of several': {
    allOf: [{ $ref: '#/components/schemas/Base' }, object({ name: { $ref: '#/components/schemas/Name' } })],
    unevaluatedProperties: false,
  },
  'one of several': {
    oneOf: [
      object(
        { kind: { const: 'circle' }, radius: { type: 'number', minimum: 0 } },
        { additionalProperties: false },
      ),
      object(
        { kind: { const: 'line' }, length: { type: 'number', minimum: 0 } },
        { additionalProperties: false },
      ),
    ],
  },
  'any of several beside more': {
    ...object({ id: { type: 'integer' } }),
    anyOf: [{ required: ['mail'] }, { required: ['phone'] }],
    properties: { id: { type: 'integer' }, mail: { type: 'string' }, phone: { type: 'string' } },
  },
  trees: { $ref: '#/components/schemas/Tree' },
  'values within values': object({ a: { $ref: '#/components/schemas/Value' } }),
  'maps of themselves': { $ref: '#/components/schemas/Map' },
  'chains that have to go on or end': { $ref: '#/components/schemas/Chain' },
  'forks of forks': { $ref: '#/components/schemas/Fork' },
  'lists within objects within objects': object({
    a: object({ b: object({ c: { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1 } }) }),
  }),
};

const FORM = object({
  text: { type: 'string', maxLength: 5 },
  count: { type: 'integer', minimum: 1, maximum: 9 },
  agreed: { type: 'boolean' },
});

for (const [name, schema] of Object.entries(SCHEMAS)) {
  describe(`bodies: ${name}`, () => {
    const { operation, material } = oneOperation({ body: schema, schemas: COMPONENTS });
    const isValid = independentJudge(schema);

    it('are valid where they are made up as valid', () => {
      const cases = positiveCases(material, operation, {}) ?? assert.fail('nothing valid was found');
      const bodies = fc.sample(cases, { seed: 1, numRuns: RUNS }).map(readBody);
      for (const body of bodies) assert.ok(isValid(body), JSON.stringify(body));
      assert.ok(new Set(bodies.map((body) => JSON.stringify(body))).size > 1, 'always the same');
    });

    it('are wrong where they are made up as wrong', () => {
      const cases = negativeCases(material, operation, {}) ?? assert.fail('nothing wrong was found');
      for (const item of fc.sample(cases, { seed: 1, numRuns: RUNS })) {
        assert.equal(item.mode, 'negative');
        assert.ok(!isValid(readBody(item)), String(item.body?.bytes));
      }
    });

    it('keep and break every rule, and are told apart', () => {
      const cases = coverageCases(material, operation, {}).filter(
        // The independent judge knows no integers that a double cannot hold: exact-numbers.test.ts is about those.
        ({ probe, body, mode }) =>
          !probe &&
          body?.mediaType === 'application/json' &&
          mode !== 'neutral' &&
          !/\d{17}/.test(String(body.bytes)),
      );
      for (const { mode, body, about } of cases) {
        const verdict = body && isJson(body.bytes) && isValid(JSON.parse(body.bytes.toString()));
        assert.equal(verdict, mode === 'positive', `${about}: ${body?.bytes.toString().slice(0, 200)}`);
      }
      for (const mode of ['positive', 'negative'])
        assert.ok(
          cases.some((item) => item.mode === mode),
          mode,
        );
    });
  });
}

describe('branches that a discriminator tells apart', () => {
  const pet = object({ kind: { type: 'string' } });
  const ofPet = (more: object) => ({ allOf: [{ $ref: '#/components/schemas/Pet' }, more] });
  const schemas = {
    Pet: pet,
    Cat: ofPet(object({ lives: { type: 'integer' } })),
    Dog: ofPet(object({ barks: { type: 'boolean' } })),
  };
  const oneOf = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];

  for (const [name, mapping, dog] of [
    ['by their names', undefined, 'Dog'],
    ['by names of a mapping', { hound: '#/components/schemas/Dog' }, 'hound'],
  ] as const) {
    it(`are named in it ${name}`, () => {
      const body = { oneOf, discriminator: { propertyName: 'kind', ...(mapping ? { mapping } : {}) } };
      const { operation, material } = oneOperation({ body, schemas });
      const random = positiveCases(material, operation, {}) ?? assert.fail('nothing valid was found');
      const kept = [
        ...fc.sample(random, { seed: 1, numRuns: 100 }),
        ...coverageCases(material, operation, {}).filter(({ mode }) => mode === 'positive'),
      ].map((item) => readBody(item) as Partial<Record<string, unknown>>);
      for (const { kind, lives, barks } of kept)
        assert.ok(
          (kind === 'Cat' && Number.isInteger(lives)) || (kind === dog && typeof barks === 'boolean'),
          JSON.stringify({ kind, lives, barks }),
        );
      assert.deepEqual(new Set(kept.map(({ kind }) => kind)), new Set(['Cat', dog]));
    });
  }
});

describe('schemas that all refer to each other', () => {
  const names = Array.from({ length: 12 }, (_, index) => `S${index}`);
  const references = names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]);
  const schema = { type: 'object', properties: Object.fromEntries(references) };
  const schemas = Object.fromEntries(names.map((name) => [name, schema]));
  const { operation, material } = oneOperation({ body: { $ref: '#/components/schemas/S0' }, schemas });

  it('make requests of a size that can be sent', () => {
    const cases = positiveCases(material, operation, {}) ?? assert.fail('nothing valid was found');
    const sizes = fc.sample(cases, { seed: 1, numRuns: 25 }).map(({ body }) => body?.bytes.length ?? 0);
    assert.ok(Math.max(...sizes) < 50_000, sizes.join(' '));
  });
});

describe('schemas that require themselves', () => {
  const body = {
    type: 'object',
    required: ['self'],
    properties: { self: { $ref: '#/components/schemas/Self' } },
  };
  const { operation, material } = oneOperation({ body, schemas: { Self: body } });

  it('have no valid value', () => {
    assert.equal(positiveCases(material, operation, {}), undefined);
  });
});

describe('forms', () => {
  for (const mediaType of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    it(`are valid when they are read as text: ${mediaType}`, () => {
      const { operation, material } = oneOperation({ body: FORM, mediaType });
      const cases = positiveCases(material, operation, {}) ?? assert.fail('nothing valid was found');
      for (const item of fc.sample(cases, { seed: 1, numRuns: 100 })) {
        const fields = readForm(item);
        assert.match(fields.count ?? '', /^[1-9]$/);
        assert.match(fields.agreed ?? '', /^(true|false)$/);
        assert.ok([...(fields.text ?? '123456')].length <= 5, fields.text);
      }
    });

    it(`are wrong in a way that no reader accepts: ${mediaType}`, () => {
      const { operation, material } = oneOperation({ body: FORM, mediaType });
      const wrong = coverageCases(material, operation, {}).filter(
        ({ mode, body }) => mode === 'negative' && body?.mediaType?.startsWith(mediaType),
      );
      assert.ok(wrong.length > 10);
      for (const item of wrong) {
        const { text, count, agreed } = readForm(item);
        const words = ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off', 't', 'f', 'y', 'n'];
        const holds =
          text !== undefined &&
          [...text].length <= 5 &&
          /^\s*\+?0*[1-9](\.0*)?\s*$/.test(count ?? '') &&
          words.includes((agreed ?? '').trim().toLowerCase());
        assert.ok(!holds, `${item.about}: ${item.body?.bytes.toString().slice(0, 200)}`);
      }
    });
  }
});

const readBody = ({ body }: Case): unknown => JSON.parse(body?.bytes.toString() ?? '');

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

function readForm({ body }: Case): Partial<Record<string, string>> {
  const text = body?.bytes.toString() ?? '';
  if (!body?.mediaType?.startsWith('multipart')) return Object.fromEntries(new URLSearchParams(text));
  const parts = text.matchAll(/name="([^"]*)"\r\n\r\n([\s\S]*?)\r\n--contract/g);
  return Object.fromEntries([...parts].map(([, name, value]) => [name, value]));
}

function independentJudge(schema: object): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9 });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema({ $id: 'document', components: { schemas: COMPONENTS }, tested: schema });
  const validate = ajv.compile({ $ref: 'document#/tested' });
  return (value) => validate(value) === true;
}

function cases(wanted: Wanted): Case[] {
  const { operation, material } = oneOperation(wanted);
  return coverageCases(material, operation, {});
}

const about = (made: readonly Case[], mode: Case['mode']) =>
  made.filter((item) => item.mode === mode).map((item) => item.about);

describe('coverage', () => {
  const body = cases({
    body: {
      type: 'object',
      required: ['code'],
      properties: { code: { type: 'string', minLength: 1, maxLength: 10, pattern: '^[^\\0]*$' } },
    },
  });

  it('sends texts at and around their limits, counted in code points', () => {
    const kept = about(body, 'positive');
    const broken = about(body, 'negative');
    for (const units of ['letters', 'emoji']) {
      for (const length of [1, 10])
        assert.ok(kept.includes(`application/json: code: ${length} ${units}`), units);
      assert.ok(broken.includes(`application/json: code: 11 ${units}`), units);
    }
    assert.ok(broken.includes('application/json: code: an empty text'));
  });

  it('sends members missing, too many, null, and of every other type', () => {
    const broken = about(body, 'negative');
    for (const what of [
      'without code',
      'code: null',
      'code: true',
      'code: an array',
      'code: an object',
      'code: the number 1.5',
    ])
      assert.ok(broken.includes(`application/json: ${what}`), what);
    assert.ok(about(body, 'positive').includes('application/json: with members that are not declared'));
    for (const what of ['null', '[]', '"text"', '{}'])
      assert.ok(broken.includes(`application/json: ${what} instead`), what);
  });

  it('sends U+0000, broken JSON, bytes that are no text, and another content type', () => {
    const broken = about(body, 'negative');
    for (const what of [
      'code: a text with U+0000',
      'cut off',
      'with more after it',
      'NaN',
      'bytes that are no UTF-8',
      'as text/x-unheard-of',
      'no body',
    ])
      assert.ok(broken.includes(`application/json: ${what}`), what);
  });

  it('sends repeated keys, halves of surrogates and huge numbers, which the document leaves open', () => {
    const open = about(body, 'neutral');
    for (const what of [
      'a member twice',
      'half of a surrogate pair',
      'a number that no double holds',
      'after a byte order mark',
    ])
      assert.ok(open.includes(`application/json: ${what}`), what);
  });

  it('crosses the limits of members that the example lacks, and of what is in them', () => {
    const order = cases({
      body: {
        type: 'object',
        required: ['sku'],
        examples: [{ sku: 'abc' }],
        properties: {
          sku: { type: 'string' },
          lines: { type: 'array', maxItems: 5, items: { type: 'integer', maximum: 9 } },
          gift: {
            type: 'object',
            required: ['text'],
            properties: { text: { type: 'string', maxLength: 20 } },
          },
          marks: { type: 'array', maxItems: 2, uniqueItems: true, items: { type: 'string' } },
        },
      },
    });
    const broken = about(order, 'negative');
    for (const what of [
      'lines: the number 10',
      'lines: 6 items',
      'gift: text: 21 letters',
      'gift: without text',
      'marks: 3 items',
      'marks: an item twice',
    ])
      assert.ok(broken.includes(`application/json: ${what}`), what);
    for (const what of ['lines: the number 9', 'lines: 5 items', 'gift: text: 20 letters', 'marks: 2 items'])
      assert.ok(about(order, 'positive').includes(`application/json: ${what}`), what);
  });

  it('crosses the limits of bodies that are one number or one text', () => {
    const level = cases({ body: { type: 'integer', maximum: 10, examples: [7] } });
    assert.ok(about(level, 'negative').includes('application/json: the number 11'));
    assert.ok(about(level, 'positive').includes('application/json: the number 10'));
    const note = cases({ body: { type: 'string', maxLength: 10 }, mediaType: 'text/plain' });
    assert.ok(about(note, 'negative').includes('text/plain: 11 letters'));
    assert.ok(about(note, 'positive').includes('text/plain: 10 emoji'));
  });

  it('does not call a body wrong when another rule allows it', () => {
    const counter = cases({ body: { type: 'integer', minimum: 0, examples: [42] } });
    assert.ok(about(counter, 'neutral').includes('application/json: cut off'));
    const anything = about(cases({ body: {} }), 'negative');
    assert.ok(!anything.some((what) => what.includes('arrays in each other')));
    for (const mediaType of ['*/*', 'text/*']) {
      const bytes = cases({ body: { type: 'string', format: 'binary' }, mediaType });
      assert.deepEqual(about(bytes, 'negative'), [], mediaType);
    }
  });

  it('does not judge an optional body in an unknown type', () => {
    const optional = cases({ body: { type: 'object', required: ['a'] }, bodyRequired: false });
    assert.ok(about(optional, 'neutral').includes('application/json: as text/x-unheard-of'));
  });

  it('sends every other method, also TRACE and unknown ones', () => {
    const methods = body.filter(({ probe }) => probe === 'unsupported-method').map(methodOf);
    assert.deepEqual(methods.sort(), ['DELETE', 'GET', 'PATCH', 'PUT', 'QUERY', 'TRACE']);
    assert.ok(body.some(({ probe }) => probe === 'options'));
  });

  it('changes members of members, and items', () => {
    const nested = cases({
      body: {
        type: 'object',
        required: ['place'],
        properties: {
          place: {
            type: 'object',
            required: ['floor', 'doors'],
            properties: {
              floor: { type: 'integer', maximum: 9 },
              doors: {
                type: 'array',
                minItems: 1,
                maxItems: 2,
                uniqueItems: true,
                items: { enum: ['a', 'b', 'c'] },
              },
            },
          },
        },
      },
    });
    const broken = about(nested, 'negative');
    for (const what of [
      'without floor',
      'floor: the number 10',
      'doors: 0 items',
      'doors: 3 items',
      'doors: an item twice',
      'doors: a choice in capital letters',
    ])
      assert.ok(broken.includes(`application/json: place: ${what}`), what);
  });

  const PARAMETERS = [
    { name: 'limit', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 50 } },
    {
      name: 'tag',
      in: 'query',
      schema: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, maxItems: 2 },
    },
    { name: 'X-Mode', in: 'header', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
    { name: 'lang', in: 'cookie', required: true, schema: { type: 'string', enum: ['de', 'en'] } },
  ];
  const made = cases({ parameters: PARAMETERS });
  const targets = (mode: Case['mode']) =>
    made.filter((item) => item.mode === mode).map((item) => targetOf(item));

  it('sends query parameters at their limits, beyond them, and left out', () => {
    for (const limit of [1, 50])
      assert.ok(targets('positive').includes(`/things?limit=${limit}`), String(limit));
    for (const query of ['?limit=0', '?limit=51', '?limit=1.5', '?limit=null', ''])
      assert.ok(targets('negative').includes(`/things${query}`), query);
  });

  it('sends lists as their names repeated', () => {
    assert.ok(targets('negative').some((target) => /[?&]tag=a(&|$)/.test(target)));
    const lists = cases({ parameters: [{ ...PARAMETERS[1], required: true, example: ['x', 'y'] }] });
    assert.ok(lists.some((item) => targetOf(item) === '/things?tag=x&tag=y'));
  });

  it('sends lists with an item too many, and with one twice', () => {
    const schema = { type: 'array', maxItems: 2, uniqueItems: true, items: { enum: ['x', 'y', 'z'] } };
    const broken = cases({ parameters: [{ name: 'tag', in: 'query', schema, example: ['x'] }] })
      .filter(({ mode }) => mode === 'negative')
      .map(({ query }) => query.map(([, value]) => value));
    assert.ok(broken.some((values) => new Set(values).size === 3));
    assert.ok(broken.some((values) => values.length === 2 && new Set(values).size === 1));
  });

  it('sends headers and cookies that keep their rules and that break them', () => {
    const sent = (mode: Case['mode'], read: (item: Case) => string | undefined) =>
      new Set(made.filter((item) => item.mode === mode).map(read));
    assert.ok(sent('positive', ({ cookies }) => cookies.lang).has('en'));
    assert.ok(sent('negative', ({ cookies }) => cookies.lang).has('EN'));
    assert.ok(sent('negative', ({ cookies }) => cookies.lang).has(undefined));
    assert.ok(sent('positive', ({ headers }) => headers['X-Mode']).has('b'));
    assert.ok(sent('negative', ({ headers }) => headers['X-Mode']).has('ax'));
    assert.ok(
      made.some(({ probe, headers }) => probe === 'missing-header' && headers['X-Mode'] === undefined),
    );
  });

  it('sends integers that overflow their format, in plain digits, and leaves it open whether they are taken', () => {
    for (const [format, most, beyond] of [
      ['int32', '2147483647', '2147483648'],
      ['int64', '9223372036854775807', '9223372036854775808'],
    ] as const) {
      const schema = { type: 'integer', format };
      const inQuery = cases({ parameters: [{ name: 'n', in: 'query', schema }] });
      const inBody = cases({ body: { type: 'object', properties: { n: schema } } });
      const modes = (text: string) => [
        ...inQuery.filter(({ query: [pair] }) => pair?.[1] === text).map(({ mode }) => mode),
        ...inBody.filter(({ body }) => body?.bytes.includes(`"n":${text}}`)).map(({ mode }) => mode),
      ];
      assert.ok(modes(most).includes('positive') && !modes(most).includes('negative'), format);
      assert.deepEqual(new Set(modes(beyond)), new Set(['neutral']));
    }
  });

  it('sends no URL that is too long for servers', () => {
    const long = cases({
      parameters: [{ name: 'q', in: 'query', schema: { type: 'string', maxLength: 2000 } }],
    });
    const lengths = long.map((item) => targetOf(item).length);
    assert.ok(Math.max(...lengths) <= 8000 && Math.max(...lengths) > 2000);
  });

  it('does not judge values that services read in different ways', () => {
    const { operation, material } = oneOperation({
      parameters: [{ name: 'n', in: 'query', schema: { type: 'integer', enum: [0, 1] } }],
    });
    const modes = Object.fromEntries(
      coverageCases(material, operation, {}).map((item) => [targetOf(item), item.mode]),
    );
    assert.equal(modes['/things?n=0'], 'positive');
    assert.equal(modes['/things?n=-1'], 'negative');
    assert.equal(modes[`/things?n=${encodeURIComponent(' \t\r\n')}`], 'neutral');
  });
});

const NUMBERS = { type: 'array', items: { type: 'integer', minimum: 1, maximum: 1000 } };
const POINT = {
  type: 'object',
  required: ['x'],
  additionalProperties: false,
  properties: { x: { type: 'integer', minimum: 0, maximum: 9 }, label: { type: 'string', maxLength: 5 } },
};

const areNumbers = (texts: readonly string[]) =>
  texts.every((text) => /^[1-9]\d*$/.test(text) && Number(text) <= 1000);
const isPoint = (x: string | null | undefined, label: string | null | undefined) =>
  /^\d$/.test(x ?? '') && [...(label ?? '')].length <= 5;
const queryOf = (item: Case) => new URL(targetOf(item), 'http://any.invalid').searchParams;

interface Example {
  readonly parameter: object;
  /** What a server that keeps to the document does. */
  readonly accepts: (item: Case) => boolean;
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  'numbers, the name repeated': {
    parameter: { name: 'n', in: 'query', schema: NUMBERS },
    accepts: (item) => areNumbers(queryOf(item).getAll('n')),
  },
  'texts, the name repeated': {
    parameter: {
      name: 'n',
      in: 'query',
      schema: { type: 'array', items: { type: 'string', maxLength: 12 } },
    },
    accepts: (item) =>
      queryOf(item)
        .getAll('n')
        .every((text) => [...text].length <= 12),
  },
  'numbers between commas': {
    parameter: { name: 'n', in: 'query', explode: false, schema: NUMBERS },
    accepts: (item) => !queryOf(item).has('n') || areNumbers((queryOf(item).get('n') ?? '').split(',')),
  },
  'numbers in a header': {
    parameter: { name: 'X-N', in: 'header', schema: NUMBERS },
    accepts: ({ headers }) => areNumbers(headers['X-N']?.split(',') ?? []),
  },
  'members, each a parameter of its own': {
    parameter: { name: 'point', in: 'query', schema: POINT },
    accepts: (item) =>
      !(queryOf(item).has('x') || queryOf(item).has('label')) ||
      isPoint(queryOf(item).get('x'), queryOf(item).get('label')),
  },
  'members in brackets': {
    parameter: { name: 'point', in: 'query', style: 'deepObject', schema: POINT },
    accepts: (item) =>
      [...queryOf(item).keys()].every((name) => !name.startsWith('point[')) ||
      ([...queryOf(item).keys()].every((name) => /^point\[(x|label)\]$/.test(name)) &&
        isPoint(queryOf(item).get('point[x]'), queryOf(item).get('point[label]'))),
  },
};

for (const [name, { parameter, accepts }] of Object.entries(EXAMPLES)) {
  describe(`parameters: ${name}`, () => {
    const { operation, material } = oneOperation({ parameters: [parameter] });
    const covering = coverageCases(material, operation, {}).filter(({ probe }) => !probe);
    const random = [positiveCases, negativeCases].flatMap((make) => {
      const cases = make(material, operation, {});
      return cases ? fc.sample(cases, { seed: 1, numRuns: 100 }) : [];
    });

    it('are judged as a server would judge them', () => {
      for (const item of [...covering, ...random]) {
        if (item.mode === 'neutral') continue;
        const sent = `${item.about}: ${targetOf(item).slice(0, 200)}`;
        assert.equal(accepts(item), item.mode === 'positive', sent);
      }
    });

    it('are encoded correctly', () => {
      const isSent = (item: Case) => item.query.length > 0 || item.headers['X-N'] !== undefined;
      assert.ok([...covering, ...random].some((item) => item.mode === 'positive' && isSent(item)));
    });
  });
}

interface Part {
  readonly head: string;
  readonly text: string;
}

function formCases(wanted: Wanted): Case[] {
  const { operation, material } = oneOperation(wanted);
  const random = [positiveCases, negativeCases].flatMap((make) => {
    const made = make(material, operation, {});
    return made ? fc.sample(made, { seed: 1, numRuns: 100 }) : [];
  });
  const covering = coverageCases(material, operation, {}).filter(({ probe }) => !probe);
  const mediaType = wanted.mediaType ?? '';
  return [...covering, ...random].filter(({ body }) => body?.mediaType?.startsWith(mediaType));
}

/** @param accepts what a server that keeps to the document does */
function assertJudged(made: readonly Case[], accepts: (item: Case) => boolean): void {
  for (const item of made.filter(({ mode }) => mode !== 'neutral'))
    assert.equal(
      accepts(item),
      item.mode === 'positive',
      `${item.about}: ${item.body?.bytes.toString().slice(0, 300)}`,
    );
  for (const mode of ['positive', 'negative'])
    assert.ok(
      made.some((item) => item.mode === mode),
      mode,
    );
}

function partsOf({ body }: Case): Map<string, Part[]> {
  const found = new Map<string, Part[]>();
  const parts = (body?.bytes.toString() ?? '').matchAll(
    /--contract-form-boundary\r\n([\s\S]*?)\r\n\r\n([\s\S]*?)\r\n(?=--contract-form-boundary)/g,
  );
  for (const [, head = '', text = ''] of parts) {
    const [, name = ''] = / name="([^"]*)"/.exec(head) ?? [];
    found.set(name, [...(found.get(name) ?? []), { head, text }]);
  }
  return found;
}

const ofForm = ({ body }: Case) => new URLSearchParams(body?.bytes.toString());

const META = {
  type: 'object',
  required: ['name', 'meta'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 20 },
    meta: {
      type: 'object',
      required: ['size'],
      properties: { size: { type: 'integer', minimum: 0, maximum: 9 } },
    },
  },
};

const isMeta = (text: string) => {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('size' in value)) return false;
  return Number.isInteger(value.size) && Number(value.size) >= 0 && Number(value.size) <= 9;
};
const isName = (text: string) => [...text].length >= 1 && [...text].length <= 20;

describe('objects in multipart forms', () => {
  const made = formCases({ body: META, mediaType: 'multipart/form-data' });

  it('are JSON, and say so', () => {
    assertJudged(made, (item) => {
      const { name: [name] = [], meta: [meta] = [] } = Object.fromEntries(partsOf(item));
      if (!name || !meta) return false;
      assert.match(meta.head, /\r\nContent-Type: application\/json$/);
      return isName(name.text) && isMeta(meta.text);
    });
  });

  it('are broken in one member', () => {
    const isBroken = ({ mode, about }: Case) =>
      mode === 'negative' && /meta: size: the number 10/.test(about);
    assert.ok(made.some(isBroken));
  });
});

describe('objects in URL-encoded forms', () => {
  const wanted = { body: META, mediaType: 'application/x-www-form-urlencoded' };

  it('are not judged where services read them in different ways', () => {
    for (const item of formCases(wanted).filter(({ mode }) => mode !== 'neutral')) {
      const meta = ofForm(item).get('meta') ?? '';
      const holds = isName(ofForm(item).get('name') ?? '') && meta.startsWith('{') && isMeta(meta);
      assert.ok(item.mode === 'negative' && !holds, `${item.about}: ${ofForm(item)}`);
    }
  });

  it('are JSON where the document says so', () => {
    const made = formCases({ ...wanted, encoding: { meta: { contentType: 'application/json' } } });
    assertJudged(made, (item) => {
      const meta = ofForm(item).get('meta');
      return isName(ofForm(item).get('name') ?? '') && meta !== null && isMeta(meta);
    });
  });
});

describe('lists in forms', () => {
  it('of files have file names', () => {
    const files = { type: 'array', minItems: 1, items: { type: 'string', format: 'binary' } };
    const body = { type: 'object', required: ['files'], properties: { files } };
    assertJudged(formCases({ body, mediaType: 'multipart/form-data' }), (item) =>
      (partsOf(item).get('files') ?? []).some(({ head }) => /; filename="/.test(head)),
    );
  });

  it('are not judged where they have a style of their own', () => {
    const tags = { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: ['a', 'b'] } };
    const body = { type: 'object', required: ['tags'], properties: { tags } };
    const mediaType = 'application/x-www-form-urlencoded';
    const made = formCases({ body, mediaType, encoding: { tags: { explode: false } } });
    assert.ok(made.every((item) => item.mode !== 'positive' || !ofForm(item).has('tags')));
  });
});

const ajv = new Ajv2020();
// ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

const LAST = 2n ** 63n - 1n;

describe('an integer that no double holds', () => {
  it('is read from JSON and YAML as it stands, and written so', () => {
    const text =
      '{"a":9223372036854775807,"b":"9007199254740993","c":[-9007199254740993],"d":0.1234567890123}';
    const value = { a: LAST, b: '9007199254740993', c: [-(2n ** 53n) - 1n], d: 0.1234567890123 };
    assert.deepEqual(parseJson(text), value);
    assert.equal(writeJson(value), text);
    assert.deepEqual(parseYaml('{ a: 9223372036854775807, b: 0x10 }'), { a: LAST, b: 16 });
  });

  it('leaves other JSON as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt(), (value, integer) => {
        const text = JSON.stringify({ value, digits: '12345678901234567', fraction: 0.1234567890123456 });
        assert.equal(writeJson(parseJson(text)), text);
        assert.equal(writeJson(parseJson(`[${integer}]`)), `[${integer}]`);
      }),
    );
  });

  it('is judged by each numeric keyword, by enum and by const', () => {
    const validators = makeValidators();
    const keeps = (schema: Schema, value: unknown) => validators.sent(schema)(value).length === 0;
    assert.deepEqual([keeps({ maximum: LAST }, LAST), keeps({ maximum: LAST }, LAST + 1n)], [true, false]);
    assert.deepEqual(
      [keeps({ exclusiveMinimum: LAST }, LAST), keeps({ minimum: LAST }, LAST)],
      [false, true],
    );
    assert.deepEqual(
      [keeps({ format: 'int64' }, LAST), keeps({ format: 'int64' }, LAST + 1n)],
      [true, false],
    );
    assert.deepEqual([keeps({ multipleOf: 10 }, LAST), keeps({ multipleOf: 7 }, LAST)], [false, true]);
    assert.deepEqual([keeps({ enum: [LAST] }, LAST), keeps({ const: LAST }, LAST - 1n)], [true, false]);
    assert.equal(validators.sent({ maximum: LAST })(LAST + 1n)[0]?.message, 'must be <= 9223372036854775807');
  });
});

const COUNT = { type: 'integer', format: 'int64', minimum: 0, maximum: LAST };
const COUNTER = { type: 'object', required: ['count'], properties: { count: COUNT } };
const CREATED = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, count: COUNT } };
const taken = { requestBody: { required: true, ...json(COUNTER) } };
const document: Meeting['document'] = {
  paths: {
    '/counters': { post: { ...taken, responses: { 201: json(CREATED), 400: {}, 415: {} } } },
    '/counters/{id}': {
      parameters: [{ ...pathParameter('id'), schema: { type: 'integer' } }],
      get: { responses: { 200: json(CREATED), 404: {} } },
      put: { ...taken, responses: { 200: json(CREATED), 400: {}, 404: {}, 415: {} } },
    },
  },
};

/** Ids begin beyond 2^53. @param store what is kept of a count */
function counters({ store = (count: bigint) => count, most = LAST } = {}): Meeting['answer'] {
  const kept = new Map<string, unknown>();
  const isCount = (value: unknown) =>
    (typeof value === 'bigint' || Number.isSafeInteger(value)) &&
    BigInt(value as number) >= 0n &&
    BigInt(value as number) <= most;
  return ({ method, path, headers, body }) => {
    const { count } = Object(body);
    const id =
      method === 'POST' ? String(2n ** 53n + 1n + BigInt(kept.size)) : path.replace('/counters/', '');
    if (method !== 'POST' && !kept.has(id)) return [404];
    if (method !== 'GET' && !/json/.test(headers['content-type'] ?? '')) return [415];
    if (method !== 'GET' && !isCount(count)) return [400];
    if (method !== 'GET') kept.set(id, store(BigInt(count)));
    return [method === 'POST' ? 201 : 200, { id: BigInt(id), count: kept.get(id) }];
  };
}

describe('a service with int64', () => {
  const checks =
    'positive_data_acceptance,negative_data_rejection,stored_data_conformance,ensure_resource_availability';
  const find = async (answer: Meeting['answer']) =>
    namesOf(await meet({ document, answer, options: ['--checks', checks, '--max-examples', '5'] }));

  it('has no finding when it keeps each exactly', { timeout: 60_000 }, async () => {
    assert.deepEqual(await find(counters()), []);
  });

  it('is found to refuse the last, to take the first beyond, or to round', { timeout: 60_000 }, async () => {
    const [less, more] = [
      await find(counters({ most: LAST - 1n })),
      await find(counters({ most: LAST + 1n })),
    ];
    assert.ok(less.includes('positive_data_acceptance POST /counters'), less.join());
    assert.ok(more.includes('negative_data_rejection POST /counters'), more.join());
    const rounded = await find(counters({ store: (count) => BigInt(Number(count)) }));
    assert.ok(rounded.length > 0 && rounded.every((name) => name.startsWith('stored_data_conformance ')));
  });
});
