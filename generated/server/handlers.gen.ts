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

/** Everything that a handler may answer: the statuses below 400 that openapi.yaml declares. To refuse, it throws. */
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
      | { status: 304; headers: { 'ETag': string }; body?: undefined };
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
      | { status: 200; headers?: { 'Link'?: string }; body: Stream<Sdk.ListSnippetsResponses[200][number]> };
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
      | { status: 201; headers: { 'Idempotency-Replayed'?: 'true'; 'ETag': string; 'Location': string }; body: Sdk.CreateSnippetResponses[201] };
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
      | { status: 304; headers: { 'ETag': string }; body?: undefined };
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
      | { status: 200; headers: { 'ETag': string }; body: Sdk.UpdateSnippetResponses[200] };
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
      | { status: 204; headers?: NoHeaders; body?: undefined };
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
      | { status: 304; headers: { 'ETag': string }; body?: undefined };
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
      | { status: 304; headers: { 'ETag': string }; body?: undefined };
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
      | { status: 200; headers: { 'Snippet-Language': string; 'Content-Security-Policy': string }; body: Text };
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
      | { status: 200; headers?: NoHeaders; body: Stream<Sdk.ListUsersResponses[200][number]> };
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
      | { status: 304; headers: { 'ETag': string }; body?: undefined };
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
      | { status: 200; headers?: NoHeaders; body: Sdk.CreateTokenResponses[200] };
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
      | { status: 200; headers: { 'Pragma': string }; body: Sdk.CreateAccessTokenResponses[200] };
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
      | { status: 200; headers?: { 'Content-Security-Policy'?: string }; body: Text };
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
      | { status: 302; headers: { 'Location': string }; body?: undefined };
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
      | { status: 302; headers: { 'Location': string }; body?: undefined };
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
      | { status: 302; headers: { 'Location': string }; body?: undefined };
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
      | { status: 302; headers: { 'Location': string }; body?: undefined };
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
      | { status: 304; headers: { 'ETag': string; 'Access-Control-Allow-Origin': '*' }; body?: undefined };
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
      | { status: 304; headers: { 'ETag': string; 'Access-Control-Allow-Origin': '*' }; body?: undefined };
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
      | { status: 304; headers: { 'ETag': string }; body?: undefined };
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
      | { status: 304; headers: { 'ETag': string }; body?: undefined };
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
      | { status: 200; headers?: { 'Content-Security-Policy'?: string }; body: Text };
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
      | { status: 200; headers?: { 'Content-Security-Policy'?: string }; body: Text };
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
      | { status: 200; headers?: NoHeaders; body: Sdk.GetLivenessResponses[200] };
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
      | { status: 200; headers?: NoHeaders; body: Sdk.GetReadinessResponses[200] };
  };
}
