import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeContract } from '#src/contract/contract.js';
import { type HandlerServices, makeContextOf } from '#src/handlers/context.js';
import { handlers } from '#src/handlers/index.js';
import { matchOperation } from '#src/pipeline/dispatcher.js';

// Handlers are registered at the start and get their services when a request comes: none comes here.
const contextOf = makeContextOf({} as HandlerServices);

describe('the start', () => {
  const contract = makeContract({
    schemes: [{ name: 'basic' }, { name: 'token' }],
    ownership: true,
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
    securityContacts: [],
  });

  it('finds a handler for every operation', async () => {
    await matchOperation({ contract, handlers, contextOf });
  });

  for (const id of ['listSnippets', 'deleteSnippet', 'createToken', 'getLiveness'] as const) {
    it(`is refused when ${id} has none, by its name`, async () => {
      const { [id]: _, ...rest } = handlers;
      await assert.rejects(matchOperation({ contract, handlers: rest, contextOf }), new RegExp(id));
    });
  }
});
