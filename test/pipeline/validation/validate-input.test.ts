/** Parameters of every place and type, and schemas, as openapi.yaml does not have them yet. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint, Operation } from '#src/contract/contract.js';
import type { Parameter, Schema } from '#src/contract/specification.js';
import { NotFound, ValidationFailed } from '#src/errors/index.js';
import { makeSchemaCompiler } from '#src/pipeline/validation/schema-compiler.js';
import { makeValidateInput } from '#src/pipeline/validation/validate-input.js';

const TEXT: Schema = { type: 'string', pattern: '^[a-z]+$' };
const RATING: Schema = { type: 'integer', minimum: 1, maximum: 5 };

function validate(parameter: Partial<Parameter> & { schema: Schema }, text: string | undefined) {
  const declared: Parameter = { name: 'Given', in: 'query', ...parameter };
  const operation = { id: 'any', parameters: [declared], fields: {} } as unknown as Operation;
  const endpoint = { operations: new Map([['get', operation]]) } as unknown as Endpoint;
  const validateInput = makeValidateInput([endpoint]);
  const given = (place: string) => (text !== undefined && declared.in === place ? { Given: text } : {});
  const headers = Object.fromEntries(Object.entries(given('header')).map(([, value]) => ['given', value]));
  const source = { query: new URLSearchParams(given('query')), headers };
  const { parameters } = validateInput(source, operation, given('path'), undefined);
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
    it(`is ${value} for the text ${text} and ${JSON.stringify(parameter)}`, () => {
      assert.equal(validate(parameter, text), value);
    });

  for (const [parameter, text, message] of [
    [{ in: 'header', schema: TEXT }, 'A B', 'This value is not valid.'],
    [{ in: 'header', schema: TEXT, required: true }, undefined, 'This field is required.'],
    [{ schema: { type: 'boolean' } }, 'perhaps', 'Must be a valid boolean.'],
    [{ schema: { type: 'number' } }, '0x1', 'A valid number is required.'],
    [{ schema: RATING }, '', 'A valid integer is required.'],
    [{ schema: RATING }, '6', 'Ensure this value is less than or equal to 5.'],
    [{ schema: { type: 'string', enum: ['a'] } }, '', '"" is not a valid choice.'],
  ] as const)
    it(`is refused for the text ${text} and ${JSON.stringify(parameter)}`, () => {
      assert.throws(
        () => validate(parameter, text),
        (error) => error instanceof ValidationFailed && error.fields.Given?.join() === message,
      );
    });

  for (const [schema, text] of [
    [TEXT, 'Not-A-Slug'],
    [RATING, '6'],
    [RATING, 'x'],
  ] as const)
    it(`is 404 in the path for ${text}, which breaks its schema: there is no such resource`, () => {
      assert.throws(() => validate({ in: 'path', schema }, text), NotFound);
    });

  it('stops the start when its type cannot be read from text', () => {
    assert.throws(
      () => validate({ schema: { type: 'array', items: TEXT } }, ''),
      /parameter Given of type array/,
    );
  });
});

it('no pattern and no format is tried on a text that is too long', () => {
  const text = { type: 'string', maxLength: 3, pattern: '^[a-z]*$', format: 'well-formed' };
  const isFailing = makeSchemaCompiler()({ type: 'object', properties: { text } });
  const failing = (value: string) => new Set(isFailing({ text: value }).map(({ keyword }) => keyword));
  assert.deepEqual(failing('A\ud800'), new Set(['pattern', 'format', 'if']));
  assert.deepEqual(failing('AAAA\ud800'), new Set(['maxLength']));
});
