// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type * as Sdk from './types.gen.js';

/** What each operation takes, and what it gives when it succeeds. */
export interface Calls {
  /** Show the API root */
  getRoot: { takes: Sdk.GetRootData; gives: Sdk.GetRootResponse };
  /** List the snippets */
  listSnippets: { takes: Sdk.ListSnippetsData; gives: Sdk.ListSnippetsResponse };
  /** Create a snippet */
  createSnippet: { takes: Sdk.CreateSnippetData; gives: Sdk.CreateSnippetResponse };
  /** Retrieve a snippet */
  getSnippet: { takes: Sdk.GetSnippetData; gives: Sdk.GetSnippetResponse };
  /** Replace a snippet */
  updateSnippet: { takes: Sdk.UpdateSnippetData; gives: Sdk.UpdateSnippetResponse };
  /** Delete a snippet */
  deleteSnippet: { takes: Sdk.DeleteSnippetData; gives: Sdk.DeleteSnippetResponse };
  /** Show the highlighted code */
  getSnippetHighlight: { takes: Sdk.GetSnippetHighlightData; gives: Sdk.GetSnippetHighlightResponse };
  /** Show the code as plain text */
  getSnippetRaw: { takes: Sdk.GetSnippetRawData; gives: Sdk.GetSnippetRawResponse };
  /** List the users */
  listUsers: { takes: Sdk.ListUsersData; gives: Sdk.ListUsersResponse };
  /** Retrieve a user */
  getUser: { takes: Sdk.GetUserData; gives: Sdk.GetUserResponse };
  /** Obtain a token */
  createToken: { takes: Sdk.CreateTokenData; gives: Sdk.CreateTokenResponse };
  /** Obtain an OAuth 2.0 access token */
  createAccessToken: { takes: Sdk.CreateAccessTokenData; gives: Sdk.CreateAccessTokenResponse };
  /** Show the login form */
  showLogin: { takes: Sdk.ShowLoginData; gives: Sdk.ShowLoginResponse };
  /** Log in */
  login: { takes: Sdk.LoginData; gives: Sdk.LoginResponse };
  /** Log out */
  logout: { takes: Sdk.LogoutData; gives: unknown };
  /** Get this specification as JSON */
  getOpenapiJson: { takes: Sdk.GetOpenapiJsonData; gives: Sdk.GetOpenapiJsonResponse };
  /** Get this specification as YAML */
  getOpenapiYaml: { takes: Sdk.GetOpenapiYamlData; gives: Sdk.GetOpenapiYamlResponse };
  /** Explore the API */
  showExplorer: { takes: Sdk.ShowExplorerData; gives: Sdk.ShowExplorerResponse };
  /** Check that the process is alive */
  getLiveness: { takes: Sdk.GetLivenessData; gives: Sdk.GetLivenessResponse };
  /** Check that the process can serve requests */
  getReadiness: { takes: Sdk.GetReadinessData; gives: Sdk.GetReadinessResponse };
}

/** The names of each operation's parameters, by their place; everything else that is given belongs to the body. */
export const places = {
  getRoot: { path: [], query: ['format'], headers: [], body: 'none' },
  listSnippets: { path: [], query: ['q', 'owner', 'language', 'limit', 'after', 'format'], headers: [], body: 'none' },
  createSnippet: { path: [], query: ['format'], headers: ['Idempotency-Key'], body: 'required' },
  getSnippet: { path: ['id'], query: ['format'], headers: ['If-None-Match'], body: 'none' },
  updateSnippet: { path: ['id'], query: ['format'], headers: ['If-Match', 'Idempotency-Key'], body: 'required' },
  deleteSnippet: { path: ['id'], query: ['format'], headers: ['If-Match', 'Idempotency-Key'], body: 'none' },
  getSnippetHighlight: { path: ['id'], query: [], headers: [], body: 'none' },
  getSnippetRaw: { path: ['id'], query: [], headers: [], body: 'none' },
  listUsers: { path: [], query: ['format'], headers: [], body: 'none' },
  getUser: { path: ['id'], query: ['format'], headers: [], body: 'none' },
  createToken: { path: [], query: [], headers: [], body: 'required' },
  createAccessToken: { path: [], query: [], headers: [], body: 'required' },
  showLogin: { path: [], query: ['next'], headers: [], body: 'none' },
  login: { path: [], query: [], headers: [], body: 'required' },
  logout: { path: [], query: [], headers: [], body: 'optional' },
  getOpenapiJson: { path: [], query: [], headers: ['If-None-Match'], body: 'none' },
  getOpenapiYaml: { path: [], query: [], headers: ['If-None-Match'], body: 'none' },
  showExplorer: { path: [], query: [], headers: [], body: 'none' },
  getLiveness: { path: [], query: [], headers: [], body: 'none' },
  getReadiness: { path: [], query: [], headers: [], body: 'none' },
} as const;
