/** What is sent as valid is valid, and what is sent as wrong is wrong, by a validator that the harness does not use. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Case } from '../harness/case.js';
import { negativeCases, positiveCases } from '../harness/generation/cases.js';
import { coverageCases } from '../harness/generation/coverage.js';
import { oneOperation } from './one-operation.js';

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
    a: { type: 'string', format: 'date' },
    b: { type: 'string', format: 'date-time' },
    c: { type: 'string', format: 'email' },
    d: { type: 'string', format: 'ipv4' },
    e: { type: 'string', format: 'uri' },
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
