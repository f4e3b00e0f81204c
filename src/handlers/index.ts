/** The handler of each operation. `Handlers` does not compile while one is missing. */
import type { Handlers } from '#generated/server/handlers.gen.js';
import { getSnippetCode, getSnippetHighlight } from './code-views.js';
import type { HandlerContext } from './context.js';
import { getApiCatalog, getSecurityTxt } from './discovery.js';
import { listSnippets } from './list-snippets.js';
import { login, logout, showLogin } from './login.js';
import { previewSnippet } from './preview-snippet.js';
import {
  getLiveness,
  getOpenapiJson,
  getOpenapiYaml,
  getReadiness,
  getRoot,
  showExplorer,
  showReference,
} from './service.js';
import { beginSingleSignOn, finishSingleSignOn } from './single-sign-on.js';
import { createSnippet, deleteSnippet, getSnippet, updateSnippet } from './snippets.js';
import { createAccessToken, createToken } from './tokens.js';
import { getUser, listUsers } from './users.js';

export const handlers: Handlers<HandlerContext> = {
  getRoot,
  listSnippets,
  createSnippet,
  getSnippet,
  updateSnippet,
  deleteSnippet,
  getSnippetHighlight,
  getSnippetCode,
  previewSnippet,
  listUsers,
  getUser,
  createToken,
  createAccessToken,
  showLogin,
  login,
  logout,
  beginSingleSignOn,
  finishSingleSignOn,
  getOpenapiJson,
  getOpenapiYaml,
  getApiCatalog,
  getSecurityTxt,
  showReference,
  showExplorer,
  getLiveness,
  getReadiness,
};
