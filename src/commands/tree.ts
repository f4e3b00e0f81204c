/** All commands of `snippet-store`. */
import type { CommandGroup } from './command.js';
import { createConsumer } from './oauth1/create-consumer.js';
import { createToken as createOAuth1Token } from './oauth1/create-token.js';
import { deleteConsumer } from './oauth1/delete-consumer.js';
import { deleteToken as deleteOAuth1Token } from './oauth1/delete-token.js';
import { listConsumers } from './oauth1/list-consumers.js';
import { listTokens as listOAuth1Tokens } from './oauth1/list-tokens.js';
import { createClient } from './oauth2/create-client.js';
import { deleteClient } from './oauth2/delete-client.js';
import { listClients } from './oauth2/list-clients.js';
import { serve } from './serve/serve.js';
import { assignSnippets } from './snippets/assign.js';
import { highlightSnippets } from './snippets/highlight.js';
import { createTokens } from './tokens/create.js';
import { revokeToken } from './tokens/revoke.js';
import { activateUser } from './users/activate.js';
import { createUser } from './users/create.js';
import { deactivateUser } from './users/deactivate.js';
import { listUsers } from './users/list.js';
import { setPassword } from './users/set-password.js';

export const tree: CommandGroup = {
  summary: 'A store of highlighted code snippets.',
  commands: {
    serve,
    users: {
      summary: 'The users of the service.',
      commands: {
        create: createUser,
        list: listUsers,
        'set-password': setPassword,
        deactivate: deactivateUser,
        activate: activateUser,
      },
    },
    tokens: {
      summary: 'Keys for the scheme `token`, one a user.',
      commands: { create: createTokens, revoke: revokeToken },
    },
    oauth1: {
      summary: 'The clients of the scheme `oauth1`, and the tokens by which they act for users.',
      commands: {
        consumers: {
          summary: 'The clients.',
          commands: { create: createConsumer, list: listConsumers, delete: deleteConsumer },
        },
        tokens: {
          summary: 'Their tokens.',
          commands: { create: createOAuth1Token, list: listOAuth1Tokens, delete: deleteOAuth1Token },
        },
      },
    },
    oauth2: {
      summary: 'The scheme `oauth2`.',
      commands: {
        clients: {
          summary: 'Programs that may ask for tokens on behalf of users.',
          commands: { create: createClient, list: listClients, delete: deleteClient },
        },
      },
    },
    snippets: {
      summary: 'Work on stored snippets.',
      commands: { highlight: highlightSnippets, assign: assignSnippets },
    },
  },
};
