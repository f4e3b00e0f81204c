// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type { Calls } from './calls.gen.js';
import type { SchemeName } from './contract.gen.js';

/** How one operation is sent; `transport.call` takes it together with the operation's arguments. */
export interface OperationDescription<Id extends keyof Calls = keyof Calls> {
  readonly id: Id;
  /** GET when left out. */
  readonly method?: string;
  /** Path parameters stand in braces. */
  readonly path: string;
  /** Names of the arguments that go into the query. */
  readonly query?: readonly string[];
  /** Names of the arguments that are headers. */
  readonly headers?: readonly string[];
  /** Names of the arguments that are members of the body. */
  readonly body?: readonly string[];
  /** The body is a form; else it is JSON. */
  readonly isForm?: true;
  /** Members of its resource: they may be given, also those that are not sent. */
  readonly members?: readonly string[];
  /** Reads what this operation replaces. */
  readonly readBy?: OperationDescription;
  /** What members become that a replacement leaves out. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The media type of a successful answer: JSON when left out, none when it is empty. */
  readonly accept?: string;
  /** What may authenticate it, in the contract's order. */
  readonly schemes?: readonly SchemeName[];
  /** All attempts carry one `Idempotency-Key`, so that it is done once. */
  readonly isKeyed?: true;
  /** Repeating it may do it twice: a POST without a key. */
  readonly isSentOnce?: true;
  /** A redirection is its success: it is not followed. */
  readonly isRedirected?: true;
  /** A list in slices: `limit` and `after` ask for one, `Link` names the next. */
  readonly isListing?: true;
}

const schemes: readonly SchemeName[] = ['basic', 'session', 'token', 'oauth1', 'oauth2'];

const snippetMembers = ['id', 'owner', 'title', 'code', 'linenos', 'language', 'style', 'private'];

const userMembers = ['id', 'username', 'snippets'];

/** Show the API root */
export const getRoot: OperationDescription<'getRoot'> = {
  id: 'getRoot',
  path: '/',
  headers: ['If-None-Match'],
  schemes: schemes,
};

/** List the snippets */
export const listSnippets: OperationDescription<'listSnippets'> = {
  id: 'listSnippets',
  path: '/snippets/',
  query: ['q', 'owner', 'language', 'order', 'limit', 'after'],
  schemes: schemes,
  isListing: true,
};

/** Create a snippet */
export const createSnippet: OperationDescription<'createSnippet'> = {
  id: 'createSnippet',
  method: 'POST',
  path: '/snippets/',
  body: ['title', 'code', 'linenos', 'language', 'style', 'private'],
  members: snippetMembers,
  schemes: schemes,
  isKeyed: true,
};

/** Retrieve a snippet */
export const getSnippet: OperationDescription<'getSnippet'> = {
  id: 'getSnippet',
  path: '/snippets/{id}/',
  headers: ['If-None-Match'],
  members: snippetMembers,
  schemes: schemes,
};

/** Replace a snippet */
export const updateSnippet: OperationDescription<'updateSnippet'> = {
  id: 'updateSnippet',
  method: 'PUT',
  path: '/snippets/{id}/',
  headers: ['If-Match'],
  body: ['title', 'code', 'linenos', 'language', 'style', 'private'],
  members: snippetMembers,
  readBy: getSnippet,
  defaults: { title: '', linenos: false, language: 'python', style: 'friendly' },
  schemes: schemes,
};

/** Delete a snippet */
export const deleteSnippet: OperationDescription<'deleteSnippet'> = {
  id: 'deleteSnippet',
  method: 'DELETE',
  path: '/snippets/{id}/',
  accept: '',
  headers: ['If-Match'],
  members: snippetMembers,
  schemes: schemes,
};

/** Show the highlighted code */
export const getSnippetHighlight: OperationDescription<'getSnippetHighlight'> = {
  id: 'getSnippetHighlight',
  path: '/snippets/{id}/highlight/',
  accept: 'text/html',
  query: ['embed'],
  headers: ['If-None-Match'],
  members: snippetMembers,
  schemes: schemes,
};

