/** Every setting: its type, its default and what it does. Reading, `serve --help` and the docs follow from it. */
import type { AuthenticationScheme, CustomThrottle, ErrorHandler, Permission } from '../extension.js';
import * as type from './types.js';

export interface Setting<T> {
  readonly type: type.Type<T>;
  /** As an operator would write it; undefined: the setting is unset. */
  readonly byDefault: string | undefined;
  /** One sentence, without its first capital letter. */
  readonly meaning: string;
}

function setting<T>(kind: type.Type<T>, byDefault: string, meaning: string): Setting<T> {
  return { type: kind, byDefault, meaning };
}

function optional<T>(kind: type.Type<T>, meaning: string): Setting<T | undefined> {
  return { type: kind, byDefault: undefined, meaning };
}

/** For tokens, in seconds. */
const upToYear = type.integer(1, 31_536_000);
/** Half of the time after which a connection on which nothing moves is closed, so that the answer finds its client. */
const turn = type.integer(1, 30_000);
const trueOrFalse = type.either('true', 'false');
const access = type.oneOf('everybody', 'users');
const levels = type.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent');

export const SETTINGS = {
  HOST: setting(type.host, '127.0.0.1', 'the address to listen on'),
  PORT: setting(type.integer(0, 65_535), '8000', 'the port to listen on; 0: any free one'),
  BASE_URL: optional(type.webAddress, 'the URL that clients use; required with the scheme oauth1'),
  TRUSTED_ORIGINS: setting(type.origins, '', 'further origins whose pages may write with a session'),
  ALLOWED_HOSTS: setting(type.hosts, '', 'own host names; unset: of BASE_URL, on loopback localhost'),
  CORS_ORIGINS: setting(type.origins, '', 'origins whose scripts may read answers; unset: CORS is off'),
  EMBED_ORIGINS: setting(type.originsOrAny, '', 'origins whose pages may show a snippet in a frame; *: all'),
  MONGODB_URL: optional(type.mongodbUrl, 'a replica set or a cluster; unset: the embedded store'),
  DATA_DIR: setting(type.file, './data', 'the folder of the embedded store and of its secret key'),
  AUTH_SCHEMES: setting(type.names, 'session,basic', 'also token, oauth1, oauth2; the first: 401 or 403'),
  TOKEN_PATH: setting(type.path, '/api-token-auth/', 'where tokens are issued, with the scheme token'),
  LOGIN_PREFIX: setting(type.path, '/api-auth/', 'where login and logout are'),
  OWNERSHIP: setting(type.either('on', 'off'), 'on', 'off: snippets have no owner, nobody authenticates'),
  PRIVATE_SNIPPETS: setting(type.either('on', 'off'), 'off', 'on: a snippet may be for its owner alone'),
  READ_ACCESS: setting(access, 'everybody', 'users: nothing is read without a login'),
  OIDC_ISSUER: optional(type.issuer, 'single sign-on: the provider; with BASE_URL and the scheme session'),
  OIDC_CLIENT_ID: optional(type.visible, 'the name of this service at the provider'),
  OIDC_CLIENT_SECRET: optional(type.clientSecret, 'the secret of this service at the provider'),
  OIDC_NAME: setting(type.label, 'single sign-on', 'what the login page calls the provider'),
  OIDC_ALLOWED: optional(
    type.allowed,
    'who may come in: a claim and its values like groups=dev; *: everybody',
  ),
  PASSWORD_LOGIN: setting(type.either('on', 'off'), 'on', 'off: no password is compared anywhere'),
  SECRET_KEY: optional(type.secret, 'one for all processes; required with MONGODB_URL, else made by itself'),
  OAUTH2_ACCESS_TOKEN_SECONDS: setting(upToYear, '3600', 'how long an access token of OAuth 2.0 is valid'),
  OAUTH2_REFRESH_TOKEN_SECONDS: setting(upToYear, '1209600', 'the same of a refresh token'),
  THROTTLE_RATES: setting(type.rates, type.DEFAULT_RATES, 'also anon=100/hour,user=1000/hour; none'),
  TLS_CERT: optional(type.file, 'a certificate in PEM with its chain; unset: plain HTTP'),
  TLS_KEY: optional(type.file, 'the private key of TLS_CERT in PEM, unencrypted'),
  TRUST_PROXY: setting(type.proxies, '0', 'how many proxies in front set X-Forwarded-*'),
  ALLOW_INSECURE_CREDENTIALS: setting(trueOrFalse, 'false', 'true: take them over plain HTTP'),
  HIGHLIGHT_TIMEOUT_MS: setting(turn, '1000', 'code that takes longer is stored as plain text'),
  MAX_BODY_BYTES: setting(type.integer(1, 2 ** 30), '2097152', 'the largest body; login and tokens: 16384'),
  QUOTA_SNIPPETS: optional(type.integer(1, 1e9), 'how many snippets a user may store'),
  QUOTA_BYTES: optional(type.integer(1, 1e12), 'how many bytes of titles and code a user may store'),
  METRICS_PORT: optional(type.integer(1, 65_535), 'serves /metrics to everybody who can reach it'),
  METRICS_HOST: setting(type.host, '127.0.0.1', 'the address of METRICS_PORT'),
  SECURITY_CONTACT: setting(type.contacts, '', 'mailto:, https: or tel: URLs for reports (RFC 9116)'),
  LOG_LEVEL: setting(levels, 'info', 'also fatal, error, warn, debug, trace; silent: nothing is logged'),
  CONFIG: optional(type.file, 'an ES module with `export default defineConfig({...})`'),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type Name = keyof typeof SETTINGS;

/** `METRICS_PORT` is `metricsPort`. */
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<S>;
type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The values, named like their settings: `settings.metricsPort` is METRICS_PORT. */
export type Settings = {
  readonly [N in Exclude<Name, 'CONFIG'> as Camel<N>]: ValueOf<(typeof SETTINGS)[N]>;
} & {
  /** What the CONFIG module brings: `{}` when there is none. */
  readonly deployment: Deployment;
};

export type LogLevel = Settings['logLevel'];

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
