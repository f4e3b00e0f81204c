import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeContract } from '#src/contract/contract.js';
import { handlers } from '#src/handlers/index.js';
import { makeMatch } from '#src/pipeline/dispatcher.js';

describe('the start', () => {
  const contract = makeContract({
    schemes: [{ name: 'basic' }, { name: 'token' }],
    ownership: true,
    readAccess: 'everybody',
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
    securityContact: [],
  });

  it('finds a handler for every operation', async () => {
    await makeMatch(contract, handlers);
  });

  for (const id of ['listSnippets', 'deleteSnippet', 'createToken', 'getLiveness'] as const) {
    it(`is refused when ${id} has none, by its name`, async () => {
      const { [id]: _, ...rest } = handlers;
      await assert.rejects(makeMatch(contract, rest), new RegExp(id));
    });
  }
});
