/** All commands of `snippet-store`. */
import type { CommandGroup } from './command.js';
import { serve } from './serve.js';
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
    snippets: {
      summary: 'Work on stored snippets.',
      commands: { highlight: highlightSnippets, assign: assignSnippets },
    },
  },
};
