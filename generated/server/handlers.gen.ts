// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type * as Sdk from '../sdk/types.gen.js';

type NoParameters = Record<never, never>;
type NoHeaders = Record<string, never>;

/** The body of a list: an array, or its items one by one. */
export type Stream<Item> = readonly Item[] | Iterable<Item> | AsyncIterable<Item>;

/** One declared answer. Members that the contract does not ask for may be left out. */
type Answer<Status extends number, Headers, Body> = { status: Status } & ({} extends Headers
  ? { headers?: Headers }
  : { headers: Headers }) &
  ([Body] extends [undefined] ? { body?: undefined } : { body: Body });

/** What a handler is given, after parsing and validation: always the JSON shape, also when a form was sent. */
export type HandlerRequest<Id extends OperationId> = Pick<Operations[Id], 'parameters' | 'body'>;

/** Everything that a handler may answer: the statuses, headers and bodies that openapi.yaml declares. */
export type HandlerResponse<Id extends OperationId> = Operations[Id]['response'];

/** The handler of one operation; `Context` is what the service hands along (store, user, ...). */
export type Handler<Id extends OperationId, Context> = (
  request: HandlerRequest<Id>,
  context: Context,
) => HandlerResponse<Id> | Promise<HandlerResponse<Id>>;

/** A handler for every operation of the contract. */
export type Handlers<Context> = { [Id in OperationId]: Handler<Id, Context> };

export type OperationId = keyof Operations;

