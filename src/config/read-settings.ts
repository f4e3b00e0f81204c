/** Every setting with its default and its check, in one list. */
import { resolve } from 'node:path';
import * as check from './checks.js';
import { loadDeployment, OWN_SCHEMES } from './deployment.js';
import { readSettingFiles } from './setting-files.js';
import { type Deployment, LOG_LEVELS, type Settings } from './settings.js';
import { SettingsError } from './settings-error.js';
import { DEFAULT_RATES, throttleRates } from './throttle-rates.js';

type Environment = Readonly<Record<string, string | undefined>>;

const MiB = 1024 * 1024;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const OWN_PATHS = [
  '/snippets/',
  '/users/',
  '/oauth2/',
  '/docs/',
  '/healthz/',
  '/readyz/',
  '/assets/',
  '/.well-known/',
];

/** [default, check]; a variable that is unset or empty takes its default. */
const VARIABLES = {
  HOST: ['127.0.0.1', check.host],
  PORT: [8000, check.integer(0, 65_535)],
  BASE_URL: [undefined, check.webAddress],
  TRUSTED_ORIGINS: [[], check.list(check.origin)],
  ALLOWED_HOSTS: [[], check.list(check.host)],
  CORS_ORIGINS: [[], check.list(check.origin)],
  EMBED_ORIGINS: [[], check.list(check.originOrAny)],
  MONGODB_URL: [undefined, check.mongodbUrl],
  DATA_DIR: ['./data', check.text],
  AUTH_SCHEMES: [['session', 'basic'], check.list(check.text)],
  TOKEN_PATH: ['/api-token-auth/', check.path],
  LOGIN_PREFIX: ['/api-auth/', check.path],
  OWNERSHIP: ['on', check.oneOf(['on', 'off'])],
  SECRET_KEY: [undefined, check.secret],
  OAUTH2_ACCESS_TOKEN_SECONDS: [HOUR, check.integer(1, 365 * DAY)],
  OAUTH2_REFRESH_TOKEN_SECONDS: [14 * DAY, check.integer(1, 365 * DAY)],
  THROTTLE_RATES: [DEFAULT_RATES, throttleRates],
  TLS_CERT: [undefined, check.text],
  TLS_KEY: [undefined, check.text],
  TRUST_PROXY: [0, check.proxies],
  ALLOW_INSECURE_CREDENTIALS: ['false', check.oneOf(['true', 'false'])],
  HIGHLIGHT_TIMEOUT_MS: [1000, check.integer(1, 600_000)],
  MAX_BODY_BYTES: [2 * MiB, check.integer(1, 1024 * MiB)],
  QUOTA_SNIPPETS: [undefined, check.integer(1, 1_000_000_000)],
  QUOTA_BYTES: [undefined, check.integer(1, 1_000_000_000_000)],
  METRICS_PORT: [undefined, check.integer(1, 65_535)],
  METRICS_HOST: ['127.0.0.1', check.host],
  SECURITY_CONTACT: [[], check.list(check.contact)],
  LOG_LEVEL: ['info', check.oneOf(LOG_LEVELS)],
  CONFIG: [undefined, check.text],
} as const;

type Name = keyof typeof VARIABLES;
type Value<N extends Name> =
  | ReturnType<(typeof VARIABLES)[N][1]>
  | ((typeof VARIABLES)[N][0] extends undefined ? undefined : never);

/**
 * Reads the settings; the only place that knows the environment.
 *
 * @param overrides variables that the command line gives; they win over the environment
 * @throws SettingsError naming the variable, its value (unless secret) and what is allowed
 */
