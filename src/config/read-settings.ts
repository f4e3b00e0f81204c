/** Reads the settings once, and checks them. No other file reads the environment. */
import { readFileSync } from 'node:fs';
import { codeOf } from '../errors/error-code.js';
import { SettingsError } from '../errors/operator-error.js';
import { loadDeployment, OWN_SCHEMES } from './deployment.js';
import { SETTINGS, type Setting, type Settings } from './settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Paths that TOKEN_PATH and LOGIN_PREFIX must not hide. */
const OWN_PATHS = /^\/(snippets|users|oauth2|docs|healthz|readyz|assets|\.well-known)\//;

/**
 * @param overrides variables that the command line gives; they win over the environment
 * @throws SettingsError naming each wrong variable, its value (unless secret) and what is expected
 */
export async function readSettings(
  environment: Environment = process.env,
  overrides: Environment = {},
): Promise<Settings> {
  const wrong: SettingsError[] = [];
  const values = Object.entries<Setting<unknown>>(SETTINGS).map(([name, setting]) => {
    try {
      return [propertyOf(name), read(name, setting, overrides[name] ?? textOf(name, environment))];
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      wrong.push(error);
      return [];
    }
  });
  throwAll(wrong);
  // Each property is named and typed after its setting.
  type Values = Omit<Settings, 'deployment'> & { config: string | undefined };
  const { config, ...rest } = Object.fromEntries(values) as Values;
  const deployment = config === undefined ? {} : await loadDeployment(config);
  const settings: Settings = { ...rest, deployment };
  throwAll([...findConflicts(settings)]);
  return Object.freeze(settings);
}

/** @throws SettingsError with the messages of all */
function throwAll(errors: readonly SettingsError[]): void {
  const [first] = errors;
  if (first) throw Object.assign(first, { message: errors.map(({ message }) => message).join('; ') });
}

const propertyOf = (name: string): string =>
  name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** NAME_FILE is the path of a file that holds the value of NAME, before one line end. */
function textOf(name: string, environment: Environment): string | undefined {
  const variable = `${name}_FILE`;
  const path = environment[variable];
  if (!path) return environment[name];
  if (environment[name])
    throw new SettingsError(variable, undefined, `expected only one of ${name} and ${variable}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).replace(/\r?\n$/, '');
  } catch (error) {
    const reason = codeOf(error) ?? error;
    throw new SettingsError(variable, path, `cannot be read (${reason}), expected a text file`);
  }
}

/** A variable that is unset or empty takes its default. */
function read<T>(name: string, { type, byDefault }: Setting<T>, given: string | undefined): T | undefined {
  const text = given || byDefault;
  if (text === undefined) return undefined;
  const value = type.parse(text);
  if (value !== undefined) return value;
  // A URL may hold a password, also where none belongs.
  const isHidden = type.isSecret || text.includes('@');
  throw new SettingsError(name, isHidden ? undefined : text, `expected ${type.expected}`);
}

/** Settings that are right each by itself, and not together. */
function* findConflicts(settings: Settings): Generator<SettingsError> {
  const { authSchemes, baseUrl, loginPrefix, mongodbUrl, secretKey, tlsCert, tlsKey, tokenPath } = settings;
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcAllowed, passwordLogin } = settings;
  const hasSession = authSchemes.includes('session');
  const hasProvider = oidcIssuer !== undefined;
  for (const [isNeeded, name, value, why] of [
    [mongodbUrl !== undefined, 'SECRET_KEY', secretKey, 'MONGODB_URL, at least 32 characters'],
    [tlsCert !== undefined, 'TLS_KEY', tlsKey, 'TLS_CERT'],
    [tlsKey !== undefined, 'TLS_CERT', tlsCert, 'TLS_KEY'],
    [authSchemes.includes('oauth1'), 'BASE_URL', baseUrl, 'the scheme oauth1, whose clients sign it'],
    [hasProvider, 'BASE_URL', baseUrl, 'OIDC_ISSUER, whose provider sends browsers there'],
    [hasProvider, 'OIDC_CLIENT_ID', oidcClientId, 'OIDC_ISSUER'],
    [hasProvider, 'OIDC_CLIENT_SECRET', oidcClientSecret, 'OIDC_ISSUER'],
    [hasProvider, 'OIDC_ALLOWED', oidcAllowed, 'OIDC_ISSUER: a claim and its values, or * for everybody'],
    [oidcClientId !== undefined, 'OIDC_ISSUER', oidcIssuer, 'OIDC_CLIENT_ID'],
    [oidcClientSecret !== undefined, 'OIDC_ISSUER', oidcIssuer, 'OIDC_CLIENT_SECRET'],
    [oidcAllowed !== undefined, 'OIDC_ISSUER', oidcIssuer, 'OIDC_ALLOWED'],
    [hasSession && !passwordLogin, 'OIDC_ISSUER', oidcIssuer, 'PASSWORD_LOGIN=off and the scheme session'],
  ] as const)
    if (isNeeded && value === undefined) yield new SettingsError(name, undefined, `required with ${why}`);
  const known = [...OWN_SCHEMES, ...(settings.deployment.schemes ?? []).map(({ name }) => name)];
  if (!authSchemes.every((name) => known.includes(name)))
    yield new SettingsError('AUTH_SCHEMES', authSchemes.join(), `expected a list of ${known.join(', ')}`);
  if (hasProvider && !hasSession)
    yield new SettingsError('AUTH_SCHEMES', authSchemes.join(), 'expected also session with OIDC_ISSUER');
  if (!passwordLogin && (authSchemes.includes('basic') || authSchemes.includes('oauth2')))
    yield new SettingsError(
      'AUTH_SCHEMES',
      authSchemes.join(),
      'expected no basic or oauth2 with PASSWORD_LOGIN=off',
    );
  const opening = settings.ownership ? settings.embedOrigins.length > 0 && 'EMBED_ORIGINS' : 'OWNERSHIP=off';
  if (settings.readAccess === 'users' && opening)
    yield new SettingsError('READ_ACCESS', 'users', `expected everybody with ${opening}`);
  if (settings.privateSnippets && !settings.ownership)
    yield new SettingsError(
      'PRIVATE_SNIPPETS',
      'on',
      'expected off with OWNERSHIP=off: nobody owns a snippet',
    );
  for (const [name, path] of Object.entries({ TOKEN_PATH: tokenPath, LOGIN_PREFIX: loginPrefix })) {
    const [hidden] = OWN_PATHS.exec(path) ?? [];
    if (hidden) yield new SettingsError(name, path, `this path belongs to ${hidden}`);
  }
  if (tokenPath.startsWith(loginPrefix))
    yield new SettingsError('TOKEN_PATH', tokenPath, `expected a path outside LOGIN_PREFIX (${loginPrefix})`);
}
