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
