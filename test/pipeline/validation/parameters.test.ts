/** Parameters by requests of the list, and those of other places and types, which openapi.yaml does not have yet. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Operation } from '#src/contract/contract.js';
import type { Parameter, Schema } from '#src/contract/specification.js';
import { NotFound, ValidationFailed } from '#src/errors/index.js';
import { makeCompileInput, makeSchemaCompiler } from '#src/pipeline/validation/validate-input.js';
import { json, useSnippetApp } from '../parsing/bodies.js';

const NO_INTEGER = 'A valid integer is required.';
const TOO_LARGE = 'Ensure this value is less than or equal to 1000.';
const NOT_VALID = 'This value is not valid.';

describe('the parameters of the list', () => {
  const app = useSnippetApp();
  before(async () => {
    for (const code of ['a', 'b', 'c']) await app.create(json({ code }));
  });

  for (const [name, message, ...values] of [
    ['limit', 'Ensure this value is greater than or equal to 1.', '0', '-1'],
    ['limit', TOO_LARGE, '1001', '99999999999999999999'],
    [
      'limit',
      NO_INTEGER,
      '',
      '1.0',
      '1e1',
      '0x1',
      '%2B1',
      '%201',
      '1%00',
      '%D9%A1',
      '%zz',
      '2&limit=x',
      '2&limit',
    ],
    ['after', NOT_VALID, 'x', 'a-b-c', '1-A', '0123456789-1'],
    ['after', 'This field may not be blank.', ''],
    ['after', 'Null characters are not allowed.', '%00'],
    ['language', '"klingon" is not a valid choice.', 'klingon'],
    ['language', '"__proto__" is not a valid choice.', '__proto__'],
    ['order', '"CREATED" is not a valid choice.', 'CREATED'],
  ] as const)
    for (const value of values)
      it(`${name}=${value} is 400 and says what is wrong, beside other errors`, async () => {
        const [other, second] = name === 'limit' ? ['order', 'x'] : ['limit', '1001'];
        const ofOther = other === 'order' ? '"x" is not a valid choice.' : TOO_LARGE;
        for (const [query, errors] of [
          [`${name}=${value}`, {}],
          [`${name}=${value}&${other}=${second}`, { [other]: [ofOther] }],
        ] as const) {
          const response = await app.fetch(`/snippets/?${query}`);
          assert.equal(response.status, 400);
          assert.deepEqual(await response.json(), { detail: 'Invalid input.', [name]: [message], ...errors });
        }
      });

  for (const [query, codes] of [
    ['', 'abc'],
    ['limit=1', 'a'],
    ['limit=1000', 'abc'],
    ['limit=002', 'ab'],
    ['limit=x&limit=2', 'ab'],
    ['after=0', 'abc'],
    ['format=', 'abc'],
    ['after=999999', ''],
    ['x=%zz&limit[$gt]=1&LIMIT=1&__proto__=1&', 'abc'],
  ] as const)
    it(`${query || 'none'} lists ${codes.length}`, async () => {
      const response = await app.fetch(`/snippets/?${query}`);
      const snippets: { code: string }[] = await response.json();
      assert.deepEqual([response.status, snippets.map(({ code }) => code).join('')], [200, codes]);
    });
});

const TEXT: Schema = { type: 'string', pattern: '^[a-z]+$' };
const RATING: Schema = { type: 'integer', minimum: 1, maximum: 5 };

function validate(parameter: Partial<Parameter> & { schema: Schema }, text: string | undefined) {
  const declared: Parameter = { name: 'Given', in: 'query', ...parameter };
  const operation = { id: 'any', parameters: [declared], fields: {} } as unknown as Operation;
  const validateInput = makeCompileInput()(operation);
  const given = (place: string, name = 'Given') =>
    text !== undefined && declared.in === place ? { [name]: text } : {};
  const source = { query: new URLSearchParams(given('query')), headers: given('header', 'given') };
  const { parameters } = validateInput(source, given('path'), undefined);
  return parameters[declared.in === 'cookie' ? 'query' : declared.in].Given;
}

describe('a parameter', () => {
  for (const [parameter, text, value] of [
    [{ in: 'path', schema: { type: 'string' } }, '007', '007'],
    [{ in: 'path', schema: RATING }, '004', 4],
    [{ in: 'header', schema: RATING }, '3', 3],
    [{ schema: { type: 'boolean' } }, 'true', true],
    [{ schema: { type: 'boolean' } }, 'No', false],
    [{ schema: { type: 'number' } }, '-1.5', -1.5],
    [{ schema: { ...RATING, default: 3 } }, undefined, 3],
    [{ schema: RATING }, undefined, undefined],
    [{ schema: TEXT, allowEmptyValue: true }, '', undefined],
  ] as const)
    it(`is ${value} for the text ${text} and ${JSON.stringify(parameter)}`, () =>
      assert.equal(validate(parameter, text), value));

  for (const [parameter, text, message] of [
    [{ in: 'header', schema: TEXT }, 'A B', NOT_VALID],
    [{ in: 'header', schema: TEXT, required: true }, undefined, 'This field is required.'],
    [{ schema: { type: 'boolean' } }, 'perhaps', 'Must be a valid boolean.'],
    [{ schema: { type: 'number' } }, '0x1', 'A valid number is required.'],
    [{ schema: RATING }, '', NO_INTEGER],
    [{ schema: RATING }, '6', 'Ensure this value is less than or equal to 5.'],
    [{ schema: { type: 'integer', multipleOf: 3 } }, '4', 'Ensure this value is a multiple of 3.'],
    [
      { schema: { type: 'integer', format: 'int32' } },
      '3000000000',
      'Ensure this value has the format int32.',
    ],
    [{ schema: { type: 'string', format: 'date' } }, 'today', 'Ensure this value has the format date.'],
    [{ schema: { type: 'string', enum: ['a'] } }, '', '"" is not a valid choice.'],
    // There is no such resource.
    ...[['Not-A-Slug', TEXT] as const, ['6', RATING] as const, ['x', RATING] as const].map(
      ([text, schema]) => [{ in: 'path', schema }, text, undefined] as const,
    ),
  ] as const)
    it(`is ${message ?? '404'} for the text ${text} and ${JSON.stringify(parameter)}`, () => {
      const isExpected = (error: unknown) =>
        message === undefined
          ? error instanceof NotFound
          : error instanceof ValidationFailed && error.fields.Given?.join() === message;
      assert.throws(() => validate(parameter, text), isExpected);
    });

  it('stops the start when its type cannot be read from text', () => {
    const list = { schema: { type: 'array', items: TEXT } } as const;
    assert.throws(() => validate(list, ''), /parameter Given of type array/);
  });
});

it('no pattern and no format is tried on a text that is too long', () => {
  const text = { type: 'string', maxLength: 3, pattern: '^[a-z]*$', format: 'well-formed' };
  const isFailing = makeSchemaCompiler()({ type: 'object', properties: { text } });
  const failing = (value: string) => new Set(isFailing({ text: value }).map(({ keyword }) => keyword));
  assert.deepEqual(failing('A\ud800'), new Set(['pattern', 'format', 'if']));
  assert.deepEqual(failing('AAAA\ud800'), new Set(['maxLength']));
});
