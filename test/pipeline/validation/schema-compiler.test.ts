// Schemas are compiled when they are first used, so this test meets the faults that a start does not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OpenAPIBackend } from 'openapi-backend';
import { makeContract } from '#src/contract/contract.js';
import { routingDefinition } from '#src/pipeline/routing/dispatcher.js';
import { makeSchemaCompiler } from '#src/pipeline/validation/schema-compiler.js';

const contract = makeContract({
  schemes: ['session', 'basic', 'token', 'oauth1', 'oauth2'].map((name) => ({ name })),
  ownership: true,
  baseUrl: undefined,
  tokenPath: '/api-token-auth/',
  loginPrefix: '/api-auth/',
  securityContact: [],
});
const operations = contract.endpoints.flatMap((endpoint) => [...endpoint.operations.values()]);

describe('openapi.yaml', () => {
  for (const { id, content, parameters } of operations) {
    it(`has schemas for the body and the parameters of ${id} that compile`, () => {
      const compile = makeSchemaCompiler(contract.specification);
      for (const { schema } of [...Object.values(content), ...parameters]) {
        const validate = compile(schema);
        assert.doesNotThrow(() => validate({}));
      }
    });
  }

  it('makes a routing definition that openapi-backend accepts in strict mode', async () => {
    const api = new OpenAPIBackend({
      definition: routingDefinition(contract.specification.info, contract.endpoints),
      strict: true,
      validate: false,
    });
    await assert.doesNotReject(api.init());
  });
});

describe('a schema compiler', () => {
  it('refuses a schema that is none at its first use', () => {
    const validate = makeSchemaCompiler(contract.specification)({ $ref: '#/components/schemas/Missing' });
    assert.throws(() => validate({}), /Missing/);
  });

  it('tries no pattern and no format on a text that is too long', () => {
    const text = { type: 'string' as const, maxLength: 3, pattern: '^[a-z]*$', format: 'well-formed' };
    const validate = makeSchemaCompiler(contract.specification)({
      type: 'object',
      properties: { text },
      allOf: [{ $ref: '#/components/schemas/SnippetInput' }],
    });
    const failing = (value: object) => new Set(validate(value).map(({ keyword }) => keyword));
    assert.deepEqual(failing({ code: 'x', text: 'A\ud800' }), new Set(['pattern', 'format', 'if']));
    assert.deepEqual(failing({ code: 'x', text: 'AAAA\ud800' }), new Set(['maxLength']));
    assert.deepEqual(failing({ code: '\0'.repeat(100_001) }), new Set(['maxLength']));
  });
});
