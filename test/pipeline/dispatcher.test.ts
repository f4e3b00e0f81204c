import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeContract } from '#src/contract/contract.js';
import type { HandlerServices } from '#src/handlers/context.js';
import { handlers } from '#src/handlers/index.js';
import { makeDispatch, type Pipeline } from '#src/pipeline/dispatcher.js';

const pipeline: Pipeline = { beforeMatch: [], afterMatch: [], describe: async () => ({ status: 200 }) };
// Handlers are registered at the start and get their services when a request comes: none comes here.
const services = {} as HandlerServices;

describe('the start', () => {
  const contract = makeContract({
    schemes: [{ name: 'basic' }, { name: 'token' }],
    ownership: true,
    baseUrl: undefined,
    tokenPath: '/api-token-auth/',
    loginPrefix: '/api-auth/',
  });

  it('finds a handler for every operation', async () => {
    await makeDispatch(contract, pipeline, handlers, services);
  });

  for (const id of ['listSnippets', 'deleteSnippet', 'createToken', 'getLiveness'] as const) {
    it(`is refused when ${id} has none, by its name`, async () => {
      const { [id]: _, ...rest } = handlers;
      await assert.rejects(makeDispatch(contract, pipeline, rest, services), new RegExp(id));
    });
  }
});