export interface Operations {
  /** GET / */
  getRoot: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.GetRootData['query']>;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, NoHeaders, Sdk.GetRootResponses[200]>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.GetRootErrors[401]>
      | Answer<403, NoHeaders, Sdk.GetRootErrors[403]>
      | Answer<404, NoHeaders, Sdk.GetRootErrors[404]>
      | Answer<406, NoHeaders, Sdk.GetRootErrors[406]>
      | Answer<429, { 'Retry-After': number }, Sdk.GetRootErrors[429]>
      | Answer<500, NoHeaders, Sdk.GetRootErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.GetRootErrors[503]>;
  };
  /** GET /snippets/ */
  listSnippets: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.ListSnippetsData['query']>;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, { 'Link'?: string }, Stream<Sdk.ListSnippetsResponses[200][number]>>
      | Answer<400, NoHeaders, Sdk.ListSnippetsErrors[400]>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.ListSnippetsErrors[401]>
      | Answer<403, NoHeaders, Sdk.ListSnippetsErrors[403]>
      | Answer<404, NoHeaders, Sdk.ListSnippetsErrors[404]>
      | Answer<406, NoHeaders, Sdk.ListSnippetsErrors[406]>
      | Answer<429, { 'Retry-After': number }, Sdk.ListSnippetsErrors[429]>
      | Answer<500, NoHeaders, Sdk.ListSnippetsErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.ListSnippetsErrors[503]>;
  };
  /** POST /snippets/ */
  createSnippet: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.CreateSnippetData['query']>;
      header: NoParameters;
    };
    body: Sdk.CreateSnippetData['body'];
    response:
      | Answer<201, { 'ETag': string; 'Location': string }, Sdk.CreateSnippetResponses[201]>
      | Answer<400, NoHeaders, Sdk.CreateSnippetErrors[400]>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.CreateSnippetErrors[401]>
      | Answer<403, NoHeaders, Sdk.CreateSnippetErrors[403]>
      | Answer<404, NoHeaders, Sdk.CreateSnippetErrors[404]>
      | Answer<406, NoHeaders, Sdk.CreateSnippetErrors[406]>
      | Answer<413, NoHeaders, Sdk.CreateSnippetErrors[413]>
      | Answer<415, NoHeaders, Sdk.CreateSnippetErrors[415]>
      | Answer<429, { 'Retry-After': number }, Sdk.CreateSnippetErrors[429]>
      | Answer<500, NoHeaders, Sdk.CreateSnippetErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.CreateSnippetErrors[503]>;
  };
  /** GET /snippets/{id}/ */
  getSnippet: {
    parameters: {
      path: NonNullable<Sdk.GetSnippetData['path']>;
      query: NonNullable<Sdk.GetSnippetData['query']>;
      header: NonNullable<Sdk.GetSnippetData['headers']>;
    };
    body: undefined;
    response:
      | Answer<200, { 'ETag': string }, Sdk.GetSnippetResponses[200]>
      | Answer<304, { 'ETag': string }, undefined>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.GetSnippetErrors[401]>
      | Answer<403, NoHeaders, Sdk.GetSnippetErrors[403]>
      | Answer<404, NoHeaders, Sdk.GetSnippetErrors[404]>
      | Answer<406, NoHeaders, Sdk.GetSnippetErrors[406]>
      | Answer<429, { 'Retry-After': number }, Sdk.GetSnippetErrors[429]>
      | Answer<500, NoHeaders, Sdk.GetSnippetErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.GetSnippetErrors[503]>;
  };
  /** PUT /snippets/{id}/ */
  updateSnippet: {
    parameters: {
      path: NonNullable<Sdk.UpdateSnippetData['path']>;
      query: NonNullable<Sdk.UpdateSnippetData['query']>;
      header: NonNullable<Sdk.UpdateSnippetData['headers']>;
    };
    body: Sdk.UpdateSnippetData['body'];
    response:
      | Answer<200, { 'ETag': string }, Sdk.UpdateSnippetResponses[200]>
      | Answer<400, NoHeaders, Sdk.UpdateSnippetErrors[400]>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.UpdateSnippetErrors[401]>
      | Answer<403, NoHeaders, Sdk.UpdateSnippetErrors[403]>
      | Answer<404, NoHeaders, Sdk.UpdateSnippetErrors[404]>
      | Answer<406, NoHeaders, Sdk.UpdateSnippetErrors[406]>
      | Answer<412, NoHeaders, Sdk.UpdateSnippetErrors[412]>
      | Answer<413, NoHeaders, Sdk.UpdateSnippetErrors[413]>
      | Answer<415, NoHeaders, Sdk.UpdateSnippetErrors[415]>
      | Answer<429, { 'Retry-After': number }, Sdk.UpdateSnippetErrors[429]>
      | Answer<500, NoHeaders, Sdk.UpdateSnippetErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.UpdateSnippetErrors[503]>;
  };
  /** DELETE /snippets/{id}/ */
  deleteSnippet: {
    parameters: {
      path: NonNullable<Sdk.DeleteSnippetData['path']>;
      query: NonNullable<Sdk.DeleteSnippetData['query']>;
      header: NonNullable<Sdk.DeleteSnippetData['headers']>;
    };
    body: undefined;
    response:
      | Answer<204, NoHeaders, undefined>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.DeleteSnippetErrors[401]>
      | Answer<403, NoHeaders, Sdk.DeleteSnippetErrors[403]>
      | Answer<404, NoHeaders, Sdk.DeleteSnippetErrors[404]>
      | Answer<406, NoHeaders, Sdk.DeleteSnippetErrors[406]>
      | Answer<412, NoHeaders, Sdk.DeleteSnippetErrors[412]>
      | Answer<429, { 'Retry-After': number }, Sdk.DeleteSnippetErrors[429]>
      | Answer<500, NoHeaders, Sdk.DeleteSnippetErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.DeleteSnippetErrors[503]>;
  };
  /** GET /snippets/{id}/highlight/ */
  getSnippetHighlight: {
    parameters: {
      path: NonNullable<Sdk.GetSnippetHighlightData['path']>;
      query: NoParameters;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, { 'Content-Security-Policy': string }, Sdk.GetSnippetHighlightResponses[200]>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.GetSnippetHighlightErrors[401]>
      | Answer<403, NoHeaders, Sdk.GetSnippetHighlightErrors[403]>
      | Answer<404, NoHeaders, Sdk.GetSnippetHighlightErrors[404]>
      | Answer<406, NoHeaders, Sdk.GetSnippetHighlightErrors[406]>
      | Answer<429, { 'Retry-After': number }, Sdk.GetSnippetHighlightErrors[429]>
      | Answer<500, NoHeaders, Sdk.GetSnippetHighlightErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.GetSnippetHighlightErrors[503]>;
  };
  /** GET /snippets/{id}/raw/ */
  getSnippetRaw: {
    parameters: {
      path: NonNullable<Sdk.GetSnippetRawData['path']>;
      query: NoParameters;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, NoHeaders, Sdk.GetSnippetRawResponses[200]>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.GetSnippetRawErrors[401]>
      | Answer<403, NoHeaders, Sdk.GetSnippetRawErrors[403]>
      | Answer<404, NoHeaders, Sdk.GetSnippetRawErrors[404]>
      | Answer<406, NoHeaders, Sdk.GetSnippetRawErrors[406]>
      | Answer<429, { 'Retry-After': number }, Sdk.GetSnippetRawErrors[429]>
      | Answer<500, NoHeaders, Sdk.GetSnippetRawErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.GetSnippetRawErrors[503]>;
  };
  /** GET /users/ */
  listUsers: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.ListUsersData['query']>;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, NoHeaders, Stream<Sdk.ListUsersResponses[200][number]>>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.ListUsersErrors[401]>
      | Answer<403, NoHeaders, Sdk.ListUsersErrors[403]>
      | Answer<404, NoHeaders, Sdk.ListUsersErrors[404]>
      | Answer<406, NoHeaders, Sdk.ListUsersErrors[406]>
      | Answer<429, { 'Retry-After': number }, Sdk.ListUsersErrors[429]>
      | Answer<500, NoHeaders, Sdk.ListUsersErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.ListUsersErrors[503]>;
  };
  /** GET /users/{id}/ */
  getUser: {
    parameters: {
      path: NonNullable<Sdk.GetUserData['path']>;
      query: NonNullable<Sdk.GetUserData['query']>;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, NoHeaders, Sdk.GetUserResponses[200]>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.GetUserErrors[401]>
      | Answer<403, NoHeaders, Sdk.GetUserErrors[403]>
      | Answer<404, NoHeaders, Sdk.GetUserErrors[404]>
      | Answer<406, NoHeaders, Sdk.GetUserErrors[406]>
      | Answer<429, { 'Retry-After': number }, Sdk.GetUserErrors[429]>
      | Answer<500, NoHeaders, Sdk.GetUserErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.GetUserErrors[503]>;
  };
  /** POST /api-token-auth/ */
  createToken: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: Sdk.CreateTokenData['body'];
    response:
      | Answer<200, { 'Cache-Control': string }, Sdk.CreateTokenResponses[200]>
      | Answer<400, NoHeaders, Sdk.CreateTokenErrors[400]>
      | Answer<401, { 'WWW-Authenticate': string }, Sdk.CreateTokenErrors[401]>
      | Answer<403, NoHeaders, Sdk.CreateTokenErrors[403]>
      | Answer<413, NoHeaders, Sdk.CreateTokenErrors[413]>
      | Answer<415, NoHeaders, Sdk.CreateTokenErrors[415]>
      | Answer<429, { 'Retry-After': number }, Sdk.CreateTokenErrors[429]>
      | Answer<500, NoHeaders, Sdk.CreateTokenErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.CreateTokenErrors[503]>;
  };
  /** POST /oauth2/access_token/ */
  createAccessToken: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: Sdk.CreateAccessTokenData['body'];
    response:
      | Answer<200, { 'Cache-Control': string; 'Pragma'?: string }, Sdk.CreateAccessTokenResponses[200]>
      | Answer<400, { 'Cache-Control': string }, Sdk.CreateAccessTokenErrors[400]>
      | Answer<401, { 'Cache-Control': string; 'WWW-Authenticate': string }, Sdk.CreateAccessTokenErrors[401]>
      | Answer<413, NoHeaders, Sdk.CreateAccessTokenErrors[413]>
      | Answer<429, { 'Retry-After': number }, Sdk.CreateAccessTokenErrors[429]>
      | Answer<500, NoHeaders, Sdk.CreateAccessTokenErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.CreateAccessTokenErrors[503]>;
  };
  /** GET /api-auth/login/ */
  showLogin: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.ShowLoginData['query']>;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, { 'Cache-Control': string; 'Content-Security-Policy'?: string }, Sdk.ShowLoginResponses[200]>
      | Answer<406, NoHeaders, Sdk.ShowLoginErrors[406]>
      | Answer<500, NoHeaders, Sdk.ShowLoginErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.ShowLoginErrors[503]>;
  };
  /** POST /api-auth/login/ */
  login: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: Sdk.LoginData['body'];
    response:
      | Answer<200, { 'Cache-Control': string; 'Content-Security-Policy'?: string }, Sdk.LoginResponses[200]>
      | Answer<302, { 'Location': string; 'Cache-Control': string }, undefined>
      | Answer<400, NoHeaders, Sdk.LoginErrors[400]>
      | Answer<403, NoHeaders, Sdk.LoginErrors[403]>
      | Answer<406, NoHeaders, Sdk.LoginErrors[406]>
      | Answer<413, NoHeaders, Sdk.LoginErrors[413]>
      | Answer<415, NoHeaders, Sdk.LoginErrors[415]>
      | Answer<429, { 'Retry-After': number }, Sdk.LoginErrors[429]>
      | Answer<500, NoHeaders, Sdk.LoginErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.LoginErrors[503]>;
  };
  /** POST /api-auth/logout/ */
  logout: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: Sdk.LogoutData['body'];
    response:
      | Answer<302, { 'Location': string; 'Cache-Control': string }, undefined>
      | Answer<400, NoHeaders, Sdk.LogoutErrors[400]>
      | Answer<403, NoHeaders, Sdk.LogoutErrors[403]>
      | Answer<406, NoHeaders, Sdk.LogoutErrors[406]>
      | Answer<413, NoHeaders, Sdk.LogoutErrors[413]>
      | Answer<415, NoHeaders, Sdk.LogoutErrors[415]>
      | Answer<429, { 'Retry-After': number }, Sdk.LogoutErrors[429]>
      | Answer<500, NoHeaders, Sdk.LogoutErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.LogoutErrors[503]>;
  };
  /** GET /openapi.json */
  getOpenapiJson: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NonNullable<Sdk.GetOpenapiJsonData['headers']>;
    };
    body: undefined;
    response:
      | Answer<200, { 'ETag': string; 'Access-Control-Allow-Origin': '*' }, Sdk.GetOpenapiJsonResponses[200]>
      | Answer<304, { 'ETag': string; 'Access-Control-Allow-Origin': '*' }, undefined>
      | Answer<500, NoHeaders, Sdk.GetOpenapiJsonErrors[500]>;
  };
  /** GET /openapi.yaml */
  getOpenapiYaml: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NonNullable<Sdk.GetOpenapiYamlData['headers']>;
    };
    body: undefined;
    response:
      | Answer<200, { 'ETag': string; 'Access-Control-Allow-Origin': '*' }, Sdk.GetOpenapiYamlResponses[200]>
      | Answer<304, { 'ETag': string; 'Access-Control-Allow-Origin': '*' }, undefined>
      | Answer<500, NoHeaders, Sdk.GetOpenapiYamlErrors[500]>;
  };
  /** GET /docs/ */
  showExplorer: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, { 'Content-Security-Policy'?: string }, Sdk.ShowExplorerResponses[200]>
      | Answer<406, NoHeaders, Sdk.ShowExplorerErrors[406]>
      | Answer<500, NoHeaders, Sdk.ShowExplorerErrors[500]>;
  };
  /** GET /healthz */
  getLiveness: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, NoHeaders, Sdk.GetLivenessResponses[200]>
      | Answer<500, NoHeaders, Sdk.GetLivenessErrors[500]>;
  };
  /** GET /readyz */
  getReadiness: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: undefined;
    response:
      | Answer<200, NoHeaders, Sdk.GetReadinessResponses[200]>
      | Answer<500, NoHeaders, Sdk.GetReadinessErrors[500]>
      | Answer<503, { 'Retry-After': number }, Sdk.GetReadinessErrors[503]>;
  };
}
