/** The interface of a limit: so many requests within so many seconds. */

/**
 * `anon` counts anonymous requests by ip, `user` those of known users, `login` failed logins by ip and user name,
 * `preview` the previews of a user.
 */
export const RATE_NAMES = ['anon', 'user', 'login', 'preview'] as const;
export type RateName = (typeof RATE_NAMES)[number];

export interface Rate {
  readonly limit: number;
  /** The window begins with the first request that is counted. */
  readonly seconds: number;
}

/** A name without a rate is unlimited. */
export type Rates = Readonly<Partial<Record<RateName, Rate>>>;

/** A limit of the deployment's own, on the paths that the rates `anon` and `user` limit. */
export interface CustomThrottle {
  /** Names its counters: under a new name counting starts again. */
  readonly name: string;
  readonly rate: Rate;
  /** @returns the key that the request counts for; undefined: it is not counted */
  key(request: ThrottledRequest): string | undefined;
}

/** The part of a request that a limit may read. */
export interface ThrottledRequest {
  readonly method: string;
  readonly path: string;
  /** The ip of the client, as far as the network and TRUST_PROXY tell. */
  readonly ip: string;
  /** null is the anonymous user. */
  readonly user: { readonly id: number; readonly username: string } | null;
}
