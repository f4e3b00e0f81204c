/** What the checked settings look like to the rest of the program. */

import type { AuthenticationScheme, CustomThrottle, ErrorHandler, Permission, Rates } from '../extension.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Settings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The address that clients use, without a trailing slash. */
  readonly baseUrl: string | undefined;
  readonly trustedOrigins: readonly string[];
  /** Host names that the service answers to, in lower case; empty: by `host` and `baseUrl`. */
  readonly allowedHosts: readonly string[];
  /** Origins whose scripts may read answers; empty: CORS is off. */
  readonly corsOrigins: readonly string[];
  /** Origins whose pages may show highlighted HTML in a frame, or `*`; empty: none but the service's own. */
  readonly embedOrigins: readonly string[];
  /** Unset: the embedded store in `dataDir`. */
  readonly mongodbUrl: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** In the order in which they are tried; the first one decides between 401 and 403. */
  readonly authSchemes: readonly string[];
  /** Begins and ends with a slash, like `loginPrefix`. */
  readonly tokenPath: string;
  readonly loginPrefix: string;
  readonly ownership: boolean;
  /** Unset: made on the first start and kept in `dataDir` (src/server/secret-key.ts). Always set with `mongodbUrl`. */
  readonly secretKey: string | undefined;
  /** How long what the OAuth 2.0 endpoint issues is good. */
  readonly oauth2AccessTokenSeconds: number;
  readonly oauth2RefreshTokenSeconds: number;
  readonly throttleRates: Rates;
  /** Paths of PEM files, both or none. */
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** How many proxies stand in front, whose `X-Forwarded-*` is believed; 0: those headers are ignored. */
  readonly trustProxy: number;
  /** Credentials are accepted over plain HTTP, from everywhere. */
  readonly allowInsecureCredentials: boolean;
  readonly highlightTimeoutMs: number;
  readonly maxBodyBytes: number;
  /** The most that a user may store; unset: no limit. */
  readonly quotaSnippets: number | undefined;
  readonly quotaBytes: number | undefined;
  /** Unset: no metrics are served. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** URLs by which vulnerabilities are reported, the preferred one first; empty: there is no `security.txt`. */
  readonly securityContacts: readonly string[];
  readonly logLevel: LogLevel;
  /** What the CONFIG module brings: `{}` when there is none. */
  readonly deployment: Deployment;
}

/** What only code can say about a deployment: the default export of the CONFIG module. */
export interface Deployment {
  /** Custom schemes; AUTH_SCHEMES names those that are used, and their order. */
  readonly schemes?: readonly AuthenticationScheme[];
  /** Replaces the rendering of errors. */
  readonly handleError?: ErrorHandler;
  /** Each must allow, beside those that `openapi.yaml` names, on every path where a user can be known but the login. */
  readonly permissions?: readonly Permission[];
  /** Limits beside THROTTLE_RATES. */
  readonly throttles?: readonly CustomThrottle[];
}
