/** The rates that a deployment sets: so many requests within so many seconds. */

/** Of anonymous requests by address, of known users', and of failed logins by address and user name. */
export const RATE_NAMES = ['anon', 'user', 'login'] as const;
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
  /** Of its counters: another name begins to count anew. */
  readonly name: string;
  readonly rate: Rate;
  /** @returns whom the request counts for; undefined: it is not counted */
  key(request: ThrottledRequest): string | undefined;
}

/** What a limit may look at. */
export interface ThrottledRequest {
  readonly method: string;
  readonly path: string;
  /** Of the client, as far as the network and TRUST_PROXY tell. */
  readonly ip: string;
  /** null is the anonymous user. */
  readonly user: { readonly id: number; readonly username: string } | null;
}