/** Show the code as plain text */
export const getSnippetCode: OperationDescription<'getSnippetCode'> = {
  id: 'getSnippetCode',
  path: '/snippets/{id}/raw/',
  accept: 'text/plain',
  headers: ['If-None-Match'],
  members: snippetMembers,
  schemes: schemes,
};

/** Preview a snippet */
export const previewSnippet: OperationDescription<'previewSnippet'> = {
  id: 'previewSnippet',
  method: 'POST',
  path: '/preview/',
  accept: 'text/html',
  query: ['detect'],
  body: ['title', 'code', 'linenos', 'language', 'style', 'private'],
  members: snippetMembers,
  schemes: schemes,
};

/** List the users */
export const listUsers: OperationDescription<'listUsers'> = {
  id: 'listUsers',
  path: '/users/',
  schemes: schemes,
};

/** Retrieve a user */
export const getUser: OperationDescription<'getUser'> = {
  id: 'getUser',
  path: '/users/{id}/',
  headers: ['If-None-Match'],
  members: userMembers,
  schemes: schemes,
};

/** Obtain a token */
export const createToken: OperationDescription<'createToken'> = {
  id: 'createToken',
  method: 'POST',
  path: '/api-token-auth/',
  body: ['username', 'password'],
  schemes: schemes,
};

/** Obtain an OAuth 2.0 access token */
export const createAccessToken: OperationDescription<'createAccessToken'> = {
  id: 'createAccessToken',
  method: 'POST',
  path: '/oauth2/access_token/',
  body: ['grant_type', 'client_id', 'client_secret', 'username', 'password', 'refresh_token', 'scope'],
  isForm: true,
  isSentOnce: true,
};

/** Show the login form */
export const showLogin: OperationDescription<'showLogin'> = {
  id: 'showLogin',
  path: '/api-auth/login/',
  accept: 'text/html',
  query: ['next', 'logged_out'],
};

/** Log in */
export const login: OperationDescription<'login'> = {
  id: 'login',
  method: 'POST',
  path: '/api-auth/login/',
  accept: 'text/html',
  body: ['username', 'password', 'next', 'csrfmiddlewaretoken'],
  isForm: true,
  isSentOnce: true,
  isRedirected: true,
};

/** Log out */
export const logout: OperationDescription<'logout'> = {
  id: 'logout',
  method: 'POST',
  path: '/api-auth/logout/',
  accept: '',
  body: ['next', 'csrfmiddlewaretoken'],
  isForm: true,
  isSentOnce: true,
  isRedirected: true,
};

/** Get this specification as JSON */
export const getOpenapiJson: OperationDescription<'getOpenapiJson'> = {
  id: 'getOpenapiJson',
  path: '/openapi.json',
  headers: ['If-None-Match'],
};

/** Get this specification as YAML */
export const getOpenapiYaml: OperationDescription<'getOpenapiYaml'> = {
  id: 'getOpenapiYaml',
  path: '/openapi.yaml',
  accept: 'application/yaml',
  headers: ['If-None-Match'],
};

/** Find the API of this host */
export const getApiCatalog: OperationDescription<'getApiCatalog'> = {
  id: 'getApiCatalog',
  path: '/.well-known/api-catalog',
  accept: 'application/linkset+json',
  headers: ['If-None-Match'],
};

/** Find out how to report a vulnerability */
export const getSecurityTxt: OperationDescription<'getSecurityTxt'> = {
  id: 'getSecurityTxt',
  path: '/.well-known/security.txt',
  accept: 'text/plain',
  headers: ['If-None-Match'],
};

/** Read about the API */
export const showReference: OperationDescription<'showReference'> = {
  id: 'showReference',
  path: '/docs/',
  accept: 'text/html',
};

/** Try requests */
export const showExplorer: OperationDescription<'showExplorer'> = {
  id: 'showExplorer',
  path: '/docs/try/',
  accept: 'text/html',
};

/** Check that the process is alive */
export const getLiveness: OperationDescription<'getLiveness'> = {
  id: 'getLiveness',
  path: '/healthz',
};

/** Check that the process can serve requests */
export const getReadiness: OperationDescription<'getReadiness'> = {
  id: 'getReadiness',
  path: '/readyz',
};
