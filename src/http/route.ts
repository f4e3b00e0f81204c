/** A path with everything that decides about a request to it, and what is found of a request on its way. */
import type { Readable } from 'node:stream';
import type { Endpoint, Operation } from '../contract/contract.js';
import type { AuthenticationScheme, Owned } from '../extension.js';
import type { Answer } from './answer.js';
import type { ApiRequest } from './api-request.js';
import type { Caller } from './sender.js';

/** Compiled at the start. No member is optional: what is missing in the contract or in the code stops the start. */
export interface Route {
  readonly endpoint: Endpoint;
  /** The preferred one first. */
  readonly renderers: readonly Renderer[];
  /** In the order in which they are asked. */
  readonly schemes: readonly AuthenticationScheme[];
  /** Also for methods that the path does not have. @throws NotAuthenticated, PermissionDenied */
  permit(caller: Caller, target: Target, method: string): void;
  /** @throws NotAuthenticated, PermissionDenied */
  permitRecord(caller: Caller, target: Target, method: string, record: Owned | null): void;
  /**
   * Whether the caller may use a method, so that pages and OPTIONS offer nothing else.
   *
   * @param record the one that the path names; null when it is missing or the path names none, undefined when nobody
   *   has looked for it: then only the path decides
   */
  mayUse(caller: Caller, target: Target, method: string, record: Owned | null | undefined): boolean;
  /** @throws Throttled */
  throttle(request: ApiRequest, caller: Caller, target: Target): void;
  /** Loads the record that the path names; null when the caller sees none, and where the path names none. */
  find(parameters: PathParameters, caller: Caller): Promise<LoadedRecord | null> | null;
  /** By method, with HEAD where there is GET (RFC 9110, 9.3.2). */
  readonly methods: ReadonlyMap<string, RouteMethod>;
}

export interface RouteMethod {
  readonly operation: Operation;
  readonly handle: (input: ValidInput, handled: Handled) => Answer | Promise<Answer>;
  /** @throws ValidationFailed; NotFound for a path parameter that breaks its schema */
  readonly validate: (
    request: Pick<ApiRequest, 'query' | 'headers'>,
    parameters: PathParameters,
    sent: unknown,
  ) => ValidInput;
  /** The largest body, in bytes. */
  readonly maxBytes: number;
}

/** Decoded; integers without leading zeros. */
export type PathParameters = Readonly<Record<string, string>>;

/** Where a request goes. */
export interface Target {
  readonly route: Route;
  readonly parameters: PathParameters;
  /** The one spelling of the path: escapes decoded where they need not be, numbers without leading zeros. */
  readonly path: string;
}

/** Finds where a path leads; undefined for a path that no endpoint has. */
export type FindTarget = (path: string) => Target | undefined;

/**
 * What is known of a request, filled line by line on its way. Error pages and the log read it, which speak of requests
 * that may have been refused anywhere.
 */
export interface Found {
  readonly request: ApiRequest;
  /** undefined: no endpoint has the path. */
  readonly target: Target | undefined;
  renderer?: Renderer;
  caller?: Caller;
  operation?: Operation;
  /** The record that the path names (`x-object`); null where it names none. */
  record?: LoadedRecord | null;
  /** The parsed body, not validated yet. undefined for a body that cannot be read. */
  body?: unknown;
}

/** What a handler gets of the way before it. */
export interface Handled {
  readonly request: ApiRequest;
  readonly route: Route;
  readonly renderer: Renderer;
  readonly caller: Caller;
  readonly operation: Operation;
  readonly record: LoadedRecord | null;
  /** The parsed body, before defaults; a form's texts as values of the types that the contract gives. */
  readonly sent: unknown;
}

/** Turns the body of an answer into bytes. */
export interface Renderer {
  /** As `Accept` names it. */
  readonly mediaType: string;
  /** As `?format=` names it. */
  readonly format: string;
  /** The value of `Content-Type`. */
  readonly contentType: string;
  /** Renders text only. Other bodies (a resource's description, an error) are rendered as JSON. */
  readonly textOnly?: true;
  /** Its media type is that of what the endpoint answers. Errors have another form, and are rendered as JSON. */
  readonly answersOnly?: true;
  render(answer: Answer, found: Found): string | Buffer | Readable | Promise<string>;
  /** Its output differs from visitor to visitor, so it gets no `ETag` and no 304. */
  readonly personal?: true;
  /** The number of items of a list that fit on one page. undefined: all of them. */
  readonly pageSize?: number;
}

/** The record that a path names (`x-object`), of any collection. */
export interface LoadedRecord {
  readonly _id: number;
  /** null for a record without an owner, and in collections whose records have none. */
  readonly ownerId: number | null;
  /** Counts the saves, from 1. undefined in collections that count none: their records have no ETag. */
  readonly version?: number;
  readonly [field: string]: unknown;
}

/** Parameters and body as the handler gets them. */
export interface ValidInput {
  parameters: Record<'path' | 'query' | 'header', Record<string, unknown>>;
  body: unknown;
}
