// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type { Calls } from './calls.gen.js';
import type { SchemeName } from './contract.gen.js';

/** How one operation is sent; `transport.call` takes it together with the operation's arguments. */
export interface OperationDescription<Id extends keyof Calls = keyof Calls> {
  readonly id: Id;
  readonly method: string;
  /** Path parameters stand in braces. */
  readonly path: string;
  /** Names of the arguments that go into the query. */
  readonly query?: readonly string[];
  /** Names of the arguments that are headers. */
  readonly headers?: readonly string[];
  /** The arguments that are members of the body, each with what it becomes when it is left out. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** What arguments must be, where that is not what `usualKinds` says: a type of JSON Schema, or `any`. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** The body is a form; else it is JSON. */
  readonly isForm?: true;
  /** Members of its resource: they may be given, also those that are not sent. */
  readonly members?: readonly string[];
  /** Reads what this operation replaces. */
  readonly readBy?: OperationDescription;
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

const snippetMembers = ['id', 'owner', 'title', 'code', 'linenos', 'language', 'style'];

const userMembers = ['id', 'username', 'snippets'];

/** Show the API root */
export const getRoot: OperationDescription<'getRoot'> = {
  id: 'getRoot',
  method: 'GET',
  path: '/',
  headers: ['If-None-Match'],
  schemes: schemes,
};

/** List the snippets */
export const listSnippets: OperationDescription<'listSnippets'> = {
  id: 'listSnippets',
  method: 'GET',
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
  body: { title: '', code: undefined, linenos: false, language: 'python', style: 'friendly' },
  members: snippetMembers,
  schemes: schemes,
  isKeyed: true,
};

/** Retrieve a snippet */
export const getSnippet: OperationDescription<'getSnippet'> = {
  id: 'getSnippet',
  method: 'GET',
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
  body: { title: '', code: undefined, linenos: false, language: 'python', style: 'friendly' },
  members: snippetMembers,
  readBy: getSnippet,
  schemes: schemes,
};

/** Delete a snippet */
export const deleteSnippet: OperationDescription<'deleteSnippet'> = {
  id: 'deleteSnippet',
  method: 'DELETE',
  path: '/snippets/{id}/',
  headers: ['If-Match'],
  members: snippetMembers,
  accept: '',
  schemes: schemes,
};

/** Show the highlighted code */
export const getSnippetHighlight: OperationDescription<'getSnippetHighlight'> = {
  id: 'getSnippetHighlight',
  method: 'GET',
  path: '/snippets/{id}/highlight/',
  query: ['embed'],
  headers: ['If-None-Match'],
  members: snippetMembers,
  accept: 'text/html',
  schemes: schemes,
};

/** Show the code as plain text */
export const getSnippetCode: OperationDescription<'getSnippetCode'> = {
  id: 'getSnippetCode',
  method: 'GET',
  path: '/snippets/{id}/raw/',
  headers: ['If-None-Match'],
  members: snippetMembers,
  accept: 'text/plain',
  schemes: schemes,
};

/** Preview a snippet */
export const previewSnippet: OperationDescription<'previewSnippet'> = {
  id: 'previewSnippet',
  method: 'POST',
  path: '/preview/',
  query: ['detect'],
  body: { title: '', code: undefined, linenos: false, language: 'python', style: 'friendly' },
  members: snippetMembers,
  accept: 'text/html',
  schemes: schemes,
};

/** List the users */
export const listUsers: OperationDescription<'listUsers'> = {
  id: 'listUsers',
  method: 'GET',
  path: '/users/',
  schemes: schemes,
};

/** Retrieve a user */
export const getUser: OperationDescription<'getUser'> = {
  id: 'getUser',
  method: 'GET',
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
  body: { username: undefined, password: undefined },
  schemes: schemes,
};

/** Obtain an OAuth 2.0 access token */
export const createAccessToken: OperationDescription<'createAccessToken'> = {
  id: 'createAccessToken',
  method: 'POST',
  path: '/oauth2/access_token/',
  body: { grant_type: undefined, client_id: undefined, client_secret: undefined, username: undefined, password: undefined, refresh_token: undefined, scope: undefined },
  isForm: true,
  isSentOnce: true,
};

/** Show the login form */
export const showLogin: OperationDescription<'showLogin'> = {
  id: 'showLogin',
  method: 'GET',
  path: '/api-auth/login/',
  query: ['next'],
  accept: 'text/html',
};

/** Log in */
export const login: OperationDescription<'login'> = {
  id: 'login',
  method: 'POST',
  path: '/api-auth/login/',
  body: { username: undefined, password: undefined, next: undefined, csrfmiddlewaretoken: undefined },
  isForm: true,
  accept: 'text/html',
  isSentOnce: true,
  isRedirected: true,
};

/** Log out */
export const logout: OperationDescription<'logout'> = {
  id: 'logout',
  method: 'POST',
  path: '/api-auth/logout/',
  body: { next: undefined, csrfmiddlewaretoken: undefined },
  isForm: true,
  accept: '',
  isSentOnce: true,
  isRedirected: true,
};

/** Get this specification as JSON */
export const getOpenapiJson: OperationDescription<'getOpenapiJson'> = {
  id: 'getOpenapiJson',
  method: 'GET',
  path: '/openapi.json',
  headers: ['If-None-Match'],
};

/** Get this specification as YAML */
export const getOpenapiYaml: OperationDescription<'getOpenapiYaml'> = {
  id: 'getOpenapiYaml',
  method: 'GET',
  path: '/openapi.yaml',
  headers: ['If-None-Match'],
  accept: 'application/yaml',
};

/** Find the API of this host */
export const getApiCatalog: OperationDescription<'getApiCatalog'> = {
  id: 'getApiCatalog',
  method: 'GET',
  path: '/.well-known/api-catalog',
  headers: ['If-None-Match'],
  accept: 'application/linkset+json',
};

/** Find out how to report a vulnerability */
export const getSecurityTxt: OperationDescription<'getSecurityTxt'> = {
  id: 'getSecurityTxt',
  method: 'GET',
  path: '/.well-known/security.txt',
  headers: ['If-None-Match'],
  accept: 'text/plain',
};

/** Read about the API */
export const showReference: OperationDescription<'showReference'> = {
  id: 'showReference',
  method: 'GET',
  path: '/docs/',
  accept: 'text/html',
};

/** Try requests */
export const showExplorer: OperationDescription<'showExplorer'> = {
  id: 'showExplorer',
  method: 'GET',
  path: '/docs/try/',
  accept: 'text/html',
};

/** Check that the process is alive */
export const getLiveness: OperationDescription<'getLiveness'> = {
  id: 'getLiveness',
  method: 'GET',
  path: '/healthz',
};

/** Check that the process can serve requests */
export const getReadiness: OperationDescription<'getReadiness'> = {
  id: 'getReadiness',
  method: 'GET',
  path: '/readyz',
};
