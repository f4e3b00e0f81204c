// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import * as operations from './operations.gen.js';

/** Every operation. */
export const all = [
  operations.getRoot,
  operations.listSnippets,
  operations.createSnippet,
  operations.getSnippet,
  operations.updateSnippet,
  operations.deleteSnippet,
  operations.getSnippetHighlight,
  operations.getSnippetCode,
  operations.previewSnippet,
  operations.listUsers,
  operations.getUser,
  operations.createToken,
  operations.createAccessToken,
  operations.showLogin,
  operations.login,
  operations.logout,
  operations.getOpenapiJson,
  operations.getOpenapiYaml,
  operations.getApiCatalog,
  operations.getSecurityTxt,
  operations.showReference,
  operations.showExplorer,
  operations.getLiveness,
  operations.getReadiness,
];

/** What replaces a resource whose members can be changed one by one. */
export const edits = {
  editSnippet: operations.updateSnippet,
} as const;