export async function readSettings(
  environment: Environment = process.env,
  overrides: Environment = {},
): Promise<Settings> {
  const env = await readSettingFiles(environment, overrides, Object.keys(VARIABLES));
  const configPath = read(env, 'CONFIG');
  const deployment: Deployment = configPath === undefined ? {} : await loadDeployment(configPath);
  const mongodbUrl = read(env, 'MONGODB_URL');
  const secretKey = read(env, 'SECRET_KEY');
  if (mongodbUrl !== undefined && secretKey === undefined) {
    throw new SettingsError('SECRET_KEY', undefined, 'required with MONGODB_URL, at least 32 characters');
  }
  const baseUrl = read(env, 'BASE_URL');
  const authSchemes = checkSchemes(read(env, 'AUTH_SCHEMES'), deployment);
  if (authSchemes.includes('oauth1') && baseUrl === undefined) {
    throw new SettingsError('BASE_URL', undefined, 'required with the scheme oauth1, whose clients sign it');
  }
  const settings: Settings = {
    host: read(env, 'HOST'),
    port: read(env, 'PORT'),
    baseUrl,
    trustedOrigins: read(env, 'TRUSTED_ORIGINS'),
    allowedHosts: read(env, 'ALLOWED_HOSTS').map((name) => name.toLowerCase()),
    corsOrigins: read(env, 'CORS_ORIGINS'),
    embedOrigins: read(env, 'EMBED_ORIGINS'),
    mongodbUrl,
    dataDir: resolve(read(env, 'DATA_DIR')),
    authSchemes,
    ...readPaths(env),
    ownership: read(env, 'OWNERSHIP') === 'on',
    secretKey,
    oauth2AccessTokenSeconds: read(env, 'OAUTH2_ACCESS_TOKEN_SECONDS'),
    oauth2RefreshTokenSeconds: read(env, 'OAUTH2_REFRESH_TOKEN_SECONDS'),
    throttleRates: read(env, 'THROTTLE_RATES'),
    ...readTlsFiles(env),
    trustProxy: read(env, 'TRUST_PROXY'),
    allowInsecureCredentials: read(env, 'ALLOW_INSECURE_CREDENTIALS') === 'true',
    highlightTimeoutMs: read(env, 'HIGHLIGHT_TIMEOUT_MS'),
    maxBodyBytes: read(env, 'MAX_BODY_BYTES'),
    quotaSnippets: read(env, 'QUOTA_SNIPPETS'),
    quotaBytes: read(env, 'QUOTA_BYTES'),
    metricsPort: read(env, 'METRICS_PORT'),
    metricsHost: read(env, 'METRICS_HOST'),
    securityContacts: read(env, 'SECURITY_CONTACT'),
    logLevel: read(env, 'LOG_LEVEL'),
    deployment,
  };
  return Object.freeze(settings);
}

function read<N extends Name>(env: Environment, name: N): Value<N> {
  const [byDefault, checked] = VARIABLES[name];
  const given = env[name];
  // The table's entries pair a default with a check of the same type; indexed by N, TypeScript sees their union.
  return (given ? checked(given, name) : byDefault) as Value<N>;
}

function checkSchemes(names: readonly string[], deployment: Deployment): readonly string[] {
  const known = [...OWN_SCHEMES, ...(deployment.schemes ?? []).map((scheme) => scheme.name)];
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new SettingsError('AUTH_SCHEMES', `"${names.join(',')}"`, `expected a list of ${known.join(', ')}`);
  }
  return names;
}

/** Relative paths count from the working directory. */
function readTlsFiles(env: Environment): Pick<Settings, 'tlsCert' | 'tlsKey'> {
  const tlsCert = read(env, 'TLS_CERT');
  const tlsKey = read(env, 'TLS_KEY');
  if (tlsCert !== undefined && tlsKey === undefined)
    throw new SettingsError('TLS_KEY', undefined, 'required with TLS_CERT, the path of its private key');
  if (tlsKey !== undefined && tlsCert === undefined)
    throw new SettingsError('TLS_CERT', undefined, 'required with TLS_KEY, the path of its certificate');
  return { tlsCert: tlsCert && resolve(tlsCert), tlsKey: tlsKey && resolve(tlsKey) };
}

/** The two paths that a deployment chooses must not hide another path of the service, nor each other. */
function readPaths(env: Environment): Pick<Settings, 'tokenPath' | 'loginPrefix'> {
  const tokenPath = read(env, 'TOKEN_PATH');
  const loginPrefix = read(env, 'LOGIN_PREFIX');
  for (const [name, path] of [
    ['TOKEN_PATH', tokenPath],
    ['LOGIN_PREFIX', loginPrefix],
  ] as const) {
    const hidden = OWN_PATHS.find((own) => path.startsWith(own));
    if (hidden)
      throw new SettingsError(name, `"${path}"`, `this path belongs to ${hidden}, choose another one`);
  }
  if (tokenPath.startsWith(loginPrefix)) {
    throw new SettingsError(
      'TOKEN_PATH',
      `"${tokenPath}"`,
      `expected a path outside LOGIN_PREFIX (${loginPrefix})`,
    );
  }
  return { tokenPath, loginPrefix };
}
