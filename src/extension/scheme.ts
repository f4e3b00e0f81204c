/** The interface of an authentication scheme: of the service's own and of a deployment's custom ones. */
import type { IncomingHttpHeaders } from 'node:http';
import type { SecurityScheme } from '../contract/specification.js';

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
  /** The scopes that limit the credential, of those that `openapi.yaml` names for the scheme. Absent: it is not limited. */
  readonly scopes?: readonly string[] | undefined;
}

/** The scopes that a credential was granted, and the scheme that they belong to. */
export interface Grant {
  readonly scheme: string;
  readonly scopes: readonly string[];
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
  /** The browser session that the request's cookie names, when it is live. */
  readonly session: { readonly id: string; readonly userId: number } | undefined;
  /** Says that the answer depends on a header of the request (RFC 9110, 12.5.5). */
  vary(header: string): void;
  /** The ip of the sender; with TRUST_PROXY the one that the proxies saw. */
  readonly ip: string;
  /** Whether nobody on the network could read the request: it came by HTTPS, or from this machine. */
  readonly confidential: boolean;
  /**
   * The fields of a form body, in order, decoded; reads and remembers the body once. Empty for other content types,
   * and for a body that cannot be read (parsing the body reports that, if the request gets there).
   */
  form(): Promise<readonly (readonly [name: string, value: string])[]>;
  /**
   * The bytes of the body, for schemes that sign them; reads and remembers them once.
   *
   * @throws ApiError when they cannot be read, or are too many
   */
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
  challenge?(): string;
  /** How the served specification describes the scheme. `openapi.yaml` describes the service's own. */
  readonly securityScheme?: SecurityScheme;
}
