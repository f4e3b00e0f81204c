/** The handler of every operation, by operationId. The server does not start when one is missing. */
import type { Handlers } from '#generated/server/handlers.gen.js';
import type { HandlerContext } from './context.js';
import { createAccessToken } from './create-access-token.js';
import { createSnippet } from './create-snippet.js';
import { createToken } from './create-token.js';
import { deleteSnippet } from './delete-snippet.js';
import { getSnippet, getSnippetHighlight, getSnippetRaw } from './get-snippet.js';
import { listSnippets } from './list-snippets.js';
import { login, logout, showLogin } from './login.js';
import { getLiveness, getOpenapiJson, getOpenapiYaml, getReadiness, getRoot } from './service.js';
import { showExplorer } from './show-explorer.js';
import { updateSnippet } from './update-snippet.js';
import { getUser, listUsers } from './users.js';

export const handlers: Handlers<HandlerContext> = {
  getRoot,
  listSnippets,
  createSnippet,
  getSnippet,
  updateSnippet,
  deleteSnippet,
  getSnippetHighlight,
  getSnippetRaw,
  listUsers,
  getUser,
  createToken,
  createAccessToken,
  showLogin,
  login,
  logout,
  getOpenapiJson,
  getOpenapiYaml,
  getLiveness,
  getReadiness,
  showExplorer,
};
