/** What a deployment can add to the service: authentication schemes, permissions, limits, an error handler. */
import type { IncomingHttpHeaders } from 'node:http';
import type { SecurityScheme } from './contract/specification.js';
import type { ErrorBody } from './errors/api-error.js';

/** A known user. */
export interface User {
  readonly id: number;
  readonly username: string;
}

/** Who is asking, and by what. */
export interface Identity {
  readonly user: User;
  /** The scheme's auth value, for instance the token record; null when it has none. */
  readonly auth: unknown;
  /** The scopes that limit the credential, as `openapi.yaml` names them for the scheme. Absent: it is not limited. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * The user's `logins` as the credential was issued for. A request is refused when the user has another number, also
   * after its body was waited for. Absent: the number that the user has when the request comes.
   */
  readonly logins?: number | undefined;
}

/** The scopes that a credential was granted, and the scheme that they belong to. */
export interface Grant {
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/** What a browser session holds. */
export interface Session {
  readonly userId: number;
  /** Of the user, at the login that started the session. */
  readonly logins: number;
  /** Random. CSRF tokens are derived from it. */
  readonly seed: string;
}

/** The part of a request that a scheme may read. */
export interface AuthenticationRequest {
  readonly method: string;
  /** As sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<IncomingHttpHeaders>;
  cookie(name: string): string | undefined;
  /** The scheme, host and port that the request was sent to: `https://snippets.example.com`. */
  readonly origin: string;
  /** The browser session that the request's cookie names. It counts only while its user has the same `logins`. */
  readonly session: Session | undefined;
  /** Says that the answer depends on a header of the request (RFC 9110, 12.5.5). */
  vary(header: string): void;
  /** The ip of the sender; with TRUST_PROXY the one that the proxies saw. */
  readonly ip: string;
  /** Whether nobody on the network could read the request: it came by HTTPS, or from this machine. */
  readonly confidential: boolean;
  /**
   * The fields of a form body, in order, decoded; reads and remembers the body once. Empty for other content types.
   *
   * @throws ApiError when the body cannot be read, or is no form
   */
  form(): Promise<readonly (readonly [name: string, value: string])[]>;
  /** The bytes of the body, read and remembered once. @throws ApiError when they cannot be read, or are too many */
  bytes(): Promise<Buffer>;
}

export interface AuthenticationScheme {
  /** As AUTH_SCHEMES and the served specification name it. */
  readonly name: string;
  /**
   * @returns the identity; undefined when the request does not attempt this scheme, and the next one is tried
   * @throws AuthenticationFailed when it is attempted and fails, which ends the request
   */
  authenticate(request: AuthenticationRequest): Promise<Identity | undefined> | Identity | undefined;
  /** The value of `WWW-Authenticate`; a scheme without one makes denials 403 when it is the first. */
  challenge?(): string | undefined;
  /** How the served specification describes the scheme. `openapi.yaml` describes the service's own. */
  readonly securityScheme?: SecurityScheme;
}

export interface PermissionRequest {
  readonly method: string;
  /** The one spelling of the path: `/snippets/1/` also for a request to `/%73nippets/001/`. */
  readonly path: string;
  /** The name of the path in the contract (`x-name`): `snippets:detail`. */
  readonly endpoint: string;
  /** What stands for the parameters of the path: `{ id: '1' }`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** null is the anonymous user. */
  readonly user: User | null;
  readonly auth: unknown;
  /** The scopes that limit the credential. undefined: it is not limited. */
  readonly grant: Grant | undefined;
}

/** The part of a record that decides who may change it. */
export interface Owned {
  readonly ownerId: number | null;
}

/** Only `true` allows: a promise, another value, and a `return` that was forgotten deny. */
export interface Permission {
  /** As the log calls it. Default: its place in the list, `permissions[0]`. */
  readonly name?: string;
  /** Asked for every request to the path. */
  allows?(request: PermissionRequest): boolean;
  /** Asked once the record that the path names (`x-object`) is loaded. */
  allowsObject?(request: PermissionRequest, object: Owned): boolean;
}

/** Methods that only read: anybody may use them where a permission ends in `OrReadOnly`. */
export const isReadOnly = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

export interface Rate {
  readonly limit: number;
  /** The window begins with the first request that is counted. */
  readonly seconds: number;
}

/** A limit of the deployment's own, on the paths that the rates `anon` and `user` limit. */
export interface CustomThrottle {
  /** Names its counters: under a new name counting starts again. */
  readonly name: string;
  readonly rate: Rate;
  /** @returns the key that the request counts for; undefined: it is not counted. Anything else is a 500 */
  key(request: ThrottledRequest): string | undefined;
}

/** The part of a request that a limit may read. */
export interface ThrottledRequest
  extends Pick<PermissionRequest, 'method' | 'path' | 'endpoint' | 'parameters' | 'user'> {
  /** The ip of the client, as far as the network and TRUST_PROXY tell. */
  readonly ip: string;
}

/** An error as it goes to the client, before it is rendered in the negotiated form. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

export interface ErrorContext {
  readonly method: string;
  readonly path: string;
  /** What the service would answer; undefined when it does not know the error and would answer 500. */
  readonly standard: ErrorResponse | undefined;
}

/**
 * A deployment's own error style. It gets every raised error except failed validations, refused logins
 * and refused requests for tokens.
 *
 * @returns the answer; undefined declines. Declining and throwing give the standard 500.
 */
export type ErrorHandler = (
  error: unknown,
  context: ErrorContext,
) => ErrorResponse | undefined | Promise<ErrorResponse | undefined>;
