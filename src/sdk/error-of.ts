// Which errors an operation can fail with: the class and the body for each status that the contract declares for it.
import type { Calls } from '#generated/sdk/calls.gen.js';
import {
  type BadRequestError,
  type ConnectionError,
  SnippetStoreError,
  type StatusError,
  type TimeoutError,
  type UnexpectedResponseError,
} from './errors.js';
import type { ErrorClasses } from './status-errors.js';

/** What stands between a program and the service (proxies, portals) answers with any of these. */
type AnyStatus =
  | (300 | 301 | 302 | 303 | 307 | 308)
  | (
      | 400
      | 401
      | 402
      | 403
      | 404
      | 405
      | 406
      | 407
      | 408
      | 409
      | 410
      | 411
      | 412
      | 413
      | 414
      | 415
      | 416
      | 417
    )
  | (418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511);

/** What an operation knows better than the class. The classes have no type parameters: `instanceof` would make them `any`. */
type Typed<Class extends StatusError, Status, Body, Field extends string> = Omit<
  Class,
  'status' | 'body' | 'fields'
> & { readonly status: Status; readonly body: Body } & (Class extends BadRequestError
    ? { readonly fields: { readonly [Name in Field]?: readonly string[] } }
    : unknown);

type ErrorWith<Status, Body, Field extends string> = Status extends keyof ErrorClasses
  ? Typed<ErrorClasses[Status], Status, Body, Field>
  : Typed<StatusError, Status, Body, Field>;

type Declared<Id extends keyof Calls> = {
  [Status in keyof Calls[Id]['fails']]: ErrorWith<Status, Calls[Id]['fails'][Status], Calls[Id]['fields']>;
}[keyof Calls[Id]['fails']];

type Undeclared<Id extends keyof Calls> = {
  [Status in Exclude<AnyStatus, keyof Calls[Id]['fails']>]: ErrorWith<Status, unknown, never>;
}[Exclude<AnyStatus, keyof Calls[Id]['fails']>];

/** Everything that a call of this operation can fail with; `status` tells the members apart, so do `name` and `instanceof`. */
export type ErrorOf<Id extends keyof Calls> =
  | Declared<Id>
  | Undeclared<Id>
  | UnexpectedResponseError
  | ConnectionError
  | TimeoutError;

/** Whether a caught value is an error of this operation; it then has the operation's types of bodies and fields. */
export function isErrorOf<Id extends keyof Calls>(error: unknown, operation: Id): error is ErrorOf<Id> {
  return error instanceof SnippetStoreError && error.operation === operation;
}
