// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type * as Sdk from '../sdk/types.gen.js';

type NoParameters = Record<never, never>;
type NoHeaders = Record<string, never>;

/** The body of a list: an array, or its items batch by batch. */
export type Stream<Item> = readonly Item[] | AsyncIterable<readonly Item[]>;

/** A text, or what makes it: it is not called when the client's copy is up to date (304). */
export type Text = string | (() => string);

/** A body after validation, which fills in what was left out and has a default. */
type WithDefaults<Body, Name extends keyof Body> = Body & Required<Pick<Body, Name>>;

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
      header: NonNullable<Sdk.GetRootData['headers']>;
    };
    body: undefined;
    response:
      | { status: 200; headers: { 'ETag': string; 'Link': string }; body: Sdk.GetRootResponses[200] }
      | { status: 304; headers: { 'ETag': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetRootErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.GetRootErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.GetRootErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.GetRootErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.GetRootErrors[406] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetRootErrors[412] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.GetRootErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetRootErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.GetRootErrors[503] };
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
      | { status: 200; headers?: { 'Link'?: string }; body: Stream<Sdk.ListSnippetsResponses[200][number]> }
      | { status: 400; headers?: NoHeaders; body: Sdk.ListSnippetsErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.ListSnippetsErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.ListSnippetsErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.ListSnippetsErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.ListSnippetsErrors[406] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.ListSnippetsErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.ListSnippetsErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.ListSnippetsErrors[503] };
  };
  /** POST /snippets/ */
  createSnippet: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.CreateSnippetData['query']>;
      header: NonNullable<Sdk.CreateSnippetData['headers']>;
    };
    body: WithDefaults<Sdk.CreateSnippetData['body'], 'title' | 'linenos' | 'language' | 'style'>;
    response:
      | { status: 201; headers: { 'Idempotency-Replayed'?: 'true'; 'ETag': string; 'Location': string }; body: Sdk.CreateSnippetResponses[201] }
      | { status: 400; headers?: NoHeaders; body: Sdk.CreateSnippetErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.CreateSnippetErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.CreateSnippetErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.CreateSnippetErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.CreateSnippetErrors[406] }
      | { status: 413; headers?: NoHeaders; body: Sdk.CreateSnippetErrors[413] }
      | { status: 415; headers?: NoHeaders; body: Sdk.CreateSnippetErrors[415] }
      | { status: 422; headers?: NoHeaders; body: Sdk.CreateSnippetErrors[422] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.CreateSnippetErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.CreateSnippetErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.CreateSnippetErrors[503] };
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
      | { status: 200; headers: { 'ETag': string }; body: Sdk.GetSnippetResponses[200] }
      | { status: 304; headers: { 'ETag': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetSnippetErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.GetSnippetErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.GetSnippetErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.GetSnippetErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.GetSnippetErrors[406] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetSnippetErrors[412] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.GetSnippetErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetSnippetErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.GetSnippetErrors[503] };
  };
  /** PUT /snippets/{id}/ */
  updateSnippet: {
    parameters: {
      path: NonNullable<Sdk.UpdateSnippetData['path']>;
      query: NonNullable<Sdk.UpdateSnippetData['query']>;
      header: NonNullable<Sdk.UpdateSnippetData['headers']>;
    };
    body: WithDefaults<Sdk.UpdateSnippetData['body'], 'title' | 'linenos' | 'language' | 'style'>;
    response:
      | { status: 200; headers: { 'ETag': string }; body: Sdk.UpdateSnippetResponses[200] }
      | { status: 400; headers?: NoHeaders; body: Sdk.UpdateSnippetErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.UpdateSnippetErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.UpdateSnippetErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.UpdateSnippetErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.UpdateSnippetErrors[406] }
      | { status: 412; headers?: NoHeaders; body: Sdk.UpdateSnippetErrors[412] }
      | { status: 413; headers?: NoHeaders; body: Sdk.UpdateSnippetErrors[413] }
      | { status: 415; headers?: NoHeaders; body: Sdk.UpdateSnippetErrors[415] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.UpdateSnippetErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.UpdateSnippetErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.UpdateSnippetErrors[503] };
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
      | { status: 204; headers?: NoHeaders; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.DeleteSnippetErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.DeleteSnippetErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.DeleteSnippetErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.DeleteSnippetErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.DeleteSnippetErrors[406] }
      | { status: 412; headers?: NoHeaders; body: Sdk.DeleteSnippetErrors[412] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.DeleteSnippetErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.DeleteSnippetErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.DeleteSnippetErrors[503] };
  };
  /** GET /snippets/{id}/highlight/ */
  getSnippetHighlight: {
    parameters: {
      path: NonNullable<Sdk.GetSnippetHighlightData['path']>;
      query: NonNullable<Sdk.GetSnippetHighlightData['query']>;
      header: NonNullable<Sdk.GetSnippetHighlightData['headers']>;
    };
    body: undefined;
    response:
      | { status: 200; headers: { 'ETag': string; 'Content-Security-Policy': string }; body: Text }
      | { status: 304; headers: { 'ETag': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetSnippetHighlightErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.GetSnippetHighlightErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.GetSnippetHighlightErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.GetSnippetHighlightErrors[404] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetSnippetHighlightErrors[412] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.GetSnippetHighlightErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetSnippetHighlightErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.GetSnippetHighlightErrors[503] };
  };
  /** GET /snippets/{id}/raw/ */
  getSnippetCode: {
    parameters: {
      path: NonNullable<Sdk.GetSnippetCodeData['path']>;
      query: NoParameters;
      header: NonNullable<Sdk.GetSnippetCodeData['headers']>;
    };
    body: undefined;
    response:
      | { status: 200; headers: { 'ETag': string; 'Content-Disposition': string; 'Link': string }; body: Text }
      | { status: 304; headers: { 'ETag': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetSnippetCodeErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.GetSnippetCodeErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.GetSnippetCodeErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.GetSnippetCodeErrors[404] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetSnippetCodeErrors[412] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.GetSnippetCodeErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetSnippetCodeErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.GetSnippetCodeErrors[503] };
  };
  /** POST /preview/ */
  previewSnippet: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.PreviewSnippetData['query']>;
      header: NoParameters;
    };
    body: WithDefaults<Sdk.PreviewSnippetData['body'], 'title' | 'linenos' | 'language' | 'style'>;
    response:
      | { status: 200; headers: { 'Snippet-Language': string; 'Content-Security-Policy': string }; body: Text }
      | { status: 400; headers?: NoHeaders; body: Sdk.PreviewSnippetErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.PreviewSnippetErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.PreviewSnippetErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.PreviewSnippetErrors[404] }
      | { status: 413; headers?: NoHeaders; body: Sdk.PreviewSnippetErrors[413] }
      | { status: 415; headers?: NoHeaders; body: Sdk.PreviewSnippetErrors[415] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.PreviewSnippetErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.PreviewSnippetErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.PreviewSnippetErrors[503] };
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
      | { status: 200; headers?: NoHeaders; body: Stream<Sdk.ListUsersResponses[200][number]> }
      | { status: 400; headers?: NoHeaders; body: Sdk.ListUsersErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.ListUsersErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.ListUsersErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.ListUsersErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.ListUsersErrors[406] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.ListUsersErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.ListUsersErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.ListUsersErrors[503] };
  };
  /** GET /users/{id}/ */
  getUser: {
    parameters: {
      path: NonNullable<Sdk.GetUserData['path']>;
      query: NonNullable<Sdk.GetUserData['query']>;
      header: NonNullable<Sdk.GetUserData['headers']>;
    };
    body: undefined;
    response:
      | { status: 200; headers: { 'ETag': string }; body: Sdk.GetUserResponses[200] }
      | { status: 304; headers: { 'ETag': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetUserErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.GetUserErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.GetUserErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.GetUserErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.GetUserErrors[406] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetUserErrors[412] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.GetUserErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetUserErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.GetUserErrors[503] };
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
      | { status: 200; headers?: NoHeaders; body: Sdk.CreateTokenResponses[200] }
      | { status: 400; headers?: NoHeaders; body: Sdk.CreateTokenErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.CreateTokenErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.CreateTokenErrors[403] }
      | { status: 413; headers?: NoHeaders; body: Sdk.CreateTokenErrors[413] }
      | { status: 415; headers?: NoHeaders; body: Sdk.CreateTokenErrors[415] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.CreateTokenErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.CreateTokenErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.CreateTokenErrors[503] };
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
      | { status: 200; headers: { 'Pragma': string }; body: Sdk.CreateAccessTokenResponses[200] }
      | { status: 400; headers: { 'Pragma': string }; body: Sdk.CreateAccessTokenErrors[400] }
      | { status: 401; headers: { 'Pragma': string; 'WWW-Authenticate': string }; body: Sdk.CreateAccessTokenErrors[401] }
      | { status: 413; headers?: NoHeaders; body: Sdk.CreateAccessTokenErrors[413] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.CreateAccessTokenErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.CreateAccessTokenErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.CreateAccessTokenErrors[503] };
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
      | { status: 200; headers?: { 'Content-Security-Policy'?: string }; body: Text }
      | { status: 400; headers?: NoHeaders; body: Sdk.ShowLoginErrors[400] }
      | { status: 404; headers?: NoHeaders; body: Sdk.ShowLoginErrors[404] }
      | { status: 500; headers?: NoHeaders; body: Sdk.ShowLoginErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.ShowLoginErrors[503] };
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
      | { status: 200; headers?: { 'Content-Security-Policy'?: string }; body: Text }
      | { status: 302; headers: { 'Location': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.LoginErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.LoginErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.LoginErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.LoginErrors[404] }
      | { status: 413; headers?: NoHeaders; body: Sdk.LoginErrors[413] }
      | { status: 415; headers?: NoHeaders; body: Sdk.LoginErrors[415] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.LoginErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.LoginErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.LoginErrors[503] };
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
      | { status: 302; headers: { 'Location': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.LogoutErrors[400] }
      | { status: 403; headers?: NoHeaders; body: Sdk.LogoutErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.LogoutErrors[404] }
      | { status: 413; headers?: NoHeaders; body: Sdk.LogoutErrors[413] }
      | { status: 415; headers?: NoHeaders; body: Sdk.LogoutErrors[415] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.LogoutErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.LogoutErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.LogoutErrors[503] };
  };
  /** GET /api-auth/oidc/ */
  beginSingleSignOn: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.BeginSingleSignOnData['query']>;
      header: NoParameters;
    };
    body: undefined;
    response:
      | { status: 302; headers: { 'Location': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.BeginSingleSignOnErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.BeginSingleSignOnErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.BeginSingleSignOnErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.BeginSingleSignOnErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.BeginSingleSignOnErrors[406] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.BeginSingleSignOnErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.BeginSingleSignOnErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.BeginSingleSignOnErrors[503] };
  };
  /** GET /api-auth/oidc/callback/ */
  finishSingleSignOn: {
    parameters: {
      path: NoParameters;
      query: NonNullable<Sdk.FinishSingleSignOnData['query']>;
      header: NoParameters;
    };
    body: undefined;
    response:
      | { status: 302; headers: { 'Location': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.FinishSingleSignOnErrors[400] }
      | { status: 401; headers: { 'WWW-Authenticate': string }; body: Sdk.FinishSingleSignOnErrors[401] }
      | { status: 403; headers?: NoHeaders; body: Sdk.FinishSingleSignOnErrors[403] }
      | { status: 404; headers?: NoHeaders; body: Sdk.FinishSingleSignOnErrors[404] }
      | { status: 406; headers?: NoHeaders; body: Sdk.FinishSingleSignOnErrors[406] }
      | { status: 429; headers: { 'Retry-After': number }; body: Sdk.FinishSingleSignOnErrors[429] }
      | { status: 500; headers?: NoHeaders; body: Sdk.FinishSingleSignOnErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.FinishSingleSignOnErrors[503] };
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
      | { status: 200; headers: { 'ETag': string; 'Access-Control-Allow-Origin': '*' }; body: Sdk.GetOpenapiJsonResponses[200] }
      | { status: 304; headers: { 'ETag': string; 'Access-Control-Allow-Origin': '*' }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetOpenapiJsonErrors[400] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetOpenapiJsonErrors[412] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetOpenapiJsonErrors[500] };
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
      | { status: 200; headers: { 'ETag': string; 'Access-Control-Allow-Origin': '*' }; body: Text }
      | { status: 304; headers: { 'ETag': string; 'Access-Control-Allow-Origin': '*' }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetOpenapiYamlErrors[400] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetOpenapiYamlErrors[412] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetOpenapiYamlErrors[500] };
  };
  /** GET /.well-known/api-catalog */
  getApiCatalog: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NonNullable<Sdk.GetApiCatalogData['headers']>;
    };
    body: undefined;
    response:
      | { status: 200; headers: { 'ETag': string; 'Link': string }; body: Sdk.GetApiCatalogResponses[200] }
      | { status: 304; headers: { 'ETag': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetApiCatalogErrors[400] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetApiCatalogErrors[412] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetApiCatalogErrors[500] };
  };
  /** GET /.well-known/security.txt */
  getSecurityTxt: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NonNullable<Sdk.GetSecurityTxtData['headers']>;
    };
    body: undefined;
    response:
      | { status: 200; headers: { 'ETag': string }; body: Text }
      | { status: 304; headers: { 'ETag': string }; body?: undefined }
      | { status: 400; headers?: NoHeaders; body: Sdk.GetSecurityTxtErrors[400] }
      | { status: 412; headers?: NoHeaders; body: Sdk.GetSecurityTxtErrors[412] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetSecurityTxtErrors[500] };
  };
  /** GET /docs/ */
  showReference: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: undefined;
    response:
      | { status: 200; headers?: { 'Content-Security-Policy'?: string }; body: Text }
      | { status: 400; headers?: NoHeaders; body: Sdk.ShowReferenceErrors[400] }
      | { status: 404; headers?: NoHeaders; body: Sdk.ShowReferenceErrors[404] }
      | { status: 500; headers?: NoHeaders; body: Sdk.ShowReferenceErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.ShowReferenceErrors[503] };
  };
  /** GET /docs/try/ */
  showExplorer: {
    parameters: {
      path: NoParameters;
      query: NoParameters;
      header: NoParameters;
    };
    body: undefined;
    response:
      | { status: 200; headers?: { 'Content-Security-Policy'?: string }; body: Text }
      | { status: 400; headers?: NoHeaders; body: Sdk.ShowExplorerErrors[400] }
      | { status: 404; headers?: NoHeaders; body: Sdk.ShowExplorerErrors[404] }
      | { status: 500; headers?: NoHeaders; body: Sdk.ShowExplorerErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.ShowExplorerErrors[503] };
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
      | { status: 200; headers?: NoHeaders; body: Sdk.GetLivenessResponses[200] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetLivenessErrors[500] };
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
      | { status: 200; headers?: NoHeaders; body: Sdk.GetReadinessResponses[200] }
      | { status: 500; headers?: NoHeaders; body: Sdk.GetReadinessErrors[500] }
      | { status: 503; headers: { 'Retry-After': number }; body: Sdk.GetReadinessErrors[503] };
  };
}
