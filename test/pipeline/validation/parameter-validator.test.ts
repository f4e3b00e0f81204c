/** Parameters of every place and type, as schemas that `openapi.yaml` does not have yet may declare them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeContract } from '#src/contract/contract.js';
import { readSpecification } from '#src/contract/read-specification.js';
import type { Parameter, Schema } from '#src/contract/specification.js';
import { NotFound, ValidationFailed } from '#src/errors/index.js';
import { makeParameterValidator } from '#src/pipeline/validation/parameter-validator.js';
import { makeSchemaCompiler } from '#src/pipeline/validation/schema-compiler.js';

const { specification, endpoints } = makeContract(
  {
    schemes: [{ name: 'basic' }],
    ownership: true,
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
    securityContact: [],
  },
  readSpecification(),
);
const anyOperation = endpoints[0]?.operations.get('get') ?? assert.fail('the root has no GET');

interface Given {
  readonly path?: Record<string, string>;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

function validate(parameter: Partial<Parameter> & { schema: Schema }, { path, query, headers }: Given) {
  const declared: Parameter = { name: 'Given', in: 'query', ...parameter };
  const validator = makeParameterValidator(
    { ...anyOperation, parameters: [declared] },
    specification,
    makeSchemaCompiler(specification),
  );
  const parameters = validator({ query: new URLSearchParams(query), headers: headers ?? {} }, path ?? {});
  return parameters[declared.in === 'cookie' ? 'query' : declared.in];
}

const SLUG: Schema = { type: 'string', pattern: '^[a-z]+$' };
const RATING: Schema = { type: 'integer', minimum: 1, maximum: 5 };

describe('a parameter in the path', () => {
  it('keeps its text when its schema says string', () => {
    const path = { Given: '007' };
    assert.deepEqual(validate({ in: 'path', schema: { type: 'string' } }, { path }), { Given: '007' });
  });

  it('becomes a number when its schema says integer', () => {
    assert.deepEqual(validate({ in: 'path', schema: RATING }, { path: { Given: '004' } }), { Given: 4 });
  });

  for (const [schema, text] of [
    [SLUG, 'Not-A-Slug'],
    [RATING, '6'],
    [RATING, 'x'],
  ] as const) {
    it(`is 404 for ${text}, which breaks its schema: there is no such resource`, () => {
      assert.throws(() => validate({ in: 'path', schema }, { path: { Given: text } }), NotFound);
    });
  }
});

describe('a parameter in a header', () => {
  it('is found whatever its case and converted by its schema', () => {
    const headers = { given: '3' };
    assert.deepEqual(validate({ in: 'header', schema: RATING }, { headers }), { Given: 3 });
  });

  it('is refused when it breaks its schema', () => {
    assertRefused(
      () => validate({ in: 'header', schema: SLUG }, { headers: { given: 'A B' } }),
      ['This value is not valid.'],
    );
  });

  it('is refused when it is required and missing', () => {
    assertRefused(
      () => validate({ in: 'header', required: true, schema: SLUG }, {}),
      ['This field is required.'],
    );
  });
});

describe('a parameter in the query', () => {
  for (const [text, expected] of [
    ['true', true],
    ['No', false],
  ] as const) {
    it(`reads ${text} as the boolean ${expected}`, () => {
      assert.deepEqual(validate({ schema: { type: 'boolean' } }, { query: `Given=${text}` }), {
        Given: expected,
      });
    });
  }

  it('refuses a word that is no boolean', () => {
    assertRefused(
      () => validate({ schema: { type: 'boolean' } }, { query: 'Given=perhaps' }),
      ['Must be a valid boolean.'],
    );
  });

  it('reads a decimal fraction as a number and refuses other text', () => {
    assert.deepEqual(validate({ schema: { type: 'number' } }, { query: 'Given=-1.5' }), { Given: -1.5 });
    assertRefused(
      () => validate({ schema: { type: 'number' } }, { query: 'Given=0x1' }),
      ['A valid number is required.'],
    );
  });

  it('takes its default when it is missing and is left out when it has none', () => {
    assert.deepEqual(validate({ schema: { ...RATING, default: 3 } }, {}), { Given: 3 });
    assert.deepEqual(validate({ schema: RATING }, {}), {});
  });

  it('stops the start when its type cannot be read from text', () => {
    assert.throws(
      () => validate({ schema: { type: 'array', items: SLUG } }, {}),
      /parameter Given of type array/,
    );
  });
});

function assertRefused(validation: () => unknown, messages: string[]): void {
  assert.throws(validation, (error: unknown) => {
    assert.ok(error instanceof ValidationFailed);
    assert.deepEqual(error.body, { detail: 'Invalid input.', Given: messages });
    return true;
  });
}
