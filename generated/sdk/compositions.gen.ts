// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import * as operations from './operations.gen.js';

/** Lists that are fetched slice by slice. */
export const listings = {
  snippets: operations.listSnippets,
} as const;

/** Resources whose members can be changed one by one. */
export const edits = {
  editSnippet: {
    get: operations.getSnippet,
    put: operations.updateSnippet,
    id: 'id',
    members: ['title', 'code', 'linenos', 'language', 'style'],
  },
} as const;
