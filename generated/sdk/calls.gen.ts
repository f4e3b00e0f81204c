// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type * as Sdk from './types.gen.js';

/** What `getRoot` takes. */
export interface GetRootArguments {
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `listSnippets` takes. */
export interface ListSnippetsArguments {
  /**
   * Only snippets whose title and code contain all these words. A word of three or more characters also finds what
   * begins with it, and a part of a name counts as a word: `port`, `detectP` and `detect_port` find
   * `autocannonDetectPort`, in capitals or small letters. In Chinese, Japanese and Korean every sequence of
   * characters is found. Of a snippet with more than 4,000 different words, the first and the last 2,000 are found.
   */
  q?: string | undefined;
  /** Only snippets of the user with this name. Blank finds those of every user. */
  owner?: string | undefined;
  /** Only snippets in this language. Blank finds every language. */
  language?: Sdk.Language | undefined;
  /** `created`: the oldest snippet first. `-created`: the newest first. The slices keep the order. */
  order?: 'created' | '-created' | undefined;
  /** The largest number of snippets, at most 50 on a page. `Link` leads to the next slice. */
  limit?: number | undefined;
  /** Where the slice begins. An opaque value from a `Link` header. */
  after?: string | undefined;
}

/** What `createSnippet` takes. */
export interface CreateSnippetArguments {
  /**
   * The name of the snippet; may be blank.
   *
   * @default ""
   */
  title?: string | undefined;
  /** The source code, kept byte for byte. White space alone is not enough. */
  code: string;
  /**
   * Whether the highlighted code has line numbers.
   *
   * @default false
   */
  linenos?: boolean | undefined;
  /**
   * The language of the code.
   *
   * @default "python"
   */
  language?: Sdk.Language | undefined;
  /**
   * The colours of the highlighted code.
   *
   * @default "friendly"
   */
  style?: Sdk.Style | undefined;
  /** Whether the snippet exists for its owner alone. A PUT without it keeps what was set. */
  private?: boolean | undefined;
}

/** What `getSnippet` takes. */
export interface GetSnippetArguments {
  /** The snippet's id. */
  id: number;
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `updateSnippet` takes. */
export interface UpdateSnippetArguments {
  /** The snippet's id. */
  id: number;
  /** Do it only if the resource still has this `ETag` (RFC 9110, 13.1.1). */
  'If-Match'?: string | undefined;
  /**
   * The name of the snippet; may be blank.
   *
   * @default ""
   */
  title?: string | undefined;
  /** The source code, kept byte for byte. White space alone is not enough. */
  code: string;
  /**
   * Whether the highlighted code has line numbers.
   *
   * @default false
   */
  linenos?: boolean | undefined;
  /**
   * The language of the code.
   *
   * @default "python"
   */
  language?: Sdk.Language | undefined;
  /**
   * The colours of the highlighted code.
   *
   * @default "friendly"
   */
  style?: Sdk.Style | undefined;
  /** Whether the snippet exists for its owner alone. A PUT without it keeps what was set. */
  private?: boolean | undefined;
}

/** What `deleteSnippet` takes. */
export interface DeleteSnippetArguments {
  /** The snippet's id. */
  id: number;
  /** Do it only if the resource still has this `ETag` (RFC 9110, 13.1.1). */
  'If-Match'?: string | undefined;
}

/** What `getSnippetHighlight` takes. */
export interface GetSnippetHighlightArguments {
  /** The snippet's id. */
  id: number;
  /** Lets the pages of other hosts show the HTML in a frame, if the operator allows it for their origins. */
  embed?: string | undefined;
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `getSnippetCode` takes. */
export interface GetSnippetCodeArguments {
  /** The snippet's id. */
  id: number;
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `previewSnippet` takes. */
export interface PreviewSnippetArguments {
  /**
   * Shows the code in the language that its title names as a file name (`main.rs`), or else in the one that it
   * clearly looks like, or else as plain text, instead of the given `language`.
   */
  detect?: 'true' | undefined;
  /**
   * The name of the snippet; may be blank.
   *
   * @default ""
   */
  title?: string | undefined;
  /** The source code, kept byte for byte. White space alone is not enough. */
  code: string;
  /**
   * Whether the highlighted code has line numbers.
   *
   * @default false
   */
  linenos?: boolean | undefined;
  /**
   * The language of the code.
   *
   * @default "python"
   */
  language?: Sdk.Language | undefined;
  /**
   * The colours of the highlighted code.
   *
   * @default "friendly"
   */
  style?: Sdk.Style | undefined;
  /** Whether the snippet exists for its owner alone. A PUT without it keeps what was set. */
  private?: boolean | undefined;
}

/** What `listUsers` takes. */
export interface ListUsersArguments {
}

/** What `getUser` takes. */
export interface GetUserArguments {
  /** The user's id. */
  id: number;
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `createToken` takes. */
export interface CreateTokenArguments {
  /** The name of the user. White space around it is ignored. */
  username: string;
  /** The password of the user, byte for byte. */
  password: string;
}

/** What `createAccessToken` takes. */
export interface CreateAccessTokenArguments {
  /** `password` or `refresh_token`. */
  grant_type: string;
  /** The client's id, with `client_secret`, unless the client authenticates by HTTP Basic. */
  client_id?: string | undefined;
  /** The client's secret. */
  client_secret?: string | undefined;
  /** The user's name, for the grant `password`. */
  username?: string | undefined;
  /** The user's password, for the grant `password`. */
  password?: string | undefined;
  /** The token of an earlier answer, for the grant `refresh_token`. It can be used once. */
  refresh_token?: string | undefined;
  /** `read`, `write`, or both with one space between them (default). A refresh may ask for fewer. */
  scope?: string | undefined;
}

/** What `showLogin` takes. */
export interface ShowLoginArguments {
  /** The path on this host to go to after the login. */
  next?: string | undefined;
  /** Also offers to end the session of the provider. */
  logged_out?: 'true' | undefined;
}

/** What `login` takes. */
export interface LoginArguments {
  /** The user's name. */
  username?: string | undefined;
  /** The user's password. */
  password?: string | undefined;
  /** The path on this host to go to afterwards. */
  next?: string | undefined;
  /** The CSRF token of the page. */
  csrfmiddlewaretoken?: string | undefined;
}

/** What `logout` takes. */
export interface LogoutArguments {
  /** The path on this host to go to afterwards. */
  next?: string | undefined;
  /** The CSRF token of the page. */
  csrfmiddlewaretoken?: string | undefined;
}

/** What `getOpenapiJson` takes. */
export interface GetOpenapiJsonArguments {
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `getOpenapiYaml` takes. */
export interface GetOpenapiYamlArguments {
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `getApiCatalog` takes. */
export interface GetApiCatalogArguments {
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `getSecurityTxt` takes. */
export interface GetSecurityTxtArguments {
  /** Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2). */
  'If-None-Match'?: string | undefined;
}

/** What `showReference` takes. */
export interface ShowReferenceArguments {
}

/** What `showExplorer` takes. */
export interface ShowExplorerArguments {
}

/** What `getLiveness` takes. */
export interface GetLivenessArguments {
}

/** What `getReadiness` takes. */
export interface GetReadinessArguments {
}

/** Members that `editSnippet` changes. */
export interface SnippetChange {
  /** The name of the snippet; may be blank. */
  title?: string | undefined;
  /** The source code, kept byte for byte. White space alone is not enough. */
  code?: string | undefined;
  /** Whether the highlighted code has line numbers. */
  linenos?: boolean | undefined;
  /** The language of the code. */
  language?: Sdk.Language | undefined;
  /** The colours of the highlighted code. */
  style?: Sdk.Style | undefined;
  /** Whether the snippet exists for its owner alone. A PUT without it keeps what was set. */
  private?: boolean | undefined;
}

/** What `editSnippet` takes. */
export interface EditSnippetArguments extends SnippetChange {
  /** The snippet's id. */
  id: number;
  /** Makes changes out of what was read; `undefined` changes nothing. */
  change?: ((before: Sdk.GetSnippetResponse) => SnippetChange | undefined | Promise<SnippetChange | undefined>) | undefined;
}

/** Every name that a validation error may stand under. */
export type FieldName = 'non_field_errors' | 'If-None-Match' | 'format' | 'q' | 'owner' | 'language' | 'order' | 'limit' | 'after' | 'Idempotency-Key' | 'title' | 'code' | 'linenos' | 'style' | 'private' | 'If-Match' | 'embed' | 'detect' | 'username' | 'password' | 'next' | 'csrfmiddlewaretoken';

/** What each operation takes, and what it gives when it succeeds. */
export interface Calls {
  /**
   * Show the API root.
   *
   * The paths of the collections, of the explorer and of this specification.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 406, 412, 429, 500, 503
   */
  getRoot: {
    takes: GetRootArguments;
    gives: Sdk.GetRootResponse;
  };
  /**
   * List the snippets.
   *
   * All snippets, the oldest first, or the newest first on request. `q`, `owner` and `language` narrow the list.
   * Without `limit` the answer is the whole list as JSON, or its first slice as a page. With `limit` the answer is a
   * slice, and `Link` leads to the next one.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 406, 429, 500, 503
   */
  listSnippets: {
    takes: ListSnippetsArguments;
    gives: Sdk.ListSnippetsResponse;
  };
  /**
   * Create a snippet.
   *
   * Stores a snippet and its highlighted code. The authenticated user becomes the owner. Read-only members of the
   * body (`id`, `owner`, ...) are ignored. A deployment may limit how many snippets and bytes a user stores: beyond
   * it, the answer is a 403 that names the limit.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 406, 413, 415, 422, 429, 500, 503
   */
  createSnippet: {
    takes: CreateSnippetArguments;
    gives: Sdk.CreateSnippetResponse;
  };
  /**
   * Retrieve a snippet.
   *
   * One snippet. Send its `ETag` in `If-None-Match` here, and in `If-Match` to replace or delete it.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 406, 412, 429, 500, 503
   */
  getSnippet: {
    takes: GetSnippetArguments;
    gives: Sdk.GetSnippetResponse;
  };
  /**
   * Replace a snippet.
   *
   * Replaces all writable fields. A missing field takes its default: without `language`, it becomes `python`. To
   * change some fields, read the snippet and send all of them, with its `ETag` in `If-Match`. The `id`, the owner
   * and the place in the list stay the same. Only the owner may do this. A longer text may exceed the deployment's
   * limit of stored bytes: a 403.
   *
   * `editSnippet` changes single members instead.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 406, 412, 413, 415, 429, 500, 503
   */
  updateSnippet: {
    takes: UpdateSnippetArguments;
    gives: Sdk.UpdateSnippetResponse;
  };
  /**
   * Delete a snippet.
   *
   * Deletes a snippet. Its id is never used again. Only the owner may do this.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 406, 412, 429, 500, 503
   */
  deleteSnippet: {
    takes: DeleteSnippetArguments;
    gives: undefined;
  };
  /**
   * Show the highlighted code.
   *
   * The code as a complete HTML page, highlighted when the snippet was saved. Show it in a sandbox.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 412, 429, 500, 503
   */
  getSnippetHighlight: {
    takes: GetSnippetHighlightArguments;
    gives: string;
  };
  /**
   * Show the code as plain text.
   *
   * Only the code, byte for byte, in UTF-8.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 412, 429, 500, 503
   */
  getSnippetCode: {
    takes: GetSnippetCodeArguments;
    gives: string;
  };
  /**
   * Preview a snippet.
   *
   * The highlighted code of a snippet as a complete HTML page, without storing anything. It is the page that
   * `/snippets/{id}/highlight/` would show, but for its link and its script. Show it in a sandbox.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 413, 415, 429, 500, 503
   */
  previewSnippet: {
    takes: PreviewSnippetArguments;
    gives: string;
  };
  /**
   * List the users.
   *
   * All users ordered by id, each with the ids of their snippets.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 406, 429, 500, 503
   */
  listUsers: {
    takes: ListUsersArguments;
    gives: Sdk.ListUsersResponse;
  };
  /**
   * Retrieve a user.
   *
   * One user with the ids of their snippets.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 406, 412, 429, 500, 503
   */
  getUser: {
    takes: GetUserArguments;
    gives: Sdk.GetUserResponse;
  };
  /**
   * Obtain a token.
   *
   * Returns the token of the user with this name and password, the same one each time.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 413, 415, 429, 500, 503
   */
  createToken: {
    takes: CreateTokenArguments;
    gives: Sdk.CreateTokenResponse;
  };
  /**
   * Obtain an OAuth 2.0 access token.
   *
   * The token endpoint of RFC 6749 with the grants `password` and `refresh_token`. The client authenticates itself
   * in the form or by HTTP Basic. A refresh token works once. Using it again revokes all tokens of the same grant.
   *
   * @throws an error of the SDK for the status 400, 401, 413, 429, 500, 503
   */
  createAccessToken: {
    takes: CreateAccessTokenArguments;
    gives: Sdk.CreateAccessTokenResponse;
  };
  /**
   * Show the login form.
   *
   * A form for the user's name and password, and the way to single sign-on, as far as the deployment has them.
   *
   * @throws an error of the SDK for the status 400, 404, 500, 503
   */
  showLogin: {
    takes: ShowLoginArguments;
    gives: string;
  };
  /**
   * Log in.
   *
   * Starts a session. The form must contain the CSRF token of the page.
   *
   * @throws an error of the SDK for the status 400, 401, 403, 404, 413, 415, 429, 500, 503
   */
  login: {
    takes: LoginArguments;
    gives: string | undefined;
  };
  /**
   * Log out.
   *
   * Ends the session. The form must contain the CSRF token of the page.
   *
   * @throws an error of the SDK for the status 400, 403, 404, 413, 415, 429, 500, 503
   */
  logout: {
    takes: LogoutArguments;
    gives: undefined;
  };
  /**
   * Get this specification as JSON.
   *
   * The specification of this deployment, with its schemes, paths and server URL.
   *
   * @throws an error of the SDK for the status 400, 412, 500
   */
  getOpenapiJson: {
    takes: GetOpenapiJsonArguments;
    gives: Sdk.GetOpenapiJsonResponse;
  };
  /**
   * Get this specification as YAML.
   *
   * The specification of this deployment, with its schemes, paths and server URL.
   *
   * @throws an error of the SDK for the status 400, 412, 500
   */
  getOpenapiYaml: {
    takes: GetOpenapiYamlArguments;
    gives: string;
  };
  /**
   * Find the API of this host.
   *
   * The catalog of RFC 9727, as a set of links (RFC 9264).
   *
   * @throws an error of the SDK for the status 400, 412, 500
   */
  getApiCatalog: {
    takes: GetApiCatalogArguments;
    gives: Sdk.GetApiCatalogResponse;
  };
  /**
   * Find out how to report a vulnerability.
   *
   * The file of RFC 9116, made from the deployment's settings.
   *
   * @throws an error of the SDK for the status 400, 412, 500
   */
  getSecurityTxt: {
    takes: GetSecurityTxtArguments;
    gives: string;
  };
  /**
   * Read about the API.
   *
   * A page that shows every operation, with examples. It needs no script.
   *
   * @throws an error of the SDK for the status 400, 404, 500, 503
   */
  showReference: {
    takes: ShowReferenceArguments;
    gives: string;
  };
  /**
   * Try requests.
   *
   * Swagger UI, which sends requests to this service.
   *
   * @throws an error of the SDK for the status 400, 404, 500, 503
   */
  showExplorer: {
    takes: ShowExplorerArguments;
    gives: string;
  };
  /**
   * Check that the process is alive.
   *
   * Succeeds as long as the process answers, even without the database.
   *
   * @throws an error of the SDK for the status 500
   */
  getLiveness: {
    takes: GetLivenessArguments;
    gives: Sdk.GetLivenessResponse;
  };
  /**
   * Check that the process can serve requests.
   *
   * Checks the store and the highlighter. An answer of 503 names the problems.
   *
   * @throws an error of the SDK for the status 500, 503
   */
  getReadiness: {
    takes: GetReadinessArguments;
    gives: Sdk.GetReadinessResponse;
  };
}

/** Operations whose lists are fetched slice by slice. */
export type ListingId = 'listSnippets';

/** Resources whose members can be changed one by one. */
export interface Edits {
  /**
   * Changes single members and leaves the others as they are: reads (`getSnippet`), merges, and replaces (`updateSnippet`) with `If-Match`.
   *
   * When somebody else changed it in between, it reads and merges again.
   */
  editSnippet: {
    takes: EditSnippetArguments;
    gives: Sdk.UpdateSnippetResponse;
  };
}
